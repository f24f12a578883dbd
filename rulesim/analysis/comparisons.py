"""Variants against the base, paired on blocks.

All variants play the same blocks, so the unit is the block's difference: what a variant's games of
a block gave, less what the base's games of that block gave. Every comparison is tested together
with all others of the run: its p-value is adjusted for their number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from scipy import stats

from rulesim.analysis.balance import balance
from rulesim.analysis.multiple import ALPHA, Adjustment, adjusted
from rulesim.analysis.power import fewest_blocks
from rulesim.analysis.shown import Shown
from rulesim.errors import InputError
from rulesim.experiment.outcomes import WIN_SHARES
from rulesim.statistics.intervals import LEVEL, block_variance

if TYPE_CHECKING:
    from rulesim.analysis.run import Run


@dataclass(frozen=True)
class Comparisons(Shown):
    """Differences of variants to the base.

    Attributes
    ----------
    frame : DataFrame
        variant, grouping, metric, strategy, seat (null: all of them), base, changed (the variant's
        estimate), difference, low, high (its paired interval), wide_low, wide_high (the same, at a
        level that holds for all comparisons together), p_value, adjusted_p, deviation (standard
        deviation of one block's difference), gain (how many times more games independent runs
        would need), blocks, tested.
    balance : DataFrame
        As `rulesim.analysis.balance.balance`, with adjusted_p of the changes.
    adjust
        How p-values are adjusted for the number of comparisons.
    """

    frame: pl.DataFrame
    balance: pl.DataFrame
    adjust: Adjustment

    @property
    def count(self) -> int:
        """Comparisons that were tested; the others differ in no block and could not be significant."""
        return int(self.frame["tested"].sum()) + int(self.balance["p_changed"].is_not_nan().sum())

    @property
    def fewest_blocks(self) -> int:
        """Blocks below which none of so many comparisons can be significant."""
        return fewest_blocks(ALPHA / max(1, self.count))

    def counts(self, variant: str) -> tuple[int, int]:
        """How many differences of a variant are established, and how many were tested."""
        own, balances = (frame.filter(pl.col("variant") == variant) for frame in (self.frame, self.balance))
        together = [*own["adjusted_p"], *balances["adjusted_p"]]
        return sum(p < ALPHA for p in together), int(own["tested"].sum()) + int(
            balances["p_changed"].is_not_nan().sum()
        )

    def of(self, grouping: str, *metrics: str) -> pl.DataFrame:
        """The comparisons of some metrics, the largest differences first."""
        chosen = (pl.col("grouping") == grouping) & pl.col("metric").is_in(metrics)
        return self.frame.filter(chosen).sort(pl.col("difference").abs(), descending=True, maintain_order=True)

    def established(self) -> pl.DataFrame:
        """The comparisons whose adjusted p-value is below 5 %."""
        return self.frame.filter(pl.col("adjusted_p") < ALPHA)


def compare(run: Run, adjust: Adjustment = "holm", level: float = LEVEL) -> Comparisons:
    """Compare every variant of a run with its base.

    Raises
    ------
    InputError
        If the run has no variants.
    """
    if len(run.variants) < 2:
        raise InputError(f"{run.folder.path}: there is nothing to compare: the experiment has no [[variant]]")
    return _adjusted(paired_differences(run, _compared(run), level), balance(run, level), adjust, level)


def paired_differences(run: Run, compared: Sequence[tuple[str, str]], level: float = LEVEL) -> pl.DataFrame:
    """Differences of all variants to the base, as in `Comparisons.frame`, not adjusted for their number.

    Parameters
    ----------
    compared
        Each as (grouping, metric).
    """
    wanted = pl.DataFrame(compared, schema={"grouping": pl.String, "metric": pl.String}, orient="row")
    moments = run.summary("moments")
    keys = ["grouping", "metric", "line_up", "strategy", "seat"]
    base = moments.filter(pl.col("variant") == 0).select(*keys, base_total="total", base_squared="total_squared")
    joined = wanted.join(moments.filter(pl.col("variant") > 0), on=["grouping", "metric"], maintain_order="left")
    joined = joined.join(base, on=keys, nulls_equal=True, maintain_order="left")
    frame = run.named(joined.select("grouping", "metric", "strategy", "seat", *paired_statistics(joined, level)))
    names = pl.Series(run.variants, dtype=pl.Enum(run.variants)).gather(joined["variant"])
    return frame.insert_column(0, names.alias("variant")).sort("variant", maintain_order=True)


def _compared(run: Run) -> list[tuple[str, str]]:
    """What is compared, as (grouping, metric): who wins, from where, how long, how it ends, what is owned."""
    game, parts = run.game, [column.name for column in run.score_parts]
    length, ends = game.game_columns[:2]
    owned = [f"{column.name}_{member}" for column in game.seat_columns for member in column.members]
    compared = [("strategy", "win_share")] if run.has_rivals else []
    compared += [("seat", "win_share"), ("all", length.name), ("all", "decisions")]
    compared += [("watched", "lead_changes"), ("watched", "decided_by_half")]
    compared += [("all", f"{ends.name}_{member}") for member in ends.members]
    compared += [("all_seats", metric) for metric in ("score", *parts, *owned)]
    if len(run.strategies) > 1:
        compared += [("strategy", metric) for metric in ("score", *parts, *owned)]
    return [*compared, ("seat", "score")]


def paired_statistics(joined: pl.DataFrame, level: float) -> list[pl.Series]:
    """Estimates, differences, paired intervals, p-values and gains from the sums."""
    blocks = joined["blocks"].to_numpy().astype(float)
    scale = joined["rows"].to_numpy() * np.where(joined["metric"] == "win_share", WIN_SHARES, 1.0)
    total, base = (joined[name].to_numpy().astype(float) for name in ("total", "base_total"))
    spread = block_variance(total - base, joined["difference_squared"].to_numpy(), blocks)
    apart = block_variance(total, joined["total_squared"].to_numpy(), blocks)
    apart = apart + block_variance(base, joined["base_squared"].to_numpy(), blocks)
    difference = (total - base) / blocks
    with np.errstate(divide="ignore", invalid="ignore"):
        error = np.sqrt(spread / blocks)
        half = stats.t.ppf((1 + level) / 2, blocks - 1) * error
        columns = {
            "base": base / blocks, "changed": total / blocks, "difference": difference,
            "low": difference - half, "high": difference + half, "deviation": np.sqrt(spread),
        }  # fmt: skip
        gain = np.where(spread > 0, apart / spread, np.nan)
    columns = {name: values / scale for name, values in columns.items()}
    columns |= {"p_value": paired_p(difference, error, blocks), "gain": gain}
    return [
        *(pl.Series(name, values) for name, values in columns.items()),
        joined["blocks"],
        (joined["difference_squared"] > 0).alias("tested"),
    ]


def widened(frame: pl.DataFrame, count: int, level: float = LEVEL) -> pl.DataFrame:
    """Differences with wide_low and wide_high: intervals that hold for ``count`` comparisons together (Bonferroni)."""
    wide = 1 - (1 - level) / max(1, count)
    blocks, difference = frame["blocks"].to_numpy(), frame["difference"].to_numpy()
    with np.errstate(invalid="ignore"):
        half = stats.t.ppf((1 + wide) / 2, blocks - 1) * frame["deviation"].to_numpy() / np.sqrt(blocks)
    return frame.with_columns(wide_low=pl.Series(difference - half), wide_high=pl.Series(difference + half))


def paired_p(difference: Any, error: Any, blocks: Any) -> Any:
    """Two-sided p-values of Student's t test on block differences.

    None is below that of the exact sign-flip test whose blocks all point one way, 2 / 2^blocks: so
    a few blocks that happen to be equal prove nothing, and one block never does.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        p_value = 2 * stats.t.sf(np.abs(difference / error), blocks - 1)
    return np.where(difference == 0, 1, np.fmax(p_value, 2.0 ** (1 - np.asarray(blocks, float))))


def _adjusted(frame: pl.DataFrame, balances: pl.DataFrame, adjust: Adjustment, level: float) -> Comparisons:
    """All p-values adjusted together, and intervals for all comparisons together (Bonferroni)."""
    p_value = np.concatenate([frame["p_value"].to_numpy(), balances["p_changed"].to_numpy()])
    tested = np.concatenate([frame["tested"].to_numpy(), np.isfinite(balances["p_changed"].to_numpy())])
    together = np.ones(len(p_value))
    together[tested] = adjusted(p_value[tested], adjust)
    frame = widened(frame, int(tested.sum()), level).with_columns(adjusted_p=pl.Series(together[: len(frame)]))
    return Comparisons(frame, balances.with_columns(adjusted_p=pl.Series(together[len(frame) :])), adjust)
