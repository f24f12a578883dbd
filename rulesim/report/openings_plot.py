"""The openings of a run as an icicle: each line a box, beside those that continue it."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from rulesim.analysis.multiple import ALPHA
from rulesim.analysis.openings import Openings
from rulesim.report.heat_map_plot import diverging
from rulesim.report.numbers import Scale, counted, whole
from rulesim.report.openings_sentences import average_text, headline, how_tested
from rulesim.report.style import CELL_TEXT, MUTED, PAPER, SMALL, new_figure, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HEIGHT, WIDTH = 6.4, 7.6
LINE = 0.135
"""Inches that a line of text needs; boxes that are lower stay without text."""

OTHER = "#e3e6ea"
SMALLEST_REACH = 0.02
"""Differences of win shares that take the full colour, at least."""


@styled
def icicle_figure(found: Openings) -> Figure:
    """The tree from left to right; the height of a box is how often, its colour how well the line was played."""
    frame = found.frame.filter(pl.col("depth") > 0)
    plays = int(found.frame["plays"][0])
    subtitle = (
        f"{whole(plays)} plays in {counted(int(found.frame['blocks'][0]), 'block')}, from the first choice (left) on. "
        f"Height: how often a line was played. Colour: its win share less {average_text(found)}, observed, not caused "
        f"by the line alone. Bold: established, with 95 % interval; {how_tested(found)}. Grey: several lines of fewer "
        f"than {whole(found.least)} plays, together."
    )
    figure = new_figure(headline(found), subtitle, HEIGHT, width=WIDTH)
    axes = figure.add_subplot()
    reach = max(SMALLEST_REACH, float(np.quantile(frame["difference"].abs(), 0.95)) if len(frame) else 0)
    for top, row in zip(_tops(found), found.frame.iter_rows(named=True), strict=True):
        if row["depth"]:
            _box(axes, found, row, top / plays, row["plays"] / plays, reach)
    axes.set_xlim(0.5, found.depth + 0.5)
    axes.set_ylim(1, 0)
    axes.set_xticks(range(1, found.depth + 1), [f"choice {number}" for number in range(1, found.depth + 1)])
    axes.xaxis.tick_top()
    axes.tick_params(axis="x", length=0)
    axes.set_yticks([])
    axes.spines[:].set_visible(False)
    _colour_bar(figure, axes, reach)
    return figure


def _tops(found: Openings) -> list[int]:
    """For each line the plays of those that stand above it: children begin where their parent does."""
    tops: dict[str, int] = {}
    filled: dict[str, int] = {}
    for row in found.frame.iter_rows(named=True):
        top = filled.get(row["parent"], 0) if row["depth"] else 0
        tops[row["line"]] = filled[row["line"]] = top
        filled[row["parent"]] = top + (row["plays"] if row["depth"] else 0)
    return list(tops.values())


def _box(axes: Axes, found: Openings, row: dict[str, Any], top: float, height: float, reach: float) -> None:
    """One line: its box, and as much text as fits into it."""
    from matplotlib.patches import Rectangle

    known = row["adjusted_p"] is not None and row["adjusted_p"] < ALPHA
    colour: Any = OTHER if row["lines"] > 1 else diverging()(0.5 + row["difference"] / reach / 2)
    box = Rectangle((row["depth"] - 0.5, top), 1, height, facecolor=colour, edgecolor=PAPER, linewidth=1)
    axes.add_patch(box)
    room = int(height * HEIGHT * 0.88 / LINE)
    if not room:
        return
    texts = _texts(row, WIDTH / found.depth, known, room)
    axes.text(
        row["depth"] - 0.47, top + height / 2, "\n".join(texts), va="center", ha="left", size=SMALL - 1.5,
        color=CELL_TEXT, weight="bold" if known else "normal", linespacing=1.15,
    ).set_clip_path(box)  # fmt: skip


def _texts(row: dict[str, Any], width: float, known: bool, room: int) -> list[str]:
    """The move and its difference, as much as there is room for; no difference where it is that of the line before."""
    scale = Scale.of(pl.DataFrame({"low": [row["difference_low"]], "high": [row["difference_high"]]}), 100)
    difference = ("+" if row["difference"] > 0 else "") + scale.value(row["difference"])
    interval = f" {scale.interval(row['difference_low'], row['difference_high'])}" if known else ""
    move, characters = row["move"].replace(":", ": ").replace("_", " "), int(width * 14)
    moves = wrap(move, characters)
    if row["played"] == 1 and row["depth"] > 1:
        tries = [moves]
    else:
        tries = [[f"{move}  {difference}{interval}"], [*moves, difference + interval], [f"{move}  {difference}"], moves]
    for lines in tries:
        if len(lines) <= room and all(len(line) <= characters for line in lines):
            return lines
    return [f"{move[: characters - 1]}…"]


def _colour_bar(figure: Figure, axes: Axes, reach: float) -> None:
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize

    colours = ScalarMappable(Normalize(-100 * reach, 100 * reach), diverging())
    bar = figure.colorbar(
        colours, ax=axes, orientation="horizontal", fraction=0.035, aspect=40, pad=0.02, extend="both"
    )
    bar.set_label("win share less the average, in percentage points", size=SMALL, color=MUTED)
    bar.outline.set_visible(False)  # type: ignore[operator]
    bar.ax.tick_params(labelsize=SMALL)
