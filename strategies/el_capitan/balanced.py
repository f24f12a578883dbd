"""A bit of everything."""

from typing import Any

import rulesim.games.el_capitan.api as el
from rulesim.strategy import Parameter, strategy

PARAMETERS = [
    Parameter("spread", 8, 0, 40, "worth of one more city at a payday, in Florin"),
    Parameter("majority", 0.6, 0, 4, "share of a gain in majorities that counts"),
    Parameter("fortress", 0.8, 0, 4, "share of a fortress's income that counts"),
    Parameter("growth", 1, 0, 8, "warehouses that others are expected to add to a city"),
    Parameter("fresh", 0, -20, 30, "worth of the first warehouse of a city, in Florin"),
    Parameter("reopen", 0, -20, 30, "worth of reopening a warehouse, in Florin"),
    Parameter("cost", 1, 0, 6, "weight of prices"),
    Parameter("finish", 2, -20, 30, "worth of any piece built from the supply, in Florin"),
    Parameter("hunger", 8, 0, 1000, "how much better a goal must be for a loan, in Florin"),
    Parameter("caution", -100, -1000, 100, "goals worth less give way to a loan, in Florin"),
]


@strategy("el_capitan", parameters=PARAMETERS)
def balanced(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Weighs new cities, majorities and fortresses by what they bring at the paydays to come."""
    plan = el.weights(
        spread=me.params[0],
        majority=me.params[1],
        fortress=me.params[2],
        growth=me.params[3],
        fresh=me.params[4],
        reopen=me.params[5],
        cost=me.params[6],
        finish=me.params[7],
        hunger=me.params[8],
        caution=me.params[9],
    )
    return el.follow(state, rules, legal, me, plan)
