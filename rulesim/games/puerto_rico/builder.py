"""The builder phase (§A.4)."""

from __future__ import annotations

from typing import Any

from rulesim.games.puerto_rico.game_round import end_role, note_city_end
from rulesim.games.puerto_rico.rules import MOST_PRICE, MOST_QUARRIES
from rulesim.games.puerto_rico.state import next_seat, occupies, place_colonist, take_colonist
from rulesim.games.puerto_rico.vocabulary import BUILD, FIRST_CITY_CIRCLE, PASS, QUARRY, UNIVERSITY
from rulesim.kernel.bits import bit
from rulesim.kernel.jit import kernel


@kernel
def begin_builder(state: Any, rules: Any) -> None:
    """The picker first, then clockwise; everybody may buy one building."""
    state.stage = BUILD
    state.actor = state.picker
    state.options = build_options(state, rules)


@kernel
def building_price(state: Any, rules: Any, seat: int, building: int) -> int:
    """Cost less the picker's privilege and the occupied quarries, up to the column (§A.4.2)."""
    discount = min(state.tile_colonists[seat, QUARRY], rules.column[building])
    if seat == state.picker:
        discount += rules.builder_discount
    return max(0, rules.cost[building] - discount)


@kernel
def build_options(state: Any, rules: Any) -> Any:
    """What the actor can pay, does not own yet and has room for (§A.4.1-4), or nothing."""
    seat = state.actor
    # The picker's privilege is worth as much as that many doubloons more.
    money = state.doubloons[seat] + (rules.builder_discount if seat == state.picker else 0)
    quarries = min(state.tile_colonists[seat, QUARRY], MOST_QUARRIES)
    room = min(rules.city_spaces - state.city_spaces[seat], 4)
    options = rules.affordable[quarries, min(money, MOST_PRICE)]
    return (options & state.on_sale & ~state.owned[seat] & rules.fits[max(room, 0)]) | bit(PASS)


@kernel
def apply_build(state: Any, rules: Any, building: int) -> None:
    """Buy a building, or pass; then the next player."""
    seat = state.actor
    if building != PASS:
        _buy(state, rules, seat, building)
    seat = next_seat(state, seat)
    if seat == state.picker:
        end_role(state, rules)
    else:
        state.actor = seat
        state.options = build_options(state, rules)


@kernel
def _buy(state: Any, rules: Any, seat: int, building: int) -> None:
    with_colonist = occupies(state, seat, UNIVERSITY)  # before this purchase (§A.4.6)
    state.doubloons[seat] -= building_price(state, rules, seat, building)
    state.copies[building] -= 1
    if state.copies[building] == 0:
        state.on_sale &= ~bit(building)
    state.owned[seat] |= bit(building)
    state.city_spaces[seat] += rules.spaces[building]
    state.city_circles[seat] += rules.circles[building]
    if with_colonist and take_colonist(state):
        state.colonists[seat] += 1
        place_colonist(state, seat, FIRST_CITY_CIRCLE + building)
    note_city_end(state, rules, seat)
