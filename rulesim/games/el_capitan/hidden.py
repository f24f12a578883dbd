"""What no player can know: the order of the two decks of sailing cards. Hands are bought face up."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.el_capitan import vocabulary as v
from rulesim.games.el_capitan.cards import cards_of, push_card, shuffle_deck
from rulesim.games.reading import LeftOut
from rulesim.kernel.bits import bit, lowest, without_lowest
from rulesim.kernel.jit import kernel

STACKS = tuple(f"cards.{name}.deck" for name in v.DECKS)


@kernel
def redraw(state: Any, rules: Any, nature: Any) -> None:
    """Shuffle both decks anew, now and whenever they run out."""
    state.nature = nature
    for kind in range(2):
        cards = np.uint64(0)
        for index in range(state.deck_cards[kind]):
            cards |= bit(state.deck[kind, index])
        _lay_deck(state, kind, cards)
        shuffle_deck(state, kind)


@kernel
def _lay_deck(state: Any, kind: int, cards: Any) -> None:
    """The cards of a set as the deck of a kind, in the order of their numbers."""
    state.deck_cards[kind] = 0
    while cards != np.uint64(0):
        push_card(state, kind, lowest(cards))
        cards = without_lowest(cards)


def fill_hidden(rules: Any, state: Any, left_out: LeftOut) -> None:
    """Cards that are nowhere else lie in a deck that was left out."""
    elsewhere = int(state.face_up) | int(state.discard)
    for hand in state.hand:
        elsewhere |= int(hand)
    for kind, path in enumerate(STACKS):
        if path in left_out.stacks:
            _lay_deck(state, kind, np.uint64(int(cards_of(kind)) & ~elsewhere))
