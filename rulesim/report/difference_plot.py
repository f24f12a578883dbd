"""The figure of a variant: its differences to the base, sorted, with a line at zero."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from rulesim.analysis.comparisons import Comparisons
from rulesim.analysis.multiple import ALPHA
from rulesim.analysis.run import Run
from rulesim.report.numbers import Scale, counted, wrapped
from rulesim.report.style import (
    ACCENT,
    INK,
    MUTED,
    PAPER,
    TEXT,
    new_figure,
    row_height,
    rows_from_above,
    styled,
)
from rulesim.report.verdict import difference_text, how_tested, metric_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_ROWS = 14
"""Of what is owned and how games end; the largest differences are shown."""


@styled
def difference_figure(run: Run, compared: Comparisons, variant: str) -> Figure:
    """Differences of win shares, and of ends and things owned, each group sorted, with both intervals."""
    own = compared.frame.filter((pl.col("variant") == variant) & pl.col("tested"))
    wins = own.filter(pl.col("metric") == "win_share").sort("difference", descending=True)
    shares = pl.col("metric").map_elements(run.is_share, return_dtype=pl.Boolean)
    others = own.filter(pl.col("grouping").is_in(["all", "all_seats"]) & shares)
    others = (
        others.sort(pl.col("difference").abs(), descending=True).head(MOST_ROWS).sort("difference", descending=True)
    )
    panels = [
        (frame, label)
        for frame, label in ((wins, "win share"), (others, "share of games (ends) or seats (things owned)"))
        if len(frame)
    ]
    heights = [0.55 + len(frame) * _row(run, frame) for frame, _ in panels]
    found, tested = compared.counts(variant)
    title = f"{variant}: {found} of {counted(tested, 'difference')} to the base established{_largest(run, wins)}"
    subtitle = (
        "Variant less base in percentage points. Thick: 95 % interval of each difference on its own; thin: intervals "
        f"that hold for all together. Grey: not established. {how_tested(compared)}, paired on "
        f"{counted(run.n_blocks, 'block')}."
    )
    figure = new_figure(title, subtitle, sum(heights) or 1.0, width=7.2)
    if panels:
        grid = figure.subplots(len(panels), 1, squeeze=False, height_ratios=heights)
        for axes, (frame, label) in zip(grid[:, 0], panels, strict=True):
            _differences(run, axes, frame, label)
    return figure


def _largest(run: Run, wins: pl.DataFrame) -> str:
    """``, factory_owner -3.9 [-4.2, -3.6]``: the largest established change of a win share, if there is one."""
    sure = wins.filter(pl.col("adjusted_p") < ALPHA).sort(pl.col("difference").abs(), descending=True).head(1)
    if sure.is_empty():
        return ""
    change = difference_text(Scale.of(wins, 100), sure.row(0, named=True))
    return f"; of win shares the largest is {_labels(run, sure)[0]} {change}"


def _labels(run: Run, frame: pl.DataFrame) -> list[str]:
    return [
        str(row["strategy"] or (f"seat {row['seat']}" if row["seat"] is not None else metric_name(run, row["metric"])))
        for row in frame.iter_rows(named=True)
    ]


def _row(run: Run, frame: pl.DataFrame) -> float:
    return row_height([wrapped(label) for label in _labels(run, frame)])


def _differences(run: Run, axes: Axes, frame: pl.DataFrame, label: str) -> None:
    """One row a difference."""
    scale = Scale.of(frame, 100)
    axes.axvline(0, color=INK, linewidth=0.8)
    for place, row in enumerate(frame.iter_rows(named=True)):
        colour = ACCENT if row["adjusted_p"] < ALPHA else MUTED
        for low, high, width in (("wide_low", "wide_high", 1.0), ("low", "high", 2.6)):
            axes.plot([100 * row[low], 100 * row[high]], [place, place], color=colour, linewidth=width,
                      solid_capstyle="butt")  # fmt: skip
        axes.plot([100 * row["difference"]], [place], "o", color=colour, markersize=4, markeredgecolor=PAPER,
                  markeredgewidth=0.6)  # fmt: skip
        axes.annotate(
            difference_text(scale, row), (1.02, place), xycoords=("axes fraction", "data"), va="center", size=TEXT,
            color=INK if row["adjusted_p"] < ALPHA else MUTED,
        )  # fmt: skip
    rows_from_above(axes, _labels(run, frame))
    reach = 100 * float(np.nanmax(np.abs(frame.select("wide_low", "wide_high", "difference").to_numpy())))
    axes.set_xlim(-1.08 * reach, 1.08 * reach)
    axes.set_xlabel(f"difference in percentage points: {label}")
    axes.grid(axis="x")
