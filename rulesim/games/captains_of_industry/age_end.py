"""The end of an Age (§2.10), and of the game."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.captains_of_industry.advances import advances_ms
from rulesim.games.captains_of_industry.decks import new_progress_deck, return_leader, shuffle_leaders
from rulesim.games.captains_of_industry.state import market_demand, score_sale, take_unit
from rulesim.games.captains_of_industry.vocabulary import (
    N_GOODS,
    N_LEADERS,
    N_MARKETS,
    N_SECTORS,
    OVER,
    RETURN,
    TURN_BEGINS,
)
from rulesim.kernel.bits import bit
from rulesim.kernel.jit import kernel

NO_PRICE_YET = 1_000
"""A price above every track."""


@kernel
def end_age(state: Any, rules: Any) -> None:
    """Demand, dominance, sale and Advances happen by themselves; then leader cards are returned."""
    state.rounds_of[state.age - 1] = state.round_number
    _sell_forward(state, rules)
    for market in range(N_MARKETS):
        if rules.sector[market] >= 0:
            discard_surplus(state, rules, market, market_demand(state, rules, market))
    score_dominance(state, rules)
    sell_to_public(state, rules)
    for seat in range(state.seats):
        points = advances_ms(state, rules, seat, rules.at_age_end)
        state.ms[seat] += points
        state.advance_ms[seat] += points
        state.cash_at[seat, state.age - 1] = state.money[seat]
    state.turn_index = -1
    _next_return(state, rules)


@kernel
def _sell_forward(state: Any, rules: Any) -> None:
    """Owners of such an Advance sell units of each public market before demand is counted (N.3.4)."""
    for place in range(state.seats):
        seat = state.order[place]
        if state.forward_units[seat] > 0:
            for market in range(N_MARKETS):
                if rules.sector[market] >= 0:
                    _sell_units(state, rules, market, seat, min(state.forward_units[seat], state.stock[market, seat]))


@kernel
def _sell_units(state: Any, rules: Any, market: int, seat: int, n_units: int) -> None:
    """Sell units of a seat to the public at its price (§45)."""
    price = state.price[market, seat]
    for _ in range(n_units):
        good = best_good(state, market, seat)
        state.money[seat] += price
        state.public_sales[seat] += rules.unit_sold
        score_sale(state, rules, seat, good)
        take_unit(state, market, seat, good)


@kernel
def best_good(state: Any, market: int, seat: int) -> int:
    """The good of the seat in a market that sells first: the one with most Market Share for it (§A3)."""
    best = -1
    for good in range(N_GOODS):
        if state.units[market, seat, good] > 0 and (
            best < 0 or state.sale_bonus[seat, good] > state.sale_bonus[seat, best]
        ):
            best = good
    return best


@kernel
def discard_surplus(state: Any, rules: Any, market: int, demand: int) -> None:
    """Keep the markers that find demand, the cheapest first; the others go back unscored (§43)."""
    left = demand
    settled = 0
    while True:
        tied = cheapest_owners(state, market, settled)
        if tied == 0:
            return
        settled |= tied
        passes = 0
        while left > 0:
            # A pass that has begun is completed: demand grows just enough for an equal split.
            dealt = _pass_length(state, market, tied, passes)
            if dealt == 0:
                break
            left -= dealt
            passes += 1
        for seat in range(state.seats):
            if (tied >> seat) & 1 != 0:
                _discard(state, market, seat, int(state.stock[market, seat]) - passes)


@kernel
def cheapest_owners(state: Any, market: int, settled: int) -> int:
    """The seats (as bits) at the lowest price in a market, outside ``settled``; 0: no markers left."""
    best = NO_PRICE_YET
    tied = 0
    for seat in range(state.seats):
        if state.stock[market, seat] > 0 and (settled >> seat) & 1 == 0:
            price = state.price[market, seat]
            if price < best:
                best = int(price)
                tied = 0
            if price == best:
                tied |= 1 << seat
    return tied


@kernel
def _pass_length(state: Any, market: int, seats: int, passes: int) -> int:
    """How many of the seats have markers left in the market after this many passes."""
    length = 0
    for seat in range(state.seats):
        if (seats >> seat) & 1 != 0 and state.stock[market, seat] > passes:
            length += 1
    return length


@kernel
def _discard(state: Any, market: int, seat: int, n_units: int) -> None:
    """Take back the goods that would sell for least Market Share."""
    for _ in range(n_units):
        worst = -1
        for good in range(N_GOODS):
            if state.units[market, seat, good] > 0 and (
                worst < 0 or state.sale_bonus[seat, good] <= state.sale_bonus[seat, worst]
            ):
                worst = good
        take_unit(state, market, seat, worst)
        state.unsold[seat] += 1


@kernel
def score_dominance(state: Any, rules: Any) -> None:
    """The only player with most markers in a sector; a tie or no marker: nobody (§44, N.3.4)."""
    for sector in range(N_SECTORS):
        most = 0
        winner = -1
        for seat in range(state.seats):
            markers = sector_markers(state, rules, seat, sector)
            if markers > most:
                most = markers
                winner = seat
            elif markers == most:
                winner = -1
        if winner >= 0:
            state.ms[winner] += rules.sector_dominance
            state.dominance[winner, sector] += 1


@kernel
def sector_markers(state: Any, rules: Any, seat: int, sector: int) -> int:
    """Markers of the seat in all markets of a sector."""
    markers = 0
    for market in range(N_MARKETS):
        if rules.sector[market] == sector:
            markers += state.stock[market, seat]
    return markers


@kernel
def sell_to_public(state: Any, rules: Any) -> None:
    """All markers left in the public markets are sold and scored (§45)."""
    for market in range(N_MARKETS):
        if rules.sector[market] >= 0:
            for seat in range(state.seats):
                _sell_units(state, rules, market, seat, state.stock[market, seat])


@kernel
def _next_return(state: Any, rules: Any) -> None:
    """The next player in the new order with leader cards gives one back (§47, N.3.10)."""
    state.turn_index += 1
    while state.turn_index < state.seats and rules.leaders_returned > 0:
        seat = state.order[state.turn_index]
        if state.hand_cards[seat] > 0:
            state.actor = seat
            state.stage = RETURN
            state.options = return_options(state, seat)
            return
        state.turn_index += 1
    shuffle_leaders(state)
    _next_age(state, rules)


@kernel
def return_options(state: Any, seat: int) -> Any:
    """The leader cards in the seat's hand."""
    options = np.uint64(0)
    for leader in range(N_LEADERS):
        if state.hand[seat, leader] > 0:
            options |= bit(leader)
    return options


@kernel
def apply_return(state: Any, rules: Any, leader: int) -> None:
    """Give the card back; then the next player."""
    return_leader(state, state.actor, leader)
    _next_return(state, rules)


@kernel
def _next_age(state: Any, rules: Any) -> None:
    """New progress deck, next Age; after the last one the game is over (§48)."""
    state.turn_index = 0
    if state.age == rules.ages:
        new_progress_deck(state, rules)
        state.stage = OVER
        state.actor = -1
        state.options = np.uint64(0)
    else:
        state.age += 1
        state.round_number = 0
        new_progress_deck(state, rules)
        state.round_number = 1
        state.stage = TURN_BEGINS
