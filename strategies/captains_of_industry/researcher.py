"""Advances early and many."""

from typing import Any

import rulesim.games.captains_of_industry.api as coi
from rulesim.strategy import Parameter, strategy


@strategy(
    "captains_of_industry",
    parameters=[
        Parameter("dollar", 0.2, 0.0, 1.0, "Market Share that a dollar is worth"),
        Parameter("research", 3.0, 0.0, 10.0, "weight of buying Advances"),
        Parameter("university", 1.5, 0.0, 10.0, "weight of the university"),
    ],
)
def researcher(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Runs a university for itself and buys Advances: brands first, then what pays at every Age end."""
    dollar = me.params[0]
    if state.stage != coi.PICK_ACTION:
        return coi.follow_up(state, rules, legal, me.seat, dollar)
    # Factors of build, expand, operate, overtime, manage, estate, research.
    factors = (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, me.params[1])
    return coi.best_action(state, rules, legal, me.seat, dollar, factors, 1 << coi.UNIVERSITY, me.params[2])
