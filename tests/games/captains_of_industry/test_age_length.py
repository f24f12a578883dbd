"""The length of an Age with a fixed number of cards a round: the exact figures of §5, from the engine's own draws."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from rulesim.games.captains_of_industry.decks import draw_progress, new_progress_deck
from rulesim.games.captains_of_industry.state import STATE
from rulesim.kernel.jit import INTERPRETED, kernel
from rulesim.kernel.streams import derive
from tests.games.captains_of_industry.setting_up import rules

AGES = 400 if INTERPRETED else 60_000
PRINTED = 1


@kernel
def play_ages(state: Any, rules: Any, cards: Any, lengths: Any) -> None:
    """Play the draws of many Ages; round r draws ``cards[r]`` cards, later rounds as many as the last."""
    for age in range(len(lengths)):
        state.nature = derive(np.uint64(20), age)
        state.round_number = 0
        new_progress_deck(state, rules)
        while True:
            state.markers = cards[min(state.round_number, len(cards) - 1)] - PRINTED
            state.round_number += 1
            if draw_progress(state, rules):
                break
        lengths[age] = state.round_number


@pytest.mark.parametrize(
    ("cards", "mean", "earliest", "chance"),
    [
        ([1], 15.800, 6, Fraction(1, 210)),
        ([2], 7.672, 3, Fraction(1, 210)),
        ([3], 4.952, 2, Fraction(1, 210)),
        ([4], 3.582, 2, Fraction(23, 294)),
        ([2, 3, 4], 4.375, 3, Fraction(967, 6300)),
        ([1, 2, 3, 4], 5.147, 3, Fraction(1, 210)),
        ([1, 1, 2, 2, 3, 3, 4], 6.719, 4, Fraction(1, 210)),
    ],
)
def test_age_length(cards, mean, earliest, chance):
    state, lengths = np.zeros(1, STATE), np.zeros(AGES, np.int64)
    play_ages(state[0], rules(4).record[0], np.array(cards), lengths)
    error = lengths.std() / np.sqrt(AGES)
    assert abs(lengths.mean() - mean) < 4 * error + 0.0005
    assert lengths.min() >= earliest
    spread = np.sqrt(float(chance) * (1 - float(chance)) * AGES)
    assert abs((lengths == earliest).sum() - float(chance) * AGES) < 4 * spread
