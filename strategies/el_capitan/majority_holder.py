"""Be first where it pays."""

from typing import Any

import rulesim.games.el_capitan.api as el
from rulesim.strategy import Parameter, strategy

PARAMETERS = [
    Parameter("majority", 0.8, 0, 4, "share of a gain in majorities that counts"),
    Parameter("growth", 1, 0, 8, "warehouses that others are expected to add to a city"),
    Parameter("spread", 4, 0, 40, "worth of one more city at a payday, in Florin"),
]


@strategy("el_capitan", parameters=PARAMETERS)
def majority_holder(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Fights for first places in a few cities and holds them; does not care for many cities."""
    plan = el.weights(
        spread=me.params[2],
        majority=me.params[0],
        fortress=0.7,
        growth=me.params[1],
        fresh=0.0,
        reopen=0.0,
        cost=1.0,
        finish=2.0,
        hunger=8.0,
        caution=-100.0,
    )
    return el.follow(state, rules, legal, me, plan)
