"""The table of luck and skill."""

from __future__ import annotations

from math import isnan
from typing import Any

from rulesim.analysis.luck import METRICS
from rulesim.analysis.run import Run
from rulesim.report.numbers import NO_INTERVAL, Scale, words
from rulesim.report.sheets import INTERVAL, Cell, Sheet, base, text_cell

KINDS = {"strategy": "skill", "design": "seat and table", "luck": "luck"}


def luck_sheet(run: Run, metric: str = "win_share") -> Sheet:
    """What the variance of a result is due to."""
    frame = run.luck(metric)
    scale = Scale.of(frame.drop_nulls().filter(frame.drop_nulls()["source"] != "total"), 100)
    rows = [_row(scale, row) for row in frame.iter_rows(named=True) if row["source"] != "total"]
    headers = ["source", "kind", "share %", INTERVAL]
    untold = frame["share"].null_count() > 0
    note = (
        f"{base(run)}; shares of the variance of one play, noise taken off, so that an estimate may be below 0; "
        "strategy: how well it does on average; opponents, order at the table: whom it meets, and who sits where; "
        "seed, by …: luck that a strategy or seat keeps in all its games of a block"
        + (f"; {NO_INTERVAL}: this design cannot tell it from the single game" if untold else "")
    )
    title = f"Luck and skill: what the variance of the {words(metric)} is due to"
    return Sheet(f"luck-{metric.replace('_', '-')}", title, headers, rows, note, 2)


def _row(scale: Scale, row: dict[str, Any]) -> list[Cell]:
    name = "luck in all" if row["source"] == "luck" else row["source"]
    labels = [text_cell(name), text_cell(KINDS[row["kind"]])]
    if row["share"] is None or isnan(row["share"]):
        return [*labels, Cell(NO_INTERVAL, -1.0), Cell(NO_INTERVAL, -1.0)]
    bar = min(max(row["share"], 0.0), 1.0)
    return [*labels, Cell(scale.value(row["share"]), row["share"], bar),
            Cell(scale.interval(row["low"], row["high"]), row["low"])]  # fmt: skip


def luck_sheets(run: Run) -> list[Sheet]:
    """Of win shares and of scores."""
    return [luck_sheet(run, metric) for metric in METRICS]
