"""``rulesim luck``: what the variance of results is due to."""

from __future__ import annotations

import typer

from rulesim.cli.options import Json, RunFolder, Variant
from rulesim.cli.output import show_json, show_sheets


def add_to(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command("luck")(luck)


def luck(run: RunFolder, variant: Variant = None, as_json: Json = False) -> None:
    """Show how much of win shares and scores is skill, seat, opponents, and luck."""
    from rulesim.analysis.luck import METRICS
    from rulesim.analysis.run import Run

    results = Run(run, variant)
    if as_json:
        from rulesim.report.tables import plain_rows

        show_json({metric: plain_rows(results.luck(metric)) for metric in METRICS})
        return
    from rulesim.report.luck_sentences import luck_findings
    from rulesim.report.luck_sheets import luck_sheets

    show_sheets(luck_sheets(results), luck_findings(results))
