"""``rulesim luck``: what the variance of results is due to."""

from __future__ import annotations

import typer

from rulesim.cli.options import Json, RunFolder, Variant
from rulesim.cli.output import show_findings, show_json


def add_to(app: typer.Typer, panel: str) -> None:
    """Add this command to the command line."""
    app.command("luck", rich_help_panel=panel)(luck)


def luck(run: RunFolder, variant: Variant = None, as_json: Json = False) -> None:
    """Show how much of win shares and scores is skill, seat, opponents, and luck."""
    from rulesim.analysis.luck import METRICS
    from rulesim.analysis.run import Run
    from rulesim.report.luck_sentences import luck_findings

    results = Run(run, variant)
    findings = luck_findings(results)
    if as_json:
        from rulesim.report.tables import plain_rows

        show_json({**{metric: plain_rows(results.luck(metric)) for metric in METRICS}, "findings": findings})
        return
    from rulesim.report.luck_sheets import luck_sheets

    show_findings(luck_sheets(results), findings)
