"""``rulesim report``: the page and the pictures of a run or a study."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulesim.cli.options import Json
from rulesim.cli.output import show_json

if TYPE_CHECKING:
    from rulesim.analysis.run import Run


def add_to(app: typer.Typer, panel: str) -> None:
    """Add this command to the command line."""
    app.command("report", rich_help_panel=panel)(report)


def report(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER", help="Of a run, finished or not, or of a study (sensitivity, solve, evaluate, review)."
        ),
    ],
    out: Annotated[Path | None, typer.Option(help="Folder of the report.", show_default="FOLDER/report")] = None,
    formats: Annotated[
        list[str] | None,
        typer.Option("--format", metavar="png|svg|pdf", help="Of the figures' files. Repeatable.", show_default="png"),
    ] = None,
    as_json: Json = False,
) -> None:
    """Write the results of a run or a study as one HTML page, with its figures as files beside it.

    With --json all estimates are printed, and nothing is written.
    """
    from rulesim.report.study_page import is_study, study_json

    study = is_study(folder)
    if as_json:
        show_json(study_json(folder) if study else _run_json(folder))
        return
    from rulesim.report.figures import check_format

    kinds = [check_format(kind, f"--format {kind}") for kind in formats or ["png"]]
    out = out or folder / "report"
    if study:
        from rulesim.report.study_page import write_study

        typer.echo(str(write_study(folder, out, kinds)))
        return
    from rulesim.report.html import write_report

    typer.echo(str(write_report(_run(folder), out, kinds)))


def _run(folder: Path) -> Run:
    """The run in a folder; the message tells what else would be right."""
    from rulesim.analysis.run import Run
    from rulesim.errors import InputError

    if folder.is_dir() and not (folder / "manifest.json").exists():
        raise InputError(f"{folder}: not the folder of a run or a study (it has no manifest.json)")
    return Run(folder)


def _run_json(folder: Path) -> dict[str, Any]:
    """All estimates of a run."""
    from rulesim.report.tables import run_json

    return run_json(_run(folder))
