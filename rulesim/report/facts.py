"""What a run was: the experiment, its rules and its size, as texts."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Protocol

from rulesim.analysis.run import Run
from rulesim.games.game import Game
from rulesim.games.ruleset import Rule, shown
from rulesim.report.numbers import counted, duration, whole, words

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


class Played(Protocol):
    """Stored results of an experiment: a run, or a study."""

    @property
    def manifest(self) -> dict[str, Any]:
        """What was asked, with which versions."""

    @property
    def game(self) -> Game:
        """The game that was played."""


def title(run: Run) -> str:
    """The experiment's title, or what was played."""
    return run.manifest["title"] or f"{run.game.title}, {run.manifest['players']} players"


def size(run: Run) -> str:
    """``30,000 games in 500 blocks``, and how much is missing."""
    text = f"{counted(run.n_games, 'game')} in {counted(run.n_blocks, 'block')}"
    if run.manifest.get("decision"):
        return f"{text} (stopped by its rule, of at most {whole(int(run.manifest['blocks']))} blocks)"
    if run.finished:
        return text
    return f"{text} (unfinished: {whole(int(run.manifest['blocks']))} blocks were asked for)"


def speed(run: Run) -> str:
    """``38 s (780 games/s)``."""
    seconds = float(run.manifest["seconds"])
    if seconds <= 0:
        return "not measured"
    rate = run.n_games / seconds
    return f"{duration(seconds)} ({whole(round(rate)) if rate >= 10 else f'{rate:.1f}'} games/s)"


def rule_changes(played: Played) -> list[str]:
    """``buildings.office.cost: 5 → 4`` for each rule that differs from the preset."""
    changed: dict[str, list[Any]] = played.manifest["rules_changed"]
    return [f"{name}: {shown(before)} → {shown(now)}" for name, (before, now) in changed.items()]


def variant_changes(run: Run) -> dict[str, list[str]]:
    """What each variant, points of a sweep aside, changes of the base: rules, and who plays for a strategy."""
    return {
        variant["name"]: [
            *(f"{name}: {shown(before)} → {shown(now)}" for name, (before, now) in variant["rules_changed"].items()),
            *(f"{old} played by {new}" for old, new in variant["strategies_changed"].items()),
            *(f"one seat may not {pattern}" for pattern in variant.get("forbid", ())),
            *_told(run, variant["name"]),
        ]
        for variant in run.manifest["variants"][1:]
        if "point" not in variant
    }


def _told(run: Run, variant: str) -> list[str]:
    """Who is told which line in a variant."""
    lines = run.manifest.get("lines") or {}
    if not lines:
        return []
    seat = run.manifest["experiment"]["openings"]["seat"]
    words_for = {"drawn": "one seat, drawn for each game,", "table": "the whole table", None: "every seat"}
    what = (
        ", ".join(lines[variant]) if variant in lines else f"one of {counted(len(lines), 'line')}, drawn for each game"
    )
    return [f"{words_for.get(seat, f'seat {seat}')} is told {what}"]


def rules_line(played: Played) -> str:
    """The preset, and how many rules differ from it."""
    changes = len(played.manifest["rules_changed"])
    changed = f"{counted(changes, 'rule')} changed" if changes else "unchanged"
    return f"preset {played.manifest['preset']}, {changed}"


def headline(run: Run) -> dict[str, str]:
    """What was played, and how much of it, by name."""
    manifest = run.manifest
    design = words(manifest["experiment"]["design"])
    line_ups = counted(len(manifest["line_ups"]), "line-up")
    return {
        "game": f"{run.game.title}, {manifest['players']} players",
        "strategies": f"{len(run.strategies)}, {design}, {line_ups}, all {manifest['seating']} of seats",
        "played": size(run),
        "seed": str(manifest["experiment"]["seed"]),
        "rules": rules_line(run),
        "time": speed(run),
    }


def unverified_count(played: Played) -> str:
    """How many rule numbers stand on no rule text."""
    number = int(played.manifest["unverified_rules"])
    return (
        f"{counted(number, 'rule number')} {'is' if number == 1 else 'are'} unverified (not printed in the rule texts)"
    )


def unverified_command(played: Played) -> str:
    """The command that lists them."""
    return f"rulesim rules show {played.manifest['game']} --unverified"


def unverified_rules(played: Played) -> list[tuple[Rule, str]]:
    """Each such rule with the value that was played."""
    changed: dict[str, list[Any]] = played.manifest["rules_changed"]
    rules = played.game.ruleset(played.manifest["preset"]).unverified()
    players = int(played.manifest["players"])

    def value_of(rule: Rule) -> Any:
        value = changed[rule.name][1] if rule.name in changed else rule.value
        if isinstance(value, Mapping):
            return {str(count): item for count, item in value.items()}[str(players)]
        return value

    return [(rule, shown(value_of(rule))) for rule in rules]


def experiment_toml(played: Played) -> str:
    """The experiment as a file that plays this run again."""
    manifest = played.manifest
    data = {"title": manifest["title"], **manifest["experiment"], "blocks": manifest["blocks"]}
    return "\n".join(_toml(data, "")).strip() + "\n"


def _toml(table: Mapping[str, Any], prefix: str) -> list[str]:
    """A table as TOML lines: plain values first, then its tables. Empty values are left out."""
    empty: list[Any] = [None, "", {}] if prefix == "openings.lines." else [None, "", {}, []]
    filled = {key: value for key, value in table.items() if value not in empty}
    lists = {
        key: value
        for key, value in filled.items()
        if isinstance(value, list) and value and isinstance(value[0], Mapping)
    }
    plain = {key: value for key, value in filled.items() if not isinstance(value, Mapping) and key not in lists}
    lines = [f"{_key(key)} = {toml_value(value)}" for key, value in plain.items()]
    for key, value in filled.items():
        if isinstance(value, Mapping):
            inner = _toml(value, f"{prefix}{_key(key)}.")
            only_tables = all(isinstance(item, Mapping) for item in value.values())
            lines += inner if only_tables or not inner else ["", f"[{prefix}{_key(key)}]", *inner]
    for key, items in lists.items():
        for item in items:
            lines += ["", f"[[{prefix}{_key(key)}]]", *_toml(item, f"{prefix}{_key(key)}.")]
    return lines


def _key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else json.dumps(key)


def toml_value(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, list):
        return "[" + ", ".join(toml_value(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)
