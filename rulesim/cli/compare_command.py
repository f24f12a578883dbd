"""``rulesim compare``: two finished runs on the same luck."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulesim.cli.options import Json
from rulesim.cli.output import show_json, show_sheets
from rulesim.errors import InputError


def add_to(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command("compare")(compare)


def compare(
    base: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of the run to compare with.")],
    other: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run with the same seed and tables.")],
    adjust: Annotated[str, typer.Option(help="p-values for the number of comparisons: holm or bh.")] = "holm",
    as_json: Json = False,
) -> None:
    """Compare two runs that played the same tables with the same seed, as after a change of rules or of a plugin."""
    from rulesim.analysis.run import Run
    from rulesim.analysis.run_comparison import compare_runs

    if adjust not in ("holm", "bh"):
        raise InputError(f"--adjust {adjust}: expected holm or bh")
    one, two = Run(base), Run(other)
    frame = compare_runs(one, two, "bh" if adjust == "bh" else "holm")
    if as_json:
        from rulesim.report.tables import plain_rows

        show_json({"comparisons": plain_rows(frame), "blocks": one.n_blocks, "adjust": adjust, "level": 0.95})
        return
    from rulesim.report.run_comparison import comparison_findings, comparison_sheets

    show_sheets(comparison_sheets(one, frame, adjust), comparison_findings(one, two, frame))
