"""Legal sets against Python's own sets."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesim.kernel import bits
from rulesim.kernel.records import legal_dtype

WORDS = (1, 3)
SETS = st.sampled_from(WORDS).flatmap(lambda words: st.tuples(st.just(words), st.sets(st.integers(0, 64 * words - 1))))
WORD = st.integers(0, 2**64 - 1)


def legal_set(words, members):
    legal = np.zeros(1, legal_dtype(64 * words))[0]
    for member in members:
        bits.add(legal, member)
    return legal


def positions(word):
    return [number for number in range(64) if word >> number & 1]


@settings(deadline=None)
@given(SETS)
def test_sets_hold_their_members(case):
    words, members = case
    legal = legal_set(words, members)
    ordered = sorted(members)
    assert bits.count(legal) == len(members)
    assert list(bits.members(legal)) == ordered
    assert [action for action in range(-70, 64 * words + 70) if bits.has(legal, action)] == ordered
    assert bits.first(legal) == (ordered[0] if ordered else -1)
    assert [bits.nth(legal, n) for n in range(len(ordered))] == ordered
    assert bits.nth(legal, len(ordered)) == -1


@settings(deadline=None)
@given(SETS)
def test_walking_a_set(case):
    words, members = case
    legal = legal_set(words, members)
    walked, action = [], bits.first(legal)
    while action >= 0:
        walked.append(int(action))
        action = bits.after(legal, action)
    assert walked == sorted(members)
    for start in range(-1, 64 * words):
        later = [member for member in members if member > start]
        assert bits.after(legal, start) == min(later, default=-1)


@settings(deadline=None)
@given(WORD)
def test_words(word):
    numbers = positions(word)
    as_word = np.uint64(word)
    assert bits.popcount(as_word) == len(numbers)
    assert bits.lowest(as_word) == (numbers[0] if numbers else 64)
    assert [bits.nth_bit(as_word, n) for n in range(len(numbers))] == numbers
    assert [number for number in range(64) if bits.holds(as_word, number)] == numbers
    if numbers:
        assert positions(int(bits.without_lowest(as_word))) == numbers[1:]


def test_single_bits():
    assert [int(bits.bit(number)) for number in range(64)] == [2**number for number in range(64)]


def test_adding_twice_and_clearing():
    legal = legal_set(3, [1, 1, 190])
    assert bits.count(legal) == 2
    bits.clear(legal)
    assert bits.count(legal) == 0 and bits.first(legal) == -1 and bits.after(legal, 0) == -1


@pytest.mark.parametrize(("actions", "words"), [(1, 1), (64, 1), (65, 2), (128, 2), (129, 3)])
def test_words_of_a_legal_set(actions, words):
    assert legal_dtype(actions)["words"].shape == (words,)
