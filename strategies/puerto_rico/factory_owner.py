"""The factory with five kinds."""

from typing import Any

import rulesim.games.puerto_rico.api as pr
from rulesim.strategy import Parameter, helper, strategy

PLAN = pr.plan()


@helper
def wanted_role(state: Any, rules: Any, me: Any) -> int:
    """The factory pays whoever takes the craftsman: take it when it pays most."""
    if pr.occupies(state, me.seat, pr.FACTORY) and pr.kinds_produced(state, me.seat) >= me.params[1]:
        return pr.CRAFTSMAN
    return -1


@helper
def new_kind(state: Any, rules: Any, legal: Any, seat: int) -> int:
    """The face-up tile of a kind that the island has not yet, dear kinds first; -1 where there is none."""
    best = -1
    for good in range(pr.N_GOODS):
        if state.face_up[good] > 0 and state.tiles[seat, good] == 0:
            best = good
    return best


@strategy(
    "puerto_rico",
    parameters=[
        Parameter("eagerness", 0.5, 0.0, 5.0, "VP by which it prefers the craftsman with the factory at work"),
        Parameter("kinds", 4.0, 1.0, 5.0, "kinds produced from which it wants the craftsman"),
        Parameter("saving", 5.0, 0.0, 20.0, "doubloons from which it saves for the factory"),
        Parameter("spread", 3.0, 1.0, 12.0, "island tiles from which on it takes a new kind before anything else"),
    ],
)
def factory_owner(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Produces as many kinds as it can for the factory's money, and builds with it."""
    if state.stage == pr.PICK_ROLE:
        return pr.best_role(state, rules, legal, PLAN, wanted_role(state, rules, me), me.params[0])
    if state.stage == pr.TAKE_TILE and me.params[3] <= state.island[me.seat] < rules.island_spaces:
        kind = new_kind(state, rules, legal, me.seat)
        if kind >= 0:
            return kind
    if state.stage == pr.BUILD and pr.saves_for(state, rules, me.seat, pr.FACTORY, me.params[2]):
        return pr.PASS
    return pr.advise(state, rules, legal, PLAN)
