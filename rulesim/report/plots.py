"""The figures of a run. Each function returns a matplotlib figure, and its title says what is to be seen."""

from __future__ import annotations

from math import ceil, isnan
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from rulesim.analysis.run import Run
from rulesim.report import sentences
from rulesim.report.numbers import Scale, words, wrapped
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

MOST_BINS = 48
PANELS_IN_A_ROW = 4
NUMBER = 0.07
"""Inches that a character of the numbers at the right of the ridges needs."""

LOW = 0.08
"""Height, in rows, up to which a ridge runs below its number."""

RIDGE = 0.82
"""Height of the highest ridge, in rows."""


@styled
def win_share_figure(run: Run) -> Figure:
    """Win share of each strategy with its interval, best first, and the equal share as a line."""
    frame = run.win_shares()
    subtitle = f"Win share with 95 % interval, dotted: equal share. {base(run, plays=False)}."
    return _forest(run, sentences.best_strategy(run), subtitle, frame, [str(name) for name in frame["strategy"]])


@styled
def seat_figure(run: Run) -> Figure:
    """Win share of each seat with its interval, and the equal share as a line."""
    frame = run.seats()
    subtitle = f"Win share by seat with 95 % interval, dotted: equal share. {base(run, plays=False)}."
    return _forest(run, sentences.best_seat(run), subtitle, frame, [f"seat {seat}" for seat in frame["seat"]])


@styled
def start_figure(run: Run, column: str) -> Figure:
    """Win share by what was known before the first decision."""
    frame = run.by_value(column)
    subtitle = f"Win share by {words(column)} with 95 % interval, dotted: equal share. {base(run, plays=False)}."
    labels = [f"{words(column)} {value}" for value in frame["value"]]
    return _forest(run, sentences.best_start(run, column), subtitle, frame, labels)


def _forest(run: Run, title: str, subtitle: str, frame: pl.DataFrame, labels: list[str]) -> Figure:
    """Estimates with intervals below each other, each with its numbers at the right."""
    height = row_height([wrapped(label) for label in labels])
    figure = new_figure(title, subtitle, 0.75 + height * len(labels))
    axes = figure.add_subplot()
    scale = Scale.of(frame, 100)
    equal = 100 / run.manifest["players"]
    axes.axvline(equal, color=MUTED, linewidth=1, linestyle=":")
    for place, row in enumerate(frame.iter_rows(named=True)):
        low, share, high = (100 * row[name] for name in ("low", "win_share", "high"))
        axes.plot([low, high], [place, place], color=ACCENT, linewidth=2.4, solid_capstyle="butt")
        axes.plot([share], [place], "o", color=ACCENT, markersize=4.5, markeredgecolor=PAPER, markeredgewidth=0.6)
        axes.annotate(
            scale.sentence(row, "win_share", "%"),
            (1.02, place),
            xycoords=("axes fraction", "data"),
            va="center",
            size=TEXT,
        )
    rows_from_above(axes, labels)
    # From the lowest to the highest, not from 0: else long runs have intervals that no eye sees.
    seen = [100 * value for name in ("low", "win_share", "high") for value in frame[name]] + [equal]
    margin = 0.04 * max(np.nanmax(seen) - np.nanmin(seen), 1)
    axes.set_xlim(np.nanmin(seen) - margin, np.nanmax(seen) + margin)
    axes.locator_params(axis="x", steps=[1, 2, 5, 10])
    axes.set_xlabel("win share in %")
    axes.grid(axis="x")
    return figure


@styled
def score_figure(run: Run) -> Figure:
    """Distribution of the score and of each of its parts, by strategy, with the means."""
    columns = [run.game.seat_columns[0], *run.score_parts]
    names = [str(name) for name in run.scores()["strategy"]]
    across = min(len(columns), PANELS_IN_A_ROW)
    down = ceil(len(columns) / across)
    height = max(0.46, row_height([wrapped(name) for name in names])) if len(names) > 1 else 1.1
    subtitle = (
        "How often each score came up. Orange: mean; at the right its value ± half of the 95 % interval. "
        f"{base(run, plays=False)}."
    )
    figure = new_figure(sentences.best_score(run), subtitle, down * (0.9 + height * len(names)), width=7.6)
    grid = figure.subplots(down, across, squeeze=False, sharey=True)
    panel = (7.4 - 0.09 * max(len(line) for name in names for line in wrapped(name).split("\n"))) / across - 0.15
    for axes, column in zip(grid.flat, columns, strict=False):
        _ridges(run, axes, column.name, names, panel)
        axes.set_title(words(column.name), size=TEXT, loc="left", color=INK)
        axes.set_xlabel(column.unit)
    for axes in grid.flat[len(columns) :]:
        axes.set_visible(False)
    return figure


