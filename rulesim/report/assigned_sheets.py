"""Assigned lines as a table: worth beside what is observed."""

from __future__ import annotations

from typing import Any

import polars as pl

from rulesim.analysis.assigned import Assigned
from rulesim.report.assigned_sentences import against, how_tested, points
from rulesim.report.numbers import NO_INTERVAL, Scale
from rulesim.report.sheets import Cell, Sheet, count_cell, p_cell, text_cell

MOST_ROWS = 40
"""On the terminal; of more lines those that are worth most and least are shown."""


def assigned_sheet(found: Assigned, most: int | None = MOST_ROWS) -> Sheet:
    """Each line with its worth, what is observed of it, and the gap between the two.

    Parameters
    ----------
    most
        Rows to show; None: all, in the order of the book.
    """
    lines, gap = found.lines, 0
    if most is not None and len(lines) > most:
        lines = lines.sort("difference", descending=True)
        lines, gap = pl.concat([lines.head(most // 2), lines.tail(most - most // 2)]), most // 2
    legal = lines["where_made"].count() > 0 and (lines["made"] < 1).any()
    by_seat, named = lines["seat"].null_count() < len(lines), (~lines["name"].is_in(["", *lines["line"]])).any()
    rows = [
        [
            text_cell(row["line"]),
            *([text_cell(row["name"])] if named else []),
            *([Cell(f"seat {row['seat']}", row["seat"])] if by_seat else []),
            count_cell(row["plays"]),
            Cell(Scale(100).value(row["made"]), row["made"]),
            _points(row, "difference"),
            p_cell(row["adjusted_p"]),
            *([_points(row, "where_made")] if legal else []),
            count_cell(row["observed_plays"]),
            _points(row, "observed"),
            _points(row, "gap"),
            p_cell(row["gap_adjusted_p"]),
        ]
        for row in lines.iter_rows(named=True)
    ]
    labels = ["line", *(["name"] if named else []), *(["seat"] if by_seat else [])]
    where = ["where legal"] if legal else []
    headers = [*labels, "told", "made %", "worth", "adjusted p", *where, "chose it", "observed", "gap", "adjusted p"]
    left_out = len(found.lines) - len(rows)
    note = (
        f"worth: win share less that of {against(found)}, in percentage points; observed: of those who chose it, less "
        f"the average of seat and line-up; gap: worth less observed; all with 95 % interval; {how_tested(found)}, "
        f"* established"
    )
    if found.depth < found.longest:
        note += f"; the first {found.depth} of {found.longest} moves, the others being drawn as well"
    note += f"; {left_out} lines between left out" if left_out else ""
    return Sheet(
        "lines", "Lines: what they are worth, and what is observed", headers, rows, note, len(labels), gap, left_out
    )


def _points(row: dict[str, Any], name: str) -> Cell:
    return Cell(NO_INTERVAL, -9.0) if row[name] is None else Cell(points(row, name), row[name])
