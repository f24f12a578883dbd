"""The end of a turn and of a round (§2.9)."""

from __future__ import annotations

from typing import Any

from rulesim.games.captains_of_industry.age_end import end_age
from rulesim.games.captains_of_industry.decks import draw_progress
from rulesim.games.captains_of_industry.vocabulary import TURN_BEGINS
from rulesim.kernel.jit import kernel


@kernel
def end_turn(state: Any, rules: Any) -> None:
    """Forget the action; the next player, or the end of the round."""
    state.own_marker = 0
    state.chosen = -1
    state.next_buy = 0
    state.buys = 0
    state.turn_index += 1
    if state.turn_index < state.seats:
        state.stage = TURN_BEGINS
    else:
        _end_round(state, rules)


@kernel
def _end_round(state: Any, rules: Any) -> None:
    pay_rent(state, rules)
    change_turn_order(state)
    state.markers += state.wheel
    state.wheel = 0
    if draw_progress(state, rules):
        end_age(state, rules)
    else:
        state.turn_index = 0
        state.round_number += 1
        state.stage = TURN_BEGINS


@kernel
def pay_rent(state: Any, rules: Any) -> None:
    """Dollars for each real-estate card owned (§38)."""
    for seat in range(state.seats):
        state.money[seat] += (rules.rent + state.rent_bonus[seat]) * state.estates[seat]


@kernel
def change_turn_order(state: Any) -> None:
    """Who did not build keeps the order, who did follows in the order of the lower track (§39)."""
    builders = 0
    for place in range(state.seats):
        if state.next_order[place] >= 0:
            builders |= 1 << state.next_order[place]
    kept = 0
    for place in range(state.seats):
        seat = state.order[place]
        if (builders >> seat) & 1 == 0:
            state.order[kept] = seat
            kept += 1
    for place in range(kept, state.seats):
        state.order[place] = state.next_order[place]
        state.next_order[place] = -1
