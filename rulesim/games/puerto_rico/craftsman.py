"""The craftsman phase (§A.5)."""

from __future__ import annotations

from typing import Any

from rulesim.games.puerto_rico.game_round import end_role
from rulesim.games.puerto_rico.state import next_seat, occupies
from rulesim.games.puerto_rico.vocabulary import (
    CORN,
    FACTORY,
    LARGE_PLANT,
    N_GOODS,
    PASS,
    SMALL_PLANT,
    TAKE_PRIVILEGE,
)
from rulesim.kernel.bits import bit
from rulesim.kernel.jit import kernel


@kernel
def begin_craftsman(state: Any, rules: Any) -> None:
    """Everybody produces, the picker first; then the picker's privilege."""
    seat = state.picker
    for turn in range(state.seats):
        _produce(state, rules, seat, turn == 0)
        seat = next_seat(state, seat)
    state.stage = TAKE_PRIVILEGE
    state.actor = state.picker
    state.options = privilege_options(state, rules)


@kernel
def capacity(state: Any, seat: int, good: int) -> int:
    """Barrels of a good that the seat can produce: occupied plantations and circles (§A.5.1)."""
    plantations = state.tile_colonists[seat, good]
    if good == CORN:
        return plantations
    circles = state.building_colonists[seat, LARGE_PLANT[good]]
    if SMALL_PLANT[good] >= 0:
        circles += state.building_colonists[seat, SMALL_PLANT[good]]
    return min(plantations, circles)


@kernel
def _produce(state: Any, rules: Any, seat: int, is_picker: bool) -> None:
    """Goods from the supply; the factory pays for the kinds actually received (§A.5.2)."""
    kinds = 0
    for good in range(N_GOODS):
        amount = min(capacity(state, seat, good), state.barrels[good])
        if amount > 0:
            kinds += 1
            state.barrels[good] -= amount
            state.goods[seat, good] += amount
            if is_picker:
                state.produced[good] = amount
    if occupies(state, seat, FACTORY):
        state.doubloons[seat] += rules.factory[kinds]


@kernel
def privilege_options(state: Any, rules: Any) -> Any:
    """One more barrel of a kind that the picker produced and that is left (§A.5.3), or none."""
    options = bit(PASS)
    if rules.craftsman_privilege > 0:
        for good in range(N_GOODS):
            if state.produced[good] > 0 and state.barrels[good] > 0:
                options |= bit(good)
    return options


@kernel
def apply_privilege(state: Any, rules: Any, good: int) -> None:
    """The picker takes the barrel of the privilege."""
    if good != PASS:
        amount = min(rules.craftsman_privilege, state.barrels[good])
        state.barrels[good] -= amount
        state.goods[state.actor, good] += amount
    end_role(state, rules)
