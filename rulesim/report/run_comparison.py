"""Two runs on the same luck, in tables and sentences."""

from __future__ import annotations

import polars as pl

from rulesim.analysis.multiple import Adjustment
from rulesim.analysis.run import Run
from rulesim.report.numbers import Scale, counted, words
from rulesim.report.sheets import INTERVAL, Cell, Sheet, p_cell, text_cell
from rulesim.report.verdict import tested_together


def comparison_sheets(run: Run, frame: pl.DataFrame, adjust: Adjustment) -> list[Sheet]:
    """A table for each grouping and metric."""
    return [
        _sheet(run, part, str(grouping), str(metric), len(frame), adjust)
        for (grouping, metric), part in frame.group_by(["grouping", "metric"], maintain_order=True)
    ]


def _sheet(run: Run, frame: pl.DataFrame, grouping: str, metric: str, count: int, adjust: Adjustment) -> Sheet:
    scale = Scale.of(frame, 100 if metric == "win_share" else 1)
    rows = []
    for row in frame.sort(pl.col("difference").abs(), descending=True).iter_rows(named=True):
        label = row["strategy"] if grouping == "strategy" else f"seat {row['seat']}"
        rows.append(
            [
                text_cell(label),
                Cell(scale.value(row["base"]), row["base"]),
                Cell(scale.value(row["changed"]), row["changed"]),
                Cell(scale.signed(row["difference"]), row["difference"]),
                Cell(scale.interval(row["low"], row["high"]), row["low"]),
                p_cell(row["adjusted_p"]),
            ]
        )
    unit = "in %" if metric == "win_share" else f"in {run.game.seat_columns[0].unit}"
    note = f"{counted(run.n_blocks, 'block')}; {tested_together(count, 'comparison', adjust=adjust)}"
    headers = [grouping, "first run", "second run", "difference", INTERVAL, "adjusted p"]
    title = f"{words(metric).capitalize()} by {grouping}, {unit}"
    return Sheet(f"compare-{grouping}-{metric.replace('_', '-')}", title, headers, rows, f"{note}, * established")


def comparison_findings(one: Run, other: Run, frame: pl.DataFrame) -> list[str]:
    """What differs between the runs, and how many differences are established."""
    established = int(frame["established"].sum())
    is_are = "is" if established == 1 else "are"
    return [
        f"The runs differ in {_differences(one, other)}.",
        f"{established} of {counted(len(frame), 'difference')} {is_are} established.",
    ]


def _differences(one: Run, other: Run) -> str:
    """What the two runs played differently, as far as the manifests tell."""
    first, second = one.manifest, other.manifest
    apart = []
    if first["preset"] != second["preset"]:
        apart.append(f"the preset ({first['preset']}, {second['preset']})")
    names = sorted(
        name
        for name in {*first["rules_changed"], *second["rules_changed"]}
        if first["rules_changed"].get(name) != second["rules_changed"].get(name)
    )
    if names:
        apart.append(f"rules ({', '.join(names)})")
    if first["engine"] != second["engine"]:
        apart.append("the version of the engine")
    if not apart and first["identity"] != second["identity"]:
        apart.append("the code of a strategy")
    return ", ".join(apart) or "nothing that the manifests tell"
