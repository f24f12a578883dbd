"""Violet buildings and the city hall."""

from typing import Any

import rulesim.games.puerto_rico.api as pr
from rulesim.strategy import Parameter, strategy

PLAN = pr.plan()


@strategy(
    "puerto_rico",
    parameters=[
        Parameter("eagerness", 0.5, 0.0, 5.0, "VP by which it prefers the builder when a purchase is at hand"),
        Parameter("budget", 4.0, 0.0, 20.0, "doubloons, quarries included, from which it wants to build"),
        Parameter("saving", 6.0, 0.0, 20.0, "doubloons from which it saves for the city hall"),
        Parameter("violets", 5.0, 0.0, 17.0, "violet buildings from which it goes for the city hall"),
    ],
)
def city_hall(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Buys one violet building after the other, each a point more in the city hall, and fills its city first."""
    if state.stage == pr.PICK_ROLE:
        rich = pr.budget(state, rules, me.seat) >= me.params[1]
        return pr.best_role(state, rules, legal, PLAN, pr.BUILDER if rich else -1, me.params[0])
    goes = pr.popcount(state.owned[me.seat] & rules.violet) >= me.params[3]
    if state.stage == pr.BUILD and goes and pr.saves_for(state, rules, me.seat, pr.CITY_HALL, me.params[2]):
        return pr.PASS
    return pr.advise(state, rules, legal, PLAN)
