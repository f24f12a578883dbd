"""``rulesim evaluate``: what each legal action of a position is worth."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulesim.cli.options import (
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
from rulesim.errors import InputError

if TYPE_CHECKING:
    from rulesim.experiment.watch import Watch
    from rulesim.games.game import Game
    from rulesim.games.position import Position


def add_to(app: typer.Typer, panel: str) -> None:
    """Add this command to the command line."""
    app.command("evaluate", rich_help_panel=panel)(evaluate)


def evaluate(
    strategies: Strategies,
    file: Annotated[
        str | None, typer.Argument(metavar="[POSITION]", help="A position in JSON, - for standard input.")
    ] = None,
    trace: Annotated[
        str | None, typer.Option("--trace", metavar="FILE", help="Take the position from a trace.")
    ] = None,
    move: Annotated[
        int | None, typer.Option("--move", metavar="N", help="The move of the trace, counted from 1.")
    ] = None,
    game_number: GameNumber = None,
    playouts: Playouts = 2000,
    error: ErrorRate = 0.05,
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
    """Play each legal action of a position out on the same luck, and rank the actions, how sure.

    Clearly worse actions are dropped early. Hidden stacks may be left out of the position.
    """
    from rulesim.experiment.line_up import line_up
    from rulesim.studies.evaluate import check_numbers, evaluate_position

    check_numbers(playouts, error)
    check_targets(out, plot)
    position = _position(file, trace, move, game_number, preset, settings)
    game = position.rules.game
    entries = line_up(game, strategies, position.rules.players)
    with playing(game, decision_seconds, quiet) as (watch, on_progress):
        evaluation = evaluate_position(
            position, entries, playouts=playouts, error=error, seed=seed, peek=peek, jobs=jobs,
            on_progress=on_progress, watch=watch,
        )  # fmt: skip
    if out:
        evaluation.save(out)
    if plot:
        from rulesim.report.figures import save_figure
        from rulesim.report.position_plot import action_figure

        save_figure(action_figure(evaluation), plot)
    _show(evaluation, as_json)


def _position(
    file: str | None,
    trace: str | None,
    move: int | None,
    game_number: int | None,
    preset: str | None,
    settings: list[str] | None,
) -> Position:
    """The position of a file, or before a move of a trace."""
    from rulesim.experiment.files import in_file, read_lines, read_text
    from rulesim.experiment.trace_games import read_games, traced_game
    from rulesim.games.completion import chosen_rules, complete_position, parsed_position
    from rulesim.games.settings import rule_changes

    if (file is None) == (trace is None):
        raise InputError("give a position file, or --trace FILE with --move NUMBER")
    if (trace is None) != (move is None):
        raise InputError("--trace and --move: give both, or a position file alone")
    if game_number is not None and trace is None:
        raise InputError("--game-number: only with --trace")
    changes = rule_changes(settings or ())
    with in_file(file or trace or ""):
        if file is not None:
            data = parsed_position(read_text(file))
            return complete_position(data, chosen_rules(data, preset, changes))
        game = traced_game(read_games(read_lines(trace or "")), game_number)
        return game.position(move or 0, game.rules(preset, changes))


def check_targets(out: Path | None, plot: Path | None) -> None:
    """Refuse a folder or a picture that cannot be written, before anything is played."""
    from rulesim.analysis.evaluation import check_target

    if out:
        check_target(out)
    if plot:
        from rulesim.report.figures import check_figure_file

        check_figure_file(plot)


@contextmanager
def playing(game: Game, decision_seconds: float, quiet: bool) -> Iterator[tuple[Watch, Any]]:
    """Compile the game; then a watch for strategies that never answer, and the progress to report to."""
    from rulesim.cli.output import watch_for_stalls
    from rulesim.report.terminal import compiling, progress_bar

    with nullcontext() if quiet else compiling(game):
        game.compile()
    with nullcontext() if quiet else progress_bar(1) as on_progress:
        yield watch_for_stalls(decision_seconds), on_progress


def _show(evaluation: Any, as_json: bool) -> None:
    from rulesim.cli.output import show_json, show_parts
    from rulesim.report.studies import evaluation_json, evaluation_tables

    if as_json:
        show_json(evaluation_json(evaluation))
        return
    show_parts(evaluation_tables(evaluation))
