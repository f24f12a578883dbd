"""The record of a position, and the small questions that every part of the rules asks of it.

Seats, cities' spaces and harbours are counted from 0 here and from 1 in everything that a user sees.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.el_capitan.rules import ELSEWHERE, MOST_PRICE
from rulesim.games.el_capitan.vocabulary import (
    MAX_COLOURS,
    MAX_FORTRESSES,
    MAX_HARBOURS,
    MAX_LOANS,
    MAX_PHASES,
    N_ACCOUNTS,
    N_CITIES,
    N_LINKS,
    N_SPACES,
)
from rulesim.kernel.jit import kernel
from rulesim.kernel.records import MAX_SEATS, record

_PER_SEAT = (MAX_SEATS,)
_PER_COLOUR = (N_CITIES, MAX_COLOURS)

STATE = record(
    [
        # Every game has these three.
        ("seats", np.int64),
        ("actor", np.int64),
        ("stage", np.int64),
        # Phases and rounds (§2.2).
        ("phase", np.int32),
        ("round_number", np.int32),
        ("start_player", np.int32),
        # What happened in this turn.
        ("bought", np.int8),
        ("sailed", np.int8),
        ("free_pirate", np.int8),
        ("pirate_moved", np.int8),
        # The cities: who lies in the harbours (-1: nobody), whose fortresses and warehouses (colour) stand where.
        ("harbour", np.int8, (N_CITIES, MAX_HARBOURS)),
        ("fortress", np.int8, (N_CITIES, MAX_FORTRESSES)),
        ("track", np.int8, (N_CITIES, N_SPACES)),
        ("head", np.int8, (N_CITIES,)),
        ("tail", np.int8, (N_CITIES,)),
        ("open_count", np.int8, _PER_COLOUR),
        ("closed_count", np.int8, _PER_COLOUR),
        # Sailing cards: decks (top last), sets of cards as bits.
        ("deck", np.int8, (2, N_LINKS)),
        ("deck_cards", np.int16, (2,)),
        ("face_up", np.uint64),
        ("discard", np.uint64),
        ("hand", np.uint64, _PER_SEAT),
        ("nature", np.uint64),
        ("shuffles", np.int32, (2,)),
        # Loans, oldest first; those of the actor that were extended at this payday stand before the pending ones.
        ("loans_left", np.int16, (2,)),
        ("loans", np.int16, _PER_SEAT),
        ("loan_kind", np.int8, (MAX_SEATS, MAX_LOANS)),
        ("loan_extended", np.int8, (MAX_SEATS, MAX_LOANS)),
        ("pending", np.int16, _PER_SEAT),
        ("just_extended", np.int16),
        # The seats: money, supply and pool, ship.
        ("money", np.int32, _PER_SEAT),
        ("warehouses", np.int16, _PER_SEAT),
        ("neutral", np.int16, _PER_SEAT),
        ("fortresses", np.int16, _PER_SEAT),
        ("pool_warehouses", np.int16, _PER_SEAT),
        ("pool_neutral", np.int16, _PER_SEAT),
        ("pool_fortresses", np.int16, _PER_SEAT),
        ("ship", np.int8, _PER_SEAT),
        ("ship_harbour", np.int8, _PER_SEAT),
        ("cities", np.int16, _PER_SEAT),
        # Bonus cards taken, and the Florin on each seat's card.
        ("bonus_taken", np.int16),
        ("bonus", np.int32, _PER_SEAT),
        # The pirate ship (-1: not in play).
        ("pirate_city", np.int8),
        ("pirate_harbour", np.int8),
        # What the outcome rows tell of the way here.
        ("account", np.int32, (MAX_SEATS, N_ACCOUNTS)),
        ("after_payday", np.int32, (MAX_PHASES, MAX_SEATS)),
        ("loans_taken", np.int16, _PER_SEAT),
        ("loans_extended", np.int16, _PER_SEAT),
        ("shut_downs", np.int16, _PER_SEAT),
        ("removed", np.int16, (MAX_COLOURS,)),
        ("first_destination", np.int8, _PER_SEAT),
        ("first_city", np.int8, _PER_SEAT),
        ("first_space", np.int8, _PER_SEAT),
        ("first_fortress", np.int8, _PER_SEAT),
        ("rounds_of", np.int32, (MAX_PHASES,)),
        ("starter_of", np.int32, (MAX_PHASES,)),
        ("ended", np.int64),
    ]
)


@kernel
def next_seat(state: Any, seat: int) -> int:
    """The seat that follows clockwise."""
    seat += 1
    return 0 if seat == state.seats else seat


@kernel
def first_turn(state: Any) -> bool:
    """Whether the actor is in the first turn of the game (§N.3.1)."""
    return state.phase == 1 and state.round_number == 1


@kernel
def can_pay(state: Any, seat: int, price: int) -> bool:
    """Whether the seat has the money; a price of 0 can always be paid (§N.3.10)."""
    return price <= max(0, state.money[seat])


@kernel
def book(state: Any, seat: int, account: int, florin: int) -> None:
    """Give the seat money, or take it where ``florin`` is negative."""
    state.money[seat] += florin
    state.account[seat, account] += florin


@kernel
def purse(state: Any, seat: int) -> int:
    """The seat's money as a row of ``rules.affordable``."""
    return min(max(0, state.money[seat]), MOST_PRICE)


@kernel
def place_of(state: Any, seat: int) -> int:
    """The city of the seat's ship, at sea or in a harbour, as a row of the sailing tables."""
    city = int(state.ship[seat])
    return city if city >= 0 else ELSEWHERE


@kernel
def in_harbour(state: Any, seat: int) -> bool:
    """Whether the seat's ship lies in a harbour of a city."""
    return state.ship_harbour[seat] >= 0


@kernel
def colour_of(state: Any, seat: int, neutral: int) -> int:
    """The seat's main colour, or with two players its neutral one (§2.10.45)."""
    return seat + state.seats * neutral


@kernel
def owner_of(state: Any, colour: int) -> int:
    """The seat whose colour it is."""
    return colour - state.seats if colour >= state.seats else colour


@kernel
def is_main(state: Any, colour: int) -> bool:
    """Whether it is somebody's main colour."""
    return colour < state.seats


@kernel
def colours(state: Any) -> int:
    """How many colours are in play: with two players the neutral ones too."""
    return 4 if state.seats == 2 else int(state.seats)
