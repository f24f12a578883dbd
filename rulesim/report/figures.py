"""The figures of a run by name: to look at, and as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rulesim.analysis.run import Run
from rulesim.errors import InputError
from rulesim.experiment.files import check_file, write_whole
from rulesim.games.ruleset import nearest
from rulesim.report.sections import sections
from rulesim.report.style import figure_bytes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = ("png", "svg", "pdf")


def figure_names(run: Run) -> list[str]:
    """The figures that say something about this run, in the order of its page."""
    return [drawing.name for section in sections(run) for drawing in section.drawings]


def figure(run: Run, name: str) -> Figure:
    """One figure of a run.

    Raises
    ------
    InputError
        If the run has no such figure, with those that it has.
    """
    known = []
    for section in sections(run):
        for drawing in section.drawings:
            if drawing.name == name:
                return drawing.draw()
            known.append(drawing.name)
    raise InputError(f"no figure {name!r} of this run: expected one of {', '.join(known)}{nearest(name, known)}")


def format_of(file: Path) -> str:
    """The format that a file's name ends with; see `check_format`."""
    return check_format(file.suffix.removeprefix(".").lower(), f"{file}: the end of the name")


def check_figure_file(file: Path) -> None:
    """Refuse a file that a figure cannot be written to, before it is drawn.

    Raises
    ------
    InputError
        If its name ends with no format of figures, or it cannot be written.
    """
    format_of(file)
    check_file(file)


def check_format(name: str, where: str) -> str:
    """The name of a file format, or an error that tells which there are.

    Raises
    ------
    InputError
        If it is none of `FORMATS`.
    """
    if name not in FORMATS:
        raise InputError(f"{where}: expected one of {', '.join(FORMATS)}{nearest(name, FORMATS)}")
    return name


def save_figure(drawn: Figure, file: Path) -> Path:
    """Write a figure, in the format that the file's name ends with.

    Raises
    ------
    InputError
        If that is no format of figures, or there can be no such file.
    RunError
        If the file cannot be written.
    """
    check_figure_file(file)
    write_whole(file, figure_bytes(drawn, format_of(file)))
    return file
