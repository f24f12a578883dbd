"""The pirate ship of the Islas Canarias (§2.11.61-66)."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.el_capitan.cards import distinct, play_card
from rulesim.games.el_capitan.ports import anchor, free_harbour
from rulesim.games.el_capitan.state import book, can_pay, colour_of
from rulesim.games.el_capitan.vocabulary import (
    DESTINATION_CARDS,
    FIRST_LINK,
    N_CITIES,
    PIRATE,
    PIRATE_CARD,
    PIRATE_COSTS,
    PIRATE_LINK_TO_FIRST,
    PIRATE_LINK_TO_SECOND,
    PIRATE_ROW,
    PORTO,
    PROTECTION,
    THIRD_BERTH,
)
from rulesim.kernel.bits import bit, holds, lowest, without_lowest
from rulesim.kernel.jit import kernel

_WORD = 64
_TO_SECOND_BERTHS = np.uint64(N_CITIES)


@kernel
def may_move_pirate(state: Any, rules: Any, seat: int) -> bool:
    """Once a turn, and not from a ship at sea (§N.3.4)."""
    return rules.pirate != 0 and state.pirate_moved == 0 and (state.ship[seat] < 0 or state.ship_harbour[seat] >= 0)


@kernel
def _targets(state: Any, rules: Any) -> Any:
    """Other cities with a free harbour, as bits (§2.11.62)."""
    targets = np.uint64(0)
    for city in range(N_CITIES):
        if city != state.pirate_city and holds(rules.in_play, city) and free_harbour(state, rules, city) >= 0:
            targets |= bit(city)
    return targets


@kernel
def _berths(cities: Any) -> Any:
    """All harbours of the cities, as bits: free or not, the mover chooses (§2.11.63)."""
    third = (cities >> np.uint64(PORTO)) & np.uint64(1)
    return cities | (cities << _TO_SECOND_BERTHS) | (third << np.uint64(THIRD_BERTH))


@kernel
def offer_pirate(state: Any, rules: Any, legal: Any, seat: int) -> None:
    """Write the moves of the pirate: the free or paid one, and those for a card (§2.11.62, §2.11.66)."""
    targets = _targets(state, rules)
    if state.free_pirate != 0:
        reached = targets
    else:
        reached = _within_means(state, rules, seat, targets)
    legal.words[PIRATE >> 6] |= _berths(reached) << np.uint64(PIRATE & 63)
    hand = distinct(rules, state.hand[seat])
    if hand == np.uint64(0):
        return
    place = int(state.pirate_city)
    cards = hand & DESTINATION_CARDS
    while cards != np.uint64(0):
        card = lowest(cards)
        cards = without_lowest(cards)
        start = PIRATE_CARD + PIRATE_ROW * card
        legal.words[start >> 6] |= _berths(targets & rules.sail_targets[place, card]) << np.uint64(start & 63)
    _offer_links(rules, legal, hand >> np.uint64(FIRST_LINK), place, targets)


@kernel
def _within_means(state: Any, rules: Any, seat: int, targets: Any) -> Any:
    """The cities of the set to which the seat can pay the steps."""
    reached = np.uint64(0)
    while targets != np.uint64(0):
        city = lowest(targets)
        targets = without_lowest(targets)
        if can_pay(state, seat, rules.step_price * rules.distance[state.pirate_city, city]):
            reached |= bit(city)
    return reached


@kernel
def _offer_links(rules: Any, legal: Any, links: Any, place: int, targets: Any) -> None:
    """A link card moves the pirate between its two cities."""
    links &= rules.links_to_first[place] | rules.links_to_second[place]
    while links != np.uint64(0):
        link = lowest(links)
        links = without_lowest(links)
        to_first = holds(rules.links_to_first[place], link)
        city = rules.link_first[link] if to_first else rules.link_second[link]
        if holds(targets, city):
            word = (PIRATE_LINK_TO_FIRST if to_first else PIRATE_LINK_TO_SECOND) >> 6
            for harbour in range(rules.harbours[city]):
                legal.words[word + harbour] |= bit(link)


@kernel
def move_pirate(state: Any, rules: Any, seat: int, action: int) -> None:
    """Any move of the pirate: free, for money or for a card."""
    if action < PIRATE_LINK_TO_FIRST:
        _move_free_or_paid(state, rules, seat, action - PIRATE)
    elif action >= PIRATE_CARD:
        card, berth = (action - PIRATE_CARD) // PIRATE_ROW, (action - PIRATE_CARD) % PIRATE_ROW
        play_card(state, rules, seat, card)
        _place_pirate(state, rules, berth)
    else:
        second = action >= PIRATE_LINK_TO_SECOND
        number = action - (PIRATE_LINK_TO_SECOND if second else PIRATE_LINK_TO_FIRST)
        harbour, link = number // _WORD, number % _WORD
        play_card(state, rules, seat, FIRST_LINK + link)
        city = rules.link_second[link] if second else rules.link_first[link]
        _place_pirate(state, rules, harbour * N_CITIES + city)


@kernel
def _move_free_or_paid(state: Any, rules: Any, seat: int, berth: int) -> None:
    free = state.free_pirate != 0
    steps = rules.distance[state.pirate_city, berth_city(berth)]
    _place_pirate(state, rules, berth)
    if free:
        _collect_protection(state, rules, seat, int(state.pirate_city))
    else:
        book(state, seat, PIRATE_COSTS, -rules.step_price * steps)


@kernel
def berth_city(berth: int) -> int:
    """The city of a berth."""
    return PORTO if berth == THIRD_BERTH else berth % N_CITIES


@kernel
def _place_pirate(state: Any, rules: Any, berth: int) -> None:
    """Into the chosen harbour; a ship there moves to the first free one (§2.11.63, §N.3.7)."""
    city, harbour = berth_city(berth), berth // N_CITIES
    displaced = int(state.harbour[city, harbour])
    if displaced >= 0:
        free = free_harbour(state, rules, city)
        state.harbour[city, harbour] = -1
        anchor(state, displaced, city, free)
    state.pirate_city = city
    state.pirate_harbour = harbour
    state.pirate_moved = 1
    state.free_pirate = 0


@kernel
def _collect_protection(state: Any, rules: Any, seat: int, city: int) -> None:
    """Everybody else pays for the buildings there, or what is left (§2.11.64, §N.3.11)."""
    for owner in range(state.seats):
        if owner != seat:
            fee = buildings(state, rules, owner, city) * rules.protection[state.phase - 1]
            fee = min(fee, max(0, int(state.money[owner])))
            book(state, owner, PROTECTION, -fee)
            book(state, seat, PROTECTION, fee)


@kernel
def buildings(state: Any, rules: Any, owner: int, city: int) -> int:
    """Open warehouses, neutral ones too, and fortresses of a seat in a city."""
    count = int(state.open_count[city, owner])
    if state.seats == 2:
        count += state.open_count[city, colour_of(state, owner, 1)]
    for space in range(rules.fortress_spaces[city]):
        if state.fortress[city, space] == owner:
            count += 1
    return count
