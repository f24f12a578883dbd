"""``rulesim openings``: the first moves that were played, and how those who played them fared."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulesim.cli.options import Json
from rulesim.cli.output import note, show_json
from rulesim.errors import InputError

if TYPE_CHECKING:
    from rulesim.analysis.openings import Openings

DATA, PICTURES = (".csv", ".parquet"), (".png", ".svg", ".pdf")


def add_to(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command("openings")(openings)


def openings(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run, finished or not.")],
    depth: Annotated[
        int | None,
        typer.Option(help="Moves of the longest lines.  [default: 4, or what is logged]", show_default=False),
    ] = None,
    seat: Annotated[int | None, typer.Option(help="Only this seat, from 1.")] = None,
    strategy: Annotated[str | None, typer.Option("--strategy", "-s", help="Only this strategy.")] = None,
    variant: Annotated[str | None, typer.Option(help="Only this variant.  [default: base]", show_default=False)] = None,
    least: Annotated[
        int | None,
        typer.Option(help="Lines of fewer plays stand together as other.  [default: 1 % of all]", show_default=False),
    ] = None,
    against: Annotated[
        str, typer.Option(help="Difference to the average of the line-up's: seat, or strategy in that seat.")
    ] = "seat",
    adjust: Annotated[str, typer.Option(help="p-values for the number of lines: holm or bh.")] = "holm",
    out: Annotated[Path | None, typer.Option(help="Write all lines to a file: .csv or .parquet.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the tree into a file: .png, .svg or .pdf.")] = None,
    as_json: Json = False,
) -> None:
    """Show the first moves that were played as a tree, with win shares and differences to the average."""
    for option, file, known in (("--out", out, DATA), ("--plot", plot, PICTURES)):
        if file is not None and file.suffix not in known:
            raise InputError(f"{option} {file}: expected a file that ends in {', '.join(known)}")
    if adjust not in ("holm", "bh"):
        raise InputError(f"--adjust {adjust}: expected holm or bh")
    if against not in ("seat", "strategy"):
        raise InputError(f"--against {against}: expected seat or strategy")
    from rulesim.analysis.run import Run

    found = Run(run, variant).openings(
        depth,
        seat,
        strategy,
        least,
        "strategy" if against == "strategy" else "seat",
        "bh" if adjust == "bh" else "holm",
    )
    if out is not None:
        _write(found, out)
        note(f"written: {out}")
    if plot is not None:
        from rulesim.report.openings_plot import icicle_figure
        from rulesim.report.figures import save_figure

        save_figure(icicle_figure(found), plot)
        note(f"drawn: {plot}")
    show_json(_as_dict(found)) if as_json else _show(found)


def _write(found: Openings, out: Path) -> None:
    """All lines as a file of data."""
    from rulesim.experiment.files import write_whole
    from rulesim.experiment.store import parquet_bytes

    if not out.parent.is_dir():
        raise InputError(f"{out}: cannot be written (there is no folder {out.parent})")
    write_whole(out, found.frame.write_csv().encode() if out.suffix == ".csv" else parquet_bytes(found.frame))


def _as_dict(found: Openings) -> dict[str, Any]:
    from rulesim.report.openings_sentences import findings
    from rulesim.report.tables import plain_rows

    return {
        "depth": found.depth, "seat": found.seat, "strategy": found.strategy, "least": found.least,
        "against": found.against, "adjust": found.adjust, "lines_tested": found.count, "level": 0.95,
        "lines": plain_rows(found.frame), "findings": findings(found),
    }  # fmt: skip


def _show(found: Openings) -> None:
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    from rulesim.cli.output import console_width
    from rulesim.report.openings_sentences import findings, headline
    from rulesim.report.openings_sheets import note as based_on
    from rulesim.report.openings_sheets import opening_tree

    console = Console(width=console_width())
    console.print(Text(headline(found), style="bold"))
    console.print(opening_tree(found))
    console.print(Padding(Text(based_on(found), style="dim"), (0, 0, 1, 2)))
    for sentence in findings(found):
        console.print(Padding(Text(f"• {sentence}"), (0, 0, 0, 2)))
