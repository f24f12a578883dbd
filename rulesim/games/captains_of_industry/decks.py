"""The two decks that chance rules: progress cards and leader cards (§55)."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.captains_of_industry.vocabulary import CITY, COUNTY, N_LEADERS
from rulesim.kernel.jit import kernel
from rulesim.kernel.streams import derive, next_word

# What is shuffled; the progress deck every round, the leader deck every Age.
ORDER, LEADERS, PROGRESS = range(3)
KINDS = 4
MOST_AGES = 16


@kernel
def shuffle(state: Any, kind: int, cards: Any, n_cards: int) -> None:
    """Shuffle (Fisher-Yates), with a random stream of its own for each kind, Age and round.

    So a shuffle meets the same luck whatever was drawn before. A number below n from 32 random
    bits by multiplication: off from uniform by less than n / 2**32.
    """
    moment = state.round_number * MOST_AGES + state.age
    key = derive(state.nature, moment * KINDS + kind)
    for last in range(n_cards - 1, 0, -1):
        word = next_word(key, last)
        other = int(((word >> np.uint64(32)) * np.uint64(last + 1)) >> np.uint64(32))
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card


@kernel
def new_progress_deck(state: Any, rules: Any) -> None:
    """All progress cards shuffled, no marker on the track (§4, §48)."""
    state.progress_cards = 0
    for _ in range(rules.city_cards):
        _add_progress(state, CITY)
    _return_counties(state, rules.county_cards)
    state.city_shown = 0
    state.markers = 0
    state.wheel = 0


@kernel
def _add_progress(state: Any, card: int) -> None:
    state.progress[state.progress_cards] = card
    state.progress_cards += 1


@kernel
def _return_counties(state: Any, n_cards: int) -> None:
    for _ in range(n_cards):
        _add_progress(state, COUNTY)
    shuffle(state, PROGRESS, state.progress, int(state.progress_cards))


@kernel
def draw_progress(state: Any, rules: Any) -> bool:
    """Draw a card for each marker on the track; whether the Age ends with them (§40-41).

    If it does not, the drawn County cards go back and the deck is shuffled, always (N.3.2).
    """
    counties = 0
    for _ in range(min(int(rules.printed_markers + state.markers), int(state.progress_cards))):
        state.progress_cards -= 1
        if state.progress[state.progress_cards] == CITY:
            state.city_shown += 1
        else:
            counties += 1
    if state.city_shown >= rules.city_to_end:
        return True
    _return_counties(state, counties)
    return False


@kernel
def new_leader_deck(state: Any, rules: Any) -> None:
    """All leader cards, shuffled (§6)."""
    for leader in range(N_LEADERS):
        for _ in range(rules.leader_copies[leader]):
            state.leaders[state.leader_cards] = leader
            state.leader_cards += 1
    shuffle_leaders(state)


@kernel
def shuffle_leaders(state: Any) -> None:
    """Shuffle the leader deck."""
    shuffle(state, LEADERS, state.leaders, int(state.leader_cards))


@kernel
def redraw_hidden(state: Any, key: Any) -> None:
    """Draw anew what no player may know: the order of both decks, and all shuffles to come."""
    state.nature = key
    shuffle(state, PROGRESS, state.progress, int(state.progress_cards))
    shuffle_leaders(state)


@kernel
def draw_leader(state: Any, seat: int) -> None:
    """The top leader card into the seat's hand; from an empty deck nothing comes (§A9)."""
    if state.leader_cards > 0:
        state.leader_cards -= 1
        state.hand[seat, state.leaders[state.leader_cards]] += 1
        state.hand_cards[seat] += 1


@kernel
def return_leader(state: Any, seat: int, leader: int) -> None:
    """A leader card from the hand onto the deck (§47)."""
    state.hand[seat, leader] -= 1
    state.hand_cards[seat] -= 1
    state.leaders[state.leader_cards] = leader
    state.leader_cards += 1
