"""``rulesim sweep``: what several values of rules or parameters do, without an experiment file."""

from __future__ import annotations

from typing import Annotated

import typer

from rulesim.cli.options import (
    Blocks,
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
    one_size,
)
from rulesim.errors import InputError

GAMES, BLOCKS = 20_000, 30
"""Played by default, whichever is more: games of each point, and blocks."""

Vary = Annotated[
    list[str],
    typer.Option(
        "--vary", metavar="PATH=LOW:HIGH[:STEP]",
        help="What to vary: a rule, or strategies.NAME.PARAMETER; also PATH=VALUE,VALUE,… "
        "Repeatable: every combination is played.",
    ),
]  # fmt: skip


def add_to(app: typer.Typer, panel: str) -> None:
    """Add this command to the command line."""
    app.command("sweep", rich_help_panel=panel)(sweep)


def sweep(
    game: GameName,
    players: Players,
    vary: Vary,
    strategies: Pool = "all",
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            min=1,
            help="Games of each point.",
            show_default=f"{GAMES:,}, in {BLOCKS} blocks or more",
        ),
    ] = None,
    blocks: Blocks = None,
    seed: Seed = 1,
    jobs: Jobs = 0,
    preset: Preset = None,
    settings: Settings = None,
    out: OwnFolder = None,
    fresh: Fresh = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play every combination of some values of rules on the same luck, and show what they change, how sure.

    The same as `rulesim run` on an experiment file with a [sweep].
    """
    from rulesim.cli.questions import own_folder, prepared, table_keys
    from rulesim.cli.run_command import play_and_show
    from rulesim.experiment.sweep import parse_vary

    size, axes = one_size(games, blocks, GAMES), [parse_vary(text) for text in vary]
    if len(dict(axes)) < len(axes):
        raise InputError("--vary: the same path is there twice")
    title = f"What does {' and '.join(path for path, _ in axes)} change?"
    keys = table_keys(game, players, strategies, preset, settings, seed, jobs)
    setup = prepared(
        {**keys, **size, "title": title, "openings": 0, "sweep": dict(axes)}, "sweep", 0 if games or blocks else BLOCKS
    )
    play_and_show(setup, out or own_folder("sweep", setup), fresh, as_json, quiet)
