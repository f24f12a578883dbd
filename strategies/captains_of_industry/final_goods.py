"""Corn, oil and components for the public."""

from typing import Any

import rulesim.games.captains_of_industry.api as coi
from rulesim.strategy import Parameter, strategy

FINAL = 1 << coi.FARM | 1 << coi.OIL_WELL | 1 << coi.FACTORY


@strategy(
    "captains_of_industry",
    parameters=[
        Parameter("dollar", 0.2, 0.0, 1.0, "Market Share that a dollar is worth"),
        Parameter("favour", 2.5, 0.0, 10.0, "weight of farm, oil well and factory"),
    ],
)
def final_goods(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Gets the facilities whose goods only the public buys and lives from the sales at Age ends."""
    dollar = me.params[0]
    if state.stage != coi.PICK_ACTION:
        return coi.follow_up(state, rules, legal, me.seat, dollar)
    # Factors of build, expand, operate, overtime, manage, estate, research.
    factors = (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    return coi.best_action(state, rules, legal, me.seat, dollar, factors, FINAL, me.params[1])
