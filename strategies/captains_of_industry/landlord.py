"""Rent, and demand where it helps."""

from typing import Any

import rulesim.games.captains_of_industry.api as coi
from rulesim.strategy import Parameter, strategy


@strategy(
    "captains_of_industry",
    parameters=[
        Parameter("dollar", 0.25, 0.0, 1.0, "Market Share that a dollar is worth"),
        Parameter("estate", 2.5, 0.0, 10.0, "weight of building real estate"),
    ],
)
def landlord(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Builds real estate whenever it can: rent every round, and icons for its own goods."""
    dollar = me.params[0]
    if state.stage != coi.PICK_ACTION:
        return coi.follow_up(state, rules, legal, me.seat, dollar)
    # Factors of build, expand, operate, overtime, manage, estate, research.
    factors = (1.0, 1.0, 1.0, 1.0, 1.0, me.params[1], 1.0)
    return coi.best_action(state, rules, legal, me.seat, dollar, factors, 0, 1.0)
