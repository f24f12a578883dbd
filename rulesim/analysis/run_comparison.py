"""Two finished runs that played the same blocks, compared on the same luck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from scipy import stats

from rulesim.analysis.batch_sums import BatchSums, jackknife_error
from rulesim.analysis.comparisons import paired_p
from rulesim.analysis.multiple import ALPHA, Adjustment, adjusted
from rulesim.errors import InputError
from rulesim.statistics.intervals import LEVEL

if TYPE_CHECKING:
    from rulesim.analysis.run import Run

COMPARED = (("strategy", "win_share"), ("seat", "win_share"), ("strategy", "score"), ("seat", "score"))


def compare_runs(one: Run, other: Run, adjust: Adjustment = "holm", level: float = LEVEL) -> pl.DataFrame:
    """Win shares and scores of a run against those of another one with the same seed and tables.

    Parameters
    ----------
    one, other
        The base and what is compared with it. Blocks that only one of them holds must not exist.

    Returns
    -------
    DataFrame
        grouping, metric, strategy, seat, base, changed, difference, low, high (paired on batches of
        blocks), adjusted_p, established.

    Raises
    ------
    InputError
        If the runs did not play the same tables with the same seed, or are one.
    """
    check_paired(one, other)
    parts = []
    for grouping, metric in COMPARED:
        base, changed = (_means(run, grouping, metric) for run in (one, other))
        keys = base[0]
        without = changed[2] - base[2]
        columns = {"base": base[1], "changed": changed[1], "error": jackknife_error(without)}
        parts.append(
            keys.select("strategy", "seat").with_columns(
                grouping=pl.lit(grouping), metric=pl.lit(metric), **{key: pl.Series(v) for key, v in columns.items()}
            )
        )
    frame = pl.concat(parts)
    difference, error = (frame["changed"] - frame["base"]).to_numpy(), frame["error"].to_numpy()
    batches = without.shape[1]
    half = stats.t.ppf((1 + level) / 2, batches - 1) * error if batches > 1 else error
    p_value = np.ones(len(frame))
    told = np.isfinite(error) & (error > 0)
    p_value[told] = adjusted(paired_p(difference[told], error[told], batches), adjust)
    frame = frame.with_columns(
        difference=pl.Series(difference), low=pl.Series(difference - half), high=pl.Series(difference + half),
        adjusted_p=pl.Series(p_value), established=pl.Series(p_value < ALPHA),
    )  # fmt: skip
    return one.named(frame.select("grouping", "metric", pl.exclude("grouping", "metric", "error")))


def _means(run: Run, grouping: str, metric: str) -> tuple[pl.DataFrame, Any, Any]:
    """Keys of the groups, their means, and the means without each batch."""
    sums = BatchSums.of(run, metric)
    groups = sums.groups[grouping]
    totals = (groups.indicator @ sums.totals) / groups.rows[:, None]
    blocks = sums.blocks.sum()
    with np.errstate(invalid="ignore", divide="ignore"):
        without = (totals.sum(axis=1, keepdims=True) - totals) / (blocks - sums.blocks)
    return groups.keys, totals.sum(axis=1) / blocks, without


def check_paired(one: Run, other: Run) -> None:
    """Refuse runs that did not play the same tables with the same seed.

    Raises
    ------
    InputError
        With the first difference.
    """
    if one.folder.path.resolve() == other.folder.path.resolve() and one.chosen == other.chosen:
        raise InputError(f"{other.folder.path}: cannot be compared with itself; expected another run")
    place = f"{other.folder.path}: cannot be compared with {one.folder.path}"
    for key, what in (("game", "game"), ("players", "number of players"), ("seating", "seating")):
        if one.manifest[key] != other.manifest[key]:
            raise InputError(f"{place}: different {what}, {other.manifest[key]} and {one.manifest[key]}")
    if one.strategies != other.strategies:
        apart = sorted({*one.strategies} ^ {*other.strategies})
        what = f"{', '.join(apart)} in one of them only" if apart else "in another order"
        raise InputError(f"{place}: different strategies ({what})")
    if one.manifest["line_ups"] != other.manifest["line_ups"]:
        raise InputError(f"{place}: different line-ups; expected the same design")
    seeds = [run.manifest["experiment"]["seed"] for run in (other, one)]
    if seeds[0] != seeds[1]:
        raise InputError(f"{place}: different seeds, {seeds[0]} and {seeds[1]}; paired runs have the same luck")
    if one.n_blocks != other.n_blocks:
        raise InputError(f"{place}: different numbers of blocks, {other.n_blocks:,} and {one.n_blocks:,}")
