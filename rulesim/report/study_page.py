"""The page of a study: which rules matter, which value meets a target, what moves are worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from rulesim.report import captions, facts
from rulesim.report.made import made
from rulesim.report.numbers import counted, words
from rulesim.report.page import OF_PLAYOUTS, Drawing, Made, Page, Section
from rulesim.report.page_folder import write_page
from rulesim.report.studies import is_study as is_judged
from rulesim.report.studies import judged_about
from rulesim.report.studies import study_json as judged_json
from rulesim.report.studies import study_page as judged
from rulesim.report.study_commands import play_on_again, remake
from rulesim.studies import sensitivity, solve, store
from rulesim.studies.store import StoredStudy, open_study


def is_study(folder: Path) -> bool:
    """Whether a folder holds a study of any kind."""
    return is_judged(folder) or store.is_study(folder)


def study_json(folder: Path) -> dict[str, Any]:
    """A stored study as plain data.

    Raises
    ------
    InputError
        If it is not finished.
    """
    return judged_json(folder) if is_judged(folder) else open_study(folder).result


def write_study(folder: Path, out: Path, formats: Sequence[str] = ("png",)) -> Path:
    """Write the page of a study; see `rulesim.report.page_folder.write_page`.

    Raises
    ------
    InputError
        If the study is not finished, jinja2 is missing, or the folder holds something else.
    RunError
        If it cannot be written.
    """
    if is_judged(folder):
        return write_page(partial(_judged_page, folder), out, formats)
    study = open_study(folder)
    return write_page(partial(study_page, study), out, formats)


def study_page(study: StoredStudy) -> Page:
    """The page of a study, as data."""
    asked, section = (_sensitivity if study.kind == "sensitivity" else _solution)(study)
    told = _told(study)
    subtitle = " · ".join([told["game"], told["strategies"].split(",")[0], told["played"], f"seed {told['seed']}"])
    files, commands = remake(study)
    return Page(asked, subtitle, [section], made(study, files, commands, told))


def _sensitivity(study: StoredStudy) -> tuple[str, Section]:
    """Which rules matter."""
    from rulesim.report.sensitivity_plot import bar_figure, morris_figure
    from rulesim.report.sensitivity_sentences import sensitivity_sentences
    from rulesim.report.sensitivity_sheets import sensitivity_sheet

    found = sensitivity.from_dict(study.result, study.manifest)
    if found.method == "sobol":
        drawings = [Drawing("sobol", captions.SOBOL, partial(bar_figure, found))]
    else:
        drawings = [Drawing("effects", captions.BARS, partial(bar_figure, found))]
        if "sigma" in found.frame.columns:
            drawings.insert(0, Drawing("morris", captions.MORRIS, partial(morris_figure, found)))
    said, tables = sensitivity_sentences(found), [sensitivity_sheet(found)]
    asked = f"{study.game.title}: which rules move {found.metric}?"
    return asked, Section("sensitivity", f"What {found.metric} depends on", said, drawings, tables)


def _solution(study: StoredStudy) -> tuple[str, Section]:
    """Where a target is met."""
    from rulesim.report.solve_plot import solve_figure
    from rulesim.report.solve_sentences import solve_sentences, solve_sheet

    found = solve.from_dict(study.result, study.manifest)
    drawings = [Drawing("solution", captions.SOLVED, partial(solve_figure, found))]
    asked = f"{study.game.title}: at which {found.path} is {found.target.text}?"
    return asked, Section("solution", "The solution", solve_sentences(found), drawings, [solve_sheet(found)])


def _told(study: StoredStudy) -> dict[str, str]:
    """What was played, and how much of it, by name."""
    manifest, result = study.manifest, study.result
    strategies = manifest["strategies"]
    who = f"{len(strategies)} strategies" if len(strategies) > 1 else strategies[0]
    points = len(result["values"]) if study.kind == "solve" else result["points"]
    size = f"{counted(points, 'point')} of {counted(result['blocks'], 'block')}"
    design = words(manifest["experiment"]["design"])
    line_ups = counted(len(manifest["line_ups"]), "line-up")
    return {
        "game": f"{study.game.title}, {manifest['players']} players",
        "strategies": f"{who}, {design}, {line_ups}, all {manifest['seating']} of seats",
        "played": f"{counted(result['games'], 'game')}: {size}",
        "seed": str(manifest["experiment"]["seed"]),
        "rules": facts.rules_line(study),
    }


def _judged_page(folder: Path) -> Page:
    """The page of an evaluated position or a reviewed game, as data."""
    found, about = judged(folder), judged_about(folder)
    drawings = [
        Drawing(name, captions.OF_MOVES[name], partial(lambda figure: figure, figure))
        for name, figure in found.figures.items()
    ]
    section = Section("moves", "The moves", found.findings, drawings, found.sheets)
    files, commands = play_on_again(about)
    subtitle = f"{found.facts['game']} · {found.facts['playouts']}"
    return Page(found.title, subtitle, [section], Made(files, commands, facts=found.facts), note=OF_PLAYOUTS)
