"""``rulesim review``: win shares move by move, and the costliest moves of a game."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from rulesim.cli.evaluate_command import check_targets, playing
from rulesim.cli.options import (
    Adjust,
    DecisionSeconds,
    ErrorRate,
    GameNumber,
    Jobs,
    Json,
    NoProgress,
    Peek,
    Playouts,
    Plot,
    Preset,
    Seed,
    Settings,
    StoredIn,
    Strategies,
)


def add_to(app: typer.Typer, panel: str) -> None:
    """Add this command to the command line."""
    app.command("review", rich_help_panel=panel)(review)


def review(
    file: Annotated[str, typer.Argument(metavar="TRACE", help="A trace, - for standard input.")],
    strategies: Strategies,
    game_number: GameNumber = None,
    playouts: Playouts = 200,
    error: ErrorRate = 0.05,
    adjust: Adjust = "holm",
    seed: Seed = 1,
    peek: Peek = False,
    preset: Preset = None,
    settings: Settings = None,
    jobs: Jobs = 0,
    decision_seconds: DecisionSeconds = 30.0,
    out: StoredIn = None,
    plot: Plot = None,
    as_json: Json = False,
    quiet: NoProgress = False,
) -> None:
    """Evaluate every move of a game at which there was a choice: who stood how, and what cost most.

    The strategies play the playouts; they need not be those that played the game.
    """
    from rulesim.experiment.files import in_file, read_lines
    from rulesim.experiment.line_up import line_up
    from rulesim.experiment.trace_games import read_games, traced_game
    from rulesim.games.settings import rule_changes
    from rulesim.studies.evaluate import check_numbers
    from rulesim.studies.review import review_game

    check_numbers(playouts, error)
    check_targets(out, plot)
    with in_file(file):
        game = traced_game(read_games(read_lines(file)), game_number)
        rules = game.rules(preset, rule_changes(settings or ()))
    entries = line_up(rules.game, strategies, rules.players)
    with playing(rules.game, decision_seconds, quiet) as (watch, on_progress), in_file(file):
        reviewed = review_game(
            game, rules, entries, playouts=playouts, error=error, seed=seed, peek=peek, jobs=jobs,
            adjust=adjust, on_progress=on_progress, watch=watch,
        )  # fmt: skip
    if out:
        reviewed.save(out)
    if plot:
        from rulesim.report.figures import save_figure
        from rulesim.report.review_plot import win_share_curve_figure

        save_figure(win_share_curve_figure(reviewed), plot)
    _show(reviewed, as_json)


def _show(reviewed: Any, as_json: bool) -> None:
    from rulesim.cli.output import show_json, show_parts
    from rulesim.report.studies import review_json, review_tables

    if as_json:
        show_json(review_json(reviewed))
        return
    show_parts(review_tables(reviewed))
