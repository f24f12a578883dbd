"""Always a little cheaper."""

from typing import Any

import rulesim.games.captains_of_industry.api as coi
from rulesim.strategy import Parameter, strategy


@strategy(
    "captains_of_industry",
    parameters=[
        Parameter("dollar", 0.2, 0.0, 1.0, "Market Share that a dollar is worth"),
        Parameter("step", 1.0, 1.0, 10.0, "dollars below the cheapest rival"),
        Parameter("floor", 3.0, 0.0, 60.0, "the price below which it does not go"),
        Parameter("volume", 1.5, 0.0, 10.0, "weight of operating facilities"),
    ],
)
def undercutter(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Makes much and prices it just below the cheapest rival, so that its goods go first."""
    dollar = me.params[0]
    if state.stage >= coi.PRICE:
        rival = coi.cheapest_rival(state, me.seat, state.stage - coi.PRICE)
        if rival < 0:
            return coi.follow_up(state, rules, legal, me.seat, dollar)
        wanted = max(int(me.params[2]), rival - int(me.params[1]))
        return coi.nearest_price(legal, wanted)
    if state.stage != coi.PICK_ACTION:
        return coi.follow_up(state, rules, legal, me.seat, dollar)
    # Factors of build, expand, operate, overtime, manage, estate, research.
    factors = (1.0, 1.0, me.params[3], me.params[3], 1.0, 1.0, 1.0)
    return coi.best_action(state, rules, legal, me.seat, dollar, factors, 0, 1.0)
