"""Setting up a game (§2.1)."""

from __future__ import annotations

from typing import Any

from rulesim.games.el_capitan.cards import lay_out
from rulesim.games.el_capitan.payday import begin_phase
from rulesim.games.el_capitan.state import book
from rulesim.games.el_capitan.turn import begin_turn
from rulesim.games.el_capitan.vocabulary import (
    CANARIAS,
    EMPTY,
    MAX_FORTRESSES,
    MAX_HARBOURS,
    N_CITIES,
    N_SPACES,
    START,
    START_MONEY,
)
from rulesim.kernel.jit import kernel


@kernel
def new_game(state: Any, rules: Any, nature: Any) -> None:
    """Set up a state of zeros; ``nature`` is the key of the game's own random draws."""
    state.seats = rules.players
    state.nature = nature
    clear_board(state)
    for kind in range(2):
        state.loans_left[kind] = rules.loan_cards[kind]
    for seat in range(rules.players):
        book(state, seat, START_MONEY, rules.money)
        state.pool_warehouses[seat] = rules.warehouses
        state.pool_neutral[seat] = rules.warehouses if rules.neutral_per_phase > 0 else 0
        state.pool_fortresses[seat] = rules.fortresses
    if rules.pirate != 0:
        state.pirate_city = CANARIAS
        state.pirate_harbour = rules.pirate_harbour
    lay_out(state, rules)
    begin_phase(state, rules, 0)
    begin_turn(state, 0)


@kernel
def clear_board(state: Any) -> None:
    """Empty cities, ships at the start, no pirate."""
    for city in range(N_CITIES):
        state.head[city] = EMPTY
        state.tail[city] = EMPTY
        for space in range(N_SPACES):
            state.track[city, space] = EMPTY
        for harbour in range(MAX_HARBOURS):
            state.harbour[city, harbour] = -1
        for space in range(MAX_FORTRESSES):
            state.fortress[city, space] = -1
    for seat in range(state.seats):
        state.ship[seat] = START
        state.ship_harbour[seat] = -1
        state.first_destination[seat] = -1
        state.first_city[seat] = -1
        state.first_space[seat] = -1
        state.first_fortress[seat] = -1
    state.pirate_city = -1
    state.pirate_harbour = -1
