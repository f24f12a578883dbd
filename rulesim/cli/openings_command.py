"""``rulesim openings``: the first moves that were played, and how those who played them fared."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from rulesim.cli.options import Adjust, Json, Plot, RunFolder, Variant
from rulesim.cli.output import note, show_json, show_parts
from rulesim.errors import InputError

if TYPE_CHECKING:
    import polars as pl

DATA, PICTURES = (".csv", ".parquet"), (".png", ".svg", ".pdf")


def add_to(app: typer.Typer, panel: str) -> None:
    """Add this command to the command line."""
    app.command("openings", rich_help_panel=panel)(openings)


def openings(
    run: RunFolder,
    depth: Annotated[
        int | None,
        typer.Option(help="Moves of the longest lines.", show_default="4, or fewer"),
    ] = None,
    seat: Annotated[int | None, typer.Option(help="Only this seat, from 1.")] = None,
    strategy: Annotated[str | None, typer.Option("--strategy", "-s", help="Only this strategy.")] = None,
    variant: Variant = None,
    least: Annotated[
        int | None,
        typer.Option(help="Lines of fewer plays stand together as other.", show_default="1 % of all"),
    ] = None,
    against: Annotated[
        Literal["seat", "strategy"],
        typer.Option("--against", help="Difference to the average of the line-up's seat, or of the strategy in it."),
    ] = "seat",
    by_seat: Annotated[bool, typer.Option("--by-seat", help="Assigned lines: each seat on its own.")] = False,
    played: Annotated[
        bool, typer.Option("--played", help="The tree of what was played, also where lines were assigned.")
    ] = False,
    adjust: Adjust = "holm",
    out: Annotated[Path | None, typer.Option(help="Write all lines to a file: .csv or .parquet.")] = None,
    plot: Plot = None,
    as_json: Json = False,
) -> None:
    """Show the first moves that were played as a tree, with win shares and differences to the average.

    Where the experiment assigned lines, show what they are worth beside what is observed.
    """
    _check_files(out, plot)
    from rulesim.analysis.run import Run

    results = Run(run, variant)
    if results.manifest.get("lines") and not played and variant is None:
        if least is not None:
            raise InputError("--least: only for the tree of what was played; expected --played with it")
        from rulesim.report import assigned_view as view

        found: Any = results.assigned(depth, seat, strategy, by_seat or None, adjust)
    else:
        if by_seat:
            raise InputError("--by-seat: only for lines that were assigned; expected such a run, without --played")
        from rulesim.report import openings_view as view  # type: ignore[no-redef]

        found = results.openings(depth, seat, strategy, least, against, adjust)
    if out is not None:
        _write(found.frame, out)
        note(f"written: {out}")
    if plot is not None:
        from rulesim.report.figures import save_figure

        save_figure(view.figure(found), plot)
        note(f"drawn: {plot}")
    if as_json:
        show_json(view.as_dict(found))
    else:
        show_parts(view.parts(found))


def _check_files(out: Path | None, plot: Path | None) -> None:
    """Refuse files that cannot be written, before anything is counted."""
    from rulesim.experiment.files import check_file

    for option, file, known in (("--out", out, DATA), ("--plot", plot, PICTURES)):
        if file is not None:
            if file.suffix not in known:
                raise InputError(f"{option} {file}: expected a file that ends in {', '.join(known)}")
            check_file(file)


def _write(frame: pl.DataFrame, out: Path) -> None:
    """All lines as a file of data."""
    from rulesim.experiment.files import write_whole
    from rulesim.experiment.store import parquet_bytes

    write_whole(out, frame.write_csv().encode() if out.suffix == ".csv" else parquet_bytes(frame))
