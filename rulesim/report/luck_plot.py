"""The figure of luck and skill: one bar for each metric, and the small parts with their intervals."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

import polars as pl

from rulesim.analysis.run import Run
from rulesim.report.luck_sentences import most_luck
from rulesim.report.numbers import Scale, wrapped
from rulesim.report.sheets import base
from rulesim.report.style import (
    ACCENT,
    INK,
    MUTED,
    PAPER,
    SECOND,
    SMALL,
    TEXT,
    new_figure,
    row_height,
    rows_from_above,
    styled,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = {"strategy": ACCENT, "design": "#8fb8d8", "luck": SECOND}
NAMES = {"strategy": "skill", "design": "seat, opponents, order", "luck": "luck"}
OF_RIVALS = ["strategy", "strategy and seat", "opponents", "order at the table"]
"""What there is no variance of where one strategy plays alone."""


@styled
def luck_figure(run: Run, metric: str = "win_share") -> Figure:
    """A bar of skill, design and luck; below it every source with its interval."""
    frame = run.luck(metric)
    if len(run.strategies) == 1:  # no other strategy, no skill
        frame = frame.filter(~pl.col("source").is_in(OF_RIVALS))
    sources = frame.filter(~pl.col("source").is_in(["luck", "total", "single game"])).drop_nulls()
    labels = [str(source) for source in sources["source"]]
    height = row_height([wrapped(label) for label in labels])
    subtitle = (
        "Top: the whole variance of one play. Below: its sources other than the single game, with 95 % interval. "
        f"{base(run, plays=False)}."
    )
    figure = new_figure(most_luck(run, metric), subtitle, 1.5 + height * len(labels))
    bar, parts = figure.subplots(2, 1, height_ratios=[0.75, 0.6 + height * len(labels)])
    _bar(bar, frame)
    _sources(parts, sources, labels)
    return figure


def _bar(axes: Axes, frame: pl.DataFrame) -> None:
    """All of the variance, by kind."""
    known = frame.filter(~pl.col("source").is_in(["luck", "total"])).drop_nulls()
    start = 0.0
    for kind, colour in COLOURS.items():
        share = 100 * float(known.filter(pl.col("kind") == kind)["share"].sum())
        if isnan(share):
            continue
        if kind not in frame["kind"].to_list():
            continue
        width = max(share, 0.0)
        axes.barh(0, width, left=start, height=0.5, color=colour, label=f"{NAMES[kind]} {share:.1f} %")
        start += width
    axes.set_xlim(0, 100)
    axes.set_ylim(-0.35, 0.35)
    axes.set_yticks([])
    axes.set_xticks([0, 25, 50, 75, 100])
    axes.set_xlabel("% of the variance")
    axes.legend(ncols=3, loc="lower left", bbox_to_anchor=(0, 1.0), frameon=False, fontsize=SMALL, borderaxespad=0.2,
                handlelength=1.0, labelcolor=INK, columnspacing=1.2)  # fmt: skip


def _sources(axes: Axes, frame: pl.DataFrame, labels: list[str]) -> None:
    """One row each: estimate, interval, and its numbers at the right."""
    scale = Scale.of(frame, 100)
    axes.axvline(0, color=MUTED, linewidth=0.8)
    for place, row in enumerate(frame.iter_rows(named=True)):
        colour = COLOURS[row["kind"]]
        axes.plot([100 * row["low"], 100 * row["high"]], [place, place], color=colour, linewidth=2.4,
                  solid_capstyle="butt")  # fmt: skip
        axes.plot([100 * row["share"]], [place], "o", color=colour, markersize=5.5, markeredgecolor=PAPER,
                  markeredgewidth=0.8)  # fmt: skip
        axes.annotate(
            scale.sentence(row, "share", "%"), (1.02, place), xycoords=("axes fraction", "data"), va="center", size=TEXT
        )
    rows_from_above(axes, labels)
    axes.set_xlabel("% of the variance")
    axes.grid(axis="x")
