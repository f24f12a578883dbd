from __future__ import annotations

import numpy as np
import pytest

from benchmarks.coverage import OUTCOMES, SYMMETRIC, play_tests, with_mean
from rulesim.statistics.after_stopping import StoppedTest, Tail
from rulesim.statistics.sprt import SequentialTest

TEST = SequentialTest(0.0, 0.25)
LOOKS = [50, 60, 75, 100, 130]


def test_a_test_that_ends_at_its_first_look_needs_no_correction() -> None:
    estimate, low, high = StoppedTest(TEST, [50], 0.3, 1.0).corrected()
    half = 1.959964 / np.sqrt(50)
    assert (estimate, low, high) == pytest.approx((0.3, 0.3 - half, 0.3 + half), abs=1e-6)


@pytest.mark.parametrize("mean", [0.0, 0.1, 0.3])
@pytest.mark.parametrize("last", [0.05, 0.3])
def test_tail_is_the_share_of_simulated_tests_with_a_result_at_least_as_high(mean: float, last: float) -> None:
    """Normal sums, step by step: decided for the upper value before, or at least as high at the last look."""
    runs = 100_000
    steps = np.diff(LOOKS, prepend=0)
    sums = np.cumsum(np.random.default_rng(1).normal(mean * steps, np.sqrt(steps), (runs, len(steps))), axis=1)
    ratios = 0.25 * (sums - 0.125 * np.array(LOOKS))
    low, high = TEST.bounds
    above, below = ratios[:, :-1] >= high, ratios[:, :-1] <= low
    first_above = np.where(above.any(axis=1), above.argmax(axis=1), 99)
    first_below = np.where(below.any(axis=1), below.argmax(axis=1), 99)
    higher = first_above < first_below
    reached = (first_above == 99) & (first_below == 99)
    share = np.mean(higher | (reached & (sums[:, -1] >= last * LOOKS[-1])))
    assert Tail(StoppedTest(TEST, LOOKS, last, 1.0))(mean) == pytest.approx(share, abs=4 * np.sqrt(0.25 / runs))


def test_it_is_the_same_seen_from_the_other_side() -> None:
    one = StoppedTest(TEST, LOOKS, 0.3, 1.0).corrected()
    other = StoppedTest(SequentialTest(-0.25, 0.0), LOOKS, -0.3, 1.0).corrected()
    assert other == pytest.approx((-one[0], -one[2], -one[1]), abs=1e-6)


def test_the_estimate_moves_towards_the_middle() -> None:
    assert 0.125 < StoppedTest(TEST, LOOKS, 0.35, 1.0).corrected()[0] < 0.35
    assert -0.1 < StoppedTest(TEST, LOOKS, -0.1, 1.0).corrected()[0] < 0.125


def test_looks_far_from_the_bounds_change_nothing() -> None:
    """With values that lie close together, the first looks cannot decide: the normal interval, but for later looks."""
    near = SequentialTest(0.0, 0.001)
    estimate, low, high = StoppedTest(near, [50, 55, 61], 0.1, 1.0).corrected()
    half = 1.959964 / np.sqrt(61)
    assert (estimate, low, high) == pytest.approx((0.1, 0.1 - half, 0.1 + half), abs=1e-6)


@pytest.mark.parametrize("truth", [0.0, 1.0])
def test_the_bias_shrinks_and_the_interval_covers(truth: float) -> None:
    deviation = float(np.sqrt(with_mean(SYMMETRIC, 0.0) @ OUTCOMES**2))
    test = SequentialTest(0.0, 0.2 * deviation)
    mean = truth * test.upper
    ended = [end for _, end in play_tests(np.random.default_rng(5), test, with_mean(SYMMETRIC, mean), 20_000, 300)]
    raw = np.array([end.mean for end in ended]) - mean
    corrected = np.array([end.corrected() for end in ended]) - mean
    assert abs(corrected[:, 0].mean()) < 0.6 * abs(raw.mean())
    assert np.mean(corrected[:, 0] > 0) == pytest.approx(0.5, abs=0.06)  # median-unbiased
    assert np.mean((corrected[:, 1] <= 0) & (corrected[:, 2] >= 0)) == pytest.approx(0.95, abs=0.025)
