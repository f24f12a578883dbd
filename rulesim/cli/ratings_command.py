"""``rulesim ratings``: one number for the strength of each strategy."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulesim.cli.options import Json, Variant
from rulesim.cli.output import show_findings, show_json

if TYPE_CHECKING:
    from rulesim.analysis.ratings import Ratings


def add_to(app: typer.Typer, panel: str) -> None:
    """Add this command to the command line."""
    app.command("ratings", rich_help_panel=panel)(ratings)


def ratings(
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN…", help="Folders of runs of the same game under the same rules.")
    ],
    variant: Variant = None,
    as_json: Json = False,
) -> None:
    """Rate strategies and seats from all places of all games (Plackett-Luce with ties), with intervals."""
    from rulesim.analysis.ratings import ratings as rate_runs
    from rulesim.analysis.run import Run

    found = rate_runs([Run(folder, variant) for folder in runs])
    if as_json:
        show_json(_as_dict(found))
        return
    from rulesim.report.ratings_sentences import ratings_findings
    from rulesim.report.ratings_sheets import ratings_sheets

    show_findings(ratings_sheets(found), ratings_findings(found))


def _as_dict(found: Ratings) -> dict[str, Any]:
    from rulesim.report.ratings_sentences import ratings_findings
    from rulesim.report.tables import plain_rows

    return {
        "scale": "400 points are odds of 10 to 1; the rated strategies, and the seats, have mean 0",
        "strategies": plain_rows(found.frame),
        "unrated": plain_rows(found.unrated),
        "seats": plain_rows(found.seats),
        "ties": plain_rows(found.ties),
        "fit": plain_rows(found.fit),
        "games": found.games,
        "blocks": found.blocks,
        "level": 0.95,
        "findings": ratings_findings(found),
    }
