"""The tables of a run's variants against the base."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import Any

import polars as pl

from rulesim.analysis.comparisons import Comparisons
from rulesim.analysis.run import Run
from rulesim.report.numbers import NO_INTERVAL, Scale, counted
from rulesim.report.sheets import INTERVAL, Cell, Sheet, p_cell, text_cell
from rulesim.report.variant_figures import variant_figure_sheet
from rulesim.report.verdict import by_size, how_tested, metric_name, scale_of


@dataclass(frozen=True)
class Kind:
    """A table of comparisons: which ones, and what names a row."""

    name: str
    title: str
    chosen: pl.Expr
    by_metric: bool


GAIN = "gain: independent runs need so many times more games"
WINS, SCORES = pl.col("metric") == "win_share", pl.col("metric") == "score"
STRATEGY, SEAT = pl.col("grouping") == "strategy", pl.col("grouping") == "seat"
KINDS = (
    Kind("strategies", "Win share by strategy, in %", STRATEGY & WINS, False),
    Kind("seats", "Win share by seat, in %", SEAT & WINS, False),
    Kind("game", "The game: length and ends (in % of games)", pl.col("grouping").is_in(["all", "watched"]), True),
    Kind("owned", "All seats: scores, and seats that own a thing (in %)", pl.col("grouping") == "all_seats", True),
    Kind("scores", "Score by strategy", STRATEGY & SCORES, False),
)
BY_STRATEGY = Kind("by-strategy", "By strategy: score parts, and plays that end with a thing (in %)",
                   STRATEGY & ~WINS & ~SCORES, True)  # fmt: skip


def whatif_sheets(run: Run, compared: Comparisons, all_rows: bool) -> list[Sheet]:
    """The comparisons in tables, the largest changes of each first.

    Parameters
    ----------
    all_rows
        Also those of every strategy with every score part and every thing that can be owned.
    """
    sheets = []
    for kind in (*KINDS, BY_STRATEGY) if all_rows else KINDS:
        frame = compared.frame.filter(kind.chosen)
        if kind.by_metric and not all_rows:  # what no variant can show anything of takes no room
            frame = frame.filter(pl.col("tested"))
        if len(frame):
            sheets.append(_sheet(run, compared, kind, frame))
    return [*sheets, balance_sheet(compared), variant_figure_sheet(run)]


def _sheet(run: Run, compared: Comparisons, kind: Kind, frame: pl.DataFrame) -> Sheet:
    ordered = by_size(run, frame)
    several = len(run.variants) > 2
    rows = [[*([text_cell(row["variant"])] if several else []), *_cells(run, kind, row)] for row in ordered.to_dicts()]
    named = kind.by_metric and frame["strategy"].null_count() < len(frame)
    labels = ["variant"] * several + ["strategy"] * named + ["" if kind.by_metric else kind.name]
    headers = [*labels, "base", "variant", "difference", INTERVAL, "adjusted p", "gain"]
    note = f"{counted(run.n_blocks, 'block')}; {how_tested(compared)}, * established; {GAIN}"
    return Sheet(f"whatif-{kind.name}", kind.title, headers, rows, note, len(labels))


def _cells(run: Run, kind: Kind, row: dict[str, Any]) -> list[Cell]:
    scale, _ = scale_of(run, row)
    names = [row["strategy"]] if row["strategy"] is not None else []
    if kind.by_metric:
        names.append(metric_name(run, row["metric"]))
    elif row["seat"] is not None:
        names.append(f"seat {row['seat']}")
    gain = NO_INTERVAL if isnan(row["gain"]) else f"{row['gain']:.1f} ×"
    return [
        *(text_cell(name) for name in names),
        Cell(scale.value(row["base"]), row["base"]),
        Cell(scale.value(row["changed"]), row["changed"]),
        Cell(scale.signed(row["difference"]), row["difference"]),
        Cell(scale.interval(row["low"], row["high"]), row["low"]),
        p_cell(row["adjusted_p"]),
        Cell(gain, 0.0 if isnan(row["gain"]) else row["gain"]),
    ]


def balance_sheet(compared: Comparisons) -> Sheet:
    """How far seats and strategies lie apart in each variant."""
    frame = compared.balance
    scale = Scale.of(frame, 100)
    rows = [
        [
            text_cell({"seat": "seats", "strategy": "strategies"}[row["of"]]),
            text_cell(row["variant"]),
            Cell(scale.value(row["spread"]), row["spread"]),
            Cell(scale.interval(row["low"], row["high"]), row["low"]),
            p_cell(row["p_equal"], star=False),
            p_cell(None if row["change"] is None else row["adjusted_p"], star=False),
        ]
        for row in frame.to_dicts()
    ]
    headers = ["of", "variant", "spread %", INTERVAL, "p if all equal", "p if as in base"]
    note = (
        "spread: win share of the best less that of the worst, with an interval that holds for all pairs; "
        "that it is as in the base is tested with all comparisons"
    )
    return Sheet("balance", "Balance: spread of win shares", headers, rows, note, 2)
