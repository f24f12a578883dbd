"""The command `rulesim`: its groups, and how errors end.

Only typer is imported before a command runs, so that help and completion are quick.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from rulesim.cli import (
    ablate_command,
    compare_command,
    evaluate_command,
    games,
    luck_command,
    metagame_command,
    openings_command,
    plan_command,
    play,
    plot_command,
    positions,
    ratings_command,
    report_command,
    review_command,
    run_command,
    sensitivity_command,
    solve_command,
    speed,
    strategies,
    sweep_command,
    whatif_command,
)
from rulesim.errors import InputError, RunError

FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130
EPILOG = "Exit codes: 0 fine, 1 a run or a check failed, 2 bad input, 130 interrupted."

app = typer.Typer(
    name="rulesim",
    help="Monte Carlo strategy analysis of board games: what wins, by how much, how sure.",
    epilog=EPILOG,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
PANELS = {
    "Play": (run_command, plan_command, speed),
    "Ask what a change does": (whatif_command, ablate_command, sweep_command, sensitivity_command, solve_command),
    "Look at results": (
        report_command,
        plot_command,
        openings_command,
        ratings_command,
        metagame_command,
        luck_command,
        compare_command,
    ),
    "Games and positions": (play, evaluate_command, review_command, positions),
    "Rules and strategies": (games, strategies),
}
for panel, modules in PANELS.items():
    for module in modules:
        module.add_to(app, panel)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"rulesim {version('rulesim')}")
        except PackageNotFoundError:
            print("rulesim, not installed")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Monte Carlo strategy analysis of board games: what wins, by how much, how sure."""


def run() -> None:
    """Run the command line; known errors become one message and an exit code."""
    try:
        app(prog_name="rulesim")
    except InputError as error:
        _end(f"Error: {error}", BAD_INPUT)
    except RunError as error:
        _end(f"Failed: {error}", FAILED)
    except KeyboardInterrupt as interrupt:
        _end(str(interrupt) or "interrupted", INTERRUPTED)
    except SystemExit as ended:
        if ended.code == INTERRUPTED:  # typer turns an interrupt into this
            interrupted = getattr(ended.__context__, "__cause__", None)
            _end(str(interrupted or "") or "interrupted", INTERRUPTED)
        raise


def _end(message: str, code: int) -> None:
    print(message, file=sys.stderr)
    sys.exit(code)
