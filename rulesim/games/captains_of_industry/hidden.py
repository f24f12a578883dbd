"""What the actor cannot know: the order of both decks, and the leader cards in other hands (§55)."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.captains_of_industry.decks import LEADERS as LEADER_DECK
from rulesim.games.captains_of_industry.decks import PROGRESS as PROGRESS_DECK
from rulesim.games.captains_of_industry.decks import draw_leader, shuffle
from rulesim.games.captains_of_industry.vocabulary import CITY, COUNTY, LEADERS, N_LEADERS
from rulesim.games.reading import LeftOut
from rulesim.kernel.jit import kernel
from rulesim.kernel.streams import derive

PROGRESS, LEADER = "progress.deck", "leaders.deck"
HAND = "leaders"
"""Key of a seat's secret hand."""

REDRAW = 1 << 20
"""Purpose of the shuffles of a redraw: no shuffle of the game has it, so what follows is independent of them."""


@kernel
def redraw(state: Any, rules: Any, nature: Any) -> None:
    """Shuffle both decks anew, deal the other hands from deck and hands together, and draw all later shuffles anew.

    A card that another player was seen to keep or return says nothing here: every deal of the
    cards that the actor does not hold is equally likely.
    """
    state.nature = derive(nature, REDRAW)
    _sort_progress(state)
    shuffle(state, PROGRESS_DECK, state.progress, int(state.progress_cards))
    _gather_leaders(state)
    shuffle(state, LEADER_DECK, state.leaders, int(state.leader_cards))
    for seat in range(state.seats):
        if seat != state.actor:
            cards = int(state.hand_cards[seat])
            state.hand_cards[seat] = 0
            for _ in range(cards):
                draw_leader(state, seat)
    state.nature = nature


@kernel
def _sort_progress(state: Any) -> None:
    """City cards below County cards."""
    counties = 0
    for index in range(state.progress_cards):
        if state.progress[index] == COUNTY:
            counties += 1
    for index in range(state.progress_cards):
        state.progress[index] = COUNTY if index >= state.progress_cards - counties else CITY


@kernel
def _gather_leaders(state: Any) -> None:
    """All leader cards but the actor's onto the deck, in order; the other hands keep their number of cards."""
    cards = np.zeros(N_LEADERS, np.int64)
    for index in range(state.leader_cards):
        cards[state.leaders[index]] += 1
    state.leader_cards = 0
    for leader in range(N_LEADERS):
        for seat in range(state.seats):
            if seat != state.actor:
                cards[leader] += state.hand[seat, leader]
                state.hand[seat, leader] = 0
        for _ in range(cards[leader]):
            state.leaders[state.leader_cards] = leader
            state.leader_cards += 1


def fill_hidden(rules: Any, state: Any, left_out: LeftOut) -> None:
    """Cards that are nowhere else lie in a deck or hand that was left out; hands come first."""
    record = rules.record[0]
    if PROGRESS in left_out.stacks:
        cities = int(record["city_cards"]) - int(state.city_shown)
        deck = [CITY] * cities + [COUNTY] * int(record["county_cards"])
        state.progress[: len(deck)], state.progress_cards = deck, len(deck)
    in_deck = np.bincount(state.leaders[: state.leader_cards], minlength=N_LEADERS)
    nowhere = np.asarray(record["leader_copies"]) - in_deck - state.hand.sum(axis=0)
    loose = [leader for leader in range(len(LEADERS)) for _ in range(nowhere[leader])]
    for seat, cards in enumerate(left_out.hands):
        for leader in loose[:cards]:
            state.hand[seat, leader] += 1
        state.hand_cards[seat] += cards
        del loose[:cards]
    if LEADER in left_out.stacks:
        state.leaders[: len(loose)], state.leader_cards = loose, len(loose)
