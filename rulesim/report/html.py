"""The report of a run: one self-contained HTML page, with its figures as files beside it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from rulesim.analysis.run import Run
from rulesim.errors import InputError, RunError
from rulesim.report import facts
from rulesim.report.figures import FORMATS
from rulesim.report.page import Drawing, Made, Page, render
from rulesim.report.sections import sections
from rulesim.report.sentences import cautions
from rulesim.report.sheets import Cell, Sheet, text_cell
from rulesim.report.style import figure_bytes

PAGE = "index.html"
VERSIONS = ("numba", "numpy", "polars", "scipy", "matplotlib")


def write_report(run: Run, out: Path, formats: Sequence[str] = ("png",)) -> Path:
    """Write the report of a run, finished or not.

    Parameters
    ----------
    out
        Folder of the report. It is written completely or not at all; an earlier report in it is replaced.
    formats
        Of the figures' files: png, svg, pdf.

    Returns
    -------
    Path
        The page.

    Raises
    ------
    InputError
        If jinja2 is missing, nothing was played yet, or the folder holds something else.
    RunError
        If it cannot be written.
    """
    out = Path(out)
    _check(out)
    page, pictures = _contents(run, formats)
    temporary = out.with_name(f".{out.name}.{os.getpid()}.part")
    try:
        temporary.mkdir(parents=True)
        (temporary / PAGE).write_text(page, encoding="utf-8")
        (temporary / facts.EXPERIMENT_FILE).write_text(facts.experiment_toml(run), encoding="utf-8")
        for name, data in pictures.items():
            (temporary / name).write_bytes(data)
        _put(temporary, out)
    except OSError as error:
        raise RunError(f"{out}: cannot be written ({error.strerror})") from None
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return out / PAGE


def _check(out: Path) -> None:
    """Refuse a folder that holds anything but a report."""
    if out.exists() and not out.is_dir():
        raise InputError(f"{out}: there is a file of that name; expected a folder for the report")
    known = {PAGE, facts.EXPERIMENT_FILE}
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


def _contents(run: Run, formats: Sequence[str]) -> tuple[str, dict[str, bytes]]:
    """The page, and the files of its figures by name."""
    page = run_page(run)
    pictures: dict[str, bytes] = {}

    def drawn(drawing: Drawing) -> Drawing:
        """The same, drawn once for page and files."""
        figure = drawing.draw()
        pictures.update({f"{drawing.name}.{kind}": figure_bytes(figure, kind) for kind in formats})
        return replace(drawing, draw=lambda: figure)

    kept = [replace(section, drawings=[drawn(one) for one in section.drawings]) for section in page.sections]
    return render(replace(page, sections=kept)), pictures


def run_page(run: Run) -> Page:
    """The page of a run, as data."""
    headline = facts.headline(run)
    strategies = len(run.strategies)
    who = f"{strategies} strategies" if strategies > 1 else run.strategies[0]
    subtitle = " · ".join([headline["game"], who, headline["played"], f"seed {headline['seed']}"])
    base = run.variant(run.variants[0])
    return Page(facts.title(run), subtitle, list(sections(run)), _made(run, headline), cautions(base))


def _made(run: Run, headline: dict[str, str]) -> Made:
    """How the results came about."""
    changes, preset = facts.rule_changes(run), run.manifest["preset"]
    differ = f"Rules that differ from the preset {preset}:"
    same = f"The rules are those of the preset {preset}, unchanged."
    return Made(
        files={facts.EXPERIMENT_FILE: facts.experiment_toml(run)},
        commands=[f"rulesim run {facts.EXPERIMENT_FILE} --out again", "rulesim report again"],
        rules=(differ if changes else same, changes),
        facts={
            **headline,
            "played with": f"rulesim {run.manifest['version']}, engine {run.manifest['engine']}",
            "page written": datetime.now(UTC).strftime("%Y-%m-%d"),
            "page written with": ", ".join(f"{name} {version(name)}" for name in VERSIONS),
        },
        unverified=_unverified(run),
    )


def _unverified(run: Run) -> tuple[str, Sheet] | None:
    """The rule numbers that stand on no rule text."""
    rules = facts.unverified_rules(run)
    if not rules:
        return None
    rows = [[text_cell(rule.name), Cell(value, value), text_cell(rule.meaning), text_cell(rule.source)]
            for rule, value in rules]  # fmt: skip
    note = f"Also listed by {facts.unverified_command(run)}"
    return facts.unverified_count(run), Sheet("unverified", "", ["rule", "value", "meaning", "source"], rows, note, 4)
