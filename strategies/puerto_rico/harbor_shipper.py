"""Many kinds, a harbor and a wharf."""

from typing import Any

import rulesim.games.puerto_rico.api as pr
from rulesim.strategy import Parameter, helper, strategy

PLAN = pr.plan()


@helper
def kinds_in_hand(state: Any, seat: int) -> int:
    """Kinds of goods that the seat could load one by one."""
    kinds = 0
    for good in range(pr.N_GOODS):
        if state.goods[seat, good] > 0:
            kinds += 1
    return kinds


@helper
def wanted_role(state: Any, rules: Any, me: Any) -> int:
    """With the harbor at work every kind in hand is a point more: ship several kinds, or produce them."""
    if not pr.occupies(state, me.seat, pr.HARBOR):
        return -1
    if kinds_in_hand(state, me.seat) >= me.params[1]:
        return pr.CAPTAIN
    if pr.kinds_produced(state, me.seat) >= me.params[1]:
        return pr.CRAFTSMAN
    return -1


@strategy(
    "puerto_rico",
    parameters=[
        Parameter("eagerness", 0.5, 0.0, 5.0, "VP by which it prefers to ship, or to produce, with the harbor at work"),
        Parameter("kinds", 2.0, 1.0, 5.0, "kinds of goods from which it wants to ship, or to produce"),
        Parameter("saving", 5.0, 0.0, 20.0, "doubloons from which it saves for the harbor, then for the wharf"),
    ],
)
def harbor_shipper(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Ships several kinds of goods through a harbor, a point more for every loading, and later a wharf."""
    if state.stage == pr.PICK_ROLE:
        return pr.best_role(state, rules, legal, PLAN, wanted_role(state, rules, me), me.params[0])
    if state.stage == pr.BUILD:
        goal = pr.WHARF if pr.owns(state, me.seat, pr.HARBOR) else pr.HARBOR
        if pr.saves_for(state, rules, me.seat, goal, me.params[2]):
            return pr.PASS
    return pr.advise(state, rules, legal, PLAN)
