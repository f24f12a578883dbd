"""The round: picking roles, ending it, ending the game (§A.1, §A.8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.puerto_rico.state import next_seat
from rulesim.games.puerto_rico.vocabulary import (
    END_CITY,
    END_VP,
    N_GOODS,
    N_ROLES,
    OVER,
    PICK_ROLE,
)
from rulesim.kernel.bits import bit, holds
from rulesim.kernel.jit import kernel


@kernel
def choose_role(state: Any, seat: int) -> None:
    """It is the seat's turn to pick a role; a role must be picked (§A.1.2)."""
    state.stage = PICK_ROLE
    state.actor = seat
    state.picker = -1
    state.options = state.free_roles


@kernel
def take_role(state: Any, role: int) -> None:
    """The actor takes a role with the coins on it, before its action (§A.1.3)."""
    state.picker = state.actor
    state.picks += 1
    state.taken_by[role] = state.picker
    state.free_roles &= ~bit(role)
    state.doubloons[state.picker] += state.role_coins[role]
    state.role_coins[role] = 0


@kernel
def end_role(state: Any, rules: Any) -> None:
    """The action is carried out by everybody: the next pick, or the end of the round."""
    _forget_phase(state)
    if state.picks < rules.picks_per_round:
        seat = state.governor + state.picks
        while seat >= state.seats:
            seat -= state.seats
        choose_role(state, seat)
    else:
        _end_round(state, rules)


@kernel
def _forget_phase(state: Any) -> None:
    for good in range(N_GOODS):
        state.produced[good] = 0
        state.kept[good] = 0
    state.turns = 0
    state.to_place = 0
    state.slots = 0
    state.quarry_taken = 0
    state.hacienda_used = 0
    state.wharf_used = 0
    state.passed = 0
    state.captain_bonus_paid = 0


@kernel
def _end_round(state: Any, rules: Any) -> None:
    """§A.1.7, in its order: coins onto free roles, end test, roles back, governor moves on."""
    for role in range(N_ROLES):
        if holds(state.free_roles, role):
            state.role_coins[role] += rules.role_coin
    if state.ended != 0:
        state.stage = OVER
        state.actor = -1
        state.picker = -1
        state.options = np.uint64(0)
        return
    for role in range(N_ROLES):
        state.taken_by[role] = -1
    state.free_roles = rules.roles_in_play
    state.governor = next_seat(state, state.governor)
    state.round_number += 1
    state.picks = 0
    choose_role(state, state.governor)


@kernel
def note_vp_end(state: Any) -> None:
    """The last VP chip is gone: the game ends with this round (§A.8.1c)."""
    if state.vp_pool == 0:
        state.ended |= END_VP


@kernel
def note_city_end(state: Any, rules: Any, seat: int) -> None:
    """A city is full: the game ends with this round (§A.8.1b)."""
    if state.city_spaces[seat] >= rules.city_spaces:
        state.ended |= END_CITY
