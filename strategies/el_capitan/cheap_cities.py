"""Where it costs least."""

from typing import Any

import rulesim.games.el_capitan.api as el
from rulesim.strategy import Parameter, strategy

PARAMETERS = [
    Parameter("cost", 3.5, 0, 6, "weight of prices"),
    Parameter("spread", 8, 0, 40, "worth of one more city at a payday, in Florin"),
    Parameter("majority", 0.4, 0, 4, "share of a gain in majorities that counts"),
]


@strategy("el_capitan", parameters=PARAMETERS)
def cheap_cities(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Builds where harbour, fortress and way are cheap, and so needs few loans."""
    plan = el.weights(
        spread=me.params[1],
        majority=me.params[2],
        fortress=0.6,
        growth=0.0,
        fresh=0.0,
        reopen=0.0,
        cost=me.params[0],
        finish=2.0,
        hunger=8.0,
        caution=-100.0,
    )
    return el.follow(state, rules, legal, me, plan)
