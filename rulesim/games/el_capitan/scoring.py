"""Scoring: the most money wins (§2.9)."""

from __future__ import annotations

from typing import Any

from rulesim.games.el_capitan.vocabulary import (
    MAX_FORTRESSES,
    MAX_PHASES,
    N_ACCOUNTS,
    N_CITIES,
)
from rulesim.kernel.jit import kernel

_TENS = 16
"""More than any number of fortresses: cities decide before fortresses (§5 A10)."""

FIRST_ACCOUNT = 2
FIRST_AFTER_PAYDAY = FIRST_ACCOUNT + N_ACCOUNTS
FIRST_OTHER = FIRST_AFTER_PAYDAY + MAX_PHASES


@kernel
def fortress_cities(state: Any, seat: int) -> int:
    """The cities with a fortress of the seat, as bits."""
    cities = 0
    for city in range(N_CITIES):
        for space in range(MAX_FORTRESSES):
            if state.fortress[city, space] == seat:
                cities |= 1 << city
    return cities


@kernel
def warehouse_cities(state: Any, seat: int) -> int:
    """The cities with an open warehouse of the seat's main colour, as bits."""
    cities = 0
    for city in range(N_CITIES):
        if state.open_count[city, seat] > 0:
            cities |= 1 << city
    return cities


@kernel
def _as_set(number: int) -> int:
    """A set of one number as bits; empty for -1."""
    return 1 << number if number >= 0 else 0


@kernel
def score(state: Any, rules: Any, seat_rows: Any, game_row: Any) -> None:
    """Write the outcome: a row for each seat and one for the game.

    The columns are those of ``SEAT_COLUMNS`` and ``GAME_COLUMNS`` in ``game``.
    """
    for seat in range(state.seats):
        _score_seat(state, rules, seat_rows[seat], seat)
    rounds = 0
    for phase in range(MAX_PHASES):
        rounds += state.rounds_of[phase]
        game_row[2 + phase] = state.rounds_of[phase]
        game_row[2 + MAX_PHASES + phase] = state.starter_of[phase] + 1 if phase < state.phase else 0
    game_row[0] = rounds
    game_row[1] = state.ended


@kernel
def _score_seat(state: Any, rules: Any, row: Any, seat: int) -> None:
    built = fortress_cities(state, seat)
    row[0] = state.money[seat]
    row[1] = 0
    if rules.tie_break != 0:
        row[1] = _TENS * state.cities[seat] + rules.fortresses - state.fortresses[seat] - state.pool_fortresses[seat]
    for account in range(N_ACCOUNTS):
        row[FIRST_ACCOUNT + account] = state.account[seat, account]
    for phase in range(MAX_PHASES):
        row[FIRST_AFTER_PAYDAY + phase] = state.after_payday[phase, seat]
    row[FIRST_OTHER] = state.cities[seat]
    row[FIRST_OTHER + 1] = state.loans_taken[seat]
    row[FIRST_OTHER + 2] = state.loans_extended[seat]
    row[FIRST_OTHER + 3] = state.shut_downs[seat]
    row[FIRST_OTHER + 4] = warehouse_cities(state, seat)
    row[FIRST_OTHER + 5] = built
    row[FIRST_OTHER + 6] = _as_set(int(state.first_city[seat]))
    row[FIRST_OTHER + 7] = state.first_space[seat] + 1
    row[FIRST_OTHER + 8] = _as_set(int(state.first_fortress[seat]))
    row[FIRST_OTHER + 9] = _as_set(int(state.first_destination[seat]))
