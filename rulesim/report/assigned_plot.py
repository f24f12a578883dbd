"""The figure of assigned lines: a dumbbell for each, from what is observed to what it is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from rulesim.analysis.assigned import Assigned
from rulesim.analysis.multiple import ALPHA
from rulesim.report.assigned_sentences import against, headline, how_tested, points, who
from rulesim.report.numbers import wrapped
from rulesim.report.style import (
    ACCENT,
    INK,
    MUTED,
    PAPER,
    SECOND,
    TEXT,
    new_figure,
    row_height,
    rows_from_above,
    styled,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_ROWS = 20
APART = 0.16
"""Rows by which the two estimates of a line stand above and below its middle."""


@styled
def dumbbell_figure(found: Assigned) -> Figure:
    """Worth and observation of each line with their intervals, the worth most on top."""
    lines = found.lines.sort("difference", descending=True)
    left_out = max(0, len(lines) - MOST_ROWS)
    if left_out:
        lines = pl.concat([lines.head(MOST_ROWS // 2), lines.tail(MOST_ROWS // 2)])
    labels = [who(row) for row in lines.iter_rows(named=True)]
    subtitle = (
        f"Blue: worth when assigned, to {against(found)}. Orange: observed of those who chose it, to the average of "
        f"seat and line-up. Lines: 95 % intervals. Bold: worth established; {how_tested(found)}."
    ) + (f" {left_out} lines between the best and the worst left out." if left_out else "")
    height = max(0.46, row_height([wrapped(label) for label in labels]))
    figure = new_figure(headline(found), subtitle, 0.75 + height * len(labels), width=7.2)
    axes = figure.add_subplot()
    axes.axvline(0, color=INK, linewidth=0.8)
    for place, row in enumerate(lines.iter_rows(named=True)):
        _dumbbell(axes, place, row)
    rows_from_above(axes, labels)
    bounds = lines.select("difference_low", "difference_high", "observed_low", "observed_high").to_numpy().astype(float)
    reach = 100 * float(np.nanmax(np.abs(bounds), initial=0.01))
    axes.set_xlim(-1.08 * reach, 1.08 * reach)
    axes.set_xlabel("difference of win share in percentage points")
    axes.grid(axis="x")
    return figure


def _dumbbell(axes: Axes, place: int, row: dict[str, Any]) -> None:
    """One line: two points with their intervals, joined."""
    known = row["adjusted_p"] is not None and row["adjusted_p"] < ALPHA
    if row["observed"] is not None:
        ends = [100 * row["observed"], 100 * row["difference"]]
        axes.plot(ends, [place + APART, place - APART], color=MUTED, linewidth=0.8)
    for name, colour, shift, mark in (("observed", SECOND, APART, "d"), ("difference", ACCENT, -APART, "o")):
        if row[name] is None:
            continue
        if row[f"{name}_low"] is not None:
            span = [100 * row[f"{name}_low"], 100 * row[f"{name}_high"]]
            axes.plot(span, [place + shift] * 2, color=colour, linewidth=2, solid_capstyle="butt")
        axes.plot([100 * row[name]], [place + shift], mark, color=colour, markersize=5.5, markeredgecolor=PAPER,
                  markeredgewidth=0.8)  # fmt: skip
    axes.annotate(
        points(row, "difference"), (1.02, place), xycoords=("axes fraction", "data"), va="center", size=TEXT,
        weight="bold" if known else "normal", color=INK if known else MUTED,
    )  # fmt: skip
