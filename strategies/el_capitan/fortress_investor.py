"""Build where the fortress stands."""

from typing import Any

import rulesim.games.el_capitan.api as el
from rulesim.strategy import Parameter, strategy

PARAMETERS = [
    Parameter("fortress", 1.4, 0, 4, "share of a fortress's income that counts"),
    Parameter("growth", 2, 0, 8, "warehouses that others are expected to add to a city"),
    Parameter("spread", 5, 0, 40, "worth of one more city at a payday, in Florin"),
]


@strategy("el_capitan", parameters=PARAMETERS)
def fortress_investor(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Puts fortresses into the cities that will be fullest, and fills these cities itself."""
    plan = el.weights(
        spread=me.params[2],
        majority=0.5,
        fortress=me.params[0],
        growth=me.params[1],
        fresh=0.0,
        reopen=0.0,
        cost=1.0,
        finish=2.0,
        hunger=8.0,
        caution=-100.0,
    )
    return el.follow(state, rules, legal, me, plan)
