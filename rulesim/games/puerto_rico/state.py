"""The record of a position, and the small questions that every phase asks of it.

Seats are counted from 0 here and from 1 in everything that a user sees.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.puerto_rico.vocabulary import (
    FIRST_CITY_CIRCLE,
    FIRST_VIOLET,
    MAX_SHIPS,
    N_BUILDINGS,
    N_GOODS,
    N_ROLES,
    N_TILES,
)
from rulesim.kernel.bits import bit, holds, lowest, without_lowest
from rulesim.kernel.jit import kernel
from rulesim.kernel.records import MAX_SEATS, record

MAX_STACK = 5 * 20
"""Room for all plantation tiles (five kinds, at most 20 of each)."""

_PER_SEAT = (MAX_SEATS,)

STATE = record(
    [
        # Every game has these three.
        ("seats", np.int64),
        ("actor", np.int64),
        ("stage", np.int64),
        # What the actor may do, bit by bit; set whenever a decision comes up.
        ("options", np.uint64),
        # The round (§A.1).
        ("round_number", np.int32),
        ("governor", np.int32),
        ("picker", np.int32),
        ("picks", np.int32),
        ("taken_by", np.int8, (N_ROLES,)),
        ("role_coins", np.int16, (N_ROLES,)),
        ("free_roles", np.uint64),
        ("ended", np.int64),
        # The common supply.
        ("supply", np.int16),
        ("ship_colonists", np.int16),
        ("vp_pool", np.int16),
        ("quarries", np.int16),
        ("barrels", np.int16, (N_GOODS,)),
        ("house", np.int16, (N_GOODS,)),
        ("house_barrels", np.int16),
        ("ship_good", np.int16, (MAX_SHIPS,)),
        ("ship_load", np.int16, (MAX_SHIPS,)),
        ("copies", np.int16, (N_BUILDINGS,)),
        ("on_sale", np.uint64),
        # Plantations: the stack's top is at stack_tiles - 1.
        ("stack", np.int8, (MAX_STACK,)),
        ("stack_tiles", np.int16),
        ("face_up", np.int16, (N_GOODS,)),
        ("discard", np.int16, (N_GOODS,)),
        ("nature", np.uint64),
        ("reshuffles", np.int64),
        # The seats.
        ("doubloons", np.int16, _PER_SEAT),
        ("vp", np.int16, _PER_SEAT),
        ("goods", np.int16, (MAX_SEATS, N_GOODS)),
        ("san_juan", np.int16, _PER_SEAT),
        ("colonists", np.int16, _PER_SEAT),
        ("tiles", np.int16, (MAX_SEATS, N_TILES)),
        ("tile_colonists", np.int16, (MAX_SEATS, N_TILES)),
        ("island", np.int16, _PER_SEAT),
        ("owned", np.uint64, _PER_SEAT),
        ("occupied", np.uint64, _PER_SEAT),
        ("building_colonists", np.int16, (MAX_SEATS, N_BUILDINGS)),
        ("city_colonists", np.int16, _PER_SEAT),
        ("city_circles", np.int16, _PER_SEAT),
        ("city_spaces", np.int16, _PER_SEAT),
        # What a phase has to remember (§N.1 in_phase); seats as bits.
        ("to_place", np.int16),
        ("turns", np.int16),
        ("produced", np.int16, (N_GOODS,)),
        ("kept", np.int16, (N_GOODS,)),
        ("slots", np.int16),
        ("quarry_taken", np.int64),
        ("hacienda_used", np.int64),
        ("wharf_used", np.int64),
        ("passed", np.int64),
        ("captain_bonus_paid", np.int64),
    ]
)


@kernel
def occupies(state: Any, seat: int, building: int) -> bool:
    """Whether the seat owns the building with a colonist in it (a violet one then works)."""
    return holds(state.occupied[seat], building)


@kernel
def next_seat(state: Any, seat: int) -> int:
    """The left neighbour."""
    seat += 1
    return 0 if seat == state.seats else seat


@kernel
def take_colonist(state: Any) -> bool:
    """Take one colonist from the supply, else from the ship; False where both are empty (§A.2.6)."""
    if state.supply > 0:
        state.supply -= 1
    elif state.ship_colonists > 0:
        state.ship_colonists -= 1
    else:
        return False
    return True


@kernel
def place_colonist(state: Any, seat: int, circle: int) -> None:
    """Put a colonist of the seat onto a kind of tile or into a building."""
    if circle < FIRST_CITY_CIRCLE:
        state.tile_colonists[seat, circle] += 1
    else:
        building = circle - FIRST_CITY_CIRCLE
        state.building_colonists[seat, building] += 1
        state.city_colonists[seat] += 1
        state.occupied[seat] |= bit(building)


@kernel
def empty_circles(state: Any, rules: Any, seat: int, circle: int) -> int:
    """Circles without a colonist on a kind of tile or in a building of the seat."""
    if circle < FIRST_CITY_CIRCLE:
        return state.tiles[seat, circle] - state.tile_colonists[seat, circle]
    building = circle - FIRST_CITY_CIRCLE
    if not holds(state.owned[seat], building):
        return 0
    return rules.circles[building] - state.building_colonists[seat, building]


@kernel
def gain_vp(state: Any, seat: int, points: int) -> None:
    """VP chips from the pool; beyond its end they are noted down (§A.7.9, §A.9 Q20)."""
    state.vp[seat] += points
    state.vp_pool = max(0, state.vp_pool - points)


@kernel
def sum_over(table: Any, buildings: Any) -> int:
    """Sum of a rules table over a set of buildings."""
    total = 0
    while buildings != np.uint64(0):
        total += table[lowest(buildings)]
        buildings = without_lowest(buildings)
    return total


@kernel
def is_violet(building: int) -> bool:
    """Whether a building is a violet one."""
    return building >= FIRST_VIOLET
