"""`rulesim position …`: look at a position, its legal actions, and what comes after one."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from rulesim.cli.options import Json, Preset, Settings
from rulesim.cli.output import note, show_json

position_app = typer.Typer(no_args_is_help=True)
File = Annotated[str, typer.Argument(metavar="FILE", help="A position in JSON, - for standard input.")]


def add_to(app: typer.Typer, panel: str) -> None:
    """Add these commands to the command line."""
    app.add_typer(
        position_app,
        name="position",
        help="Positions: show them, their legal actions, and moves.",
        rich_help_panel=panel,
    )


@position_app.command("show")
def show(file: File, preset: Preset = None, settings: Settings = None) -> None:
    """The position as text."""
    print(_read(file, preset, settings))


@position_app.command("legal")
def legal(file: File, preset: Preset = None, settings: Settings = None, as_json: Json = False) -> None:
    """The legal actions, one a line."""
    actions = _read(file, preset, settings).legal()
    if as_json:
        show_json(actions)
    else:
        for action in actions:
            print(action)


@position_app.command("apply")
def apply(
    file: File,
    actions: Annotated[list[str], typer.Argument(metavar="ACTION…", help="Actions in turn, as in role:settler.")],
    preset: Preset = None,
    settings: Settings = None,
) -> None:
    """The position after some actions, as JSON."""
    position = _read(file, preset, settings)
    for action in actions:
        position = position.apply(action)
    print(position.to_json())


def _read(file: str, preset: str | None, settings: list[str] | None) -> Any:
    """The position of a file, with a warning where it breaks a conservation law."""
    from rulesim.experiment.files import in_file, read_text
    from rulesim.games.completion import broken_laws
    from rulesim.games.settings import read_position, rule_changes

    changes = rule_changes(settings or ())
    with in_file(file):
        position = read_position(read_text(file), preset, changes)
    for law in broken_laws(position):
        note(f"warning: {law}")
    return position
