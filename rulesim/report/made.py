"""How results came about, for the foot of their page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version

from rulesim.report import facts
from rulesim.report.facts import Played
from rulesim.report.page import Made
from rulesim.report.sheets import Cell, Sheet, text_cell

VERSIONS = ("numba", "numpy", "polars", "scipy", "matplotlib")


def made(played: Played, files: Mapping[str, str], commands: Sequence[str], told: Mapping[str, str]) -> Made:
    """How results came about.

    Parameters
    ----------
    files, commands
        What plays them again.
    told
        What was played, by name.
    """
    changes, preset = facts.rule_changes(played), played.manifest["preset"]
    differ = f"Rules that differ from the preset {preset}:"
    same = f"The rules are those of the preset {preset}, unchanged."
    return Made(
        files=files,
        commands=commands,
        rules=(differ if changes else same, changes),
        facts={
            **told,
            "played with": f"rulesim {played.manifest['version']}, engine {played.manifest['engine']}",
            "page written": datetime.now(UTC).strftime("%Y-%m-%d"),
            "page written with": ", ".join(f"{name} {version(name)}" for name in VERSIONS),
        },
        unverified=_unverified(played),
    )


def _unverified(played: Played) -> tuple[str, Sheet] | None:
    """The rule numbers that stand on no rule text."""
    rules = facts.unverified_rules(played)
    if not rules:
        return None
    rows = [[text_cell(rule.name), Cell(value, value), text_cell(rule.meaning), text_cell(rule.source)]
            for rule, value in rules]  # fmt: skip
    note = f"Also listed by {facts.unverified_command(played)}"
    headers = ["rule", "value", "meaning", "source"]
    return facts.unverified_count(played), Sheet("unverified", "", headers, rows, note, 4)
