"""The settler phase (§A.2)."""

from __future__ import annotations

from typing import Any

from rulesim.games.puerto_rico.game_round import end_role
from rulesim.games.puerto_rico.plantations import draw_tile, renew_stack, turn_up
from rulesim.games.puerto_rico.state import next_seat, occupies, place_colonist, take_colonist
from rulesim.games.puerto_rico.vocabulary import (
    CONSTRUCTION_HUT,
    DRAW_TILE,
    HACIENDA,
    HACIENDA_DRAW,
    HACIENDA_QUARRY,
    HACIENDA_SKIP,
    HOSPICE,
    N_GOODS,
    PASS,
    QUARRY,
    TAKE_TILE,
)
from rulesim.kernel.bits import bit, holds
from rulesim.kernel.jit import kernel


@kernel
def begin_settler(state: Any, rules: Any) -> None:
    """The picker first, then clockwise."""
    _begin_turn(state, rules, state.picker)


@kernel
def _begin_turn(state: Any, rules: Any, seat: int) -> None:
    state.actor = seat
    if occupies(state, seat, HACIENDA):
        state.stage = DRAW_TILE
        state.options = hacienda_options(state, rules)
    else:
        _offer_tiles(state, rules)


@kernel
def _offer_tiles(state: Any, rules: Any) -> None:
    state.stage = TAKE_TILE
    state.options = take_options(state, rules)


@kernel
def _has_room(state: Any, rules: Any) -> bool:
    return state.island[state.actor] < rules.island_spaces


@kernel
def _quarry_to_be_had(state: Any) -> bool:
    """A quarry is left and the actor took none in this phase (§A.2.7, §A.9 Q35)."""
    return state.quarries > 0 and not holds(state.quarry_taken, state.actor)


@kernel
def hacienda_options(state: Any, rules: Any) -> Any:
    """Draw the top tile, or a quarry instead if the hut is occupied too (§A.2.5, §A.9 Q1), or neither."""
    options = bit(HACIENDA_SKIP)
    if _has_room(state, rules):
        if state.stack_tiles > 0 or (rules.hacienda_reshuffle != 0 and _discarded(state) > 0):
            options |= bit(HACIENDA_DRAW)
        if (
            rules.hacienda_hut_quarry != 0
            and occupies(state, state.actor, CONSTRUCTION_HUT)
            and _quarry_to_be_had(state)
        ):
            options |= bit(HACIENDA_QUARRY)
    return options


@kernel
def _discarded(state: Any) -> int:
    total = 0
    for kind in range(N_GOODS):
        total += state.discard[kind]
    return total


@kernel
def take_options(state: Any, rules: Any) -> Any:
    """A face-up plantation; a quarry by privilege or hut; or nothing (§A.2.1-4)."""
    options = bit(PASS)
    if _has_room(state, rules):
        for kind in range(N_GOODS):
            if state.face_up[kind] > 0:
                options |= bit(kind)
        may_quarry = state.actor == state.picker or occupies(state, state.actor, CONSTRUCTION_HUT)
        if may_quarry and _quarry_to_be_had(state):
            options |= bit(QUARRY)
    return options


@kernel
def apply_hacienda(state: Any, rules: Any, action: int) -> None:
    """The tile beside the regular one; it never comes with a colonist (§A.2.6)."""
    if action == HACIENDA_DRAW:
        if state.stack_tiles == 0:
            renew_stack(state)
        _lay_tile(state, draw_tile(state))
        state.hacienda_used |= 1 << state.actor
    elif action == HACIENDA_QUARRY:
        _take_quarry(state)
        state.hacienda_used |= 1 << state.actor
    _offer_tiles(state, rules)


@kernel
def _lay_tile(state: Any, kind: int) -> None:
    state.tiles[state.actor, kind] += 1
    state.island[state.actor] += 1


@kernel
def _take_quarry(state: Any) -> None:
    state.quarries -= 1
    state.quarry_taken |= 1 << state.actor
    _lay_tile(state, QUARRY)


@kernel
def apply_take(state: Any, rules: Any, action: int) -> None:
    """The regular tile, with a colonist if the hospice is occupied (§A.2.6); then the next player."""
    seat = state.actor
    if action != PASS:
        if action == QUARRY:
            _take_quarry(state)
        else:
            state.face_up[action] -= 1
            _lay_tile(state, action)
        if occupies(state, seat, HOSPICE) and take_colonist(state):
            state.colonists[seat] += 1
            place_colonist(state, seat, action)
    seat = next_seat(state, seat)
    if seat == state.picker:
        _end_settler(state, rules)
    else:
        _begin_turn(state, rules, seat)


@kernel
def _end_settler(state: Any, rules: Any) -> None:
    """The row goes to the discard and a new one is turned up (§A.2.8)."""
    for kind in range(N_GOODS):
        state.discard[kind] += state.face_up[kind]
        state.face_up[kind] = 0
    turn_up(state, rules)
    end_role(state, rules)
