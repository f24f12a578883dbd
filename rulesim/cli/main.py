"""The command `rulesim`: its groups, and how errors end.

Only typer is imported before a command runs, so that help and completion are quick.
"""

from __future__ import annotations

import sys
from typing import Annotated, Any, NoReturn

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
from rulesim.errors import InputError, Interrupted, RunError

FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130
EPILOG = "Exit codes: 0 fine, 1 a run or a check failed, 2 bad input, 130 interrupted."

WORDS = {
    "Value error, ": "",
    "Input should be ": "expected ",
    "a valid integer, unable to parse string as an integer": "a whole number",
    "a valid number, unable to parse string as a number": "a number",
    "greater than or equal to": "at least",
    "less than or equal to": "at most",
}
"""The argument parser's words, and this library's."""

app = typer.Typer(
    name="rulesim",
    help="Monte Carlo strategy analysis of board games: what wins, by how much, how sure.",
    epilog=EPILOG,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
PANELS = {
    "Play": (run_command, plan_command),
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
    "Set up": (games, strategies, speed),
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
        code = app(prog_name="rulesim", standalone_mode=False)
    except InputError as error:
        _end(f"Error: {error}", BAD_INPUT)
    except RunError as error:
        _end(f"Failed: {error}", FAILED)
    except Interrupted as interrupt:
        _end(str(interrupt), INTERRUPTED)
    except Exception as error:
        if not hasattr(error, "format_message"):  # as errors of usage have, whose class moved between versions of typer
            raise
        _end(_usage_text(error), BAD_INPUT)
    if code == INTERRUPTED:
        _end("interrupted", INTERRUPTED)
    sys.exit(code)


def _usage_text(error: Any) -> str:
    """What is wrong with the arguments, in one line; nothing where help was shown, as there were none at all."""
    message = str(error.format_message()).rstrip(".")
    if type(error).__name__ == "NoArgsIsHelpError":
        return message
    for theirs, ours in WORDS.items():
        message = message.replace(theirs, ours)
    command = error.ctx.command_path if error.ctx else "rulesim"
    return f"Error: {message} (see {command} --help)"


def _end(message: str, code: int) -> NoReturn:
    if message:
        print(message, file=sys.stderr)
    sys.exit(code)
