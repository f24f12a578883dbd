"""Figures of shares as maps of coloured cells: strategies by seat, and strategies against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from rulesim.analysis.run import Run
from rulesim.report import sentences
from rulesim.report.numbers import Scale, wrapped
from rulesim.report.sheets import base
from rulesim.report.style import (
    CELL_TEXT,
    INK,
    PAPER,
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

MOST_STRATEGIES = 8
"""In the matrix: more cells cannot be read; the table has all."""

COLUMN = 11
"""Characters that stand upright above a column."""


@styled
def strategy_seat_figure(run: Run) -> Figure:
    """Win share of each strategy in each seat, as a map of coloured cells with their values."""
    frame = run.seats(by_strategy=True)
    names = [str(name) for name in run.win_shares()["strategy"]]
    seats = int(run.manifest["players"])
    height = max(0.42, row_height([wrapped(name) for name in names]))
    subtitle = f"Win share in % by strategy and seat with 95 % interval. {base(run, plays=False)}."
    figure = new_figure(sentences.best_strategy_seat(run), subtitle, 0.5 + height * len(names))
    axes = figure.add_subplot()
    places = [(names.index(row["strategy"]), row["seat"] - 1) for row in frame.iter_rows(named=True)]
    heat_map(axes, (len(names), seats), places, frame, "win_share", 1 / seats)
    rows_from_above(axes, names)
    axes.set_xticks(range(seats), [f"seat {seat + 1}" for seat in range(seats)])
    axes.set_xlabel(f"blue: more than an equal share of {100 / seats:.1f} %, orange: less", size=SMALL)
    return figure


@styled
def pairwise_figure(run: Run) -> Figure:
    """How often each strategy is placed better than each other one where both sit at a table."""
    frame = run.pairwise()
    names = [str(name) for name in run.win_shares()["strategy"]]
    shown = names[:MOST_STRATEGIES]
    some = (
        f"The {len(shown)} strategies with the highest win shares of {len(names)}. " if len(names) > len(shown) else ""
    )
    subtitle = (
        "Share of games in % in which the row is placed better than the column where both sit at a table (equal "
        f"places count half), with 95 % interval. {some}{base(run, plays=False)}."
    )
    labels, rotation = _upright([wrapped(name) for name in shown])
    above = 0.16 * (1 + max(label.count("\n") for label in labels)) if not rotation else 1.9
    height = max(0.42, row_height([wrapped(name) for name in shown]))
    figure = new_figure(
        sentences.best_pair(run), subtitle, 0.35 + above + height * len(shown), width=7.2 if len(shown) < 7 else 8.6
    )
    axes = figure.add_subplot()
    frame = frame.filter(pl.col("strategy").is_in(shown) & pl.col("other").is_in(shown))
    places = [(shown.index(row["strategy"]), shown.index(row["other"])) for row in frame.iter_rows(named=True)]
    heat_map(axes, (len(shown), len(shown)), places, frame, "share", 0.5)
    rows_from_above(axes, shown)
    axes.set_xticks(range(len(shown)), labels, rotation=rotation, ha="center")
    axes.set_xlabel("blue: the row is ahead of the column in more than half of the games, orange: in less", size=SMALL)
    return figure


def _upright(labels: list[str]) -> tuple[list[str], int]:
    """Labels of columns: broken after ``_`` if that makes all of them short, else turned by 90 degrees."""
    broken = [label.replace("_", "_\n") for label in labels]
    if max(len(line) for label in broken for line in label.split("\n")) <= COLUMN:
        return broken, 0
    return labels, 90


def heat_map(
    axes: Axes, shape: tuple[int, int], places: list[tuple[int, int]], frame: pl.DataFrame, name: str, middle: float
) -> None:
    """Coloured cells, each with its value and interval: blue above the middle, orange below.

    Parameters
    ----------
    shape
        Rows and columns of the map.
    places
        Row and column of each row of the frame; cells without one stay empty.
    frame
        Shares in the column ``name``, with ``low`` and ``high``.
    """
    scale, shares = Scale.of(frame, 100), np.full(shape, np.nan)
    for (row, column), values in zip(places, frame.iter_rows(named=True), strict=True):
        shares[row, column] = values[name]
        axes.text(column, row - 0.14, scale.value(values[name]), ha="center", va="center", color=CELL_TEXT)
        interval = scale.interval(values["low"], values["high"])
        axes.text(column, row + 0.23, interval, ha="center", va="center", size=SMALL - 1.5, color=CELL_TEXT)
    reach = max(float(np.nanmax(np.abs(shares - middle))), 0.01)
    axes.imshow(shares, cmap=diverging(), vmin=middle - reach, vmax=middle + reach, aspect="auto")
    axes.xaxis.tick_top()
    axes.tick_params(axis="x", length=0, labelcolor=INK, labelsize=TEXT)
    axes.spines[:].set_visible(False)
    axes.set_xticks(np.arange(shape[1] - 1) + 0.5, minor=True)
    axes.set_yticks(np.arange(shape[0] - 1) + 0.5, minor=True)
    axes.grid(which="minor", color=PAPER, linewidth=2)
    axes.tick_params(which="minor", length=0)


def diverging() -> Any:
    """From orange over white to blue, all light enough for dark text."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("share", ["#eda45c", "#f7f7f5", "#7db4e0"])
