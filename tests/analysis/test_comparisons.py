"""Comparisons of variants against plain sums over the stored rows, and the error rate of their claims."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import stats

from rulesim.analysis.balance import change_test, equality_p, spread_interval
from rulesim.analysis.comparisons import Comparisons, paired_p
from rulesim.analysis.multiple import adjusted
from rulesim.analysis.power import blocks_to_detect, detectable
from rulesim.analysis.run import Run
from rulesim.errors import InputError

LABELS = ["a", "b", "c(x=1.5)", "d"]
VARIANTS = ["more", "most"]


@pytest.fixture
def run(made_up: Any) -> Run:
    return made_up(LABELS, variants=VARIANTS)


@pytest.fixture
def compared(run: Run) -> Comparisons:
    return run.compare()


def rows_of(run: Run, row: dict[str, Any]) -> tuple[pd.DataFrame, str]:
    """The stored rows that a comparison is about, and the column that holds its metric."""
    frame = run.games(expand=True)
    if row["strategy"] is not None:
        frame = frame.filter(pl.col("strategy") == row["strategy"])
    if row["seat"] is not None:
        frame = frame.filter(pl.col("seat") == row["seat"])
    rows = frame.with_columns(decided_by_half=pl.col("decided_at") <= 50).collect().to_pandas()
    if row["grouping"] in ("all", "watched"):
        rows = rows.drop_duplicates("game")
    return (rows[rows.seating == 0] if row["grouping"] == "watched" else rows), row["metric"]


def test_every_comparison_is_that_of_the_block_means(run: Run, compared: Comparisons) -> None:
    assert set(compared.frame["grouping"]) == {"strategy", "seat", "all", "watched", "all_seats"}
    for row in compared.frame[::3].iter_rows(named=True):
        rows, metric = rows_of(run, row)
        means = rows.groupby(["variant", "block"], observed=True)[metric].mean()
        base, changed = means["base"], means[row["variant"]]
        test = stats.ttest_rel(changed, base)
        interval = test.confidence_interval(0.95)
        assert (row["base"], row["changed"]) == pytest.approx((base.mean(), changed.mean()))
        assert (row["low"], row["high"]) == pytest.approx((interval.low, interval.high))
        assert row["p_value"] == pytest.approx(test.pvalue, rel=1e-6, abs=1e-17)
        assert row["deviation"] == pytest.approx((changed - base).std())
        assert row["gain"] == pytest.approx((base.var() + changed.var()) / (changed - base).var())


def test_everything_a_designer_asks_is_compared(compared: Comparisons) -> None:
    asked = {(row["grouping"], row["metric"]) for row in compared.frame.iter_rows(named=True)}
    assert {
        ("strategy", "win_share"), ("seat", "win_share"), ("all", "days"), ("all", "reason_gold_gone"),
        ("strategy", "deep_mines"), ("strategy", "tools_lamp"), ("all_seats", "tools_pick"),
    } <= asked  # fmt: skip


def test_intervals_for_all_together_are_wider(compared: Comparisons) -> None:
    frame = compared.frame
    assert compared.count == len(frame) + len(VARIANTS) * len(["seats", "strategies"])
    quantile = stats.t.ppf(1 - 0.025 / compared.count, 59)
    half = quantile * frame["deviation"] / np.sqrt(60)
    assert (frame["wide_high"] - frame["difference"]).to_list() == pytest.approx(half.to_list())


def test_a_real_effect_is_established_and_shows_its_direction(compared: Comparisons) -> None:
    found = compared.established().filter(pl.col("metric") == "win_share", pl.col("grouping") == "strategy")
    gains = {row["variant"]: row["difference"] for row in found.iter_rows(named=True) if row["strategy"] == "a"}
    assert 0 < gains["more"] < gains["most"]


def test_one_variant_can_be_read_alone(run: Run) -> None:
    rows = run.to_pandas()
    for name in run.variants:
        view, own = run.variant(name), rows[rows.variant == name]
        assert view.n_games * len(run.variants) == run.n_games
        assert len(view.games().collect()) == len(own)
        shares = own.groupby("strategy", observed=True).win_share.mean()
        assert dict(view.win_shares().select("strategy", "win_share").iter_rows()) == pytest.approx(shares.to_dict())
    assert run.win_shares().equals(run.variant("base").win_shares())


def test_an_unknown_variant_is_refused_with_the_nearest(run: Run) -> None:
    with pytest.raises(InputError, match=r"no variant 'mosst': expected one of base, more, most; did you mean 'most'"):
        run.variant("mosst")


def test_a_run_without_variants_has_nothing_to_compare(made_up: Any) -> None:
    with pytest.raises(InputError, match=r"has no \[\[variant\]\]"):
        made_up(LABELS).compare()


def test_holm_on_a_worked_example() -> None:
    """4, 3, 2 and 1 times the p-values in ascending order, never falling."""
    assert adjusted([0.01, 0.04, 0.03, 0.005]).tolist() == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert adjusted([0.01, 0.04, 0.03, 0.005], "bh").tolist() == pytest.approx([0.02, 0.04, 0.04, 0.02])


def test_few_equal_blocks_prove_nothing() -> None:
    assert paired_p(np.array([0.5, 0.5, 0.0]), np.array([0.0, np.nan, 0.0]), np.array([3, 1, 9])).tolist() == [
        0.25,
        1,
        1,
    ]


def test_claims_under_no_difference_are_rarely_wrong() -> None:
    """Bounded, mostly zero differences as win shares have them: at most 5 % of runs make any wrong claim."""
    draw, blocks, comparisons, runs = np.random.default_rng(3), 40, 20, 2_000
    shape = (runs, comparisons, blocks)
    values = draw.choice([-1.0, 0.0, 1.0], shape, p=[0.1, 0.8, 0.1])
    difference, error = values.mean(2), values.std(2, ddof=1) / np.sqrt(blocks)
    p_values = paired_p(difference, error, np.full(shape[:2], blocks))
    for method in ("holm", "bh"):
        wrong = np.mean([adjusted(row, method).min() < 0.05 for row in p_values])
        assert wrong < 0.05 + 3 * np.sqrt(0.05 * 0.95 / runs)


def sampled(draw: Any, shares: list[float], blocks: int, games: int = 4) -> tuple[Any, Any]:
    """Observed shares of a winner who is drawn anew in each game, and their covariance."""
    means = draw.multinomial(games, shares, blocks) / games
    return means.mean(0), np.cov(means.T) / blocks


def test_equal_seats_are_rarely_called_unequal() -> None:
    draw, runs = np.random.default_rng(4), 2_000
    wrong, outside = 0, 0
    for _ in range(runs):
        shares, covariance = sampled(draw, [0.25] * 4, 60)
        wrong += equality_p(shares, covariance, 60) < 0.05
        outside += spread_interval(shares, covariance, 60)[1] > 0
    assert wrong / runs < 0.05 + 3 * np.sqrt(0.05 * 0.95 / runs)
    assert outside / runs < 0.05 + 3 * np.sqrt(0.05 * 0.95 / runs)


def test_the_interval_of_a_spread_holds() -> None:
    draw, inside = np.random.default_rng(5), 0
    for _ in range(1_000):
        _, low, high = spread_interval(*sampled(draw, [0.2, 0.22, 0.28, 0.3], 200), 200)
        inside += low <= 0.1 <= high
    assert inside / 1_000 > 0.95


@pytest.mark.parametrize("shares", [[0.25] * 4, [0.2, 0.22, 0.28, 0.3]])
def test_an_unchanged_spread_is_rarely_called_changed(shares: list[float]) -> None:
    """Both where all are equal, where the statistic is quadratic in the errors, and where they are not."""
    draw, runs, wrong = np.random.default_rng(6), 1_000, 0
    for _ in range(runs):
        one, other = sampled(draw, shares, 100), sampled(draw, shares, 100)
        wrong += change_test(one[0], other[0], one[1], other[1], np.zeros((4, 4)), 100)[1] < 0.05
    assert wrong / runs < 0.05 + 3 * np.sqrt(0.05 * 0.95 / runs)


def test_a_changed_spread_is_found() -> None:
    draw = np.random.default_rng(7)
    one, other = sampled(draw, [0.25] * 4, 800), sampled(draw, [0.19, 0.22, 0.28, 0.31], 800)
    change, p_value = change_test(one[0], other[0], one[1], other[1], np.zeros((4, 4)), 800)
    assert change == pytest.approx(-np.var([0.19, 0.22, 0.28, 0.31]), rel=0.5)
    assert p_value < 0.001


def test_balance_is_that_of_the_rows(run: Run) -> None:
    rows, frame = run.to_pandas(), run.balance()
    for row in frame.iter_rows(named=True):
        shares = rows[rows.variant == row["variant"]].groupby(row["of"], observed=True).win_share.mean()
        assert row["spread"] == pytest.approx(shares.max() - shares.min())
        assert row["low"] <= row["spread"] <= row["high"]
    base = rows[rows.variant == "base"].pivot_table("win_share", "block", "seat")
    contrasts = base.iloc[:, :2].to_numpy() - base.iloc[:, 2:].to_numpy()
    mean, blocks = contrasts.mean(0), len(contrasts)
    hotelling = blocks * mean @ np.linalg.inv(np.cov(contrasts.T)) @ mean
    expected = stats.f.sf(hotelling * (blocks - 2) / (2 * (blocks - 1)), 2, blocks - 2)
    assert frame.row(0, named=True)["p_equal"] == pytest.approx(expected)


@pytest.mark.parametrize("power", [0.8, 0.95])
def test_as_many_blocks_as_said_find_the_difference(power: float) -> None:
    blocks = blocks_to_detect(0.5, 1.0, power=power)
    assert blocks is not None
    draw, runs = np.random.default_rng(8), 4_000
    values = draw.normal(0.5, 1, (runs, blocks))
    found = paired_p(values.mean(1), values.std(1, ddof=1) / np.sqrt(blocks), np.full(runs, blocks)) < 0.05
    assert found.mean() == pytest.approx(power, abs=0.02)
    assert detectable(blocks, 1.0, power=power) == pytest.approx(0.5, rel=0.02)
