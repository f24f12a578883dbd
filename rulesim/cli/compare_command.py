"""``rulesim compare``: two finished runs on the same luck."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulesim.cli.options import Adjust, Json
from rulesim.cli.output import show_findings, show_json


def add_to(app: typer.Typer, panel: str) -> None:
    """Add this command to the command line."""
    app.command("compare", rich_help_panel=panel)(compare)


def compare(
    base: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of the run to compare with.")],
    other: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run with the same seed and tables.")],
    adjust: Adjust = "holm",
    as_json: Json = False,
) -> None:
    """Compare two runs that played the same tables with the same seed, as after a change of rules or of a plugin."""
    from rulesim.analysis.run import Run
    from rulesim.analysis.run_comparison import compare_runs
    from rulesim.report.run_comparison import comparison_findings, comparison_sheets

    one, two = Run(base), Run(other)
    frame = compare_runs(one, two, adjust)
    findings = comparison_findings(one, two, frame)
    if as_json:
        from rulesim.report.tables import plain_rows

        rows = plain_rows(frame)
        show_json({"comparisons": rows, "blocks": one.n_blocks, "adjust": adjust, "level": 0.95, "findings": findings})
        return
    show_findings(comparison_sheets(one, frame, adjust), findings)
