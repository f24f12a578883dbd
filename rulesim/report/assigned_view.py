"""Assigned lines as the command shows them: on the terminal, as plain data, as a figure."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from rulesim.analysis.assigned import Assigned
from rulesim.report.assigned_plot import dumbbell_figure as figure
from rulesim.report.assigned_sentences import findings, headline
from rulesim.report.assigned_sheets import assigned_sheet
from rulesim.report.tables import SheetView, bullets
from rulesim.report.tables import assigned_json as as_dict

__all__ = ["as_dict", "figure", "parts"]


def parts(found: Assigned) -> list[RenderableType]:
    """Headline, table and findings, to be printed in order."""
    return [Text(headline(found), style="bold"), SheetView(assigned_sheet(found)), *bullets(findings(found))]
