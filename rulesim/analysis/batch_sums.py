"""A run's sums by batches of blocks, and intervals of whatever is computed from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import stats

from rulesim.experiment.batches import batch_blocks, square_classes
from rulesim.experiment.designs import Plan, make_plan
from rulesim.experiment.outcomes import WIN_SHARES
from rulesim.experiment.summary import Grouping, groupings
from rulesim.statistics.intervals import LEVEL

if TYPE_CHECKING:
    from rulesim.analysis.run import Run

SEED = 20_250_101
"""Of all resampling: the same run gives the same intervals."""


def plan_of(run: Run) -> Plan:
    """The plan of a run's blocks."""
    line_ups = [tuple(line_up) for line_up in run.manifest["line_ups"]]
    forbids = any(variant.get("forbid") for variant in run.manifest["experiment"].get("variant", []))
    return make_plan(line_ups, run.manifest["seating"], mark=forbids)


@dataclass(frozen=True)
class BatchSums:
    """Sums of one metric of one variant, of the batches that hold a block.

    Attributes
    ----------
    plan
        What one block consists of.
    blocks : array, (batches,)
    totals : array, (plays, batches)
        Over the blocks of the batch; win shares count from 0 to 1.
    squares : dict from (grouping, plays of a group in a block) to an array (batches,)
        Squared block totals of all such groups.
    """

    plan: Plan
    blocks: Any
    totals: Any
    squares: dict[tuple[str, int], Any]

    @classmethod
    def of(cls, run: Run, metric: str = "win_share") -> BatchSums:
        """The sums of a run's variant.

        Raises
        ------
        InputError
            If nothing was played yet.
        """
        stored = run.batches
        number = run.variants.index(run.chosen)
        scale = WIN_SHARES if metric == "win_share" else 1
        totals, squares = (kept[metric][number].astype(float) for kept in (stored.totals, stored.squares))
        blocks = batch_blocks(run.n_blocks, totals.shape[1])
        there, plan = blocks > 0, plan_of(run)
        classes = square_classes({name: grouping.rows for name, grouping in groupings(plan).items()})
        kept = {one: row[there] / scale**2 for one, row in zip(classes, squares, strict=True)}
        return cls(plan, blocks[there], totals[:, there] / scale, kept)

    @cached_property
    def groups(self) -> dict[str, Grouping]:
        """The groupings of a block's plays by name."""
        return groupings(self.plan)

    def without_each(self) -> BatchSums:
        """The sums of all batches, then those without each one: what the jackknife takes."""

        def left(sums: Any) -> Any:
            total = sums.sum(axis=-1, keepdims=True)
            return np.concatenate([total, total - sums], axis=-1)

        squares = {one: left(row) for one, row in self.squares.items()}
        return BatchSums(self.plan, left(self.blocks), left(self.totals), squares)


def jackknife_interval(estimate: Any, without: Any, level: float = LEVEL) -> tuple[Any, Any]:
    """Student's t interval from the estimates without each batch (delete-a-group jackknife).

    Parameters
    ----------
    estimate : array, (…)
    without : array, (…, batches)

    Returns
    -------
    low, high : arrays; nan with a single batch
    """
    half = stats.t.ppf((1 + level) / 2, without.shape[-1] - 1) * jackknife_error(without)
    return estimate - half, estimate + half


def jackknife_error(without: Any) -> Any:
    """Standard error from the estimates without each batch, (…, batches); nan with a single batch."""
    batches = without.shape[-1]
    if batches < 2:
        return np.full(without.shape[:-1], np.nan)
    apart = without - without.mean(axis=-1, keepdims=True)
    return np.sqrt((batches - 1) / batches * (apart**2).sum(axis=-1))


def bootstrap_weights(units: int, draws: int) -> Any:
    """How often each of ``units`` is drawn in each of ``draws`` resamples, int64 (draws, units)."""
    return np.random.default_rng(SEED).multinomial(units, np.full(units, 1 / units), draws)


def bootstrap_interval(draws: Any, units: int, level: float = LEVEL) -> tuple[Any, Any]:
    """Expanded percentile interval.

    The percentiles are those that make the interval of a mean as wide as Student's t interval, so
    that few units do not make it too narrow (Hesterberg, "What teachers should know about the
    bootstrap", The American Statistician, 2015, section 5.3).

    Parameters
    ----------
    draws : array, (draws, …)
    units
        Blocks, or batches of them, that were resampled.

    Returns
    -------
    low, high : arrays; nan with a single unit
    """
    if units < 2:
        return np.full(draws.shape[1:], np.nan), np.full(draws.shape[1:], np.nan)
    wide = np.sqrt(units / (units - 1)) * stats.t.ppf((1 - level) / 2, units - 1)
    tail = stats.norm.cdf(wide)
    low, high = np.quantile(draws, [tail, 1 - tail], axis=0)
    return low, high
