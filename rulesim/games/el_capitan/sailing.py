"""Sailing (§2.3.13-18, §2.11.55-56)."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.el_capitan.cards import distinct, play_card
from rulesim.games.el_capitan.ports import arrive
from rulesim.games.el_capitan.state import place_of
from rulesim.games.el_capitan.vocabulary import (
    DESTINATION_CARDS,
    FIRST_LINK,
    LINK_TO_FIRST,
    LINK_TO_SECOND,
    SAIL,
    SAIL_ROW,
)
from rulesim.kernel.bits import lowest, without_lowest
from rulesim.kernel.jit import kernel

_FIRST_LINK = np.uint64(FIRST_LINK)


@kernel
def offer_sailing(state: Any, rules: Any, legal: Any, seat: int) -> bool:
    """Write where the seat may sail with a card of its hand; whether there is anything.

    A full city may be entered too: the ship passes through (§2.3.15).
    """
    hand = distinct(rules, state.hand[seat])
    if hand == np.uint64(0):
        return False
    place = place_of(state, seat)
    links = hand >> _FIRST_LINK
    to_first = links & rules.links_to_first[place]
    to_second = links & rules.links_to_second[place]
    legal.words[LINK_TO_FIRST >> 6] |= to_first
    legal.words[LINK_TO_SECOND >> 6] |= to_second
    any_target = to_first | to_second
    cards = hand & DESTINATION_CARDS
    while cards != np.uint64(0):
        card = lowest(cards)
        cards = without_lowest(cards)
        targets = rules.sail_targets[place, card]
        any_target |= targets
        start = SAIL + SAIL_ROW * card
        legal.words[start >> 6] |= targets << np.uint64(start & 63)
    return any_target != np.uint64(0)


@kernel
def sail_with_link(state: Any, rules: Any, seat: int, link: int, second: int) -> None:
    """From one of the two cities of a link card to the other (§2.3.14)."""
    city = rules.link_second[link] if second else rules.link_first[link]
    _sail(state, rules, seat, FIRST_LINK + link, city)


@kernel
def sail_with_destination(state: Any, rules: Any, seat: int, number: int) -> None:
    """Straight to the named city, or by sea as far as the seals allow (§2.3.13)."""
    _sail(state, rules, seat, number // SAIL_ROW, number % SAIL_ROW)


@kernel
def _sail(state: Any, rules: Any, seat: int, card: int, city: int) -> None:
    play_card(state, rules, seat, card)
    state.sailed = 1
    if state.first_destination[seat] < 0:
        state.first_destination[seat] = city
    arrive(state, rules, seat, city)
