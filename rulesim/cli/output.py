"""What commands print: tables and JSON on standard output, progress and warnings on standard error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from rulesim.experiment.watch import Watch
    from rulesim.games.game import Game
    from rulesim.report.sheets import Sheet

PIPED_WIDTH = 160
"""Width of tables that do not go to a terminal, unless ``COLUMNS`` says otherwise."""


def show_json(data: Any) -> None:
    """Print JSON, indented."""
    print(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False))


def show_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], numbers: Iterable[str] = ()) -> None:
    """Print a table.

    Parameters
    ----------
    numbers
        Columns that are set to the right.
    """
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD)
    for column in columns:
        table.add_column(column, justify="right" if column in set(numbers) else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(str(cell)) for cell in row))
    if title:
        print(title)
    stdout_console().print(table)


def stdout_console() -> Console:
    """Where results go: as wide as the terminal, and `PIPED_WIDTH` where there is none."""
    from rich.console import Console

    piped = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    return Console(width=PIPED_WIDTH if piped else None, highlight=False)


def show_parts(parts: Iterable[RenderableType]) -> None:
    """Print tables and findings below each other."""
    console = stdout_console()
    for part in parts:
        console.print(part)


def show_findings(sheets: Iterable[Sheet], findings: list[str], heading: str = "Findings") -> None:
    """Print tables, then findings in sentences."""
    from rulesim.report.tables import SheetView, findings_below

    show_parts([*(SheetView(sheet) for sheet in sheets), *findings_below(heading, findings)])


def note(message: str) -> None:
    """A line of progress or a warning."""
    print(message, file=sys.stderr, flush=True)


def watch_for_stalls(seconds: float) -> Watch:
    """A watch: a strategy that does not answer ends the process with a message and exit code 1."""
    from rulesim.experiment.files import remove_unfinished
    from rulesim.experiment.watch import Watch

    def stalled(message: str) -> None:
        remove_unfinished()
        note(f"Failed: {message}")

    return Watch(seconds, stalled)


def announce_compiling(game: Game) -> None:
    """Say that a game is about to be compiled, if it is not yet."""
    if not game.compiled_before:
        note(f"compiling {game.name}, once (about half a minute) …")


def first_sentence(text: str) -> str:
    """The first sentence of a docstring, in one line."""
    paragraph = " ".join(text.split("\n\n")[0].split())
    end = paragraph.find(". ")
    return paragraph[: end + 1] if end >= 0 else paragraph
