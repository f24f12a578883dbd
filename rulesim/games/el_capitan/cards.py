"""Sailing cards: decks, buying, refilling (§2.3.12, §2.3.17)."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.el_capitan.state import book, purse
from rulesim.games.el_capitan.vocabulary import (
    CARD_COSTS,
    DESTINATION,
    DESTINATION_CARDS,
    FIRST_LINK,
    LINK_CARDS,
    N_CARDS,
)
from rulesim.kernel.bits import bit, lowest, popcount, without_lowest
from rulesim.kernel.jit import kernel
from rulesim.kernel.streams import derive, next_word


@kernel
def kind_of(card: int) -> int:
    """The deck of a card."""
    return 0 if card < FIRST_LINK else 1


@kernel
def cards_of(kind: int) -> Any:
    """All cards of a deck."""
    return DESTINATION_CARDS if kind == DESTINATION else LINK_CARDS


@kernel
def distinct(rules: Any, cards: Any) -> Any:
    """One card of each name."""
    twins = cards & rules.twins
    while twins != np.uint64(0):
        card = lowest(twins)
        cards = (cards & ~bit(card)) | bit(rules.original[card])
        twins = without_lowest(twins)
    return cards


@kernel
def _any_twin(rules: Any, cards: Any, card: int) -> int:
    """A card of the set with the name of the given one."""
    if rules.twins == np.uint64(0):
        return card
    while rules.original[lowest(cards)] != card:
        cards = without_lowest(cards)
    return lowest(cards)


@kernel
def buyable(state: Any, rules: Any, seat: int) -> Any:
    """The face-up cards that the seat can pay."""
    return distinct(rules, state.face_up & rules.affordable[purse(state, seat)])


@kernel
def buy(state: Any, rules: Any, seat: int, card: int) -> None:
    """A face-up card goes into the hand."""
    taken = bit(_any_twin(rules, state.face_up, card))
    state.face_up &= ~taken
    state.hand[seat] |= taken
    state.bought = 1
    book(state, seat, CARD_COSTS, -rules.card_price[card])


@kernel
def play_card(state: Any, rules: Any, seat: int, card: int) -> None:
    """A card of the hand goes to the discard."""
    played = bit(_any_twin(rules, state.hand[seat], card))
    state.hand[seat] &= ~played
    state.discard |= played


@kernel
def refill(state: Any, rules: Any) -> None:
    """At the end of a turn: destination cards first, then links (§N.3.2)."""
    for kind in range(2):
        missing = rules.face_up[kind] - popcount(state.face_up & cards_of(kind))
        for _ in range(missing):
            if state.deck_cards[kind] == 0:
                _renew_deck(state, kind)
                if state.deck_cards[kind] == 0:
                    break
            state.deck_cards[kind] -= 1
            state.face_up |= bit(state.deck[kind, state.deck_cards[kind]])


@kernel
def _renew_deck(state: Any, kind: int) -> None:
    """Shuffle the discards of a kind into a new deck."""
    discards = state.discard & cards_of(kind)
    state.discard &= ~discards
    while discards != np.uint64(0):
        push_card(state, kind, lowest(discards))
        discards = without_lowest(discards)
    shuffle_deck(state, kind)


@kernel
def push_card(state: Any, kind: int, card: int) -> None:
    """Lay a card onto its deck."""
    state.deck[kind, state.deck_cards[kind]] = card
    state.deck_cards[kind] += 1


@kernel
def shuffle_deck(state: Any, kind: int) -> None:
    """Shuffle a deck (Fisher-Yates), each time with a random stream of its own.

    So a shuffle meets the same luck whatever was drawn before. A number below n from 32
    random bits by multiplication: off from uniform by less than n / 2**32.
    """
    key = derive(derive(state.nature, kind), state.shuffles[kind])
    state.shuffles[kind] += 1
    for last in range(state.deck_cards[kind] - 1, 0, -1):
        word = next_word(key, last)
        other = int(((word >> np.uint64(32)) * np.uint64(last + 1)) >> np.uint64(32))
        card = state.deck[kind, last]
        state.deck[kind, last] = state.deck[kind, other]
        state.deck[kind, other] = card


@kernel
def lay_out(state: Any, rules: Any) -> None:
    """Shuffle both decks and reveal the first cards (§2.1.2)."""
    for card in range(N_CARDS):
        push_card(state, kind_of(card), card)
    for kind in range(2):
        shuffle_deck(state, kind)
    refill(state, rules)
