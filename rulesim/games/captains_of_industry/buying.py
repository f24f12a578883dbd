"""Purchasing goods (§2.3): what it would cost, and buying unit by unit."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.captains_of_industry.checks import MAX_NEED
from rulesim.games.captains_of_industry.state import score_sale, take_unit
from rulesim.games.captains_of_industry.vocabulary import BUY, FROM_BANK, N_GOODS, SOURCES
from rulesim.kernel.bits import bit
from rulesim.kernel.jit import kernel

NOT_TO_BE_HAD = 30_000
"""The quote for units that are neither on the board nor at the bank."""
NO_UNIT = 1_000
"""A price above every track: no unit on the board."""


@kernel
def quote_goods(state: Any, rules: Any, seat: int) -> None:
    """Note what the seat would pay for 0, 1, 2 … units of each good now."""
    for good in range(N_GOODS):
        if rules.sold_in[good] >= 0:
            _quote(state, rules, seat, good)


@kernel
def _quote(state: Any, rules: Any, seat: int, good: int) -> None:
    """The cheapest order: level by level own units first, then others', then the bank's (N.3.1)."""
    market = rules.sold_in[good]
    quote = state.quote[good]
    units = 0
    total = 0
    counted = 0
    while units < MAX_NEED:
        seller = _next_seller(state, market, good, seat, counted)
        if seller < 0:
            break
        counted |= 1 << seller
        price = 0 if seller == seat else int(state.price[market, seller])
        for _ in range(min(int(state.units[market, seller, good]), MAX_NEED - units)):
            units += 1
            total += price
            quote[units] = total
    for more in range(units + 1, MAX_NEED + 1):
        total = total + rules.bank_price if state.own_marker != 0 else NOT_TO_BE_HAD
        quote[more] = total


@kernel
def _next_seller(state: Any, market: int, good: int, seat: int, counted: int) -> int:
    """The cheapest owner of the good outside ``counted`` (seats as bits), the seat itself before others; -1: none."""
    seller = -1
    lowest_price = NO_UNIT
    for owner in range(state.seats):
        if state.units[market, owner, good] > 0 and (counted >> owner) & 1 == 0:
            price = state.price[market, owner]
            if price < lowest_price or (price == lowest_price and owner == seat):
                lowest_price = int(price)
                seller = owner
    return seller


@kernel
def can_pay(state: Any, seat: int, bill: int) -> bool:
    """Whether the seat has the money for a bill of quotes."""
    return bill <= state.money[seat] and bill < NOT_TO_BE_HAD


@kernel
def need_goods(state: Any, good: int, units: int) -> None:
    """Put units of a good at the end of the list of goods to buy."""
    for _ in range(units):
        state.to_buy[state.buys] = good
        state.buys += 1


@kernel
def lowest_price(state: Any, market: int, good: int) -> int:
    """The price of the cheapest unit of the good in a market; NO_UNIT where there is none (§13)."""
    best = NO_UNIT
    for owner in range(state.seats):
        if state.units[market, owner, good] > 0:
            best = min(best, int(state.price[market, owner]))
    return best


@kernel
def offer_purchase(state: Any, rules: Any) -> None:
    """The sources of the next unit to buy: all owners at the lowest price, else the bank (§13, §16).

    A rival's unit that leaves the rest unpayable is no choice. That can only be one taken in place
    of an own unit at the same price which the rest would not need.
    """
    seat = state.actor
    good = state.to_buy[state.next_buy]
    market = rules.sold_in[good]
    price = lowest_price(state, market, good)
    state.stage = BUY
    if price == NO_UNIT:
        state.options = bit(good * SOURCES + FROM_BANK)
        return
    options = np.uint64(0)
    rivals_too = not _own_units_suffice(state, market, good, price) or can_pay(state, seat, state.bill + price)
    for owner in range(state.seats):
        at_lowest = state.units[market, owner, good] > 0 and state.price[market, owner] == price
        if at_lowest and (owner == seat or rivals_too):
            options |= bit(good * SOURCES + owner)
    state.options = options


@kernel
def _own_units_suffice(state: Any, market: int, good: int, price: int) -> bool:
    """Whether the actor's own units at this price cover all that is still to buy of the good."""
    if state.price[market, state.actor] != price:
        return False
    needed = 0
    for index in range(state.next_buy, state.buys):
        if state.to_buy[index] == good:
            needed += 1
    return state.units[market, state.actor, good] >= needed


@kernel
def apply_buy(state: Any, rules: Any, action: int) -> None:
    """Buy one unit from a seat or the bank (§14-16)."""
    good = action // SOURCES
    source = action % SOURCES
    buyer = state.actor
    if source == FROM_BANK:
        state.money[buyer] -= rules.bank_price
        state.bill -= rules.bank_price
        state.bank_purchases[buyer] += 1
    else:
        market = rules.sold_in[good]
        if source != buyer:
            _pay_owner(state, rules, market, good, source)
        take_unit(state, market, source, good)
    state.next_buy += 1


@kernel
def _pay_owner(state: Any, rules: Any, market: int, good: int, owner: int) -> None:
    price = lowest_price(state, market, good)
    if not _own_units_suffice(state, market, good, price):
        state.bill -= price
    state.money[state.actor] -= price
    state.money[owner] += price
    state.player_sales[owner] += rules.unit_sold
    score_sale(state, rules, owner, good)
