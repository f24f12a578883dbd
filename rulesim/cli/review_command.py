"""``rulesim review``: win shares move by move, and the costliest moves of a game."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from rulesim.cli.evaluate_command import (
    ErrorRate,
    GameNumber,
    Jobs,
    Peek,
    Plot,
    Quiet,
    StudyOut,
    check_targets,
    playing,
    print_parts,
)
from rulesim.cli.options import DecisionSeconds, Json, Preset, Seed, Settings, Strategies
from rulesim.errors import InputError


def add_to(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command("review")(review)


def review(
    file: Annotated[str, typer.Argument(metavar="TRACE", help="A trace, - for standard input.")],
    strategies: Strategies,
    game_number: GameNumber = None,
    playouts: Annotated[int, typer.Option("--playouts", "-n", min=2, help="Playouts of each action that stays.")] = 200,
    error: ErrorRate = 0.05,
    adjust: Annotated[str, typer.Option(help="p-values for the number of choices: holm or bh.")] = "holm",
    seed: Seed = 1,
    peek: Peek = False,
    preset: Preset = None,
    settings: Settings = None,
    jobs: Jobs = 0,
    decision_seconds: DecisionSeconds = 30.0,
    out: StudyOut = None,
    plot: Plot = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Evaluate every move of a game at which there was a choice: who stood how, and what cost most.

    The strategies play the playouts; they need not be those that played the game.
    """
    from rulesim.experiment.files import in_file, read_lines
    from rulesim.experiment.line_up import line_up
    from rulesim.experiment.trace_games import read_games, traced_game
    from rulesim.games.settings import rule_changes
    from rulesim.studies.review import review_game

    if adjust not in ("holm", "bh"):
        raise InputError(f"--adjust {adjust}: expected holm or bh")
    check_targets(out, plot)
    with in_file(file):
        game = traced_game(read_games(read_lines(file)), game_number)
        rules = game.rules(preset, rule_changes(settings or ()))
    entries = line_up(rules.game, strategies, rules.players)
    with playing(rules.game, decision_seconds, quiet) as (watch, on_progress), in_file(file):
        reviewed = review_game(
            game, rules, entries, playouts=playouts, error=error, seed=seed, peek=peek, jobs=jobs,
            adjust="bh" if adjust == "bh" else "holm", on_progress=on_progress, watch=watch,
        )  # fmt: skip
    if out:
        reviewed.save(out)
    if plot:
        from rulesim.report.figures import save_figure
        from rulesim.report.review_plot import win_share_curve_figure

        save_figure(win_share_curve_figure(reviewed), plot)
    _show(reviewed, as_json)


def _show(reviewed: Any, as_json: bool) -> None:
    from rulesim.cli.output import show_json
    from rulesim.report.studies import review_json, review_tables

    if as_json:
        show_json(review_json(reviewed))
        return
    print_parts(review_tables(reviewed))
