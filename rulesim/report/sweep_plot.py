"""The figures of a sweep: lines over one axis, maps over two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from rulesim.analysis.multiple import ALPHA
from rulesim.analysis.run import Run
from rulesim.analysis.sweep import SPREAD, sweep_frame, topics
from rulesim.errors import InputError
from rulesim.experiment.factors import number
from rulesim.report.numbers import Scale, counted
from rulesim.report.style import ACCENT, CELL_TEXT, GRID, INK, MUTED, PAPER, SECOND, SMALL, TEXT, new_figure, styled
from rulesim.report.verdict import difference_text, metric_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = (ACCENT, SECOND, "#1b8a6b", "#b1508e", "#7a6ccf", "#8c6d31", "#5b6770")
"""One a line; colour-blind readers tell them apart, and each line carries its name."""

LABEL_GAP = 0.062
"""Least distance of two labels, as a part of the height of the axes."""

MOST_CELLS = 12
"""Values of an axis up to which a map writes its numbers into the cells."""


SHOWN = (
    "Estimates at every point that was played, with 95 % intervals; what differs from the base by more than chance is "
    "marked (filled points, or stars)."
)


def sweep_topics(run: Run) -> list[tuple[str, str]]:
    """The metrics that are drawn, as pairs of metric and grouping; none where a sweep has more than two axes."""
    drawn = ("win_share", SPREAD, "score", run.game.game_columns[0].name)
    return [topic for topic in topics(run) if topic[0] in drawn] if len(run.axes) <= 2 else []


@styled
def sweep_figure(run: Run, metric: str = "win_share", grouping: str = "strategy") -> Figure:
    """One metric over the sweep: a line a group with its band over one axis, a map a group over two.

    Raises
    ------
    InputError
        If the run has no sweep, or one of more than two axes.
    """
    frame = sweep_frame(run, [(metric, grouping)])
    if len(run.axes) > 2:
        names = ", ".join(axis["name"] for axis in run.axes)
        raise InputError(f"{run.folder.path}: a figure shows one or two axes, the sweep has {names}")
    return (_lines if len(run.axes) == 1 else _maps)(run, frame, metric)


def _what(run: Run, metric: str, grouping: str) -> tuple[str, str, float]:
    """The metric in words, its unit and the factor that it is shown with."""
    if metric == SPREAD:
        return f"spread of the {'seats' if grouping == 'seat' else 'strategies'}' win shares", "%", 100
    if run.is_share(metric):
        return metric_name(run, metric), "%", 100
    units = {column.name: column.unit for column in (*run.game.seat_columns, *run.game.game_columns)}
    return metric_name(run, metric), units.get(metric, ""), 1


def _parts(frame: pl.DataFrame, what: str) -> list[tuple[str, pl.DataFrame]]:
    """The rows of each group with its name."""
    parts = []
    for _, part in frame.group_by("strategy", "seat", maintain_order=True):
        row = part.row(0, named=True)
        seat = f"seat {row['seat']}" if row["seat"] is not None else ""
        parts.append((", ".join(name for name in (row["strategy"], seat) if name) or what, part))
    return parts


def _title(frame: pl.DataFrame, what: str, groups: bool, factor: float, unit: str) -> str:
    """The largest established difference as a sentence."""
    tested = int(frame["p_value"].is_not_nan().sum())
    found = frame.filter(pl.col("adjusted_p") < ALPHA)
    if found.is_empty():
        return f"No point of the sweep is established to change {'any ' if groups else 'the '}{what}"
    row = found.sort(pl.col("difference").abs()).row(-1, named=True)
    who = row["strategy"] or (f"seat {row['seat']}" if row["seat"] is not None else "")
    of = f"{who}: {what}" if who else what[0].upper() + what[1:]
    bounds = {"difference": row["difference"], "low": row["difference_low"], "high": row["difference_high"]}
    apart = difference_text(Scale.of(pl.DataFrame(bounds), factor), bounds)
    unit = "points" if unit == "%" else unit
    count = f"{len(found)} of {counted(tested, 'difference')} established"
    return f"{of} differs most at {row['variant']}: {apart} {unit} to the base ({count})".replace("  ", " ")


def _subtitle(run: Run, text: str) -> str:
    blocks = counted(run.n_blocks, "block")
    return f"{text} All points on the same {blocks}; differences adjusted for their number (Holm, 5 %)."


def _lines(run: Run, frame: pl.DataFrame, metric: str) -> Figure:
    """A line a group over the only axis."""
    axis = run.axes[0]
    what, unit, factor = _what(run, metric, frame["grouping"][0])
    frame = frame.filter(pl.col(axis["name"]).is_not_null())
    parts = _parts(frame, what)
    subtitle = _subtitle(
        run, "Bands: 95 % intervals. Filled points: established differences to the base (dotted line)."
    )
    figure = new_figure(_title(frame, what, len(parts) > 1, factor, unit), subtitle, 3.7, width=7.4)
    axes = figure.add_subplot()
    ends = []
    for place, (name, part) in enumerate(parts):
        colour = COLOURS[place] if place < len(COLOURS) else MUTED
        x = part[axis["name"]].to_numpy().astype(float)
        estimate, low, high = (factor * part[column].to_numpy() for column in ("estimate", "low", "high"))
        axes.fill_between(x, low, high, color=colour, alpha=0.16, linewidth=0)
        axes.plot(x, estimate, color=colour, linewidth=1.6)
        sure = (part["adjusted_p"] < ALPHA).to_numpy()
        for chosen, face in ((sure, colour), (~sure, PAPER)):
            axes.plot(x[chosen], estimate[chosen], "o", color=colour, markersize=4.5, markerfacecolor=face)
        ends.append((float(estimate[-1]), name, colour))
    if axis["log"]:
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter("{x:g}")
    if axis["base"] is not None:
        axes.axvline(axis["base"], color=INK, linewidth=1, linestyle=":")
        axes.annotate("base", (axis["base"], 1.0), (3, -2), xycoords=("data", "axes fraction"),
                      textcoords="offset points", size=SMALL, color=MUTED, va="top")  # fmt: skip
    _ticks(axes, sorted({float(value) for value in frame[axis["name"]]}))
    axes.set_xlabel(f"{axis['name']}: {axis['meaning']}" if axis["meaning"] else axis["path"])
    axes.set_ylabel(f"{what} in {unit}" if unit else what)
    axes.tick_params(axis="y", labelcolor=MUTED, labelsize=SMALL)
    axes.grid(axis="y")
    _labels_at_end(axes, ends if len(parts) > 1 else [])
    return figure


def _ticks(axes: Axes, values: list[float]) -> None:
    """A tick at every value, if they are few."""
    if len(values) <= MOST_CELLS:
        axes.set_xticks(values, [number(value) for value in values])
        axes.minorticks_off()


def _labels_at_end(axes: Axes, ends: list[tuple[float, str, str]]) -> None:
    """Names at the right end of the lines, moved apart where they would overlap."""
    low, high = axes.get_ylim()
    placed: list[float] = []
    for value, _, _ in sorted(ends):
        place = (value - low) / (high - low)
        place = max(place, placed[-1] + LABEL_GAP) if placed else place
        placed.append(place)
    excess = max(0.0, placed[-1] - 1) if placed else 0.0
    for (value, name, colour), place in zip(sorted(ends), placed, strict=True):
        where = place - excess
        axes.annotate(name, (1.03, where), xycoords="axes fraction", va="center", size=SMALL, color=colour)
        line = {"arrowstyle": "-", "color": colour, "linewidth": 0.7}
        start = (1.0, (value - low) / (high - low))
        axes.annotate("", start, (1.025, where), xycoords="axes fraction", textcoords="axes fraction", arrowprops=line)


def _maps(run: Run, frame: pl.DataFrame, metric: str) -> Figure:
    """A map a group: the second axis across, the first down; the cells hold the estimates."""
    down, across = run.axes
    what, unit, factor = _what(run, metric, frame["grouping"][0])
    parts = _parts(frame, what)
    columns = min(len(parts), 2)
    lines = -(-len(parts) // columns)
    legend = "blue: above the base, orange: below; * established; frame: the base"
    title = _title(frame, what, len(parts) > 1, factor, unit)
    subtitle = _subtitle(
        run, f"{what[0].upper() + what[1:]}{f' in {unit}' if unit else ''}, ± half of the 95 % interval; {legend}."
    )
    rows, width = len(down["values"]), 3.7 * columns + 0.4 if columns > 1 else 6.6
    figure = new_figure(title, subtitle, lines * (0.75 + 0.42 * rows), width=width)
    grid = figure.subplots(lines, columns, squeeze=False)
    reach = max(factor * float(np.nanmax(np.abs(frame["difference"].to_numpy()))), 1e-9)
    scale = Scale.of(frame, factor)
    for axes, (name, part) in zip(grid.flat, parts, strict=False):
        _map(axes, part, (down, across), scale, reach)
        axes.set_title(name, size=TEXT, loc="left", color=INK)
        axes.set_xlabel(across["name"])
        axes.set_ylabel(down["name"])
    for axes in grid.flat[len(parts) :]:
        axes.set_visible(False)
    return figure


def _map(
    axes: Axes, part: pl.DataFrame, pair: tuple[dict[str, Any], dict[str, Any]], scale: Scale, reach: float
) -> None:
    """One map; colours show the difference to the base."""
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.patches import Rectangle

    down, across = pair
    difference = np.full((len(down["values"]), len(across["values"])), np.nan)
    small = max(difference.shape) <= MOST_CELLS
    size = SMALL if len(across["values"]) <= 4 else SMALL - 2
    for row in part.iter_rows(named=True):
        if row[down["name"]] not in down["values"] or row[across["name"]] not in across["values"]:
            continue
        y, x = down["values"].index(row[down["name"]]), across["values"].index(row[across["name"]])
        difference[y, x] = scale.factor * row["difference"]
        mark = "*" if row["adjusted_p"] < ALPHA else ""
        if small:
            half = scale.value((row["high"] - row["low"]) / 2)
            text = f"{scale.value(row['estimate'])}{mark}" + (f"\n±{half}" if len(across["values"]) <= 6 else "")
            axes.text(x, y, text, ha="center", va="center", size=size, color=CELL_TEXT, linespacing=0.95)
        if row["is_base"]:
            axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, fill=False, edgecolor=INK, linewidth=1.6, zorder=3))
    colours = LinearSegmentedColormap.from_list("difference", ["#eda45c", "#f7f7f5", "#7db4e0"])
    axes.imshow(difference, cmap=colours, vmin=-reach, vmax=reach, aspect="auto", origin="lower")
    axes.set_xticks(range(len(across["values"])), [number(value) for value in across["values"]])
    axes.set_yticks(range(len(down["values"])), [number(value) for value in down["values"]])
    axes.tick_params(length=0, labelsize=SMALL)
    axes.spines[:].set_color(GRID)
