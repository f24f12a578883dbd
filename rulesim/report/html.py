"""The report of a run: one self-contained HTML page, with its figures as PNG files beside it."""

from __future__ import annotations

import os
import shutil
from datetime import UTC, datetime
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulesim.analysis.run import Run
from rulesim.errors import InputError, RunError
from rulesim.report import facts
from rulesim.report.numbers import words
from rulesim.report.sentences import findings
from rulesim.report.sheets import sheets
from rulesim.report.verdict import how_tested, verdict
from rulesim.report.whatif import whatif_sheets

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAGE = "index.html"
TEMPLATE = "page.html.j2"
LINE_UP_ROWS = 100
VERSIONS = ("numba", "numpy", "polars", "scipy", "matplotlib")

CAPTIONS = {
    "win_shares": "Points are estimates, lines their 95 % intervals. Right of the dotted line a strategy won more than "
    "an equal share against the strategies of this run.",
    "seats": "All strategies together: they sat equally often in every seat, so differences are due to the seat.",
    "strategy_seats": "Read along a row for what a strategy gains or loses by its seat, down a column for the seat.",
    "scores": "Each ridge is one distribution; ridges of a panel share their scale. The parts add up to the score.",
    "lengths": "Left: how many games took how long. Right: which end conditions were met; one game may meet several.",
}

DIFFERENCES = (
    "Each row is a difference between the variant and the base on the same blocks. Where the thin line crosses zero, "
    "the run does not show that the true difference is not zero."
)


def write_report(run: Run, out: Path) -> Path:
    """Write the report of a run, finished or not.

    Parameters
    ----------
    out
        Folder of the report. It is written completely or not at all; an earlier report in it is replaced.

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
    page, pictures = _contents(run)
    temporary = out.with_name(f".{out.name}.{os.getpid()}.part")
    try:
        temporary.mkdir(parents=True)
        (temporary / PAGE).write_text(page, encoding="utf-8")
        (temporary / facts.EXPERIMENT_FILE).write_text(facts.experiment_toml(run), encoding="utf-8")
        for name, data in pictures.items():
            (temporary / f"{name}.png").write_bytes(data)
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
        [item.name for item in out.iterdir() if item.name not in known and item.suffix != ".png"]
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


def _contents(run: Run) -> tuple[str, dict[str, bytes]]:
    """The page, and the figures as PNG by name."""
    environment = _environment()
    from rulesim.report.plots import figures

    base = run.variant(run.variants[0])
    pictures: dict[str, bytes] = {}
    page = environment.get_template(TEMPLATE).render(
        title=facts.title(run),
        headline=facts.headline(run),
        whatif=_whatif(run, pictures) if len(run.variants) > 1 else None,
        findings=findings(base),
        drawings=[_drawing(name, figure, CAPTIONS[name], pictures) for name, figure in figures(base).items()],
        sheets=sheets(base, LINE_UP_ROWS),
        made=_made(run),
    )
    return page, pictures


def _drawing(name: str, figure: Figure, caption: str, pictures: dict[str, bytes]) -> dict[str, Any]:
    """A figure for the page; its PNG is put with the pictures."""
    from markupsafe import Markup

    from rulesim.report.style import inline_svg, png_bytes

    pictures[name] = png_bytes(figure)
    svg = inline_svg(figure, name, escape(figure.texts[0].get_text().replace("\n", " ")))
    return {"name": name, "svg": Markup(svg), "caption": caption}


def _whatif(run: Run, pictures: dict[str, bytes]) -> dict[str, Any]:
    """What the variants changed."""
    from rulesim.report.difference_plot import difference_figure

    compared = run.compare()
    return {
        "changes": facts.variant_changes(run),
        "tests": how_tested(compared),
        "verdict": verdict(run, compared),
        "drawings": [
            _drawing(f"differences_{number}", difference_figure(run, compared, name), DIFFERENCES, pictures)
            for number, name in enumerate(run.variants[1:], 1)
        ],
        "sheets": whatif_sheets(run, compared, all_rows=True),
    }


def _made(run: Run) -> dict[str, Any]:
    """How the results came about."""
    versions = {name: version(name) for name in VERSIONS}
    return {
        "experiment": facts.experiment_toml(run),
        "file": facts.EXPERIMENT_FILE,
        "preset": run.manifest["preset"],
        "changes": facts.rule_changes(run),
        "unverified": facts.unverified_rules(run),
        "unverified_count": facts.unverified_count(run),
        "unverified_command": facts.unverified_command(run),
        "played_with": f"rulesim {run.manifest['version']}, engine {run.manifest['engine']}",
        "written_with": ", ".join(f"{name} {number}" for name, number in versions.items()),
        "written": datetime.now(UTC).strftime("%Y-%m-%d"),
    }


def _environment() -> Any:
    """The template's environment; all text is escaped."""
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined
    except ImportError:
        raise InputError('reports need jinja2, which is not installed: pip install "rulesim[report]"') from None
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["words"] = words
    return environment
