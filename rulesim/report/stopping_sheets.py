"""The tables of a stopping rule."""

from __future__ import annotations

from typing import Any

from rulesim.analysis.run import Run
from rulesim.analysis.stopping import Stopped
from rulesim.report.numbers import counted
from rulesim.report.sheets import INTERVAL, Cell, Sheet, text_cell
from rulesim.report.stopping_sentences import scale_of_rule

ALWAYS = "valid at any moment"


def stopping_sheets(run: Run) -> list[Sheet]:
    """The estimates that the rule is about, with intervals that hold after stopping; none without a rule."""
    stopped = run.stopped
    if stopped is None:
        return []
    return [_test_sheet(run, stopped) if stopped.test else _width_sheet(run, stopped)]


def _test_sheet(run: Run, stopped: Stopped) -> Sheet:
    scale, unit = scale_of_rule(run, stopped)
    rows = [
        [
            text_cell(row["method"]),
            Cell(scale.value(row["estimate"]), row["estimate"]),
            Cell(scale.interval(row["low"], row["high"]), row["low"]),
        ]
        for row in stopped.frame.iter_rows(named=True)
    ]
    note = f"{counted(run.n_blocks, 'block')}, {counted(len(stopped.looks), 'look')}"
    title = f"{stopped.what[0].upper()}{stopped.what[1:]}, in {unit}"
    return Sheet("stopping", title, ["", "estimate", INTERVAL], rows, note)


def _width_sheet(run: Run, stopped: Stopped) -> Sheet:
    scale, unit = scale_of_rule(run, stopped)
    keys: list[str] = [name for name in ("variant", "strategy", "seat") if name in stopped.frame.columns]
    rows = [_width_row(scale, keys, row) for row in stopped.frame.iter_rows(named=True)]
    note = (
        f"{counted(run.n_blocks, 'block')}, {counted(len(stopped.looks), 'look')}; "
        f"{ALWAYS}: for those who watch the run and stop it when they like"
    )
    title = f"{stopped.what[0].upper()}{stopped.what[1:]}, in {'%' if scale.factor > 1 else unit}"
    return Sheet("stopping", title, [*keys, "estimate", INTERVAL, "±", ALWAYS], rows, note, len(keys))


def _width_row(scale: Any, keys: list[str], row: dict[str, Any]) -> list[Cell]:
    return [
        *(text_cell(f"seat {row[key]}" if key == "seat" else row[key]) for key in keys),
        Cell(scale.value(row["estimate"]), row["estimate"]),
        Cell(scale.interval(row["low"], row["high"]), row["low"]),
        Cell(scale.value(row["half_width"]), row["half_width"]),
        Cell(scale.interval(row["always_low"], row["always_high"]), row["always_low"]),
    ]
