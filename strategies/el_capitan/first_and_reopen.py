"""First in, shut down, reopened."""

from typing import Any

import rulesim.games.el_capitan.api as el
from rulesim.strategy import Parameter, strategy

PARAMETERS = [
    Parameter("fresh", 8, -20, 30, "worth of the first warehouse of a city, in Florin"),
    Parameter("reopen", 8, -20, 30, "worth of reopening a warehouse, in Florin"),
    Parameter("spread", 6, 0, 40, "worth of one more city at a payday, in Florin"),
]


@strategy("el_capitan", parameters=PARAMETERS)
def first_and_reopen(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Opens empty cities to win ties, and comes back to reopen for free what was shut down."""
    plan = el.weights(
        spread=me.params[2],
        majority=0.6,
        fortress=0.6,
        growth=1.0,
        fresh=me.params[0],
        reopen=me.params[1],
        cost=1.0,
        finish=2.0,
        hunger=8.0,
        caution=-100.0,
    )
    return el.follow(state, rules, legal, me, plan)
