"""The points of a sweep against the base, paired on blocks.

All points play the same blocks as the base, so a difference is that of the two on the same block,
and its interval is as narrow as their common luck allows. The p-values of a frame are adjusted for
the number of all its comparisons.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from scipy import stats

from rulesim.analysis.balance import change_test, spread_interval, win_share_covariance
from rulesim.analysis.comparisons import paired_statistics
from rulesim.analysis.multiple import Adjustment, adjusted
from rulesim.errors import InputError
from rulesim.games.ruleset import nearest
from rulesim.statistics.intervals import LEVEL

if TYPE_CHECKING:
    from rulesim.analysis.run import Run

SPREAD = "spread"
GROUPINGS = ("strategy", "strategy_seat", "seat", "all_seats", "all")
NUMBERS = (
    "estimate", "low", "high", "difference", "difference_low", "difference_high", "p_value", "adjusted_p",
)  # fmt: skip


def sweep_frame(
    run: Run, wanted: Sequence[tuple[str, str]], adjust: Adjustment = "holm", level: float = LEVEL
) -> pl.DataFrame:
    """Metrics at all points of a sweep; see `Run.sweep` for the columns.

    Parameters
    ----------
    wanted
        Pairs of metric and grouping. All their comparisons are adjusted together.

    Raises
    ------
    InputError
        If the run has no sweep, or nothing of a metric and grouping is kept.
    """
    if not run.axes:
        raise InputError(f"{run.folder.path}: the experiment has no [sweep]")
    parts = [
        _spreads(run, grouping, level) if metric == SPREAD else _estimates(run, metric, grouping, level)
        for metric, grouping in wanted
    ]
    frame = pl.concat([part.with_columns(topic=pl.lit(number)) for number, part in enumerate(parts)])
    p_value, together = frame["p_value"].to_numpy(), np.full(len(frame), np.nan)
    tested = np.isfinite(p_value)
    together[tested] = adjusted(p_value[tested], adjust)
    frame = frame.with_columns(adjusted_p=pl.Series(together))
    points = point_frame(run)
    frame = points.join(frame, on="number").sort("topic", "row", *_axis_names(run), maintain_order=True)
    return frame.select(
        *_axis_names(run), "variant", "is_base", "metric", "grouping", "strategy", "seat", *NUMBERS, "blocks"
    )  # fmt: skip


def topics(run: Run) -> list[tuple[str, str]]:
    """What a sweep is looked at for first, as pairs of metric and grouping: who wins, from where, how long."""
    length, ends = run.game.game_columns[:2]
    rivals = [("win_share", "strategy"), (SPREAD, "strategy")] if run.has_rivals else []
    ways_to_end = [(f"{ends.name}_{member}", "all") for member in ends.members]
    return [
        *rivals,
        ("win_share", "seat"),
        (SPREAD, "seat"),
        ("score", "all_seats"),
        (length.name, "all"),
        *ways_to_end,
    ]


def point_frame(run: Run) -> pl.DataFrame:
    """number (of the variant), a column for each axis, variant and is_base: the base and all points."""
    axes = run.axes
    rows: list[tuple[Any, ...]] = [(0, *(axis["base"] for axis in axes), run.variants[0], True)]
    for number, variant in enumerate(run.manifest["variants"]):
        if "point" in variant:
            rows.append((number, *variant["point"], variant["name"], False))
    numeric = {axis["name"]: pl.Int64 if axis["whole"] else pl.Float64 for axis in axes}
    schema = {"number": pl.Int32, **numeric, "variant": pl.String, "is_base": pl.Boolean}
    return pl.DataFrame(rows, schema=schema, orient="row", strict=False)


def _axis_names(run: Run) -> list[str]:
    return [axis["name"] for axis in run.axes]


def _estimates(run: Run, metric: str, grouping: str, level: float) -> pl.DataFrame:
    """Estimates and paired differences of one metric, by variant and group."""
    moments = run.summary("moments")
    part = moments.filter((pl.col("grouping") == grouping) & (pl.col("metric") == metric))
    if grouping not in GROUPINGS:
        known = ", ".join(GROUPINGS)
        raise InputError(f"grouping {grouping!r}: expected one of {known}{nearest(grouping, GROUPINGS)}")
    if part.is_empty():
        raise _unknown(moments, metric, grouping)
    keys = ["line_up", "strategy", "seat"]
    base = part.filter(pl.col("variant") == 0).select(*keys, base_total="total", base_squared="total_squared")
    joined = part.join(base, on=keys, nulls_equal=True, maintain_order="left")
    paired = pl.DataFrame(paired_statistics(joined, level)).select(
        "difference", "p_value", "tested", difference_low="low", difference_high="high"
    )
    frame = run.estimated(joined, grouping, metric, level).with_columns(paired)
    is_base = pl.col("variant") == 0
    groups = len(base)
    return _named(run, frame).select(
        number="variant", metric=pl.lit(metric), grouping=pl.lit(grouping),
        row=pl.int_range(pl.len()) % groups, strategy="strategy", seat="seat",
        estimate="estimate", low="low", high="high", difference="difference",
        difference_low=pl.when(is_base).then(float("nan")).otherwise("difference_low"),
        difference_high=pl.when(is_base).then(float("nan")).otherwise("difference_high"),
        p_value=pl.when(~is_base & pl.col("tested")).then("p_value").otherwise(float("nan")),
        blocks="blocks",
    )  # fmt: skip


def _named(run: Run, frame: pl.DataFrame) -> pl.DataFrame:
    """Strategies by name."""
    names = run.strategies
    return frame.with_columns(
        pl.Series("strategy", [None if n is None else names[n] for n in frame["strategy"]], dtype=pl.String)
    )


def _unknown(moments: pl.DataFrame, metric: str, grouping: str) -> InputError:
    """The complaint about what is not kept."""
    known = [*moments.filter(pl.col("grouping") == grouping)["metric"].unique(maintain_order=True)]
    if grouping in ("seat", "strategy"):
        known.append(SPREAD)
    return InputError(f"no {metric!r} by {grouping}: expected one of {', '.join(known)}{nearest(metric, known)}")


def _spreads(run: Run, grouping: str, level: float) -> pl.DataFrame:
    """Spread of the win shares of seats or strategies, by variant."""
    if grouping not in ("seat", "strategy"):
        raise InputError(f"spread by {grouping!r}: expected seat or strategy")
    if grouping == "strategy" and not run.has_rivals:
        raise InputError("spread by strategy: different strategies never met, so their win shares are equal by design")
    shares, own, with_base = win_share_covariance(run, grouping)
    rows = []
    for number in range(len(shares)):
        spread, low, high = spread_interval(shares[number], own[number], run.n_blocks, level)
        difference, paired, p_value = 0.0, (np.nan, np.nan), np.nan
        if number:
            chance = (own[number], own[0], with_base[number], run.n_blocks)
            difference = spread - float(np.ptp(shares[0]))
            paired = spread_change_interval(shares[number], shares[0], *chance, level)
            p_value = change_test(shares[number], shares[0], *chance)[1]
        rows.append((number, SPREAD, grouping, 0, None, None, spread, low, high, difference, *paired, p_value,
                     run.n_blocks))  # fmt: skip
    schema = {
        "number": pl.Int32, "metric": pl.String, "grouping": pl.String, "row": pl.Int64, "strategy": pl.String,
        "seat": pl.Int32, "estimate": pl.Float64, "low": pl.Float64, "high": pl.Float64, "difference": pl.Float64,
        "difference_low": pl.Float64, "difference_high": pl.Float64, "p_value": pl.Float64, "blocks": pl.Int64,
    }  # fmt: skip
    return pl.DataFrame(rows, schema=schema, orient="row")


def spread_change_interval(
    shares: Any, base: Any, own: Any, of_base: Any, between: Any, blocks: int, level: float = LEVEL
) -> tuple[float, float]:
    """An interval for the spread of some shares less the spread of the base's, on the same blocks.

    It holds at least at its level: the spread is the largest difference of two shares, so the
    change is the largest over pairs of the smallest over the base's pairs of a difference of
    differences, and all of these have intervals that hold together (Bonferroni).

    Parameters
    ----------
    shares, base : arrays, (groups,)
    own, of_base, between : arrays, (groups, groups)
        Covariances of the shares, of the base's, and between the two.
    """
    pairs = list(permutations(range(len(shares)), 2))
    if not pairs:
        return 0.0, 0.0
    one, other = np.array(pairs).T
    contrasts = np.zeros((len(pairs), len(shares)))
    contrasts[np.arange(len(pairs)), one], contrasts[np.arange(len(pairs)), other] = 1, -1
    apart = (contrasts @ shares)[:, None] - (contrasts @ base)[None, :]
    variances = [np.einsum("pg,gh,ph->p", contrasts, matrix, contrasts) for matrix in (own, of_base)]
    error = np.sqrt(
        np.maximum(variances[0][:, None] + variances[1][None, :] - 2 * contrasts @ between @ contrasts.T, 0)
    )
    half = stats.t.ppf(1 - (1 - level) / 2 / apart.size, np.float64(blocks - 1)) * error
    return float((apart - half).min(axis=1).max()), float((apart + half).min(axis=1).max())
