"""What a stopping rule saw and decided, and what is to be expected of it."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, isfinite, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from rulesim.experiment.outcomes import WIN_SHARES
from rulesim.experiment.stopping import EFFECT, Stopping
from rulesim.statistics.after_stopping import StoppedTest
from rulesim.statistics.always_valid import always_valid_mean, always_valid_share
from rulesim.statistics.intervals import LEVEL, block_variance, mean_interval
from rulesim.statistics.sprt import SequentialTest

if TYPE_CHECKING:
    from rulesim.analysis.run import Run

COUNTED, CORRECTED, ALWAYS = "as counted", "corrected for the stopping", "valid at any moment"


@dataclass(frozen=True)
class Stopped:
    """A run under a stopping rule, decided or not.

    Attributes
    ----------
    decision
        ``lower`` or ``upper`` (of a test between two values), ``narrow`` (all intervals are), or
        None: not decided.
    blocks, most
        Blocks that were played, and the most that would be.
    what
        What the rule looks at, in words: the effect, or the metric and by what.
    test
        The test between two values; None for a rule on the width of intervals.
    half_width
        The half-width that is asked for; None for a test.
    frame : DataFrame
        Of a test: estimates of the effect (estimate, low, high) by ``method``: as counted,
        corrected for the stopping (see `rulesim.statistics.after_stopping`; when decided, or at the
        most blocks), and with the interval that is valid at any moment. Else a row for each
        interval: variant (if there are any), strategy or seat, estimate, low, high, half_width,
        always_low, always_high.
    looks : DataFrame
        blocks and value (log-likelihood ratio, or widest half-width) at each look; null: too few
        blocks differed from the most frequent outcome to judge.
    """

    decision: str | None
    blocks: int
    most: int
    what: str
    test: SequentialTest | None
    half_width: float | None
    frame: pl.DataFrame
    looks: pl.DataFrame

    @property
    def last(self) -> float:
        """What the rule saw at its last look; nan if it has not judged yet."""
        last = self.looks["value"][-1] if len(self.looks) else None
        return float("nan") if last is None else float(last)


def stopped(run: Run, level: float = LEVEL) -> Stopped:
    """The stopping rule of a run: what it saw and decided."""
    manifest, rule = run.manifest, run.manifest["stop"]
    looks = pl.DataFrame(manifest["looks"], schema={"blocks": pl.Int64, "value": pl.Float64}, orient="row")
    common = (manifest["decision"], run.n_blocks, int(manifest["blocks"]))
    if "between" in rule:
        test = SequentialTest(rule["between"][0], rule["between"][1], rule["alpha"], rule["beta"])
        frame = _effect_frame(run, test, looks.drop_nulls()["blocks"].to_list(), level)
        return Stopped(*common, rule["what"], test, None, frame, looks)
    return Stopped(*common, rule["what"], None, rule["half_width"], _width_frame(run, level), looks)


def effects(run: Run) -> tuple[Any, Any]:
    """The effects that blocks had, and how many blocks had each."""
    kept = run.summary("histograms").filter((pl.col("column") == EFFECT) & (pl.col("variant") == 0))
    return kept["value"].to_numpy() / run.manifest["stop"]["scale"], kept["rows"].to_numpy().astype(float)


def _moments(values: Any, counts: Any) -> tuple[float, float]:
    """Mean and standard deviation of the blocks' effects."""
    blocks = counts.sum()
    mean = float(np.average(values, weights=counts))
    deviation = sqrt(float(counts @ (values - mean) ** 2) / (blocks - 1)) if blocks > 1 else float("nan")
    return mean, deviation


def _effect_frame(run: Run, test: SequentialTest, looks: list[int], level: float) -> pl.DataFrame:
    """The effect, as counted, corrected, and with an interval that is valid at any moment."""
    mean, deviation = _moments(*effects(run))
    error = deviation / sqrt(run.n_blocks)
    rows = [(COUNTED, mean, *mean_interval(mean, error, run.n_blocks, level))]
    if run.finished and looks and deviation > 0:
        rows.append((CORRECTED, *StoppedTest(test, looks, mean, deviation).corrected(level)))
    rows.append((ALWAYS, mean, *always_valid_mean(mean, error, run.n_blocks, level)))
    schema = {"method": pl.String, "estimate": pl.Float64, "low": pl.Float64, "high": pl.Float64}
    return pl.DataFrame([(row[0], *map(float, row[1:])) for row in rows], schema=schema, orient="row")


