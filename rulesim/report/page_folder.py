"""The folder of a page: the page itself, the files that it names, and its figures as files."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from rulesim.errors import InputError, RunError
from rulesim.experiment.files import check_folder
from rulesim.report.figures import FORMATS
from rulesim.report.page import Drawing, Page, render
from rulesim.report.style import figure_bytes

PAGE = "index.html"
EXPERIMENT, SCRIPT, POSITION = "experiment.toml", "study.py", "position.json"
"""Files that a page may name, so that they are told from those of somebody else."""


def write_page(make: Callable[[], Page], out: Path, formats: Sequence[str] = ("png",)) -> Path:
    """Write a page. The folder is written completely or not at all; an earlier page in it is replaced.

    Parameters
    ----------
    make
        Makes the page; it is called once the folder is known to be fit for it.
    out
        The folder.
    formats
        Of the figures' files: png, svg, pdf.

    Returns
    -------
    Path
        The page.

    Raises
    ------
    InputError
        If jinja2 is missing, or the folder holds something else.
    RunError
        If it cannot be written.
    """
    out = Path(out)
    _check(out)
    files = _contents(make(), formats)
    temporary = out.with_name(f".{out.name}.{os.getpid()}.part")
    try:
        temporary.mkdir(parents=True)
        for name, data in files.items():
            (temporary / name).write_bytes(data)
        _put(temporary, out)
    except OSError as error:
        raise RunError(f"{out}: cannot be written ({error.strerror})") from None
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return out / PAGE


def _check(out: Path) -> None:
    """Refuse a folder that holds anything but a page."""
    check_folder(out)
    known = {PAGE, EXPERIMENT, SCRIPT, POSITION}
    strange = (
        [item.name for item in out.iterdir() if item.name not in known and item.suffix[1:] not in FORMATS]
        if out.exists()
        else []
    )
    if strange:
        raise InputError(
            f"{out}: holds something else than a report ({sorted(strange)[0]}); choose another folder with --out"
        )


def _put(new: Path, out: Path) -> None:
    """Put a finished folder in the place of an old one."""
    old = new.with_suffix(".old")
    if out.exists():
        out.replace(old)
    new.replace(out)
    shutil.rmtree(old, ignore_errors=True)


def _contents(page: Page, formats: Sequence[str]) -> dict[str, bytes]:
    """What is written, by name; every figure is drawn once."""
    files = {name: text.encode() for name, text in page.made.files.items()}

    def drawn(drawing: Drawing) -> Drawing:
        figure = drawing.draw()
        files.update({f"{drawing.name}.{kind}": figure_bytes(figure, kind) for kind in formats})
        return replace(drawing, draw=lambda: figure)

    sections = [replace(section, drawings=[drawn(one) for one in section.drawings]) for section in page.sections]
    return {PAGE: render(replace(page, sections=sections)).encode(), **files}
