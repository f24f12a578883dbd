"""End the phase."""

from typing import Any

import rulesim.games.el_capitan.api as el
from rulesim.strategy import Parameter, strategy

PARAMETERS = [
    Parameter("finish", 12, -20, 30, "worth of any piece built from the supply, in Florin"),
    Parameter("hunger", 1, 0, 1000, "how much better a goal must be for a loan, in Florin"),
    Parameter("spread", 7, 0, 40, "worth of one more city at a payday, in Florin"),
]


@strategy("el_capitan", parameters=PARAMETERS)
def phase_rusher(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Builds its supply as fast as it can, with loans, so that the others keep unbuilt pieces."""
    plan = el.weights(
        spread=me.params[2],
        majority=0.6,
        fortress=0.6,
        growth=1.0,
        fresh=0.0,
        reopen=0.0,
        cost=1.0,
        finish=me.params[0],
        hunger=me.params[1],
        caution=-100.0,
    )
    return el.follow(state, rules, legal, me, plan)
