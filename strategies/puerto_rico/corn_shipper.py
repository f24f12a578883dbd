"""Corn by the shipload."""

from typing import Any

import rulesim.games.puerto_rico.api as pr
from rulesim.strategy import Parameter, has, helper, strategy

PLAN = pr.plan()


@helper
def wanted_role(state: Any, rules: Any, me: Any) -> int:
    """Ship what has piled up; with empty hands, produce."""
    if pr.barrels_of(state, me.seat) >= me.params[1]:
        return pr.CAPTAIN
    if pr.production(state, me.seat) >= me.params[1]:
        return pr.CRAFTSMAN
    return -1


@strategy(
    "puerto_rico",
    parameters=[
        Parameter("eagerness", 0.5, 0.0, 5.0, "VP by which it prefers to ship, or to produce when it has nothing"),
        Parameter("cargo", 4.0, 1.0, 12.0, "barrels from which it wants to ship, or to produce"),
        Parameter("fields", 4.0, 0.0, 12.0, "corn plantations that it takes before anything else"),
    ],
)
def corn_shipper(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Lives on corn, which needs no plant, and ships it for points with a wharf and a warehouse."""
    if state.stage == pr.PICK_ROLE:
        return pr.best_role(state, rules, legal, PLAN, wanted_role(state, rules, me), me.params[0])
    if state.stage == pr.TAKE_TILE and has(legal, pr.CORN) and state.tiles[me.seat, pr.CORN] < me.params[2]:
        return pr.CORN
    return pr.advise(state, rules, legal, PLAN)
