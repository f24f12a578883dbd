"""Intervals against published formulas, and their coverage by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from benchmarks.coverage import block_means, fixed
from rulesim.statistics.intervals import mean_interval, share_interval


@pytest.mark.parametrize(("wins", "games"), [(1, 20_000), (500, 20_000), (10_000, 20_000), (19_990, 20_000)])
def test_share_interval_of_independent_games_is_wilsons(wins: int, games: int) -> None:
    share = wins / games
    error = np.sqrt(share * (1 - share) / games)
    expected = stats.binomtest(wins, games).proportion_ci(method="wilson")
    assert share_interval(share, error, games) == pytest.approx((expected.low, expected.high), rel=1e-3)


@pytest.mark.parametrize("wins", [0, 20_000])
def test_share_of_all_or_none_is_wilsons_with_a_game_a_block(wins: int) -> None:
    expected = stats.binomtest(wins, 20_000).proportion_ci(method="wilson")
    assert share_interval(wins / 20_000, 0.0, 20_000) == pytest.approx((expected.low, expected.high), abs=1e-6)


def test_equal_blocks_do_not_make_a_share_certain() -> None:
    """Two blocks with the same share by chance: as wide as two games."""
    low, high = share_interval(0.25, 0.0, 2)
    assert low < 0.05
    assert high > 0.9


@pytest.mark.parametrize("blocks", [2, 7, 1000])
def test_mean_interval_is_students(blocks: int) -> None:
    values = np.random.default_rng(blocks).normal(30, 5, blocks)
    expected = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    error = values.std(ddof=1) / np.sqrt(blocks)
    assert mean_interval(values.mean(), error, blocks) == pytest.approx((expected.low, expected.high))


def test_single_block_has_no_interval() -> None:
    assert np.isnan([*share_interval(0.3, np.nan, 1), *mean_interval(30.0, np.nan, 1)]).all()


def test_intervals_widen_with_the_level() -> None:
    inner, outer = share_interval(0.3, 0.01, 100, level=0.9), share_interval(0.3, 0.01, 100, level=0.99)
    assert outer[0] < inner[0] < 0.3 < inner[1] < outer[1]


@pytest.mark.parametrize("share", [0.02, 0.1, 0.25, 0.5, 0.9, 0.98])
@pytest.mark.parametrize(("games", "together"), [(4, 0.0), (4, 0.3), (12, 0.05), (24, 0.1)])
def test_share_interval_keeps_its_level_when_games_of_a_block_share_their_luck(
    share: float, games: int, together: float
) -> None:
    """Beta-binomial blocks: between 94 and 96 % of the intervals hold the true share."""
    assert 0.94 <= fixed(np.random.default_rng(3), share, games, together, 200, 5_000) <= 0.965


@pytest.mark.parametrize("share", [0.02, 0.05, 0.5, 0.95])
@pytest.mark.parametrize("blocks", [5, 10, 30])
@pytest.mark.parametrize(("games", "together"), [(4, 0.5), (24, 0.1), (24, 0.5)])
def test_with_few_blocks_and_rare_wins_share_interval_holds_at_least_its_level(
    blocks: int, share: float, games: int, together: float
) -> None:
    """Where wins come together, a plain t quantile with blocks - 1 degrees of freedom holds only 83 % of them."""
    assert fixed(np.random.default_rng(4), share, games, together, blocks, 10_000) >= 0.94


def test_without_rare_wins_the_degrees_of_freedom_are_those_of_the_blocks() -> None:
    """Many games a block: their means are nearly normal, and the interval is Wilson's with Student's quantile."""
    share, error, blocks = 0.5, 0.01, 20
    games, z = share * (1 - share) / error**2, stats.t.ppf(0.975, blocks - 1)
    half = z / (1 + z**2 / games) * np.sqrt(share * (1 - share) / games + z**2 / (4 * games**2))
    low, high = share_interval(share, error, blocks)
    assert (high - low) / 2 == pytest.approx(half, rel=0.02)


def test_blocks_of_the_simulation_go_together_as_asked() -> None:
    means = block_means(np.random.default_rng(1), 0.3, 4, 0.2, (200_000,))
    assert means.mean() == pytest.approx(0.3, abs=0.003)
    assert means.var() == pytest.approx(0.3 * 0.7 * (1 + 3 * 0.2) / 4, rel=0.02)


@pytest.mark.parametrize("blocks", [5, 50])
def test_mean_interval_keeps_its_level(blocks: int) -> None:
    values = np.random.default_rng(blocks).normal(30, 5, (20_000, blocks))
    low, high = mean_interval(values.mean(axis=1), values.std(axis=1, ddof=1) / np.sqrt(blocks), blocks)
    assert 0.94 <= np.mean((low <= 30) & (high >= 30)) <= 0.96
