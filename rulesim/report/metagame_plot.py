"""The figures of a metagame: its graph, and alpha-rank over the ranking intensity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from rulesim.analysis.metagame import Metagame
from rulesim.errors import InputError
from rulesim.report.metagame_sentences import long_run, metagame_title
from rulesim.report.metagame_sheets import ARROWS
from rulesim.report.numbers import Scale, counted, wrapped
from rulesim.report.style import ACCENT, GRID, INK, MUTED, PAPER, SECOND, SMALL, TEXT, new_figure, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PALETTE = (ACCENT, SECOND, "#2a8f6a", "#b5548f", "#7a6bb8", "#8a6d3b")
"""Of the strategies with most mass; the others are grey."""

FEW = 8
"""Up to so many strategies all established arrows are drawn, of more only the best and those of cycles."""

LEAST_GAP = 0.055
"""Between two labels, in parts of the axis."""

LOWEST = 0.03
"""Of all labels, above those of the axis below."""


@styled
def graph_figure(found: Metagame) -> Figure:
    """Strategies on a circle, sized by their mass; arrows to those that do better."""
    sized = "larger with more mass by alpha-rank" if found.alpha_rank is not None else "alike: alpha-rank is not known"
    subtitle = (
        f"An arrow leads to a strategy that {ARROWS[found.arrow_kind]}: established, Holm, 5 %. Thick: the largest "
        f"such lead; orange: part of a cycle. Nodes: {sized}. {counted(found.blocks, 'block')}."
    )
    height = 4.6 if len(found.strategies) <= 12 else 5.8
    figure = new_figure(metagame_title(found), subtitle, height)
    axes = figure.add_subplot()
    order = _round_the_circle(found)
    angle = np.pi / 2 - 2 * np.pi * np.arange(len(order)) / len(order)
    place = {name: np.array([np.cos(one), np.sin(one)]) for name, one in zip(order, angle, strict=True)}
    masses = {} if found.alpha_rank is None else {row["strategy"]: row for row in found.alpha_rank.to_dicts()}
    radius = {name: 0.05 + 0.13 * np.sqrt(masses[name]["mass"] if masses else 0.1) for name in order}
    _draw_arrows(axes, found, place, radius)
    for name in order:
        text = Scale(100, 0).sentence(masses[name], "mass", "%") if masses else ""
        _draw_node(axes, name, place[name], radius[name], text)
    axes.set_xlim(-1.95, 1.95)
    axes.set_ylim(-1.38, 1.38)
    axes.set_aspect("equal")
    axes.axis("off")
    return figure


def _round_the_circle(found: Metagame) -> list[str]:
    """The strategies, a cycle's members as neighbours."""
    first = [name for cycle in found.cycles for name in cycle]
    return [*first, *(name for name in found.strategies if name not in first)]


def _draw_node(axes: Axes, name: str, place: Any, radius: float, mass: str) -> None:
    """A disc, and its label outside the circle."""
    from matplotlib.patches import Circle

    axes.add_patch(Circle(place, radius, facecolor=ACCENT, edgecolor=PAPER, linewidth=1.2, zorder=3))
    outside = place * (1 + radius + 0.05)
    side = "center" if abs(place[0]) < 0.2 else ("left" if place[0] > 0 else "right")
    stand = "center" if abs(place[1]) < 0.6 else ("bottom" if place[1] > 0 else "top")
    text = f"{wrapped(name, 20)}\n{mass}" if mass else wrapped(name, 20)
    axes.text(outside[0], outside[1], text, ha=side, va=stand, size=TEXT, color=INK, linespacing=1.1, zorder=4)


def _draw_arrows(axes: Axes, found: Metagame, place: dict[str, Any], radius: dict[str, float]) -> None:
    """Established arrows, those of cycles on top."""
    from matplotlib.patches import FancyArrowPatch

    steps = {step for cycle in found.cycles for step in zip(cycle, [*cycle[1:], cycle[0]], strict=True)}
    rows = found.arrows.filter(pl.col("established")).to_dicts()
    both_ways = {(row["strategy"], row["better"]) for row in rows}
    for row in sorted(rows, key=lambda row: ((row["strategy"], row["better"]) in steps, row["best"])):
        start, end = row["strategy"], row["better"]
        cyclic = (start, end) in steps
        if not cyclic and not row["best"] and len(found.strategies) > FEW:
            continue
        colour = SECOND if cyclic else (MUTED if row["best"] else GRID)
        away = (place[end] - place[start]) / np.linalg.norm(place[end] - place[start])
        bend = 0.14 if (end, start) in both_ways else 0.06
        axes.add_patch(
            FancyArrowPatch(
                place[start] + away * (radius[start] + 0.02), place[end] - away * (radius[end] + 0.02),
                arrowstyle="-|>", mutation_scale=13, color=colour, zorder=2 if cyclic or row["best"] else 1,
                linewidth=2.4 if row["best"] else (2.0 if cyclic else 1.1), connectionstyle=f"arc3,rad={bend}",
            )
        )  # fmt: skip


@styled
def sweep_figure(found: Metagame) -> Figure:
    """Mass of each strategy over the ranking intensity, with intervals and labels at the right.

    Raises
    ------
    InputError
        If the run does not tell alpha-rank.
    """
    if found.sweep is None or found.alpha_rank is None:
        raise InputError(found.missing["alpha-rank"])
    last = found.alpha_rank
    title = long_run(found)
    subtitle = (
        "Mass of each strategy by alpha-rank; left: chance alone, right: only what wins more takes over. Bands: 95 % "
        f"intervals from resampled blocks ({counted(found.blocks, 'block')})."
    )
    figure = new_figure(title, subtitle, 3.3)
    axes = figure.add_subplot()
    colours = dict.fromkeys(found.strategies, MUTED) | dict(zip(last["strategy"], PALETTE, strict=False))
    for name in reversed(last["strategy"].to_list()):
        own = found.sweep.filter(pl.col("strategy") == name)
        x = own["intensity"].to_numpy()
        axes.fill_between(x, 100 * own["low"], 100 * own["high"], color=colours[name], alpha=0.10, linewidth=0)
        axes.plot(x, 100 * own["mass"], color=colours[name], linewidth=1.8)
    _labels_at_the_right(axes, last, colours)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_xlim(found.sweep["intensity"].min(), found.sweep["intensity"].max())  # type: ignore[arg-type]
    axes.set_ylim(0, 101)
    axes.set_xlabel("ranking intensity α (payoffs are win shares from 0 to 1)")
    axes.set_ylabel("mass in %")
    axes.tick_params(axis="y", labelcolor=MUTED, labelsize=SMALL)
    axes.grid(axis="both")
    return figure


def _labels_at_the_right(axes: Axes, last: pl.DataFrame, colours: dict[str, str]) -> None:
    """Names beside the ends of their lines, moved apart where they would overlap."""
    heights = last["mass"].to_numpy().copy()
    for index in range(1, len(heights)):  # downwards, then upwards from the axis
        heights[index] = min(heights[index], heights[index - 1] - LEAST_GAP)
    for index in range(len(heights) - 1, -1, -1):
        floor = LOWEST if index == len(heights) - 1 else heights[index + 1] + LEAST_GAP
        heights[index] = max(heights[index], floor)
    for row, height in zip(last.iter_rows(named=True), heights, strict=True):
        axes.annotate(
            f"{row['strategy']} {100 * row['mass']:.0f} %", (1.015, float(height) / 1.01), xycoords="axes fraction",
            va="center", size=SMALL, color=colours[row["strategy"]],
        )  # fmt: skip
