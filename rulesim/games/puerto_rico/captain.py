"""The captain phase: loading (§A.7.1-6). Storage is in ``storage``."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.puerto_rico.game_round import note_vp_end
from rulesim.games.puerto_rico.state import gain_vp, next_seat, occupies
from rulesim.games.puerto_rico.storage import begin_storage
from rulesim.games.puerto_rico.vocabulary import (
    HARBOR,
    LOAD,
    LOAD_WHARF,
    MAX_SHIPS,
    N_GOODS,
    PASS,
    WHARF,
)
from rulesim.kernel.bits import bit, holds
from rulesim.kernel.jit import kernel


@kernel
def begin_captain(state: Any, rules: Any) -> None:
    """From the picker clockwise, around and around until nobody loads any more."""
    state.stage = LOAD
    _next_turn(state, rules, int(state.picker))


@kernel
def _next_turn(state: Any, rules: Any, seat: int) -> None:
    """Walk to the next seat that has something to load and has not passed since the last loading.

    Once around without one, the phase ends (§N.3.9).
    """
    for _ in range(state.seats):
        if not holds(state.passed, seat):
            options = load_options(state, rules, seat)
            if options != np.uint64(0):
                state.actor = seat
                state.options = options
                return
        seat = next_seat(state, seat)
    begin_storage(state, rules)


@kernel
def load_options(state: Any, rules: Any, seat: int) -> Any:
    """Every kind with each ship that it may go on, and the wharf; 0 where there is neither.

    Who can load a cargo ship must load (§A.7.2); with the wharf alone one may pass (§A.7.6).
    """
    cargo = np.uint64(0)
    wharf = np.uint64(0)
    for good in range(N_GOODS):
        barrels = state.goods[seat, good]
        if barrels > 0:
            cargo |= ships_for(state, rules, good, barrels) << np.uint64(good * MAX_SHIPS)
            wharf |= bit(LOAD_WHARF + good)
    if wharf == np.uint64(0) or not occupies(state, seat, WHARF) or holds(state.wharf_used, seat):
        return cargo
    if cargo == np.uint64(0):
        return wharf | bit(PASS)
    return cargo | wharf


@kernel
def ships_for(state: Any, rules: Any, good: int, barrels: int) -> Any:
    """The cargo ships (as bits) that this many barrels of a good may go on (§A.7.3-4)."""
    best = 0
    ships = np.uint64(0)
    for ship in range(MAX_SHIPS):
        room = rules.capacity[ship] - state.ship_load[ship]
        if state.ship_good[ship] == good:
            return bit(ship) if room > 0 else np.uint64(0)
        if state.ship_load[ship] == 0 and room > 0:
            # Of the empty ships, the one that takes most of the barrels (switch: the largest).
            takes = room if rules.largest_ship != 0 else min(room, barrels)
            if takes > best:
                best = takes
                ships = np.uint64(0)
            if takes == best:
                ships |= bit(ship)
    return ships


@kernel
def apply_load(state: Any, rules: Any, action: int) -> None:
    """One loading of one kind, or a pass; then the next player."""
    seat = state.actor
    if action == PASS:
        state.passed |= 1 << seat
    else:
        if action >= LOAD_WHARF:
            barrels = _load_wharf(state, seat, action - LOAD_WHARF)
        else:
            barrels = _load_ship(state, rules, seat, action // MAX_SHIPS, action % MAX_SHIPS)
        state.passed = 0
        _score_loading(state, rules, seat, barrels)
    _next_turn(state, rules, next_seat(state, seat))


@kernel
def _load_ship(state: Any, rules: Any, seat: int, good: int, ship: int) -> int:
    """As many barrels as there is room for (§A.7.4)."""
    barrels = min(state.goods[seat, good], rules.capacity[ship] - state.ship_load[ship])
    state.goods[seat, good] -= barrels
    state.ship_good[ship] = good
    state.ship_load[ship] += barrels
    return barrels


@kernel
def _load_wharf(state: Any, seat: int, good: int) -> int:
    """All barrels of the kind, to the supply (§A.7.6)."""
    barrels = int(state.goods[seat, good])
    state.goods[seat, good] = 0
    state.barrels[good] += barrels
    state.wharf_used |= 1 << seat
    return barrels


@kernel
def loading_points(state: Any, rules: Any, seat: int, barrels: int) -> int:
    """VP for the barrels, for the picker's first loading and for an occupied harbor (§A.7.5)."""
    points = rules.barrel_vp * barrels
    if seat == state.picker and state.captain_bonus_paid == 0:
        points += rules.captain_bonus
    if occupies(state, seat, HARBOR):
        points += rules.harbor
    return points


@kernel
def _score_loading(state: Any, rules: Any, seat: int, barrels: int) -> None:
    gain_vp(state, seat, loading_points(state, rules, seat, barrels))
    if seat == state.picker:
        state.captain_bonus_paid = 1
    note_vp_end(state)
