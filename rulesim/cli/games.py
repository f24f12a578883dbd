"""`rulesim games` and `rulesim rules …`: what can be played, and by which rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from rulesim.cli.options import GameName, Json, Preset, Settings
from rulesim.cli.output import note, show_json, show_table

rules_app = typer.Typer(no_args_is_help=True)


def add_to(app: typer.Typer, panel: str) -> None:
    """Add these commands to the command line."""
    app.command("games", rich_help_panel=panel)(games)
    app.add_typer(rules_app, name="rules", help="Rule numbers: show, compare and check them.", rich_help_panel=panel)


def games(as_json: Json = False) -> None:
    """The games, their players, presets and strategies."""
    from rulesim.games.registry import load_games
    from rulesim.strategy.loader import find_strategies

    games, broken = load_games()
    found: list[dict[str, Any]] = [
        {
            "name": game.name,
            "title": game.title,
            "players": list(game.players),
            "presets": game.presets(),
            "default_preset": game.default_preset,
            "strategies": len(find_strategies(game)[0]),
        }
        for game in games
    ]
    for reason in broken.values():
        note(reason)
    if as_json:
        show_json(found)
    else:
        rows = [
            (one["name"], one["title"], f"{min(one['players'])} to {max(one['players'])}",
             ", ".join(one["presets"]), one["strategies"])
            for one in found
        ]  # fmt: skip
        show_table("", ("name", "title", "players", "presets", "strategies"), rows, ["strategies"])


@rules_app.command("show")
def show(
    game: GameName,
    players: Annotated[int | None, typer.Option("--players", "-p", help="Values for this number of players.")] = None,
    preset: Preset = None,
    settings: Settings = None,
    unverified: Annotated[
        bool, typer.Option("--unverified", help="Only numbers that the rule texts do not print.")
    ] = False,
    section: Annotated[str, typer.Option("--section", help="Only rules below this name, as in buildings.")] = "",
    as_json: Json = False,
) -> None:
    """The rule numbers, with range, source and meaning."""
    from rulesim.games.registry import load_game
    from rulesim.games.ruleset import shown
    from rulesim.games.settings import rule_changes

    found = load_game(game)
    changes = rule_changes(settings or ())
    if players is None:
        ruleset = found.ruleset(preset, changes)
    else:
        ruleset = found.rules(players, preset, changes).ruleset
    chosen = [rule for rule in ruleset.section(section) if rule.unverified or not unverified]
    values = [rule.value if players is None else rule.at(players) for rule in chosen]
    if as_json:
        show_json(
            [
                {
                    "name": rule.name, "value": value, "range": rule.allowed, "vary": rule.vary,
                    "choices": rule.choices, "source": rule.source, "unverified": rule.unverified,
                    "meaning": rule.meaning,
                }
                for rule, value in zip(chosen, values, strict=True)
            ]
        )  # fmt: skip
        return
    rows = [
        (
            rule.name, shown(value), " to ".join(f"{end:g}" for end in rule.vary or ()),
            rule.source + (", unverified" if rule.unverified else ""), rule.meaning,
        )
        for rule, value in zip(chosen, values, strict=True)
    ]  # fmt: skip
    title = f"{found.title}, preset {ruleset.preset}" + (f", {players} players" if players else "")
    show_table(title, ("rule", "value", "worth trying", "source", "meaning"), rows)


@rules_app.command("diff")
def diff(
    game: GameName,
    one: Annotated[str, typer.Argument(metavar="A", help="A preset, or a file of changes (.toml).")],
    other: Annotated[str, typer.Argument(metavar="B", help="Another preset or file.")],
    as_json: Json = False,
) -> None:
    """Where two presets or files of changes differ."""
    from rulesim.games.registry import load_game
    from rulesim.games.ruleset import shown
    from rulesim.games.settings import named_ruleset

    found = load_game(game)
    differences = named_ruleset(found, one).differences(named_ruleset(found, other))
    if as_json:
        show_json({name: {"a": values[0], "b": values[1]} for name, values in differences.items()})
    elif differences:
        rows = [(name, shown(values[0]), shown(values[1])) for name, values in differences.items()]
        show_table("", ("rule", one, other), rows)
    else:
        print(f"{one} and {other} are the same rules")


@rules_app.command("check")
def check(
    game: GameName, file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of changes (.toml).")]
) -> None:
    """Whether a file of rule changes can be used, and what it changes."""
    from rulesim.games.registry import load_game
    from rulesim.games.ruleset import shown

    found = load_game(game)
    for players in found.players:
        found.rules(players, file=file)
    changes = found.ruleset().differences(found.ruleset(file=file))
    print(f"{file}: good for {', '.join(map(str, found.players))} players; {len(changes)} rules changed")
    for name, (before, after) in changes.items():
        print(f"  {name}: {shown(before)} -> {shown(after)}")
