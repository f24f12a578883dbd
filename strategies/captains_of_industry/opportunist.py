"""Whatever brings most now."""

from typing import Any

import rulesim.games.captains_of_industry.api as coi
from rulesim.strategy import Parameter, strategy


@strategy(
    "captains_of_industry",
    parameters=[
        Parameter("dollar", 0.2, 0.0, 1.0, "Market Share that a dollar is worth"),
    ],
)
def opportunist(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Takes the turn action that promises most Market Share for its cost, without a plan of its own."""
    dollar = me.params[0]
    if state.stage != coi.PICK_ACTION:
        return coi.follow_up(state, rules, legal, me.seat, dollar)
    # Factors of build, expand, operate, overtime, manage, estate, research.
    factors = (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    return coi.best_action(state, rules, legal, me.seat, dollar, factors, 0, 1.0)
