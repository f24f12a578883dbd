"""``rulesim report``: the page and the pictures of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulesim.cli.options import Json, RunFolder
from rulesim.cli.output import show_json


def add_to(app: typer.Typer, panel: str) -> None:
    """Add this command to the command line."""
    app.command("report", rich_help_panel=panel)(report)


def report(
    run: RunFolder,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the report.  [default: RUN/report]", show_default=False)
    ] = None,
    formats: Annotated[
        list[str] | None,
        typer.Option("--format", metavar="png|svg|pdf", help="Of the figures' files. Repeatable.  [default: png]"),
    ] = None,
    as_json: Json = False,
) -> None:
    """Write the results of a run as one HTML page, with its figures as files beside it.

    With --json all estimates are printed, and nothing is written.
    """
    from rulesim.analysis.run import Run

    results = Run(run)
    if as_json:
        from rulesim.report.tables import run_json

        show_json(run_json(results))
        return
    from rulesim.report.figures import check_format
    from rulesim.report.html import write_report

    kinds = [check_format(kind, f"--format {kind}") for kind in formats or ["png"]]
    typer.echo(str(write_report(results, out or run / "report", kinds)))
