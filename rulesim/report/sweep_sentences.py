"""What a sweep found, in plain sentences. Every claim is backed by an adjusted test."""

from __future__ import annotations

from typing import Any

import polars as pl

from rulesim.analysis.multiple import ALPHA
from rulesim.analysis.run import Run
from rulesim.analysis.sweep import SPREAD, sweep_frame, topics
from rulesim.report.numbers import Scale, counted, p_text
from rulesim.report.sweep_sheets import comparisons
from rulesim.report.verdict import metric_name

MOST_SENTENCES = 3


def sweep_sentences(run: Run) -> list[str]:
    """The established differences, the largest of each kind first, and where seats and strategies are closest."""
    frame = sweep_frame(run, topics(run))
    tested, established = comparisons(frame), frame.filter(pl.col("adjusted_p") < ALPHA)
    if not tested:
        return ["All points played the same games as the base in every block."]
    sentences = [
        f"{len(established)} of {counted(tested, 'difference')} to the base "
        f"{'is' if len(established) == 1 else 'are'} established (adjusted for their number by Holm's method, 5 %)."
    ]
    for kind in ("strategy", "seat", "all_seats", "all"):
        chosen = (pl.col("grouping") == kind) & (pl.col("metric") != SPREAD)
        largest = established.filter(chosen).sort(pl.col("difference").abs(), descending=True)
        sentences += [_difference(run, row) for row in largest.head(MOST_SENTENCES).to_dicts()]
    return [*sentences, *(_closest(frame, grouping, things) for grouping, things in _spreads(frame))]


def _difference(run: Run, row: dict[str, Any]) -> str:
    """``factory.cost=6: factory_owner +6.7 [0.6, 12.7] percentage points of win share, adjusted p < 0.001.``"""
    share = run.is_share(row["metric"])
    bounds = pl.DataFrame({"low": [row["difference_low"]], "high": [row["difference_high"]]})
    scale = Scale.of(bounds, 100 if share else 1)
    who = row["strategy"] or (f"seat {row['seat']}" if row["seat"] is not None else "")
    what = metric_name(run, row["metric"])
    sign = "+" if row["difference"] > 0 else ""
    span = scale.interval(row["difference_low"], row["difference_high"])
    unit = f"percentage points of {what}" if share else what
    return (
        f"{row['variant']}: {f'{who} ' if who else ''}{sign}{scale.value(row['difference'])} {span} {unit} "
        f"against the base, adjusted {p_text(row['adjusted_p'])}."
    )


def _spreads(frame: pl.DataFrame) -> list[tuple[str, str]]:
    there = set(frame.filter(pl.col("metric") == SPREAD)["grouping"])
    return [
        (grouping, things) for grouping, things in (("seat", "seats"), ("strategy", "strategies")) if grouping in there
    ]


def _closest(frame: pl.DataFrame, grouping: str, things: str) -> str:
    """Where the spread was smallest, and whether that differs from the base."""
    part = frame.filter((pl.col("metric") == SPREAD) & (pl.col("grouping") == grouping)).sort("estimate")
    scale, best = Scale.of(part, 100), part.row(0, named=True)
    base = part.filter("is_base").row(0, named=True)
    text = f"Best and worst of the {things} were closest, {scale.sentence(best, unit='%')} of wins apart, "
    if best["is_base"]:
        return f"{text}in the base."
    claim = "established" if best["adjusted_p"] < ALPHA else "not established"
    return (
        f"{text}at {best['variant']}; in the base it is {scale.sentence(base, unit='%')}. That the shares vary less "
        f"there than in the base is {claim} (adjusted {p_text(best['adjusted_p'])})."
    )
