"""An evaluated position or a reviewed game on the terminal and as plain data."""

from __future__ import annotations

from math import isfinite
from typing import Any

import polars as pl
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from rulesim.analysis.evaluation import Evaluation
from rulesim.analysis.review import Review
from rulesim.report.position_sentences import position_sentences
from rulesim.report.position_sheets import position_sheets
from rulesim.report.review_sentences import review_sentences
from rulesim.report.review_sheets import review_sheets
from rulesim.report.sheets import Sheet
from rulesim.report.tables import GAP, SheetView


def evaluation_tables(evaluation: Evaluation) -> list[RenderableType]:
    """The tables and findings of an evaluated position, to be printed in order."""
    return _tables(position_sheets(evaluation), position_sentences(evaluation))


def review_tables(review: Review) -> list[RenderableType]:
    """The tables and findings of a reviewed game, to be printed in order."""
    return _tables(review_sheets(review), review_sentences(review))


def _tables(sheets: list[Sheet], sentences: list[str]) -> list[RenderableType]:
    parts: list[RenderableType] = [SheetView(sheet) for sheet in sheets]
    return [*parts, Text(""), *(Padding(Text(f"• {sentence}"), (0, 0, 0, GAP)) for sentence in sentences)]


def evaluation_json(evaluation: Evaluation) -> dict[str, Any]:
    """An evaluation as plain data: what it is about, findings, actions (as `Evaluation.frame`) and seats."""
    return {
        **evaluation.about,
        "findings": position_sentences(evaluation),
        "actions": _rows(evaluation.frame),
        "seats": _rows(evaluation.seats),
    }


def review_json(review: Review) -> dict[str, Any]:
    """A review as plain data: what it is about, findings, costliest moves, all moves and the curve."""
    return {
        **review.about,
        "findings": review_sentences(review),
        "costliest": _rows(review.costliest()),
        "choices": _rows(review.moves),
        "curve": _rows(review.curve),
    }


def _rows(frame: pl.DataFrame) -> list[dict[str, Any]]:
    """A frame as plain data; what is no finite number is null."""
    return [
        {key: None if isinstance(value, float) and not isfinite(value) else value for key, value in row.items()}
        for row in frame.to_dicts()
    ]
