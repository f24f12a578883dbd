"""How equal seats and strategies are: the spread of their win shares, with interval and test."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from scipy import stats

from rulesim.experiment.outcomes import WIN_SHARES
from rulesim.experiment.summary import crosses_of
from rulesim.statistics.intervals import LEVEL

if TYPE_CHECKING:
    from rulesim.analysis.run import Run


def balance(run: Run, level: float = LEVEL) -> pl.DataFrame:
    """Spread of the win shares (largest less smallest) of seats and of strategies, in every variant.

    Returns
    -------
    DataFrame
        variant, of (seat or strategy), spread, low, high, p_equal (of the test that all shares are
        equal), change (of the shares' variance, to the base), p_changed (of the test that it is
        zero), blocks; change and p_changed are null for the base. p-values are not adjusted.
    """
    rows = []
    for grouping in ("seat", "strategy") if run.has_rivals else ("seat",):
        shares, own, with_base = win_share_covariance(run, grouping)
        for number, name in enumerate(run.variants):
            spread, low, high = spread_interval(shares[number], own[number], run.n_blocks, level)
            p_equal = equality_p(shares[number], own[number], run.n_blocks)
            change: tuple[float | None, float | None] = (None, None)
            if number:
                change = change_test(shares[number], shares[0], own[number], own[0], with_base[number], run.n_blocks)
            rows.append((name, grouping, spread, low, high, p_equal, *change, run.n_blocks))
    schema = ["variant", "of", "spread", "low", "high", "p_equal", "change", "p_changed", "blocks"]
    frame = pl.DataFrame(rows, schema=schema, orient="row")
    return frame.with_columns(
        pl.col("variant").cast(pl.Enum(run.variants)), pl.col("change", "p_changed").cast(pl.Float64)
    )


def win_share_covariance(run: Run, grouping: str) -> tuple[Any, Any, Any]:
    """Win shares (variants, groups), and covariances (variants, groups, groups) of them, own and with the base's.

    Parameters
    ----------
    grouping
        seat or strategy.
    """
    chosen = (pl.col("grouping") == grouping) & (pl.col("metric") == "win_share")
    moments = run.summary("moments").filter(chosen)
    blocks, variants = run.n_blocks, len(run.variants)
    scale = WIN_SHARES * moments["rows"].to_numpy().reshape(variants, -1)[0]
    total = moments["total"].to_numpy().reshape(variants, -1).astype(float)
    crosses = crosses_of(run.summary("crosses").filter(pl.col("grouping") == grouping))
    means = np.stack([np.stack([np.outer(one, one), np.outer(one, total[0])]) for one in total]) / blocks
    with np.errstate(divide="ignore", invalid="ignore"):
        covariance = (crosses - means) / np.float64(blocks - 1) / blocks / np.outer(scale, scale)
    return total / blocks / scale, covariance[:, 0], covariance[:, 1]


def spread_interval(shares: Any, covariance: Any, blocks: int, level: float = LEVEL) -> tuple[float, float, float]:
    """The largest share less the smallest, and an interval for the true spread.

    The interval holds at least at its level: it is that of the pair with the largest bounds, from
    intervals that hold for all pairs together (Bonferroni). The observed spread of equal shares is
    above zero by chance alone; the lower bound is not.
    """
    pairs = list(combinations(range(len(shares)), 2))
    if not pairs:
        return 0.0, 0.0, 0.0
    one, other = np.array(pairs).T
    apart = np.abs(shares[one] - shares[other])
    error = np.sqrt(np.maximum(covariance[one, one] + covariance[other, other] - 2 * covariance[one, other], 0))
    half = stats.t.ppf(1 - (1 - level) / 2 / len(pairs), np.float64(blocks - 1)) * error
    return float(apart.max()), float(np.maximum((apart - half).max(), 0)), float((apart + half).max())


def equality_p(shares: Any, covariance: Any, blocks: int) -> float:
    """P-value of Hotelling's test that all shares are equal; nan for too few blocks."""
    inner = _centring(len(shares))
    apart, spread = inner @ shares, inner @ covariance @ inner
    if not np.isfinite(spread).all() or np.allclose(apart, 0, atol=1e-12):
        return 1.0 if blocks > 1 else float("nan")
    inverse = np.linalg.pinv(spread, rcond=1e-9, hermitian=True)
    rank = np.linalg.matrix_rank(spread, tol=1e-9 * np.abs(spread).max(), hermitian=True)
    if not rank or blocks <= rank:
        return float("nan")
    statistic = apart @ inverse @ apart * (blocks - rank) / (rank * (blocks - 1))
    return float(stats.f.sf(statistic, rank, blocks - rank))


def change_test(shares: Any, base: Any, own: Any, of_base: Any, between: Any, blocks: int) -> tuple[float, float]:
    """How much more the shares vary than those of the base on the same blocks, and the p-value of no difference.

    The statistic is the difference of the two variances, each less what chance adds to it. Its own
    variance has a part linear in the shares and a part quadratic in the errors, which counts where
    all shares are equal.
    """
    inner, zero = _centring(len(shares)), np.zeros_like(own)
    signs = np.block([[inner, zero], [zero, -inner]])
    covariance = np.block([[own, between], [between.T, of_base]])
    both = np.concatenate([shares, base])
    if not np.isfinite(covariance).all():
        return float("nan"), float("nan")
    noise = signs @ covariance
    difference = both @ signs @ both - np.trace(noise)
    variance = 4 * both @ signs @ covariance @ signs @ both + 2 * np.trace(noise @ noise)
    if variance <= 0 or abs(difference) < 1e-12:
        return 0.0, 1.0
    p_value = max(2 * stats.norm.sf(abs(difference) / np.sqrt(variance)), 2.0 ** (1 - blocks))
    return float(difference / len(shares)), float(p_value)


def _centring(groups: int) -> Any:
    """The matrix that subtracts the mean."""
    return np.eye(groups) - 1 / groups