def _ridges(run: Run, axes: Axes, column: str, names: list[str], width: float) -> None:
    """One ridge a strategy, all to the same scale, each with its mean; the axes are so many inches wide."""
    frame = run.histogram(column)
    values = frame["value"].to_numpy()
    step = max(1, ceil((int(values.max()) - int(values.min()) + 1) / MOST_BINS))
    edges = np.arange(int(values.min()), int(values.max()) + step + 1, step) - 0.5
    parts = [frame.filter(pl.col("strategy") == name) for name in names]
    heights = [np.histogram(part["value"], edges, weights=part["rows"], density=True)[0] for part in parts]
    highest = max(float(ridge.max()) for ridge in heights)
    means = run.estimates("strategy", column)
    scale = Scale.of(means)
    right, left = float(edges[-1]), float(edges[0])
    for place, (name, ridge) in enumerate(zip(names, heights, strict=True)):
        bottom = place + 0.42
        axes.stairs(bottom - RIDGE * ridge / highest, edges, baseline=bottom, fill=True, color=ACCENT, alpha=0.75)
        row = means.filter(pl.col("strategy") == name).row(0, named=True)
        value = scale.give_or_take(row["estimate"], row["low"], row["high"])
        number = min(0.7, NUMBER * len(value) / width)
        end = float(edges[1:][RIDGE * ridge / highest > LOW].max(initial=left))
        right = max(right, (end - number * left) / (1 - number))
        axes.plot([row["low"], row["high"]], [bottom, bottom], color=SECOND, linewidth=2.5, solid_capstyle="butt")
        axes.plot(
            [row["estimate"]], [bottom], "d", color=SECOND, markersize=5, markeredgecolor=PAPER, markeredgewidth=0.6
        )
        axes.annotate(
            value, (0.99, bottom - LOW), xycoords=("axes fraction", "data"),
            ha="right", va="bottom", size=SMALL, color=INK,
        )  # fmt: skip
    rows_from_above(axes, names, shift=0.2)
    axes.set_ylim(len(names) - 0.4, -0.55)
    axes.set_xlim(left, right)
    axes.grid(axis="x")


@styled
def length_figure(run: Run) -> Figure:
    """Distribution of the length of games, and how often each end condition was met."""
    length, end = run.game.game_columns[:2]
    ends = run.ends().sort("share", descending=True)
    labels = [words(name) for name in ends["end"]]
    subtitle = f"Length of a game (orange: mean with 95 % interval) and what ended it. {base(run, plays=False)}."
    height = max(2.4, 0.9 + row_height([wrapped(label) for label in labels]) * len(labels))
    figure = new_figure(sentences.length(run), subtitle, height, width=7.2)
    left, right = figure.subplots(1, 2, width_ratios=[3, 2])
    _length_bars(run, left, length.name, length.unit)
    _end_bars(right, ends, labels)
    right.set_title(f"{words(end.name)}, in % of games", size=TEXT, loc="left", color=INK)
    return figure


def _length_bars(run: Run, axes: Axes, column: str, unit: str) -> None:
    frame = run.histogram(column)
    values, rows = frame["value"].to_numpy(), frame["rows"].to_numpy()
    step = max(1, ceil((int(values.max()) - int(values.min()) + 1) / MOST_BINS))
    edges = np.arange(int(values.min()), int(values.max()) + step + 1, step) - 0.5
    shares = 100 * np.histogram(values, edges, weights=rows)[0] / rows.sum()
    axes.stairs(shares, edges, fill=True, color=ACCENT, alpha=0.75)
    mean = run.lengths().row(0, named=True)
    axes.axvline(mean["mean"], color=SECOND, linewidth=1.2)
    if not isnan(mean["low"]):
        axes.axvspan(mean["low"], mean["high"], color=SECOND, alpha=0.35, linewidth=0)
    axes.set_ylim(0)
    axes.grid(axis="y")
    axes.tick_params(axis="y", labelcolor=MUTED, labelsize=SMALL)
    axes.locator_params(axis="x", integer=True)
    axes.set_xlabel(unit)
    axes.set_title(
        f"{words(column)}, in % of games" + (f" ({step} a bar)" if step > 1 else ""), size=TEXT, loc="left", color=INK
    )


def _end_bars(axes: Axes, ends: pl.DataFrame, labels: list[str]) -> None:
    scale = Scale.of(ends, 100)
    for place, row in enumerate(ends.iter_rows(named=True)):
        share, low, high = (100 * row[name] for name in ("share", "low", "high"))
        axes.barh(place, share, height=0.36, color=ACCENT, alpha=0.75)
        axes.plot([low, high], [place, place], color=INK, linewidth=1.4)
        axes.annotate(
            scale.sentence(row, "share", "%"), (0, place), (0, -9), textcoords="offset points",
            va="top", size=SMALL, color=INK,
        )  # fmt: skip
    rows_from_above(axes, labels)
    axes.set_ylim(len(labels) - 0.2, -0.5)
    axes.set_xlim(0, 100)
    axes.set_xticks([0, 50, 100])
    axes.grid(axis="x")
