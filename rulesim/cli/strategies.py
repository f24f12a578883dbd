"""`rulesim strategies …`: what plays, and whether a plugin keeps the contract."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from rulesim.cli.options import GameOption, Json, Out, complete_game
from rulesim.cli.output import first_sentence, note, show_json, show_table

DEFAULT_GAME = "puerto_rico"
strategies_app = typer.Typer(no_args_is_help=True)
Spec = Annotated[
    str, typer.Argument(metavar="SPEC", help="A strategy: name, name(parameter=1.5), file.py, file.py:name.")
]


def add_to(app: typer.Typer, panel: str) -> None:
    """Add these commands to the command line."""
    app.add_typer(
        strategies_app, name="strategies", help="Strategies: list, show, write and check them.", rich_help_panel=panel
    )


@strategies_app.command("list")
def list_all(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Only this game.", autocompletion=complete_game)
    ] = None,
    as_json: Json = False,
) -> None:
    """All strategies, and the plugins that cannot be used, with the reason."""
    from rulesim.games.registry import load_game, load_games
    from rulesim.strategy.loader import Broken, find_strategies

    games, unusable = ([load_game(game)], {}) if game else load_games()
    found: list[Any] = []
    broken: list[Any] = [(name, Broken("the game itself", reason)) for name, reason in unusable.items()]
    for one in games:
        strategies, failures = find_strategies(one)
        found.extend(strategies.values())
        broken.extend((one.name, failure) for failure in failures)
    if as_json:
        show_json(
            {
                "strategies": [_as_dict(one) for one in found],
                "broken": [{"game": name, **asdict(failure)} for name, failure in broken],
            }
        )
        return
    rows = [(one.game, one.name, ", ".join(p.name for p in one.parameters), first_sentence(one.plan)) for one in found]
    show_table("", ("game", "name", "parameters", "plan"), rows)
    if broken:
        show_table("cannot be used", ("game", "plugin", "reason"), [(name, b.place, b.reason) for name, b in broken])


@strategies_app.command("show")
def show(spec: Spec, game: GameOption = DEFAULT_GAME, as_json: Json = False) -> None:
    """The plan of a strategy, its parameters and its file."""
    from rulesim.games.registry import load_game
    from rulesim.strategy.loader import load_strategy
    from rulesim.strategy.spec import number_text, parse_spec

    named = parse_spec(spec)
    found = load_strategy(load_game(game), named)
    values = found.values(dict(named.values))
    if as_json:
        show_json(_as_dict(found))
        return
    print(f"{found.name} ({found.game}{'' if found.compiled else ', plain Python'})\n\n{found.plan}\n\n{found.path}")
    if found.parameters:
        rows = [
            (p.name, number_text(value), number_text(p.default), f"{p.low:g} to {p.high:g}", p.meaning)
            for p, value in zip(found.parameters, values, strict=False)
        ]
        show_table("", ("parameter", "value", "default", "range", "meaning"), rows)


@strategies_app.command("new")
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the strategy, a Python name.")],
    game: GameOption = DEFAULT_GAME,
    out: Out = Path(),
) -> None:
    """Write a working plugin to start from."""
    from rulesim.games.registry import load_game
    from rulesim.strategy.template import write_template

    path = write_template(load_game(game), name, out)
    print(f"{path} is written; next: rulesim strategies check {path} --game {game}")


@strategies_app.command("check")
def check(
    spec: Spec,
    game: GameOption = DEFAULT_GAME,
    states: Annotated[
        int, typer.Option("--states", metavar="N", min=1, help="Decisions of each player count.")
    ] = 10_000,
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, help="Longest time for a decision.")] = 5.0,
    as_json: Json = False,
) -> None:
    """Examine a strategy: legal, repeatable, fair, never stalling. Exit code 1 if a check fails."""
    from rulesim.strategy.check import check_strategy

    note(f"examining {spec}; the first time, it is compiled …")
    shows = sys.stderr.isatty() and not as_json

    def progress(part: float) -> None:
        print(f"\r{part:4.0%}", end="" if part < 1 else "\n", file=sys.stderr, flush=True)

    checks = check_strategy(game, spec, states, seconds, progress if shows else None)
    if as_json:
        show_json([asdict(one) for one in checks])
    else:
        rows = [("passed" if one.passed else "FAILED", one.check, one.detail) for one in checks]
        show_table("", ("", "check", "detail"), rows)
    if not all(one.passed for one in checks):
        raise typer.Exit(1)


def _as_dict(strategy: Any) -> dict[str, Any]:
    return {
        "game": strategy.game,
        "name": strategy.name,
        "plan": strategy.plan,
        "compiled": strategy.compiled,
        "file": str(strategy.path),
        "parameters": [asdict(parameter) for parameter in strategy.parameters],
    }
