"""The mayor phase (§A.3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.puerto_rico.game_round import end_role
from rulesim.games.puerto_rico.state import empty_circles, next_seat, place_colonist
from rulesim.games.puerto_rico.vocabulary import (
    END_COLONISTS,
    FIRST_CITY_CIRCLE,
    N_TILES,
    PLACE_COLONIST,
)
from rulesim.kernel.bits import bit, lowest, without_lowest
from rulesim.kernel.jit import kernel


@kernel
def begin_mayor(state: Any, rules: Any) -> None:
    """Deal the colonists, then everybody places his, the picker first."""
    _deal(state, rules)
    _next_turn(state, rules, state.picker)


@kernel
def _deal(state: Any, rules: Any) -> None:
    """The privilege from the supply (§A.3.1), then the ship's colonists one by one (§A.3.2)."""
    extra = min(state.supply, rules.mayor_privilege)
    state.supply -= extra
    seat = int(state.picker)
    state.san_juan[seat] += extra
    state.colonists[seat] += extra
    for _ in range(state.ship_colonists):
        state.san_juan[seat] += 1
        state.colonists[seat] += 1
        seat = next_seat(state, seat)
    state.ship_colonists = 0


@kernel
def _next_turn(state: Any, rules: Any, seat: int) -> None:
    """Walk to the next seat that has a choice; the others fill all their circles."""
    while state.turns < state.seats:
        state.turns += 1
        circles = state.island[seat] + state.city_circles[seat]
        if state.colonists[seat] >= circles:
            _fill_all(state, rules, seat, circles)
        elif state.colonists[seat] > 0:
            _take_in_hand(state, seat)
            return
        seat = next_seat(state, seat)
    _refill_ship(state, rules)
    end_role(state, rules)


@kernel
def _fill_all(state: Any, rules: Any, seat: int, circles: int) -> None:
    """At least as many colonists as circles: all are filled, the rest waits in San Juan (§A.3.4)."""
    for kind in range(N_TILES):
        state.tile_colonists[seat, kind] = state.tiles[seat, kind]
    buildings = state.owned[seat]
    while buildings != np.uint64(0):
        building = lowest(buildings)
        state.building_colonists[seat, building] = rules.circles[building]
        buildings = without_lowest(buildings)
    state.occupied[seat] = state.owned[seat]
    state.city_colonists[seat] = state.city_circles[seat]
    state.san_juan[seat] = state.colonists[seat] - circles


@kernel
def _take_in_hand(state: Any, seat: int) -> None:
    """All colonists of the seat are in hand and its circles empty (§A.3.3, §N.3.7)."""
    options = np.uint64(0)
    for kind in range(N_TILES):
        state.tile_colonists[seat, kind] = 0
        if state.tiles[seat, kind] > 0:
            options |= bit(kind)
    buildings = state.occupied[seat]
    while buildings != np.uint64(0):
        state.building_colonists[seat, lowest(buildings)] = 0
        buildings = without_lowest(buildings)
    state.occupied[seat] = np.uint64(0)
    state.city_colonists[seat] = 0
    state.san_juan[seat] = 0
    state.to_place = state.colonists[seat]
    state.actor = seat
    state.stage = PLACE_COLONIST
    state.options = options | (state.owned[seat] << np.uint64(FIRST_CITY_CIRCLE))


@kernel
def place_options(state: Any, rules: Any) -> Any:
    """Every kind of tile and building of the actor with an empty circle."""
    options = np.uint64(0)
    for circle in range(FIRST_CITY_CIRCLE + len(rules.cost)):
        if empty_circles(state, rules, state.actor, circle) > 0:
            options |= bit(circle)
    return options


@kernel
def apply_place(state: Any, rules: Any, circle: int) -> None:
    """One colonist onto a circle; with the last one, the next player."""
    seat = state.actor
    place_colonist(state, seat, circle)
    state.to_place -= 1
    if state.to_place == 0:
        _next_turn(state, rules, next_seat(state, seat))
    elif empty_circles(state, rules, seat, circle) == 0:
        state.options &= ~bit(circle)


@kernel
def _refill_ship(state: Any, rules: Any) -> None:
    """As many colonists as empty circles on buildings, at least one a player (§A.3.5).

    A supply that is too small goes onto the ship and ends the game after the round (§A.3.6).
    """
    wanted = 0
    for seat in range(state.seats):
        wanted += state.city_circles[seat] - state.city_colonists[seat]
    wanted = max(wanted, rules.ship_minimum)
    if state.supply < wanted:
        state.ended |= END_COLONISTS
        wanted = state.supply
    state.supply -= wanted
    state.ship_colonists = wanted
