"""The report of a run: one self-contained HTML page, with its figures as files beside it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from rulesim.analysis.run import Run
from rulesim.report import facts
from rulesim.report.made import made
from rulesim.report.page import Page
from rulesim.report.page_folder import EXPERIMENT, write_page
from rulesim.report.sections import sections
from rulesim.report.sentences import cautions


def write_report(run: Run, out: Path, formats: Sequence[str] = ("png",)) -> Path:
    """Write the report of a run, finished or not; see `rulesim.report.page_folder.write_page`.

    Raises
    ------
    InputError
        If jinja2 is missing, nothing was played yet, or the folder holds something else.
    RunError
        If it cannot be written.
    """
    return write_page(partial(run_page, run), out, formats)


def run_page(run: Run) -> Page:
    """The page of a run, as data."""
    headline = facts.headline(run)
    strategies = len(run.strategies)
    who = f"{strategies} strategies" if strategies > 1 else run.strategies[0]
    subtitle = " · ".join([headline["game"], who, headline["played"], f"seed {headline['seed']}"])
    commands = [f"rulesim run {EXPERIMENT} --out again", "rulesim report again"]
    foot = made(run, {EXPERIMENT: facts.experiment_toml(run)}, commands, headline)
    base = run.variant(run.variants[0])
    return Page(facts.title(run), subtitle, list(sections(run)), foot, cautions(base))
