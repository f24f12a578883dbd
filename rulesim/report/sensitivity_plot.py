"""The figures of a sensitivity study: Morris's μ* against σ, Sobol's indices as bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rulesim.analysis.multiple import ALPHA
from rulesim.report.numbers import counted, wrapped
from rulesim.report.sensitivity_sheets import labels, value_scale
from rulesim.report.style import (
    ACCENT,
    GRID,
    INK,
    MUTED,
    PAPER,
    SECOND,
    SMALL,
    new_figure,
    row_height,
    rows_from_above,
    styled,
)
from rulesim.studies.sensitivity import Sensitivity

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_ROWS = 20
LEAST_APART = 0.06
"""Least vertical distance of two labels, as a part of the axes."""

NAME_WIDTH = 0.3
STEPS = 4
"""How often a name is moved up, by half of the least distance, before it is left out."""


def sensitivity_figure(found: Sensitivity) -> Figure:
    """The figure that belongs to the method."""
    return morris_figure(found) if found.method == "morris" and "sigma" in found.frame.columns else bar_figure(found)


def _title(found: Sensitivity) -> str:
    real = found.established()
    if real.is_empty():
        return f"No rule is established to move {found.metric}"
    row, scale = real.row(0, named=True), value_scale(found)
    index = f"{scale.value(row[found.main])} {scale.interval(row[f'{found.main}_low'], row[f'{found.main}_high'])}"
    what = (
        f"has {index} of the variance of {found.metric}"
        if found.method == "sobol"
        else f"moves {found.metric} by {index}" + (" points" if found.is_share else "")
    )
    are = "is" if len(real) == 1 else "are"
    return f"{row['name']} {what}; {len(real)} of {counted(len(found.frame), 'effect')} {are} more than noise"


def _size(found: Sensitivity) -> str:
    return f"{counted(found.points, 'point')}, {counted(found.blocks, 'block')}"


@styled
def morris_figure(found: Sensitivity) -> Figure:
    """Strength (μ*) and dependence on the other rules (σ) of every rule, with intervals."""
    factor = 100 if found.is_share else 1
    subtitle = (
        "Strength of each rule over its range (μ*) and how far it depends on the others (σ), with 95 % intervals; "
        f"noise taken out. Grey: not more than noise (Holm, 5 %). Named where there is room. {_size(found)}."
    )
    figure = new_figure(_title(found), subtitle, 4.0, width=7.2)
    axes = figure.add_subplot()
    rows = found.frame.to_dicts()
    names = []
    for row, name in reversed(list(zip(rows, labels(found), strict=True))):
        real = row["adjusted_p"] < ALPHA
        colour = ACCENT if real else GRID
        x, y = factor * row["mu_star"], factor * row["sigma"]
        axes.plot([factor * row["mu_star_low"], factor * row["mu_star_high"]], [y, y], color=colour, linewidth=1.4)
        axes.plot([x, x], [factor * row["sigma_low"], factor * row["sigma_high"]], color=colour, linewidth=0.8)
        axes.plot([x], [y], "o", color=ACCENT if real else MUTED, markersize=6 if real else 3.5, markeredgecolor=PAPER)
        if real:
            names.append((y, x, name))
    axes.set_xlim(0)
    axes.set_ylim(0)
    _name(axes, names)
    unit = " in percentage points" if found.is_share else ""
    axes.set_xlabel(f"μ*: mean absolute effect of the whole range on {found.metric}{unit}")
    axes.set_ylabel(f"σ: spread of the effect{unit}")
    axes.tick_params(axis="y", labelcolor=MUTED, labelsize=SMALL)
    axes.grid(True)
    return figure


def _name(axes: Axes, names: list[tuple[float, float, str]]) -> None:
    """Names beside their points, the strongest first, moved up a little where they would overlap, else left out."""
    top, right = axes.get_ylim()[1], axes.get_xlim()[1]
    placed: list[tuple[float, float]] = []
    for y, x, name in sorted(names, key=lambda one: -one[1]):
        lowest, along = y / top + 0.012, x / right
        free = (
            height
            for height in (lowest + step * LEAST_APART / 2 for step in range(STEPS))
            if all(abs(height - other) >= LEAST_APART or abs(along - at) >= NAME_WIDTH for other, at in placed)
        )
        height = next(free, None)
        if height is None:
            continue
        placed.append((height, along))
        left = along > 0.7
        axes.annotate(name, (along + (-0.012 if left else 0.012), height), xycoords="axes fraction",
                      ha="right" if left else "left", va="bottom", size=SMALL, color=INK)  # fmt: skip


@styled
def bar_figure(found: Sensitivity) -> Figure:
    """The indices of every rule or group as bars with intervals, the most important first."""
    sobol = found.method == "sobol"
    frame = found.frame.head(MOST_ROWS)
    names = labels(found)[: len(frame)]
    factor = 100 if found.is_share and not sobol else 1
    left_out = len(found.frame) - len(frame)
    shown = (
        "Parts of the metric's variance: blue together with the others (total), orange by itself (first order)"
        if sobol
        else "Mean absolute effect over the range (μ*)"
    )
    subtitle = (
        f"{shown}, with 95 % intervals; noise taken out. Grey: not more than noise (Holm, 5 %). "
        f"{_size(found)}." + (f" {left_out} smaller left out." if left_out else "")
    )
    height = max(0.44, row_height([wrapped(name) for name in names]))
    figure = new_figure(_title(found), subtitle, 0.7 + height * len(names))
    axes = figure.add_subplot()
    bars = [(found.main, -0.16 if sobol else 0.0, ACCENT)] + ([("first", 0.16, SECOND)] if sobol else [])
    for index, shift, colour in bars:
        for place, row in enumerate(frame.to_dicts()):
            value, low, high = (factor * row[key] for key in (index, f"{index}_low", f"{index}_high"))
            chosen = colour if row["adjusted_p"] < ALPHA else GRID
            axes.barh(place + shift, max(value, 0), height=0.28, color=chosen, alpha=0.85)
            axes.plot([low, high], [place + shift] * 2, color=INK, linewidth=1.3)
    rows_from_above(axes, names)
    reach = factor * float(np.nanmax(frame[f"{found.main}_high"].to_numpy()))
    lowest = factor * float(np.nanmin(frame["first_low"].to_numpy())) if sobol else 0.0
    if sobol:  # parts of a whole: what lies far outside is nothing but a wide interval
        lowest, reach = max(lowest, -0.25), min(reach, 1.25)
    axes.set_xlim(min(0.0, lowest) * 1.05, max(reach, 1e-9) * 1.05)
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_xlabel(
        "part of the variance"
        if sobol
        else f"effect on {found.metric}" + (" in percentage points" if found.is_share else "")
    )
    axes.grid(axis="x")
    return figure
