"""`rulesim warmup` and `rulesim bench`: compile ahead, and measure."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from rulesim.cli.options import (
    DecisionSeconds,
    GameName,
    Json,
    Players,
    Preset,
    Seed,
    Settings,
    Strategies,
    complete_game,
)
from rulesim.cli.output import announce_compiling, note, show_json, show_table, watch_for_stalls


def add_to(app: typer.Typer, panel: str) -> None:
    """Add these commands to the command line."""
    app.command("warmup", rich_help_panel=panel)(warmup)
    app.command("bench", rich_help_panel=panel)(bench)


def warmup(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]…", help="All games by default.", autocompletion=complete_game)
    ] = None,
) -> None:
    """Compile games and their strategies now, so that later runs start at once."""
    from rulesim.experiment.speed import warm_up
    from rulesim.games.registry import load_game, load_games

    start = time.monotonic()
    chosen, broken = ([load_game(name) for name in games], {}) if games else load_games()
    failed = bool(broken)
    for reason in broken.values():
        note(reason)
    for game in chosen:
        for step, problem in warm_up(game):
            failed = failed or bool(problem)
            note(f"{game.name}: {step}: {problem}" if problem else f"{game.name}: {step} …")
    note(f"done in {time.monotonic() - start:.1f} s")
    if failed:
        raise typer.Exit(1)


def bench(
    game: GameName,
    players: Players,
    strategies: Strategies,
    games: Annotated[
        int | None,
        typer.Option("--games", metavar="N", min=1, help="Games in a repetition; default: half a second's worth."),
    ] = None,
    seed: Seed = 0,
    preset: Preset = None,
    settings: Settings = None,
    decision_seconds: DecisionSeconds = 30.0,
    as_json: Json = False,
) -> None:
    """Games a second in one process with one thread, compiled before: the median of five repetitions."""
    from dataclasses import asdict

    from rulesim.experiment.line_up import line_up
    from rulesim.experiment.speed import measure
    from rulesim.games.registry import load_game
    from rulesim.games.settings import rule_changes

    found = load_game(game)
    rules = found.rules(players, preset, rule_changes(settings or ()))
    entries = line_up(found, strategies, players)
    announce_compiling(found)
    speed = measure(rules, entries, games, seed, watch_for_stalls(decision_seconds))
    labels = [entry.label for entry in entries]
    if as_json:
        show_json({"game": game, "players": players, "strategies": labels, **asdict(speed)})
        return
    numbers = ("games_per_cpu_s", "games_per_s", "decisions_per_s", "decisions_per_game")
    rows = [(name, f"{getattr(speed, name):,.0f}") for name in numbers]
    title = f"{found.title}, {', '.join(labels)}: {speed.repetitions} repetitions of {speed.games} games"
    show_table(title, ("", "median"), rows, ["median"])
