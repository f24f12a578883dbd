"""The tables of a sweep: a row for each point, a column for each strategy, seat or measure."""

from __future__ import annotations

from typing import Any

import polars as pl

from rulesim.analysis.multiple import ALPHA
from rulesim.analysis.run import Run
from rulesim.analysis.sweep import SPREAD, sweep_frame, topics
from rulesim.experiment.factors import number
from rulesim.report.numbers import Scale, counted, whole
from rulesim.report.sheets import Cell, Sheet
from rulesim.report.verdict import metric_name, tested_together

TABLES = {
    "sweep-strategies": ("Win share by strategy, in %", "strategy"),
    "sweep-seats": ("Win share by seat, in %", "seat"),
    "sweep-game": ("The game: score, length and ends (in % of games)", ""),
}


def sweep_sheets(run: Run, most: int) -> list[Sheet]:
    """The points of a sweep in tables: who wins, from where, how long the game is and how it ends.

    Parameters
    ----------
    most
        Rows to show of each table.
    """
    frame = sweep_frame(run, topics(run))
    sheets = []
    for name, (title, grouping) in TABLES.items():
        own = pl.col("grouping") == grouping if grouping else pl.col("grouping").is_in(["all", "all_seats"])
        part = frame.filter(own)
        if len(part):
            sheets.append(_sheet(run, name, title, part, comparisons(frame), most))
    return sheets


def comparisons(frame: pl.DataFrame) -> int:
    """How many differences were tested together."""
    return int(frame["p_value"].is_not_nan().sum())


def how_marked(tested: int) -> str:
    """What a star means."""
    things = ("comparison with the base", "comparisons with the base")
    return f"*: established, {tested_together(tested, *things)}"


def _sheet(run: Run, name: str, title: str, frame: pl.DataFrame, tested: int, most: int) -> Sheet:
    axes = [axis["name"] for axis in run.axes]
    columns = _columns(run, frame)
    points = frame.select(*axes, "variant", "is_base").unique(maintain_order=True).sort(axes)
    shown = points.head(most)
    rows = []
    for point in shown.iter_rows(named=True):
        labels = [axis_cell(point[axis], point["is_base"] and axis == axes[0]) for axis in axes]
        rows.append([*labels, *(_cell(part, scale, point["variant"]) for _, part, scale in columns)])
    left_out = len(points) - len(shown)
    missing = f"; {whole(left_out)} more points are in --json" if left_out else ""
    note = f"{counted(run.n_blocks, 'block')}; ± is half of the 95 % interval; {how_marked(tested)}{missing}"
    return Sheet(name, title, [*axes, *(header for header, _, _ in columns)], rows, note, len(axes), left_out=left_out)


def axis_cell(value: Any, is_base: bool) -> Cell:
    """A value of an axis; the base is marked."""
    text = "mixed" if value is None else number(value)
    return Cell(f"{text} (base)" if is_base else text, -1e300 if value is None else float(value))


def _columns(run: Run, frame: pl.DataFrame) -> list[tuple[str, pl.DataFrame, Scale]]:
    """Header, rows by variant and scale of each column in order; what no point changes is left out."""
    columns = []
    keys = frame.select("metric", "strategy", "seat").unique(maintain_order=True)
    for metric, strategy, seat in keys.iter_rows():
        same = pl.all_horizontal(
            pl.col("metric") == metric, pl.col("strategy").eq_missing(strategy), pl.col("seat").eq_missing(seat)
        )
        part = frame.filter(same)
        if len(keys) > 2 and not part["p_value"].is_not_nan().any():
            continue  # the same in every block at every point
        percent = metric == SPREAD or run.is_share(metric)
        header = strategy or (f"seat {seat}" if seat is not None else metric_name(run, metric))
        columns.append((header, part, Scale.of(part, 100 if percent else 1)))
    return columns


def _cell(part: pl.DataFrame, scale: Scale, variant: str) -> Cell:
    row = part.filter(pl.col("variant") == variant).row(0, named=True)
    mark = " *" if row["adjusted_p"] < ALPHA else ""
    return Cell(scale.give_or_take(row["estimate"], row["low"], row["high"]) + mark, row["estimate"])


def points_line(run: Run) -> str:
    """``16 points: factory.cost 6, 7, 8, 9 (base 7) × university.cost 6, 7, 8, 9 (base 8)``."""
    axes = []
    for axis in run.axes:
        values = [number(value) for value in axis["values"]]
        listed = ", ".join(values) if len(values) <= 8 else f"{values[0]} … {values[-1]} ({len(values)} values)"
        base = "mixed" if axis["base"] is None else number(axis["base"])
        axes.append(f"{axis['name']} {listed} (base {base})")
    return f"{counted(sum('point' in one for one in run.manifest['variants']), 'point')}: {' × '.join(axes)}"
