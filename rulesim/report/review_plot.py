"""The figure of a reviewed game: win share of every seat, move by move, and the costliest moves."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from rulesim.analysis.review import Review
from rulesim.report.numbers import Scale
from rulesim.report.review_sentences import review_title
from rulesim.report.review_sheets import how_reviewed
from rulesim.report.style import GRID, INK, MUTED, PAPER, SMALL, TEXT, new_figure, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SEAT_COLOURS = ("#2f7fc1", "#d9822b", "#238b62", "#b0508f", "#7a6a00")
"""One a seat; chosen so that colour-blind readers tell them apart, and labelled directly."""

TOP = 107
"""Where the numbers of the marked moves stand, above 100 %."""

MARKED = 5
LIST_ROW = 0.21


@styled
def win_share_curve_figure(review: Review) -> Figure:
    """Win share of every seat after every choice with 95 % bands; numbered: the costliest established moves."""
    marked = review.costliest().filter(pl.col("established")).head(MARKED).sort("move")
    subtitle = (
        "Estimated win share of each seat after each choice, bands: 95 % interval of each estimate on its own; at the "
        f"end the shares won. Losses in percentage points. {how_reviewed(review)}. "
        f"Playouts by {', '.join(review.about['strategies'])}."
    )
    below = LIST_ROW * len(marked) + (0.25 if len(marked) else 0)
    figure = new_figure(review_title(review), subtitle, 3.6 + below, width=7.6)
    if len(marked):
        axes, notes = figure.subplots(2, 1, height_ratios=[3.6, below])
        _list_moves(notes, review, marked)
    else:
        axes = figure.add_subplot()
    ends = [_curve(axes, review, seat) for seat in range(1, review.about["players"] + 1)]
    _label_ends(axes, review, ends)
    _mark_moves(axes, review, marked)
    axes.set_ylim(-3, TOP + 5 if len(marked) else 103)
    axes.set_yticks(range(0, 101, 20))
    axes.set_xlim(0, 1.005 * review.about["moves"])
    axes.set_xlabel("move (forced ones counted)")
    axes.set_ylabel("win share in %")
    axes.grid(axis="y")
    axes.tick_params(axis="y", labelcolor=MUTED, labelsize=SMALL)
    return figure


def _curve(axes: Axes, review: Review, seat: int) -> float:
    """The line and band of a seat; returns where it ends."""
    own = review.curve.filter(pl.col("seat") == seat)
    colour = SEAT_COLOURS[seat - 1]
    low, share, high = (100 * own[name].to_numpy() for name in ("low", "win_share", "high"))
    axes.fill_between(own["move"], low, high, color=colour, alpha=0.16, linewidth=0)
    axes.plot(own["move"], share, color=colour, linewidth=1.5)
    return float(share[-1])


def _label_ends(axes: Axes, review: Review, ends: list[float]) -> None:
    """The seats at the right end of their lines, moved apart where they would overlap."""
    places = np.array(ends)
    order = np.argsort(places, kind="stable")
    for before, after in pairwise(order):
        places[after] = max(places[after], places[before] + 8)
    places -= max(0, places.max() - 101)
    for seat, place in enumerate(places, 1):
        axes.annotate(
            f"seat {seat} {review.about['strategies'][seat - 1]}", (1.01, place), xycoords=("axes fraction", "data"),
            va="center", size=SMALL, color=SEAT_COLOURS[seat - 1], annotation_clip=False,
        )  # fmt: skip


def _mark_moves(axes: Axes, review: Review, marked: pl.DataFrame) -> None:
    """A numbered mark on top for each move, with a line down to the curve of its seat."""
    width = review.about["moves"] / 32
    last = -width
    for number, row in enumerate(marked.iter_rows(named=True), 1):
        after = review.curve.filter(pl.col("move") == row["move"], pl.col("seat") == row["seat"])["win_share"][0]
        place = max(row["move"], last + width)
        last = place
        axes.plot([row["move"], place], [100 * after, TOP], color=INK, linewidth=0.7)
        axes.plot([row["move"]], [100 * after], "v", color=SEAT_COLOURS[row["seat"] - 1], markersize=6,
                  markeredgecolor=INK, markeredgewidth=0.7)  # fmt: skip
        axes.annotate(
            str(number), (place, TOP), ha="center", va="center", size=SMALL, color=INK,
            bbox={"boxstyle": "circle,pad=0.22", "facecolor": PAPER, "edgecolor": INK, "linewidth": 0.7},
        )  # fmt: skip


def _list_moves(axes: Axes, review: Review, marked: pl.DataFrame) -> None:
    """What the numbers mean."""
    axes.set_axis_off()
    scale = Scale.of(review.moves.select(low="loss_low", high="loss_high"), 100)
    for number, row in enumerate(marked.iter_rows(named=True), 1):
        instead = f"{_short(row['action'])} instead of {_short(row['best'])}"
        text = (
            f"{number}  move {row['move']}, seat {row['seat']}: {instead}, "
            f"loses {scale.value(row['loss'])} {scale.interval(row['loss_low'], row['loss_high'])}"
        )
        axes.text(0, 1 - (number - 0.5) / len(marked), text, va="center", size=TEXT - 1, color=INK)
    axes.axhline(1, color=GRID, linewidth=0.6)


def _short(action: str, most: int = 28) -> str:
    """An action's name, the middle of a long one left out."""
    half = most // 2
    return action if len(action) <= most else f"{action[:half]}…{action[1 - half :]}"


def review_figures(review: Review) -> dict[str, Figure]:
    """All figures of a review, by name."""
    return {"win_share_curve": win_share_curve_figure(review)}
