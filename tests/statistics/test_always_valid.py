from __future__ import annotations

import numpy as np
import pytest

from benchmarks.coverage import narrow, watched
from rulesim.statistics.always_valid import NARROWEST, always_valid_mean, uniform_quantile
from rulesim.statistics.intervals import mean_interval


def test_the_quantile_is_the_published_formula() -> None:
    """Of Waudby-Smith et al."""
    rho = np.sqrt((-2 * np.log(0.05) + np.log(-2 * np.log(0.05) + 1)) / NARROWEST)
    for blocks in (50, 500, 100_000):
        width = np.sqrt(2 * (blocks * rho**2 + 1) / (blocks**2 * rho**2) * np.log(np.sqrt(blocks * rho**2 + 1) / 0.05))
        assert uniform_quantile(blocks) / np.sqrt(blocks) == pytest.approx(width)


def test_it_is_wider_than_an_interval_for_one_moment_but_not_twice_as_wide() -> None:
    for blocks in (50, 500, 10_000, 1_000_000):
        low, high = always_valid_mean(0.0, 1.0, blocks)
        assert 1.5 < high / mean_interval(0.0, 1.0, blocks)[1] < 2.1
        assert low == -high


@pytest.mark.parametrize(("share", "games", "together"), [(0.02, 24, 0.1), (0.25, 4, 0.1), (0.5, 1, 0.0)])
def test_all_looks_together_hold_the_truth_at_least_95_times_in_100(share: float, games: int, together: float) -> None:
    always, ordinary = watched(np.random.default_rng(2), share, games, together, 1_000, 2_000)
    assert always >= 0.95
    assert ordinary < 0.8  # what watching does to ordinary intervals


@pytest.mark.parametrize(("share", "games", "together"), [(0.1, 24, 0.1), (0.25, 4, 0.1), (0.5, 4, 0.5)])
def test_an_interval_that_was_narrow_enough_to_stop_holds_the_truth(share: float, games: int, together: float) -> None:
    coverage, blocks, bias = narrow(np.random.default_rng(2), share, games, together, 200, 4_000)
    assert 0.94 <= coverage <= 0.965
    assert 200 <= blocks <= 220  # looks come every 10 %
    assert abs(bias) < 0.15  # in standard errors
