from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from benchmarks.coverage import OUTCOMES, SYMMETRIC, play_tests, with_mean
from rulesim.statistics.sprt import FEWEST_DIFFERENT, SequentialTest

TEST = SequentialTest(0.5, 0.6, 0.05, 0.1)


@pytest.mark.parametrize("wins", [30, 55, 70])
def test_of_wins_and_losses_it_is_walds_ratio(wins: int) -> None:
    expected = wins * np.log(0.6 / 0.5) + (100 - wins) * np.log(0.4 / 0.5)
    assert TEST.ratio([0, 1], [100 - wins, wins]) == pytest.approx(expected)


def test_the_distributions_are_the_most_likely_ones_with_their_means() -> None:
    """Against a general optimiser, with pairs of games as chess programs play them."""
    values, counts = np.array([0, 0.25, 0.5, 0.75, 1]), np.array([9, 31, 60, 42, 12.0])

    def likelihood(mean: float) -> float:
        found = minimize(
            lambda p: -counts @ np.log(p), counts / counts.sum(), bounds=[(1e-6, 1)] * 5, tol=1e-14,
            constraints=[{"type": "eq", "fun": lambda p: p.sum() - 1},
                         {"type": "eq", "fun": lambda p: p @ values - mean}],
        )  # fmt: skip
        return -found.fun

    assert TEST.ratio(values, counts) == pytest.approx(likelihood(0.6) - likelihood(0.5), abs=1e-5)


def test_near_hypotheses_give_the_normal_approximation() -> None:
    values, counts = np.array([-1, 0, 1.0]), np.array([300, 500, 320.0])
    mean = 20 / 1120
    variance = 620 / 1120 - mean**2
    expected = 1120 * 0.01 * (mean - 0.015) / variance
    assert SequentialTest(0.01, 0.02).ratio(values, counts) == pytest.approx(expected, rel=1e-3)


def test_a_hypothesis_beyond_all_outcomes_has_a_finite_ratio_of_the_right_sign() -> None:
    assert TEST.ratio([0.7, 0.8], [50, 50]) > TEST.bounds[1]
    assert TEST.ratio([0.1, 0.2], [50, 50]) < TEST.bounds[0]
    assert TEST.ratio([0.55], [100]) == 0


def test_bounds_are_walds() -> None:
    assert TEST.bounds == pytest.approx((np.log(0.1 / 0.95), np.log(0.9 / 0.05)))


def test_nothing_is_decided_while_nearly_all_blocks_are_equal() -> None:
    few = FEWEST_DIFFERENT - 1
    test = SequentialTest(0.1, 0.2)
    assert test.ratio([0, 1], [3000, few]) < test.bounds[0]
    assert test.decision([0, 1], [3000, few]) is None
    assert test.decision([0, 1], [3000, few + 1]) == "lower"


def test_errors_stay_within_alpha_and_beta_and_blocks_are_as_expected() -> None:
    """1,000 runs at each hypothesis."""
    shape = SYMMETRIC
    deviation = float(np.sqrt(with_mean(shape, 0.0) @ OUTCOMES**2))
    test = SequentialTest(0.0, 0.25 * deviation, 0.05, 0.05)
    draw, runs = np.random.default_rng(11), 1_000
    for mean, wrong, expected in zip(
        (test.lower, test.upper), ("upper", "lower"), test.expected_blocks(deviation)[:2], strict=True
    ):
        ended = play_tests(draw, test, with_mean(shape, mean), 20_000, runs)
        assert all(decision for decision, _ in ended)
        assert np.mean([decision == wrong for decision, _ in ended]) <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / runs)
        blocks = np.mean([end.looks[-1] for _, end in ended])
        assert expected <= blocks <= 1.5 * expected  # Wald's approximation neglects overshoot and rare looks


def test_expected_blocks_are_walds() -> None:
    test = SequentialTest(0, 0.1, 0.05, 0.05)
    bound = np.log(19)
    at_ends = 0.9 * bound / (0.5 * 0.01)
    assert test.expected_blocks(1.0) == pytest.approx((at_ends, at_ends, bound**2 / 0.01))
    assert test.expected_blocks(0.0) == (0, 0, 0)
