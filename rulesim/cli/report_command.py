"""``rulesim report``: the page and the pictures of a run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer


def add_to(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command("report")(report)


def report(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run, finished or not.")],
    out: Annotated[
        Path | None, typer.Option(help="Folder of the report.  [default: RUN/report]", show_default=False)
    ] = None,
    formats: Annotated[
        list[str] | None,
        typer.Option("--format", metavar="png|svg|pdf", help="Of the figures' files. Repeatable.  [default: png]"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print all estimates as JSON; write nothing.")] = False,
) -> None:
    """Write the results of a run as one HTML page, with its figures as files beside it."""
    from rulesim.analysis.run import Run

    results = Run(run)
    if as_json:
        from rulesim.report.tables import run_json

        typer.echo(json.dumps(run_json(results), indent=2, ensure_ascii=False, allow_nan=False))
        return
    from rulesim.report.figures import check_format
    from rulesim.report.html import write_report

    kinds = [check_format(kind, f"--format {kind}") for kind in formats or ["png"]]
    typer.echo(str(write_report(results, out or run / "report", kinds)))
