"""``rulesim ablate``: what a feature is worth to a seat, told by forbidding it."""

from __future__ import annotations

from typing import Annotated

import typer

from rulesim.cli.options import (
    Adjust,
    Fresh,
    GameName,
    Jobs,
    Json,
    OwnFolder,
    Players,
    Pool,
    Preset,
    Quiet,
    Seed,
    Settings,
)

BLOCKS, LINE_UPS = 200, 12
"""Played by default."""


def add_to(app: typer.Typer, panel: str) -> None:
    """Add this command to the command line."""
    app.command("ablate", rich_help_panel=panel)(ablate)


def ablate(
    game: GameName,
    players: Players,
    features: Annotated[
        list[str],
        typer.Option("--features", "-f", metavar="PATTERN", help="Actions to forbid, as build:*. Repeatable."),
    ],
    strategies: Pool = "all",
    together: Annotated[bool, typer.Option("--together", help="Forbid all that a pattern matches at once.")] = False,
    line_ups: Annotated[
        int,
        typer.Option(
            "--line-ups", metavar="N", min=1, help="If there are more sets of strategies, so many drawn at random."
        ),
    ] = LINE_UPS,
    blocks: Annotated[int, typer.Option("--blocks", metavar="N", min=1, help="Blocks to play.")] = BLOCKS,
    seed: Seed = 1,
    jobs: Jobs = 0,
    preset: Preset = None,
    settings: Settings = None,
    adjust: Adjust = "holm",
    out: OwnFolder = None,
    fresh: Fresh = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Forbid each feature to one seat, on the same luck as its unrestricted twin, and show what that costs.

    Where the ban would leave no legal action it is lifted, and counted by what was to be decided.
    """
    from rulesim.cli.questions import own_folder, table_keys
    from rulesim.cli.run_command import play_and_show
    from rulesim.experiment.restriction import restricted, sets_of
    from rulesim.experiment.setup import prepare

    keys = table_keys(game, players, strategies, preset, settings, seed, jobs)
    keys |= sets_of(game, keys["strategies"], players, line_ups)
    setup = prepare(restricted(features=features, together=together, blocks=blocks, **keys))
    play_and_show(setup, out or own_folder("ablate", setup), fresh, as_json, quiet, adjust)
