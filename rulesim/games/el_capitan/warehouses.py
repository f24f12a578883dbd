"""Building and reopening warehouses, shutting them down (§2.4, §2.5, §2.10.46-47)."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.el_capitan.majority import first_colour, value_of
from rulesim.games.el_capitan.state import book, can_pay, colour_of, in_harbour, is_main, owner_of
from rulesim.games.el_capitan.vocabulary import (
    BUILD,
    EMPTY,
    LISBOA_INCOME,
    N_SPACES,
    NO_SPACE,
    REOPEN,
    WAREHOUSE_COSTS,
)
from rulesim.kernel.bits import bit
from rulesim.kernel.jit import kernel

_LOW_SIX = 63


@kernel
def next_space(state: Any, city: int) -> int:
    """The space of the next warehouse; the first one may go to the space after it too (§2.4.22, §2.4.27)."""
    head, tail = int(state.head[city]), int(state.tail[city])
    if tail < 0 or (head == 1 and tail == 1):
        return 0
    if tail < N_SPACES - 1:
        return tail + 1
    return head - 1 if head > 0 else NO_SPACE


@kernel
def run_allows(state: Any, rules: Any, city: int, space: int, seat: int, neutral: int) -> bool:
    """Whether a warehouse on the space keeps the limit of consecutive ones (§2.4.24, §2.10.47).

    The space is next to one end of the chain, so only one neighbour can be occupied.
    """
    step = 1 if space < state.head[city] else -1
    own = int(seat) + int(state.seats) * neutral
    of_colour, of_seat, unbroken = 1, 1, 1
    space += step
    while 0 <= space < N_SPACES:
        colour = state.track[city, space]
        if colour < 0 or owner_of(state, colour) != seat:
            break
        of_seat += 1
        if colour != own:
            unbroken = 0
        of_colour += unbroken
        space += step
    if state.seats > 2:
        return of_colour <= rules.run
    return of_seat <= rules.run_with_neutral and (neutral == 1 or of_colour <= rules.run)


@kernel
def supply_allows(state: Any, seat: int, neutral: int) -> bool:
    """Whether the supply holds the warehouse, and keeps more main than neutral ones (§2.10.46)."""
    left_main = state.warehouses[seat] - (1 - neutral)
    left_neutral = state.neutral[seat] - neutral
    if left_main < 0 or left_neutral < 0:
        return False
    return left_main > left_neutral or (left_main == 0 and left_neutral == 0)


@kernel
def warehouse_options(state: Any, rules: Any, seat: int) -> Any:
    """Building and reopening, as bits of their word of actions."""
    options = np.uint64(0)
    if not in_harbour(state, seat):
        return options
    city = int(state.ship[seat])
    space = next_space(state, city)
    if space == NO_SPACE:
        return options
    pays = can_pay(state, seat, rules.harbour_price[city, state.ship_harbour[seat]])
    for neutral in range(2 if state.seats == 2 else 1):
        colour = colour_of(state, seat, neutral)
        builds = pays and supply_allows(state, seat, neutral)
        reopens = state.closed_count[city, colour] > 0
        if (builds or reopens) and run_allows(state, rules, city, space, seat, neutral):
            if builds:
                build = bit((BUILD & _LOW_SIX) + 3 * neutral)
                first = state.tail[city] < 0
                options |= (build << np.uint64(1)) | (build << np.uint64(2)) if first else build
            if reopens:
                options |= bit((REOPEN & _LOW_SIX) + neutral)
    return options


@kernel
def build_warehouse(state: Any, rules: Any, seat: int, number: int) -> None:
    """Pay the harbour's price and place a warehouse from the supply (§2.4.21)."""
    neutral, choice = number // 3, number % 3
    city = int(state.ship[seat])
    space = choice - 1 if choice > 0 else next_space(state, city)
    book(state, seat, WAREHOUSE_COSTS, -rules.harbour_price[city, state.ship_harbour[seat]])
    if neutral == 1:
        state.neutral[seat] -= 1
    else:
        state.warehouses[seat] -= 1
    if state.first_city[seat] < 0:
        state.first_city[seat] = city
        state.first_space[seat] = space
    colour = colour_of(state, seat, neutral)
    place_warehouse(state, rules, city, space, colour)
    if rules.pays_at_once[city] != 0 and neutral == 0:
        _pay_at_once(state, rules, seat, city)
    take_bonus_card(state, rules, seat)


@kernel
def reopen_warehouse(state: Any, rules: Any, seat: int, neutral: int) -> None:
    """A shut-down warehouse goes back onto the track, for free (§2.5.29)."""
    city = int(state.ship[seat])
    colour = colour_of(state, seat, neutral)
    state.closed_count[city, colour] -= 1
    place_warehouse(state, rules, city, next_space(state, city), colour)
    take_bonus_card(state, rules, seat)


@kernel
def place_warehouse(state: Any, rules: Any, city: int, space: int, colour: int) -> None:
    """Put a warehouse onto the track; on a closing space it shuts the head down (§2.4.25).

    Only while the chain grows forward: backward building shuts nothing down (§2.4.27).
    """
    forward = space > state.tail[city]
    state.track[city, space] = colour
    state.open_count[city, colour] += 1
    if is_main(state, colour) and state.open_count[city, colour] == 1:
        state.cities[colour] += 1
    if forward:
        if state.tail[city] < 0:
            state.head[city] = space
        state.tail[city] = space
        if rules.closing[city, space] != 0:
            _shut_down_head(state, rules, city)
    else:
        state.head[city] = space


@kernel
def _shut_down_head(state: Any, rules: Any, city: int) -> None:
    """The first warehouse of the chain goes to the city picture, or out of the game (§2.4.25, §2.11.60)."""
    head = int(state.head[city])
    colour = int(state.track[city, head])
    state.track[city, head] = EMPTY
    state.head[city] = head + 1
    state.open_count[city, colour] -= 1
    if is_main(state, colour) and state.open_count[city, colour] == 0:
        state.cities[colour] -= 1
    if rules.removes_closed[city] != 0:
        state.removed[colour] += 1
    else:
        state.closed_count[city, colour] += 1
    state.shut_downs[owner_of(state, colour)] += 1


@kernel
def _pay_at_once(state: Any, rules: Any, seat: int, city: int) -> None:
    """Lisboa: the value after the build for the first player there, else half (§2.11.59, §N.3.10)."""
    value = value_of(state, rules, city)
    if first_colour(state, city) != seat:
        value //= rules.second_place_divisor
    book(state, seat, LISBOA_INCOME, value)


@kernel
def take_bonus_card(state: Any, rules: Any, seat: int) -> None:
    """Open warehouses in nine cities earn the best bonus card left, once (§2.8.40)."""
    if state.cities[seat] >= rules.bonus_cities and state.bonus[seat] == 0 and state.bonus_taken < len(rules.bonus):
        state.bonus[seat] = rules.bonus[state.bonus_taken]
        state.bonus_taken += 1