def _width_frame(run: Run, level: float) -> pl.DataFrame:
    """The intervals whose widths the rule looks at, and those that are valid at any moment."""
    rule = run.manifest["stop"]
    if len(run.variants) > 1:
        frame, share = _differences(run, rule["by"], rule["metric"], level), False
    else:
        frame = run.estimates(rule["by"], rule["metric"], level).select(rule["by"], "estimate", "low", "high", "error")
        share = run.is_share(rule["metric"])
    low, high = (always_valid_share if share else always_valid_mean)(
        frame["estimate"].to_numpy(), frame["error"].to_numpy(), run.n_blocks, level
    )
    return frame.drop("error").with_columns(
        half_width=(pl.col("high") - pl.col("low")) / 2, always_low=pl.Series(low), always_high=pl.Series(high)
    )


def _differences(run: Run, by: str, metric: str, level: float) -> pl.DataFrame:
    """Each variant less the base, paired on blocks."""
    moments = run.summary("moments").filter((pl.col("grouping") == by) & (pl.col("metric") == metric))
    base, other = moments.filter(pl.col("variant") == 0), moments.filter(pl.col("variant") > 0)
    scale = other["rows"].to_numpy() * (WIN_SHARES if metric == "win_share" else 1)
    total = other["total"].to_numpy().astype(float) - np.tile(base["total"].to_numpy(), len(run.variants) - 1)
    spread = block_variance(total, other["difference_squared"].to_numpy().astype(float), run.n_blocks)
    mean, error = total / run.n_blocks / scale, np.sqrt(spread / run.n_blocks) / scale
    low, high = mean_interval(mean, error, run.n_blocks, level)
    names = pl.Series(run.variants, dtype=pl.Enum(run.variants)).gather(other["variant"])
    estimates = {"estimate": mean, "low": low, "high": high, "error": error}
    keys = [key for key in ("strategy", "seat") if key in by]
    return run.named(other.select(*keys).insert_column(0, names.alias("variant"))).with_columns(
        pl.Series(name, values) for name, values in estimates.items()
    )


@dataclass(frozen=True)
class StopOutlook:
    """When a stopping rule is expected to end the run, judged by a pilot.

    Attributes
    ----------
    what
        What the rule looks at, in words.
    most
        The most blocks that are played.
    frame : DataFrame
        if_true (``lower``, ``middle`` or ``upper``; ``any`` for a rule on widths), value (the effect
        or the half-width), blocks (expected; null: never), in_reach (whether that is at most ``most``).
    """

    what: str
    most: int
    frame: pl.DataFrame


def stop_outlook(stopping: Stopping, pilot: Run, most: int) -> StopOutlook:
    """When a stopping rule is expected to end a run of which a pilot was played.

    The blocks of a test are Wald's approximation with the pilot's standard deviation; widths of
    intervals are taken to shrink with the square root of the blocks. No rule ends before its first look.
    """
    if stopping.effect is not None:
        test = stopping.test
        if_lower, if_upper, between = test.expected_blocks(_moments(*effects(pilot))[1])
        rows = [("lower", test.lower, if_lower), ("middle", test.middle, between), ("upper", test.upper, if_upper)]
    else:
        wanted = stopping.rule.half_width or 0
        widest = float(np.max(stopping.half_widths(pilot.folder.summary())))
        rows = [("any", wanted, pilot.n_blocks * (widest / wanted) ** 2)]
    first = stopping.rule.first_look
    expected = [(name, value, max(first, ceil(blocks)) if isfinite(blocks) else None) for name, value, blocks in rows]
    frame = pl.DataFrame(
        [(*row, row[2] is not None and row[2] <= most) for row in expected],
        schema={"if_true": pl.String, "value": pl.Float64, "blocks": pl.Int64, "in_reach": pl.Boolean},
        orient="row",
    )
    return StopOutlook(stopping.subject, most, frame)
