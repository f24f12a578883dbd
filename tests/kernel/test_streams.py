"""Random streams against published values and a reference in plain Python."""

import numpy as np
import pytest
from scipy.stats import chisquare

from rulesim.kernel.jit import INTERPRETED, kernel
from rulesim.kernel.records import ME
from rulesim.kernel.streams import NATURE, SEAT, below, derive, mix64, next_word, uniform

MASK = 2**64 - 1
GAMMA = 0x9E3779B97F4A7C15
PUBLISHED = [
    6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
]  # fmt: skip
"""First outputs of SplitMix64 for the seed 1234567."""


def plain_mix(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


class PlainStream:
    """SplitMix64 in Python's own integers."""

    def __init__(self, state):
        self.state = state

    def word(self):
        self.state = (self.state + GAMMA) & MASK
        return plain_mix(self.state)

    def below(self, n):
        """Reject the words of an incomplete last stretch: unbiased by construction."""
        while True:
            product = (self.word() >> 32) * n
            if product % 2**32 >= 2**32 % n:
                return product >> 32


def stream(state):
    minds = np.zeros(1, ME)
    minds["stream"] = state
    return minds[0]


def test_published_vectors():
    assert [int(next_word(np.uint64(1234567), counter)) for counter in range(5)] == PUBLISHED
    plain = PlainStream(1234567)
    assert [plain.word() for _ in range(5)] == PUBLISHED


@pytest.mark.parametrize("z", [0, 1, MASK, GAMMA, 2**63])
def test_mix64(z):
    assert int(mix64(np.uint64(z))) == plain_mix(z)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 63, 64, 1000, 2**31 + 1, 3 * 2**30, 2**32 - 1])
def test_below_is_the_plain_method(n):
    """Same numbers and same number of draws, rejections included (frequent for n just above 2**31)."""
    me, plain = stream(99), PlainStream(99)
    for _ in range(200):
        drawn = int(below(me, n))
        assert drawn == plain.below(n) and 0 <= drawn < n
    assert int(me.stream) == plain.state


@pytest.mark.parametrize("n", [2, 6, 23])
def test_below_is_uniform(n):
    counts = np.zeros(n, np.int64)
    _tally(stream(4711), n, 2_000 * n if INTERPRETED else 20_000 * n, counts)
    assert chisquare(counts).pvalue > 1e-4


@kernel
def _tally(me, n, draws, counts):
    for _ in range(draws):
        counts[below(me, n)] += 1


def test_uniform():
    me, plain = stream(5), PlainStream(5)
    drawn = [float(uniform(me)) for _ in range(2_000)]
    assert drawn == [(plain.word() >> 11) / 2**53 for _ in range(2_000)]
    assert min(drawn) >= 0 and max(drawn) < 1
    counts, _ = np.histogram(drawn, 20, (0, 1))
    assert chisquare(counts).pvalue > 1e-4


def test_keys_may_be_plain_numbers():
    """A whole number from Python gives the same stream as the word of the same value."""
    assert derive(5, 3) == derive(np.uint64(5), 3)
    assert next_word(5, 3) == next_word(np.uint64(5), 3)


def test_streams_are_apart():
    """Keys of games, purposes and seats never meet."""
    keys = set()
    for seed in range(20):
        for block in range(20):
            game = np.uint64(derive(np.uint64(derive(seed, 0)), block))
            keys |= {int(derive(game, purpose)) for purpose in (NATURE, *range(SEAT, SEAT + 5))}
    assert len(keys) == 20 * 20 * 6
