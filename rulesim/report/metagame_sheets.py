"""The tables of a metagame."""

from __future__ import annotations

from typing import Any

import polars as pl

from rulesim.analysis.metagame import Metagame
from rulesim.analysis.responses import ALONE
from rulesim.report.numbers import Scale, counted
from rulesim.report.sheets import INTERVAL, Cell, Sheet, p_cell, text_cell
from rulesim.report.verdict import tested_together

MOST_TABLES = 16
"""Rows of best responses that are shown; the rest are in the data."""

ARROWS = {
    ALONE: "wins more than an equal share, alone at a table of copies of the other",
    "together": "wins more than the other at the tables where both sit",
}


def metagame_sheets(found: Metagame) -> list[Sheet]:
    """Masses and mixtures, who does better than whom, best responses, dominated strategies."""
    made = [_mixtures(found)] if found.alpha_rank is not None else []
    made += [_arrows(found)] if len(found.arrows) else []
    made += [_responses(found)] if len(found.best_responses) else []
    return [*made, *([_dominated(found)] if len(found.dominated) else [])]


def _mixtures(found: Metagame) -> Sheet:
    """Alpha-rank, and where it is known the replicator's end and the equilibrium of two."""
    frame, headers = found.alpha_rank, ["strategy", "alpha-rank %", INTERVAL]
    assert frame is not None
    parts = [frame]
    if found.replicator is not None:
        last = found.replicator.filter(pl.col("time") == found.replicator["time"].max())
        parts.append(last.rename({"share": "mass"}))
        headers += ["replicator %", INTERVAL]
    if found.nash is not None:
        parts.append(found.nash.rename({"share": "mass"}))
        headers += ["equilibrium %", INTERVAL]
    rows = []
    for strategy in frame["strategy"]:
        cells = [text_cell(strategy)]
        for part in parts:
            row = part.filter(pl.col("strategy") == strategy).row(0, named=True)
            cells += _estimate(Scale(100), row, "mass", row["mass"])
        rows.append(cells)
    note = (
        f"{_based_on(found)}; alpha-rank: how much of the time a population under strong selection plays it; "
        "where two are not told apart by this many blocks, the mass may be with either, and the interval says so"
    )
    return Sheet("metagame", "The metagame: what is played in the long run", headers, rows, note)


def _based_on(found: Metagame) -> str:
    return f"{counted(found.blocks, 'block')}, resampled in {counted(found.batches, 'batch', 'batches')}"


def _estimate(scale: Scale, row: dict[str, Any], name: str, bar: float | None = None) -> list[Cell]:
    return [Cell(scale.value(row[name]), row[name], bar), Cell(scale.interval(row["low"], row["high"]), row["low"])]


def _arrows(found: Metagame) -> Sheet:
    """Leads that are above zero as observed, largest first."""
    frame = found.arrows.filter(pl.col("lead") > 0).sort("lead", descending=True)
    scale = Scale.of(found.arrows, 100)
    rows = [
        [
            text_cell(row["better"]),
            text_cell(row["strategy"]),
            *_estimate(scale, row, "lead"),
            p_cell(row["adjusted_p"]),
        ]
        for row in frame.iter_rows(named=True)
    ]
    headers = ["strategy", "does better than", "lead %", INTERVAL, "adjusted p"]
    note = (
        f"does better: {ARROWS[found.arrow_kind]}; {tested_together(len(found.arrows), 'comparison')}, "
        f"* established; {counted(found.blocks, 'block')}"
    )
    return Sheet("metagame-better", "Who does better than whom", headers, rows, note, 2)


def _responses(found: Metagame) -> Sheet:
    """Best responses; those with the smallest p-values where there are many."""
    frame = found.best_responses
    left_out = max(0, len(frame) - MOST_TABLES)
    if left_out:
        frame = frame.sort("adjusted_p", "lead", descending=[False, True]).head(MOST_TABLES)
    scale, leads = Scale.of(frame, 100), Scale.of(frame.select(low="lead_low", high="lead_high"), 100)
    rows = [
        [
            text_cell(row["against"]),
            text_cell(row["strategy"]),
            *_estimate(scale, row, "win_share"),
            Cell(leads.value(row["lead"]), row["lead"]),
            Cell(leads.interval(row["lead_low"], row["lead_high"]), row["lead_low"]),
            p_cell(row["adjusted_p"]),
        ]
        for row in frame.iter_rows(named=True)
    ]
    headers = ["against", "best response", "win %", INTERVAL, "lead on second", INTERVAL, "adjusted p"]
    note = (
        f"{tested_together(len(found.best_responses), 'table of opponents', 'tables of opponents')}, * established; "
        f"{counted(found.blocks, 'block')}"
    )
    if left_out:
        note += f"; those told most clearly, {counted(left_out, 'table')} left out"
    return Sheet("best-responses", "Best responses", headers, rows, note, 2)


def _dominated(found: Metagame) -> Sheet:
    frame = found.dominated.sort("adjusted_p")
    scale = Scale.of(frame, 100)
    rows = [
        [
            text_cell(row["strategy"]),
            text_cell(row["by"]),
            *_estimate(scale, row, "smallest"),
            Cell(f"{row['tables']:,}", row["tables"]),
            p_cell(row["adjusted_p"]),
        ]
        for row in frame.iter_rows(named=True)
    ]
    headers = ["strategy", "dominated by", "smallest lead", INTERVAL, "tables", "adjusted p"]
    pairs = len(found.strategies) * (len(found.strategies) - 1)
    note = (
        f"the other wins more against every table that both met, as observed; {counted(pairs, 'ordered pair')} tested "
        f"together (intersection-union, Holm, 5 %), * established; {counted(found.blocks, 'block')}"
    )
    return Sheet("dominated", "Dominated strategies", headers, rows, note, 2)
