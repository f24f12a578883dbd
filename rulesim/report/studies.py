"""An evaluated position or a reviewed game on the terminal, on a page and as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.text import Text

from rulesim.analysis.evaluation import FILE as EVALUATION
from rulesim.analysis.evaluation import Evaluation
from rulesim.analysis.review import FILE as REVIEW
from rulesim.analysis.review import Review
from rulesim.report.numbers import whole
from rulesim.report.position_sentences import position_sentences, position_title
from rulesim.report.position_sheets import position_sheets
from rulesim.report.review_sentences import review_sentences, review_title
from rulesim.report.review_sheets import review_sheets
from rulesim.report.sheets import Sheet
from rulesim.report.tables import SheetView, bullets, plain_rows

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class StudyPage:
    """All that a page shows of a study.

    Attributes
    ----------
    title
        The main finding.
    facts
        What was studied and how, by name.
    findings, sheets
        Sentences and tables, most important first.
    figures
        By name.
    """

    title: str
    facts: dict[str, str]
    findings: list[str]
    sheets: list[Sheet]
    figures: dict[str, Figure]


def is_study(folder: Path) -> bool:
    """Whether an evaluation or a review is stored in a folder."""
    return (folder / EVALUATION).exists() or (folder / REVIEW).exists()


def study_page(folder: Path) -> StudyPage:
    """What a stored evaluation or review has to show.

    Raises
    ------
    InputError
        If the folder holds none.
    """
    if (folder / REVIEW).exists():
        from rulesim.report.review_plot import review_figures

        review = Review.load(folder)
        sheets, figures = review_sheets(review), review_figures(review)
        return StudyPage(review_title(review), _facts(review.about), review_sentences(review), sheets, figures)
    from rulesim.report.position_plot import position_figures

    evaluation = Evaluation.load(folder)
    sheets, figures = position_sheets(evaluation), position_figures(evaluation)
    return StudyPage(
        position_title(evaluation), _facts(evaluation.about), position_sentences(evaluation), sheets, figures
    )


def judged_about(folder: Path) -> dict[str, Any]:
    """What a stored evaluation or review is about, and how it was played."""
    return (Review.load(folder) if (folder / REVIEW).exists() else Evaluation.load(folder)).about


def study_json(folder: Path) -> dict[str, Any]:
    """A stored evaluation or review as plain data."""
    if (folder / REVIEW).exists():
        return review_json(Review.load(folder))
    return evaluation_json(Evaluation.load(folder))


def _facts(about: dict[str, Any]) -> dict[str, str]:
    """The settings of a study as text."""
    changed = ", ".join(f"{name} = {new}" for name, (_, new) in about["rules_changed"].items())
    return {
        "game": f"{about['game']}, {about['players']} players, preset {about['preset']}",
        **({"rules": changed} if changed else {}),
        "strategies": ", ".join(about["strategies"]),
        "playouts": f"{whole(about['games'])}, at most {whole(about['playouts'])} of an action, seed {about['seed']}",
        "hidden things": about["hidden"],
    }


def evaluation_tables(evaluation: Evaluation) -> list[RenderableType]:
    """The tables and findings of an evaluated position, to be printed in order."""
    return _tables(position_sheets(evaluation), position_sentences(evaluation))


def review_tables(review: Review) -> list[RenderableType]:
    """The tables and findings of a reviewed game, to be printed in order."""
    return _tables(review_sheets(review), review_sentences(review))


def _tables(sheets: list[Sheet], sentences: list[str]) -> list[RenderableType]:
    parts: list[RenderableType] = [SheetView(sheet) for sheet in sheets]
    return [*parts, Text(""), *bullets(sentences)]


def evaluation_json(evaluation: Evaluation) -> dict[str, Any]:
    """An evaluation as plain data: what it is about, findings, actions (as `Evaluation.frame`) and seats."""
    return {
        **evaluation.about,
        "findings": position_sentences(evaluation),
        "actions": plain_rows(evaluation.frame),
        "seats": plain_rows(evaluation.seats),
    }


def review_json(review: Review) -> dict[str, Any]:
    """A review as plain data: what it is about, findings, costliest moves, all moves and the curve."""
    return {
        **review.about,
        "findings": review_sentences(review),
        "costliest": plain_rows(review.costliest()),
        "choices": plain_rows(review.moves),
        "curve": plain_rows(review.curve),
    }
