"""``rulesim metagame``: the game of choosing a strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from rulesim.cli.options import Json, RunFolder, Variant
from rulesim.cli.output import show_findings, show_json

if TYPE_CHECKING:
    from rulesim.analysis.metagame import Metagame


def add_to(app: typer.Typer, panel: str) -> None:
    """Add this command to the command line."""
    app.command("metagame", rich_help_panel=panel)(metagame)


def metagame(run: RunFolder, variant: Variant = None, as_json: Json = False) -> None:
    """Show who does better than whom, best responses, cycles, dominated strategies and alpha-rank."""
    from rulesim.analysis.run import Run

    found = Run(run, variant).metagame()
    if as_json:
        show_json(_as_dict(found))
        return
    from rulesim.report.metagame_sentences import metagame_findings
    from rulesim.report.metagame_sheets import metagame_sheets

    show_findings(metagame_sheets(found), metagame_findings(found))


def _as_dict(found: Metagame) -> dict[str, Any]:
    from rulesim.report.metagame_sentences import metagame_findings
    from rulesim.report.tables import plain_rows

    frames = ("payoffs", "best_responses", "dominated", "arrows", "alpha_rank", "sweep", "replicator", "nash")
    data = {name: getattr(found, name) for name in frames}
    return {
        "strategies": found.strategies,
        "players": found.players,
        **{name: None if frame is None else plain_rows(frame) for name, frame in data.items()},
        "arrow_kind": found.arrow_kind,
        "cycles": found.cycles,
        "settled": found.settled,
        "diversity": found.diversity,
        "missing": found.missing,
        "blocks": found.blocks,
        "level": 0.95,
        "findings": metagame_findings(found),
    }
