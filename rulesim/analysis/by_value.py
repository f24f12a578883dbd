"""Estimates by the value of an outcome column: what a place in the turn order, say, is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from rulesim.errors import InputError
from rulesim.games.ruleset import nearest
from rulesim.statistics.intervals import LEVEL, mean_interval, share_interval

if TYPE_CHECKING:
    from rulesim.analysis.run import Run

MOST_VALUES = 100


def by_value(run: Run, column: str, level: float = LEVEL) -> pl.DataFrame:
    """Win share and score of the rows with each value of a column.

    How many rows of a block have a value may be chance, so the estimates are ratios of totals; their
    error is that of the blocks' residuals (Cochran, "Sampling Techniques", 3rd ed. 1977, §6.3).

    Parameters
    ----------
    column
        An outcome column of seats or games.

    Returns
    -------
    DataFrame
        value, win_share, low, high, error, score, score_low, score_high, plays, blocks (that have any).

    Raises
    ------
    InputError
        If there is no such column, it has too many values, or the run kept only its summary.
    """
    known = [one.name for one in (*run.game.seat_columns, *run.game.game_columns)]
    if column not in known:
        raise InputError(f"no outcome column {column!r}: expected one of {', '.join(known)}{nearest(column, known)}")
    sums = (
        run.games()
        .group_by(pl.col(column).alias("value"), "block")
        .agg(plays=pl.len(), win_share=pl.col("win_share").sum(), score=pl.col("score").cast(pl.Int64).sum())
        .collect()
    )
    values = sums["value"].unique().sort().to_list()
    if len(values) > MOST_VALUES:
        raise InputError(f"column {column!r} has {len(values)} values, more than {MOST_VALUES}")
    return pl.DataFrame([_estimates(value, sums.filter(pl.col("value") == value), level) for value in values])


def _estimates(value: int, sums: pl.DataFrame, level: float) -> dict[str, float]:
    plays, blocks = sums["plays"].to_numpy(), len(sums)

    def ratio(metric: str) -> tuple[float, float]:
        totals = sums[metric].to_numpy().astype(float)
        mean = totals.sum() / plays.sum()
        squares = np.square(totals - mean * plays).sum()
        return float(mean), float(np.sqrt(squares * blocks / (blocks - 1)) / plays.sum()) if blocks > 1 else np.nan

    share, error = ratio("win_share")
    low, high = share_interval(share, error, blocks, level)
    score, score_error = ratio("score")
    score_low, score_high = mean_interval(score, score_error, blocks, level)
    return {
        "value": value, "win_share": share, "low": float(low), "high": float(high), "error": error, "score": score,
        "score_low": float(score_low), "score_high": float(score_high), "plays": int(plays.sum()), "blocks": blocks,
    }  # fmt: skip
