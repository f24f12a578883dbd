"""The end of a phase, payday and what follows it (§2.8)."""

from __future__ import annotations

from typing import Any

from rulesim.games.el_capitan.loans import debts
from rulesim.games.el_capitan.majority import first_colour, second_colour, value_of, warehouses_in
from rulesim.games.el_capitan.state import book, is_main, next_seat
from rulesim.games.el_capitan.vocabulary import (
    BONUS,
    CHOOSE_START,
    END_BUILT,
    END_GUARD_1,
    FORTRESS_INCOME,
    MAJORITIES,
    N_CITIES,
    OVER,
    PROLIFERATION,
    SETTLE_LOAN,
)
from rulesim.kernel.jit import kernel


@kernel
def phase_ends(state: Any, rules: Any) -> bool:
    """Whether somebody has built the whole supply; the guard ends endless phases (§2.8.34, §N.3.15)."""
    return _supply_built(state) or state.round_number >= rules.rounds


@kernel
def _supply_built(state: Any) -> bool:
    for seat in range(state.seats):
        if state.warehouses[seat] == 0 and state.neutral[seat] == 0 and state.fortresses[seat] == 0:
            return True
    return False


@kernel
def end_phase(state: Any, rules: Any) -> None:
    """Payday; then the loans come up for settling."""
    _note_end(state, rules)
    payday(state, rules)
    for seat in range(state.seats):
        if state.phase >= rules.phases:  # §N.3.14
            book(state, seat, BONUS, state.bonus[seat])
        state.pending[seat] = state.loans[seat]
    state.actor = state.start_player
    state.just_extended = 0
    next_pending(state, rules)


@kernel
def _note_end(state: Any, rules: Any) -> None:
    state.rounds_of[state.phase - 1] = state.round_number
    if not _supply_built(state):
        state.ended |= END_GUARD_1 << (state.phase - 1)
    elif state.phase >= rules.phases:
        state.ended |= END_BUILT


@kernel
def payday(state: Any, rules: Any) -> None:
    """Proliferation, majorities and fortresses (§2.8.35)."""
    for seat in range(state.seats):
        book(state, seat, PROLIFERATION, rules.proliferation[state.cities[seat]])
    most = most_warehouses(state)
    for city in range(N_CITIES):
        value = value_of(state, rules, city)
        if value > 0:
            _pay_majorities(state, rules, city, value)
            _pay_fortresses(state, rules, city, value, warehouses_in(state, city) == most)


@kernel
def most_warehouses(state: Any) -> int:
    """Open warehouses in the fullest city."""
    most = 0
    for city in range(N_CITIES):
        most = max(most, warehouses_in(state, city))
    return most


@kernel
def _pay_majorities(state: Any, rules: Any, city: int, value: int) -> None:
    """The first gets the value, the second a part; neutral colours win places but no money (§2.8.37, §2.10.50).

    In expansion cities everybody else there gets the part of the second (§2.11.58, §N.3.9).
    """
    first = first_colour(state, city)
    part = value // rules.second_place_divisor
    if is_main(state, first):
        book(state, first, MAJORITIES, value)
    if rules.pays_everyone[city] != 0:
        for seat in range(state.seats):
            if seat != first and state.open_count[city, seat] > 0:
                book(state, seat, MAJORITIES, part)
    elif rules.second_place != 0:
        second = second_colour(state, city, first)
        if second >= 0 and is_main(state, second):
            book(state, second, MAJORITIES, part)


@kernel
def _pay_fortresses(state: Any, rules: Any, city: int, value: int, fullest: bool) -> None:
    """What the second place pays; in the fullest cities the full value (§2.8.39)."""
    income = value if fullest else value // rules.second_place_divisor
    for space in range(rules.fortress_spaces[city]):
        owner = int(state.fortress[city, space])
        if owner >= 0:
            book(state, owner, FORTRESS_INCOME, income)


@kernel
def next_pending(state: Any, rules: Any) -> None:
    """The next loan to settle, in seat order from the start player, older loans first (§2.8.41)."""
    while state.pending[state.actor] == 0:
        state.actor = next_seat(state, state.actor)
        state.just_extended = 0
        if state.actor == state.start_player:
            _after_settling(state, rules)
            return
    state.stage = SETTLE_LOAN


@kernel
def _after_settling(state: Any, rules: Any) -> None:
    """The poorest chooses who starts the next phase, or the game is over (§2.8.42, §2.9.44)."""
    poorest, least = -1, 0
    seat = state.start_player
    for _ in range(state.seats):
        left = state.money[seat] - debts(state, rules, seat)
        state.after_payday[state.phase - 1, seat] = left
        if poorest < 0 or left < least:  # of equals the first from the start player on (§5 A9)
            poorest, least = seat, left
        seat = next_seat(state, seat)
    if state.phase >= rules.phases:
        state.stage = OVER
        state.actor = -1
    else:
        state.stage = CHOOSE_START
        state.actor = poorest


@kernel
def begin_phase(state: Any, rules: Any, start_player: int) -> None:
    """Take the phase's warehouses and fortresses from the pool (§2.8.43)."""
    state.phase += 1
    state.round_number = 1
    state.start_player = start_player
    state.starter_of[state.phase - 1] = start_player
    for seat in range(state.seats):
        taken = min(rules.warehouses_per_phase, state.pool_warehouses[seat])
        state.pool_warehouses[seat] -= taken
        state.warehouses[seat] += taken
        taken = min(rules.neutral_per_phase, state.pool_neutral[seat])
        state.pool_neutral[seat] -= taken
        state.neutral[seat] += taken
        taken = min(rules.fortresses_per_phase, state.pool_fortresses[seat])
        state.pool_fortresses[seat] -= taken
        state.fortresses[seat] += taken
