"""Ways to a city with at most one more sailing card, for strategies that plan a turn as a city and an act there.

The first 32 numbers of ``me.memory`` are used here: the goal of the turn, and the table of ways.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.el_capitan.cards import distinct
from rulesim.games.el_capitan.ports import arrive, free_harbour
from rulesim.games.el_capitan.state import place_of, purse
from rulesim.games.el_capitan.vocabulary import (
    FIRST_LINK,
    LINK_TO_FIRST,
    LINK_TO_SECOND,
    N_CITIES,
    SAIL,
    SAIL_ROW,
)
from rulesim.kernel.bits import bit, has, lowest, without_lowest
from rulesim.kernel.jit import kernel

NOWHERE = 1000.0
"""Cost of a way that does not exist."""

_COSTS = 8
_CARDS = _COSTS + N_CITIES
_END = _CARDS + N_CITIES


@kernel
def find_ways(state: Any, rules: Any, me: Any) -> Any:
    """The cheapest way to each city: arrays of prices (`NOWHERE`: none) and cards (-1: the ship is there)."""
    costs, cards = me.memory[_COSTS:_CARDS], me.memory[_CARDS:_END]
    for city in range(N_CITIES):
        costs[city] = NOWHERE
        cards[city] = -1
    seat = me.seat
    place = place_of(state, seat)
    _offer_ways(rules, place, distinct(rules, state.hand[seat]), 0, costs, cards)
    _offer_ways(rules, place, distinct(rules, state.face_up & rules.affordable[purse(state, seat)]), 1, costs, cards)
    if state.ship_harbour[seat] >= 0:
        costs[place] = 0
        cards[place] = -1
    return costs, cards


@kernel
def _offer_ways(rules: Any, place: int, offered: Any, paid: int, costs: Any, cards: Any) -> None:
    while offered != np.uint64(0):
        card = lowest(offered)
        offered = without_lowest(offered)
        price = paid * rules.card_price[card]
        targets = card_targets(rules, place, card)
        while targets != np.uint64(0):
            city = lowest(targets)
            targets = without_lowest(targets)
            if price < costs[city]:
                costs[city] = price
                cards[city] = card


@kernel
def card_targets(rules: Any, place: int, card: int) -> Any:
    """The cities to which a card leads from a row of the sailing tables, as bits."""
    if card < FIRST_LINK:
        return rules.sail_targets[place, card]
    first, second = rules.link_first[card - FIRST_LINK], rules.link_second[card - FIRST_LINK]
    if first == place:
        return bit(second)
    return bit(first) if second == place else np.uint64(0)


@kernel
def sailing_action(rules: Any, card: int, city: int) -> int:
    """The action of sailing to a city with a card of the hand."""
    if card < FIRST_LINK:
        return SAIL + SAIL_ROW * card + city
    link = card - FIRST_LINK
    return LINK_TO_FIRST + link if rules.link_first[link] == city else LINK_TO_SECOND + link


@kernel
def first_step(rules: Any, legal: Any, me: Any, city: int, act: int, card: int) -> int:
    """Act at once if the ship is there (``card`` -1), else sail or buy the card, and remember the goal."""
    if card < 0:
        return act
    me.memory[0], me.memory[1], me.memory[2] = city, act, card
    sail = sailing_action(rules, card, city)
    return sail if has(legal, sail) else card


@kernel
def go_on(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """The next step towards the goal of this turn; -1 if there is none."""
    if state.bought == 0 and state.sailed == 0:
        return -1
    city, act, card = int(me.memory[0]), int(me.memory[1]), int(me.memory[2])
    if state.ship[me.seat] == city and state.ship_harbour[me.seat] >= 0:
        return act if has(legal, act) else -1
    sail = sailing_action(rules, card, city)
    return sail if has(legal, sail) else -1


@kernel
def harbour_for(state: Any, rules: Any, seat: int, city: int) -> int:
    """The harbour in which the seat's ship lies or would come to lie; -1 where none is free."""
    if state.ship[seat] == city and state.ship_harbour[seat] >= 0:
        return int(state.ship_harbour[seat])
    return free_harbour(state, rules, city)


@kernel
def move_ship(state: Any, rules: Any, seat: int, city: int) -> None:
    """Put the ship into a city where it finds a harbour, in a copy of a position."""
    if state.ship[seat] != city:
        arrive(state, rules, seat, city)
