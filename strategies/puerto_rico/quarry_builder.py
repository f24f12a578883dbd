"""Quarries first, large buildings after."""

from typing import Any

import rulesim.games.puerto_rico.api as pr
from rulesim.strategy import Parameter, has, helper, strategy

PLAN = pr.plan()


@helper
def wanted_role(state: Any, rules: Any, me: Any) -> int:
    """The settler brings quarries; once they are there, the builder is cheap."""
    if state.quarries > 0 and state.tiles[me.seat, pr.QUARRY] < me.params[1]:
        return pr.SETTLER
    if pr.budget(state, rules, me.seat) >= me.params[2]:
        return pr.BUILDER
    return -1


@strategy(
    "puerto_rico",
    parameters=[
        Parameter("eagerness", 0.5, 0.0, 5.0, "VP by which it prefers the settler for quarries and then the builder"),
        Parameter("quarries", 4.0, 0.0, 8.0, "quarries that it takes before anything else"),
        Parameter("budget", 8.0, 1.0, 20.0, "doubloons, quarries included, from which it wants to build"),
    ],
)
def quarry_builder(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Collects quarries, builds at a discount in every builder phase and ends on large buildings."""
    if state.stage == pr.PICK_ROLE:
        return pr.best_role(state, rules, legal, PLAN, wanted_role(state, rules, me), me.params[0])
    if state.stage == pr.TAKE_TILE and has(legal, pr.QUARRY) and state.tiles[me.seat, pr.QUARRY] < me.params[1]:
        return pr.QUARRY
    return pr.advise(state, rules, legal, PLAN)
