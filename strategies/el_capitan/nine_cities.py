"""Be everywhere."""

from typing import Any

import rulesim.games.el_capitan.api as el
from rulesim.strategy import Parameter, strategy

PARAMETERS = [
    Parameter("spread", 14, 0, 40, "worth of one more city at a payday, in Florin"),
    Parameter("majority", 0.3, 0, 4, "share of a gain in majorities that counts"),
    Parameter("hunger", 8, 0, 1000, "how much better a goal must be for a loan, in Florin"),
]


@strategy("el_capitan", parameters=PARAMETERS)
def nine_cities(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Spreads: a warehouse in every city, nine of them as early as possible, for the proliferation income."""
    plan = el.weights(
        spread=me.params[0],
        majority=me.params[1],
        fortress=0.5,
        growth=1.0,
        fresh=0.0,
        reopen=0.0,
        cost=1.0,
        finish=2.0,
        hunger=me.params[2],
        caution=-100.0,
    )
    return el.follow(state, rules, legal, me, plan)
