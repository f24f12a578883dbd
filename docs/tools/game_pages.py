"""Write the tables of the games' pages from the games themselves.

    python docs/tools/game_pages.py

A page in `docs/games` holds regions between ``<!-- made: NAME -->`` and ``<!-- end -->``; what is between is replaced.
The strategies' strengths come from `docs/games/measured.json`, which `docs/tools/measure.py` makes.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesim.games.game import Column, Game
    from rulesim.games.ruleset import Rule

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "games"
MEASURED = PAGES / "measured.json"
REGION = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def page_of(game: Game) -> Path:
    """The page of a game."""
    return PAGES / f"{game.name}.md"


def made(game: Game, text: str) -> str:
    """The text of a game's page with all its regions made anew."""
    return REGION.sub(lambda match: f"{match[1]}\n{PARTS[match[2]](game)}\n\n{match[3]}", text)


def facts(game: Game) -> str:
    """What the game is, in a few lines."""
    rules = game.base_rules
    rows = [
        ("name", f"`{game.name}`"),
        ("players", f"{min(game.players)} to {max(game.players)}"),
        ("rules", f"{len(rules.rules)} numbers and switches, {len(rules.unverified())} of them reconstructed"),
        ("presets", ", ".join(f"`{name}`" + " (default)" * (name == game.default_preset) for name in game.presets())),
        ("length", f"{game.game_columns[0].name}: {game.game_columns[0].meaning}"),
        ("ends", ", ".join(f"`{member}`" for member in game.game_columns[1].members)),
        ("score", " + ".join(f"`{column.name}`" for column in game.seat_columns if column.part)),
    ]
    return table(("", ""), rows)


def presets(game: Game) -> str:
    """What each preset changes of the rules file."""
    from rulesim.games.ruleset import shown

    rows = []
    for name in game.presets():
        changes = game.base_rules.differences(game.ruleset(name))
        what = [f"`{rule}` {shown(before)} → {shown(after)}" for rule, (before, after) in changes.items()]
        text = "; ".join(what[:6]) + (f"; and {len(what) - 6} more" if len(what) > 6 else "")
        rows.append((f"`{name}`", text or "the rules file as it is"))
    return table(("preset", "changes"), rows)


def switches(game: Game) -> str:
    """The rules that are no numbers."""
    from rulesim.games.ruleset import shown

    rows = []
    for rule in game.ruleset().rules.values():
        value = next(iter(rule.value.values())) if isinstance(rule.value, dict) else rule.value
        if not isinstance(value, (bool, str)) and not (rule.choices and "switches" in rule.name):
            continue
        values = "true, false" if isinstance(value, bool) else ", ".join(rule.choices or ())
        rows.append((f"`{rule.name}`", f"`{shown(rule.value)}`", values, rule.meaning, rule.source))
    many = len({row[0].split(".")[0] for row in rows if row[0].count(".") > 1})
    short = [row for row in rows if row[0].count(".") == 1] if many and len(rows) > 12 else rows
    return table(("switch", "value", "values", "what it decides", "source"), short)


def reconstructed(game: Game) -> str:
    """The numbers that no rule text prints, in groups of the same meaning."""
    groups: dict[tuple[str, str], list[Rule]] = {}
    for rule in game.ruleset().unverified():
        parts = rule.name.split(".")
        groups.setdefault((f"{parts[0]}.*.{parts[-1]}" if len(parts) > 2 else parts[0], rule.meaning), []).append(rule)
    rows = []
    for (pattern, meaning), rules in groups.items():
        name = rules[0].name if len(rules) == 1 else pattern if "*" in pattern else f"{pattern}.*"
        sources = list(dict.fromkeys(rule.source for rule in rules if rule.source))
        rows.append((f"`{name}`", len(rules), meaning, "; ".join(sources[:3]) + (" …" if len(sources) > 3 else "")))
    return table(("rule", "numbers", "what it is", "source"), rows, right=(1,))


def columns(game: Game) -> str:
    """The outcome columns of a seat and of a game."""

    def row(column: Column, of: str) -> tuple[str, ...]:
        members = ", ".join(column.members[:4]) + (f" … ({len(column.members)})" if len(column.members) > 4 else "")
        meaning = column.meaning + (f": {members}" if members else "")
        return (f"`{column.name}`", of, column.unit, "yes" if column.part else "", meaning)

    rows = [row(column, "seat") for column in game.seat_columns] + [row(column, "game") for column in game.game_columns]
    return table(("column", "of a", "unit", "part of the score", "meaning"), rows)


def strategies(game: Game) -> str:
    """The shipped strategies with their parameters and what they win."""
    from rulesim.cli.output import first_sentence
    from rulesim.strategy.files import load_file
    from rulesim.strategy.loader import shipped_folder

    measured = json.loads(MEASURED.read_text(encoding="utf-8"))[game.name]
    found = [
        one
        for path in sorted((shipped_folder() / game.name).glob("*.py"))
        if not path.name.startswith("_")
        for one in load_file(path)
    ]
    last = measured["tables"][-2 if len(measured["tables"]) > 2 else -1]["win_shares"]
    rows = []
    for one in sorted(found, key=lambda one: -last[one.name][0]):
        shares = [part["win_shares"][one.name] for part in measured["tables"]]
        parameters = ", ".join(f"`{parameter.name}`" for parameter in one.parameters)
        cells = [f"{100 * win:.1f} [{100 * low:.1f}, {100 * high:.1f}]" for win, low, high in shares]
        rows.append((f"`{one.name}`", first_sentence(one.plan), parameters, *cells))
    headers = [f"{part['players']} players, win %" for part in measured["tables"]]
    notes = "; ".join(
        f"{part['players']} players: {part['games']:,} games in {part['blocks']} blocks, "
        f"an equal share is {100 / part['players']:.1f} %"
        for part in measured["tables"]
    )
    return table(("strategy", "plan", "parameters", *headers), rows, range(3, 3 + len(headers))) + (
        f"\n\nEvery set of different strategies in all rotations over the seats ({notes}); in brackets 95 % intervals. "
        "A win share depends on who else is at the table: these are shares among exactly these strategies. "
        "`make docs-measure` plays them again."
    )


PARTS: dict[str, Callable[[Game], str]] = {
    part.__name__: part for part in (facts, presets, switches, reconstructed, columns, strategies)
}


def table(headers: Sequence[str], rows: Iterable[Sequence[Any]], right: Iterable[int] = ()) -> str:
    """A table in Markdown."""
    marks = ["--:" if number in set(right) else "---" for number in range(len(headers))]
    lines = [headers, marks, *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


def main() -> None:
    """Write the pages of all shipped games."""
    from rulesim.games.registry import load_games

    for game in load_games()[0]:
        path = page_of(game)
        if path.exists():
            path.write_text(made(game, path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
