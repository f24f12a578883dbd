"""The figure of ratings: strategies with intervals, and what the seats add, on one scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from rulesim.analysis.ratings import Ratings
from rulesim.report.numbers import Scale, wrapped
from rulesim.report.ratings_sentences import best_rated
from rulesim.report.ratings_sheets import POINTS, based_on
from rulesim.report.style import (
    ACCENT,
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


@styled
def ratings_figure(found: Ratings) -> Figure:
    """Ratings of the strategies, best first, and below them the effects of the seats."""
    frames = [found.frame.select("strategy", "rating", "low", "high").rename({"strategy": "label"})]
    if found.seats["effect"].null_count() == 0:
        seats = found.seats.rename({"effect": "rating"}).with_columns(label=pl.format("seat {}", "seat"))
        frames.append(seats.select("label", "rating", "low", "high"))
    labels = [[str(label) for label in frame["label"]] for frame in frames]
    heights = [0.35 + row_height([wrapped(label) for label in own]) * len(own) for own in labels]
    subtitle = f"Points with 95 % interval, dotted: the average; {POINTS}. {based_on(found)}."
    figure = new_figure(best_rated(found), subtitle, sum(heights) + 0.4)
    grid = figure.subplots(len(frames), 1, squeeze=False, height_ratios=heights, sharex=True)
    for axes, frame, own, colour in zip(grid[:, 0], frames, labels, (ACCENT, SECOND), strict=False):
        _points(axes, frame, own, colour)
    together = pl.concat([frame.select("rating", "low", "high") for frame in frames]).to_numpy()
    low, high = float(np.nanmin(together)), float(np.nanmax(together))
    grid[-1, 0].set_xlim(low - 0.05 * (high - low), high + 0.05 * (high - low))
    grid[-1, 0].set_xlabel("rating in points: strategies above, what a seat adds below")
    return figure


def _points(axes: Axes, frame: pl.DataFrame, labels: list[str], colour: str) -> None:
    """One row each: estimate, interval, and its numbers at the right."""
    scale = Scale.of(frame)
    axes.axvline(0, color=MUTED, linewidth=1, linestyle=":")
    for place, row in enumerate(frame.iter_rows(named=True)):
        axes.plot([row["low"], row["high"]], [place, place], color=colour, linewidth=2.4, solid_capstyle="butt")
        axes.plot([row["rating"]], [place], "o", color=colour, markersize=5.5, markeredgecolor=PAPER,
                  markeredgewidth=0.8)  # fmt: skip
        axes.annotate(
            scale.sentence(row, "rating"), (1.02, place), xycoords=("axes fraction", "data"), va="center", size=TEXT
        )
    rows_from_above(axes, labels)
    axes.grid(axis="x")
