"""The record of a position, and the small questions that every topic asks of it.

Seats are counted from 0 here and from 1 in everything that a user sees.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.captains_of_industry.checks import MAX_NEED, MAX_PROGRESS
from rulesim.games.captains_of_industry.vocabulary import (
    MAX_AGES,
    MAX_ESTATE_CARDS,
    MAX_SPACES,
    N_FACILITIES,
    N_GOODS,
    N_LEADERS,
    N_MARKETS,
    N_SECTORS,
    N_ZONES,
)
from rulesim.kernel.jit import kernel
from rulesim.kernel.records import MAX_SEATS, record

MAX_LEADERS = 4 * N_LEADERS
"""Room for the leader deck (at most four copies of each design)."""
NO_PRICE = -1

_PER_SEAT = (MAX_SEATS,)

STATE = record(
    [
        # Every game has these three.
        ("seats", np.int64),
        ("actor", np.int64),
        ("stage", np.int64),
        # What the actor may do, bit by bit; set whenever a decision comes up.
        ("options", np.uint64),
        # Age, round and turn order (§8, §39); next_order is the lower track, -1: free.
        ("age", np.int32),
        ("round_number", np.int32),
        ("turn_index", np.int32),
        ("order", np.int64, _PER_SEAT),
        ("next_order", np.int64, _PER_SEAT),
        # Markets: units by good, their sum, and the price marker (-1: none).
        ("units", np.int16, (N_MARKETS, MAX_SEATS, N_GOODS)),
        ("stock", np.int16, (N_MARKETS, MAX_SEATS)),
        ("price", np.int16, (N_MARKETS, MAX_SEATS)),
        # Facility piles and the seats' stacks.
        ("double_left", np.int8, (N_FACILITIES,)),
        ("single_left", np.int8, (N_FACILITIES,)),
        ("facility", np.int8, (MAX_SEATS, N_FACILITIES)),
        # Real estate; demand sums what zones show, automatic demand included.
        ("cards_left", np.int8, (MAX_ESTATE_CARDS,)),
        ("built", np.int8, (N_ZONES,)),
        ("built_card", np.int8, (N_ZONES, MAX_SPACES)),
        ("built_side", np.int8, (N_ZONES, MAX_SPACES)),
        ("built_owner", np.int8, (N_ZONES, MAX_SPACES)),
        ("demand", np.int16, (N_ZONES, N_SECTORS)),
        ("estates", np.int8, _PER_SEAT),
        # Progress; the deck's top is at progress_cards - 1.
        ("progress", np.int8, (MAX_PROGRESS,)),
        ("progress_cards", np.int16),
        ("city_shown", np.int16),
        ("markers", np.int16),
        ("wheel", np.int16),
        # Leader cards; the deck's top is at leader_cards - 1.
        ("leaders", np.int8, (MAX_LEADERS,)),
        ("leader_cards", np.int16),
        ("hand", np.int8, (MAX_SEATS, N_LEADERS)),
        ("hand_cards", np.int16, _PER_SEAT),
        # The seats.
        ("money", np.int32, _PER_SEAT),
        ("ms", np.int32, _PER_SEAT),
        ("advances", np.uint64, _PER_SEAT),
        ("dominance", np.int8, (MAX_SEATS, N_SECTORS)),
        # What the Advances of a seat add up to.
        ("reachable", np.uint64, _PER_SEAT),
        ("open_markets", np.uint64, (MAX_SEATS, N_GOODS)),
        ("sale_bonus", np.int16, (MAX_SEATS, N_GOODS)),
        ("extra_goods", np.int16, _PER_SEAT),
        ("rent_bonus", np.int16, _PER_SEAT),
        ("forward_units", np.int16, _PER_SEAT),
        # The turn: the action chosen (-1: none yet) and what it still needs (N.1 pending).
        ("own_marker", np.int64),
        ("chosen", np.int64),
        ("to_buy", np.int64, (MAX_NEED,)),
        ("next_buy", np.int16),
        ("buys", np.int16),
        ("bill", np.int32),
        ("place_good", np.int64),
        ("to_place", np.int16),
        ("to_price", np.uint64),
        # What the actor would pay for 0, 1, 2 … units of each good (see `buying`).
        ("quote", np.int16, (N_GOODS, MAX_NEED + 1)),
        # Chance: the key of all shuffles.
        ("nature", np.uint64),
        # For the outcome rows only: Market Share by source and what happened on the way.
        ("start_place", np.int32, _PER_SEAT),
        ("player_sales", np.int32, _PER_SEAT),
        ("public_sales", np.int32, _PER_SEAT),
        ("advance_ms", np.int32, _PER_SEAT),
        ("bank_purchases", np.int32, _PER_SEAT),
        ("unsold", np.int32, _PER_SEAT),
        ("cash_at", np.int32, (MAX_SEATS, MAX_AGES)),
        ("rounds_of", np.int32, (MAX_AGES,)),
    ]
)


@kernel
def put_unit(state: Any, market: int, seat: int, good: int) -> None:
    """A marker of the seat onto a market."""
    state.units[market, seat, good] += 1
    state.stock[market, seat] += 1


@kernel
def take_unit(state: Any, market: int, seat: int, good: int) -> None:
    """A marker off a market; without markers there is no price (§A1)."""
    state.units[market, seat, good] -= 1
    state.stock[market, seat] -= 1
    if state.stock[market, seat] == 0:
        state.price[market, seat] = NO_PRICE


@kernel
def score_sale(state: Any, rules: Any, seat: int, good: int) -> None:
    """Market Share of the seat for a unit sold, sale Advances included (§14, §45, §A16)."""
    bonus = state.sale_bonus[seat, good]
    state.ms[seat] += rules.unit_sold + bonus
    state.advance_ms[seat] += bonus


@kernel
def markets_of(state: Any, seat: int) -> Any:
    """The markets, as bits, in which the seat has markers."""
    found = 0
    for market in range(N_MARKETS):
        if state.stock[market, seat] > 0:
            found |= 1 << market
    return np.uint64(found)


@kernel
def facility_types(state: Any, seat: int) -> int:
    """How many facilities (stacks) the seat owns (N.3.3)."""
    types = 0
    for facility in range(N_FACILITIES):
        if state.facility[seat, facility] > 0:
            types += 1
    return types


@kernel
def pile_left(state: Any, facility: int) -> int:
    """Cards left in a facility pile."""
    return state.double_left[facility] + state.single_left[facility]


@kernel
def market_demand(state: Any, rules: Any, market: int) -> int:
    """Demand of the public in a market: its sector's icons in the zones next to it (§42)."""
    sector = rules.sector[market]
    if sector < 0:
        return 0
    demand = 0
    for zone in range(N_ZONES):
        if rules.adjacent[market, zone] != 0:
            demand += state.demand[zone, sector]
    return demand
