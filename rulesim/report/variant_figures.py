"""The table of luck, skill and diversity in the variants of a run."""

from __future__ import annotations

from typing import Any

import polars as pl

from rulesim.analysis.run import Run
from rulesim.analysis.variant_figures import DIVERSITY, LUCK, SKILL, variant_figures
from rulesim.report.numbers import NO_INTERVAL, Scale, counted, p_text
from rulesim.report.sheets import INTERVAL, Cell, Sheet, text_cell

NAMES = {LUCK: "luck, % of variance", SKILL: "skill, % of variance", DIVERSITY: "diversity, strategies"}


def variant_figure_sheet(run: Run) -> Sheet:
    """Luck, skill and diversity of each variant, with the changes to the base."""
    frame = variant_figures(run)
    rows = [_row(frame, row) for row in frame.iter_rows(named=True)]
    tested = frame["adjusted_p"].count()
    note = (
        f"{counted(run.n_blocks, 'block')}; changes paired on blocks, {counted(tested, 'test')} together (Holm, 5 %); "
        "luck and skill: parts of the variance of win shares; diversity: effective number of strategies by alpha-rank"
    )
    if DIVERSITY not in frame["figure"]:
        note += ", which takes all mixtures of two strategies: play the design pair_mixtures or all_mixtures"
    headers = ["figure", "variant", "value", INTERVAL, "change", INTERVAL, "adjusted p"]
    return Sheet("luck-diversity", "Balance: luck, skill and diversity", headers, rows, note, 2)


def _row(frame: pl.DataFrame, row: dict[str, Any]) -> list[Cell]:
    scale = Scale.of(frame.filter(pl.col("figure") == row["figure"]), 1 if row["figure"] == DIVERSITY else 100)
    cells = [text_cell(NAMES[row["figure"]]), text_cell(row["variant"])]
    cells += [Cell(scale.value(row["estimate"]), row["estimate"])]
    cells += [Cell(scale.interval(row["low"], row["high"]), row["low"])]
    if row["change"] is None:
        return [*cells, *[Cell(NO_INTERVAL, 0.0)] * 3]
    sign = "+" if row["change"] > 0 else ""
    p_value = row["adjusted_p"]
    p_cell = Cell(NO_INTERVAL, 1.0) if p_value is None else Cell(p_text(p_value).removeprefix("p ").removeprefix("= "),
                                                                 p_value)  # fmt: skip
    return [
        *cells,
        Cell(sign + scale.value(row["change"]), row["change"]),
        Cell(scale.interval(row["change_low"], row["change_high"]), row["change_low"]),
        p_cell,
    ]
