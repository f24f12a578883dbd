"""Never a borrower."""

from typing import Any

import rulesim.games.el_capitan.api as el
from rulesim.strategy import Parameter, strategy

PARAMETERS = [
    Parameter("hunger", 500, 0, 1000, "how much better a goal must be for a loan, in Florin"),
    Parameter("spread", 7, 0, 40, "worth of one more city at a payday, in Florin"),
    Parameter("majority", 0.6, 0, 4, "share of a gain in majorities that counts"),
]


@strategy("el_capitan", parameters=PARAMETERS)
def loan_averse(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Takes a loan only when nothing else is possible, and plays the cheap goals that it can pay."""
    plan = el.weights(
        spread=me.params[1],
        majority=me.params[2],
        fortress=0.6,
        growth=1.0,
        fresh=0.0,
        reopen=0.0,
        cost=1.5,
        finish=2.0,
        hunger=me.params[0],
        caution=-100.0,
    )
    return el.follow(state, rules, legal, me, plan)
