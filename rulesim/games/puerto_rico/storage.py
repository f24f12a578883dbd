"""The end of the captain phase: storing goods, emptying full ships (§A.7.7-8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.puerto_rico.game_round import end_role
from rulesim.games.puerto_rico.state import next_seat, occupies
from rulesim.games.puerto_rico.vocabulary import (
    KEEP,
    LARGE_WAREHOUSE,
    MAX_SHIPS,
    N_GOODS,
    PASS,
    SMALL_WAREHOUSE,
    STORE,
)
from rulesim.kernel.bits import bit, popcount
from rulesim.kernel.jit import kernel


@kernel
def begin_storage(state: Any, rules: Any) -> None:
    """In order, the picker first."""
    _next_turn(state, rules, int(state.picker))


@kernel
def _next_turn(state: Any, rules: Any, seat: int) -> None:
    """Walk to the next seat that has a choice of what to store; the others store by themselves."""
    while state.turns < state.seats:
        state.turns += 1
        state.actor = seat
        for good in range(N_GOODS):
            state.kept[good] = 0
        state.slots = warehouse_slots(state, rules, seat)
        if _begin_turn(state, rules):
            return
        seat = next_seat(state, seat)
    _empty_full_ships(state, rules)
    end_role(state, rules)


@kernel
def warehouse_slots(state: Any, rules: Any, seat: int) -> int:
    """Kinds that the seat's occupied warehouses store."""
    slots = 0
    if occupies(state, seat, SMALL_WAREHOUSE):
        slots += rules.small_warehouse
    if occupies(state, seat, LARGE_WAREHOUSE):
        slots += rules.large_warehouse
    return slots


@kernel
def unstored_kinds(state: Any, seat: int) -> Any:
    """The kinds, as bits, of which the seat has barrels that are not stored yet."""
    kinds = np.uint64(0)
    for good in range(N_GOODS):
        if state.goods[seat, good] > 0 and state.kept[good] == 0:
            kinds |= bit(good)
    return kinds


@kernel
def storage_options(state: Any, rules: Any) -> Any:
    """Any kind not stored yet (§N.3.10); with free discarding also nothing (§N.3.11)."""
    options = unstored_kinds(state, state.actor)
    return options | bit(PASS) if rules.free_discard != 0 else options


@kernel
def _begin_turn(state: Any, rules: Any) -> bool:
    """Ask the actor for the next kind to store or keep; False where nothing is to be asked."""
    kinds = popcount(unstored_kinds(state, state.actor))
    if kinds == 0:
        return False
    if rules.free_discard == 0:
        if kinds <= state.slots:
            return False  # the warehouses hold everything
        if state.slots == 0 and kinds == 1:
            _discard_rest(state, rules, lowest_kind(state))
            return False
    state.stage = STORE if state.slots > 0 else KEEP
    state.options = storage_options(state, rules)
    return True


@kernel
def lowest_kind(state: Any) -> int:
    """The first kind that the actor has not stored."""
    for good in range(N_GOODS):
        if state.goods[state.actor, good] > 0 and state.kept[good] == 0:
            return good
    return PASS


@kernel
def _discard_rest(state: Any, rules: Any, single: int) -> None:
    """All barrels not stored go to the supply, but for the single one (§A.7.7)."""
    seat = state.actor
    for good in range(N_GOODS):
        if state.kept[good] == 0:
            left = min(state.goods[seat, good], rules.single_barrels) if good == single else 0
            state.barrels[good] += state.goods[seat, good] - left
            state.goods[seat, good] = left


@kernel
def apply_store(state: Any, rules: Any, good: int) -> None:
    """A kind into the warehouse in any number; then the next slot, or the single barrel."""
    if good == PASS:
        state.slots = 0
    else:
        state.slots -= 1
        state.kept[good] = state.goods[state.actor, good]
    if not _begin_turn(state, rules):
        _next_turn(state, rules, next_seat(state, state.actor))


@kernel
def apply_keep(state: Any, rules: Any, good: int) -> None:
    """The single barrel; all others go back to the supply at once."""
    _discard_rest(state, rules, good)
    _next_turn(state, rules, next_seat(state, state.actor))


@kernel
def _empty_full_ships(state: Any, rules: Any) -> None:
    """Only full ships are emptied, to the supply (§A.7.8)."""
    for ship in range(MAX_SHIPS):
        if state.ship_good[ship] >= 0 and state.ship_load[ship] >= rules.capacity[ship]:
            state.barrels[state.ship_good[ship]] += state.ship_load[ship]
            state.ship_load[ship] = 0
            state.ship_good[ship] = -1
