"""Assigned lines as the command shows them: on the terminal, as plain data, as a figure."""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from rich.text import Text

from rulesim.analysis.assigned import Assigned
from rulesim.report.assigned_plot import dumbbell_figure as figure
from rulesim.report.assigned_sentences import findings, headline
from rulesim.report.assigned_sheets import assigned_sheet
from rulesim.report.openings_view import bullets
from rulesim.report.tables import SheetView, plain_rows

__all__ = ["as_dict", "figure", "parts"]


def as_dict(found: Assigned) -> dict[str, Any]:
    """The lines as plain data, ready for `json.dumps`."""
    return {
        "assign": found.assign, "reference": found.reference, "seat": found.seat, "strategy": found.strategy,
        "adjust": found.adjust, "comparisons_tested": found.count, "level": 0.95, "lines": plain_rows(found.frame),
        "findings": findings(found),
    }  # fmt: skip


def parts(found: Assigned) -> list[RenderableType]:
    """Headline, table and findings, to be printed in order."""
    return [Text(headline(found), style="bold"), SheetView(assigned_sheet(found)), *bullets(findings(found))]
