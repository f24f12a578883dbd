"""``rulesim plot``: one figure of a run as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulesim.cli.options import RunFolder


def add_to(app: typer.Typer, panel: str) -> None:
    """Add this command to the command line."""
    app.command("plot", rich_help_panel=panel)(plot)


def plot(
    run: RunFolder,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Name of the figure; without one, the names are listed.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="File to write: .png, .svg or .pdf.", show_default="NAME.png here"),
    ] = None,
) -> None:
    """Draw one figure of a run into a file, or list the figures that it has."""
    from rulesim.analysis.run import Run
    from rulesim.errors import InputError
    from rulesim.report.figures import check_figure_file, figure, figure_names, save_figure

    results = Run(run)
    if name is None:
        if out:
            raise InputError(f"--out {out}: which figure? Expected a NAME: one of {', '.join(figure_names(results))}")
        for known in figure_names(results):
            typer.echo(known)
        return
    file = out or Path(f"{name}.png")
    check_figure_file(file)
    typer.echo(str(save_figure(figure(results, name), file)))
