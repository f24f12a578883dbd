"""Stone, lumber, steel and research for everybody."""

from typing import Any

import rulesim.games.captains_of_industry.api as coi
from rulesim.strategy import Parameter, strategy

BASIC = 1 << coi.QUARRY | 1 << coi.LUMBER_MILL | 1 << coi.STEEL_FOUNDRY | 1 << coi.UNIVERSITY


@strategy(
    "captains_of_industry",
    parameters=[
        Parameter("dollar", 0.2, 0.0, 1.0, "Market Share that a dollar is worth"),
        Parameter("supply", 1.5, 0.0, 10.0, "weight of facilities that make purchasable goods"),
    ],
)
def basic_supplier(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Owns the facilities whose goods the others must buy, enlarges them early and keeps their markets supplied."""
    dollar = me.params[0]
    if state.stage != coi.PICK_ACTION:
        return coi.follow_up(state, rules, legal, me.seat, dollar)
    # Factors of build, expand, operate, overtime, manage, estate, research.
    factors = (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    return coi.best_action(state, rules, legal, me.seat, dollar, factors, BASIC, me.params[1])
