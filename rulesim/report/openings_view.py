"""The tree of openings as the command shows it: on the terminal, as plain data, as a figure."""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from rulesim.analysis.openings import Openings
from rulesim.report.openings_plot import icicle_figure as figure
from rulesim.report.openings_sentences import findings, headline
from rulesim.report.openings_sheets import note, opening_tree
from rulesim.report.tables import bullets, plain_rows

__all__ = ["as_dict", "figure", "parts"]


def as_dict(found: Openings) -> dict[str, Any]:
    """The tree as plain data, ready for `json.dumps`."""
    return {
        "depth": found.depth, "seat": found.seat, "strategy": found.strategy, "least": found.least,
        "against": found.against, "adjust": found.adjust, "lines_tested": found.count, "level": 0.95,
        "lines": plain_rows(found.frame), "findings": findings(found),
    }  # fmt: skip


def parts(found: Openings) -> list[RenderableType]:
    """Headline, tree, note and findings, to be printed in order."""
    return [
        Text(headline(found), style="bold"),
        opening_tree(found),
        Padding(Text(note(found), style="dim"), (0, 0, 1, 2)),
        *bullets(findings(found)),
    ]
