"""``rulesim whatif``: what a change of rules does, without an experiment file."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from rulesim.cli.options import (
    Adjust,
    Blocks,
    Detect,
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
    one_size,
)

GAMES, BLOCKS = 50_000, 30
"""Played by default, whichever is more: games of each variant, and blocks, for many comparisons."""


def add_to(app: typer.Typer, panel: str) -> None:
    """Add this command to the command line."""
    app.command("whatif", rich_help_panel=panel)(whatif)


def short(setting: str) -> str:
    """``factory.cost=8`` for ``buildings.factory.cost=8``: enough to know it in a table."""
    key, equals, value = setting.partition("=")
    return ".".join(key.split(".")[-2:]) + equals + value


def whatif(
    game: GameName,
    players: Players,
    settings: Annotated[
        list[str],
        typer.Option(
            "--set", metavar="KEY=VALUE", help="The change of a rule, as in buildings.factory.cost=8. Repeatable."
        ),
    ],
    strategies: Pool = "all",
    design: Annotated[
        Literal["round_robin", "pair_mixtures", "all_mixtures"],
        typer.Option("--design", help="Who meets; mixtures, with copies, tell diversity as well."),
    ] = "round_robin",
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            min=1,
            help="Games of each variant.",
            show_default=f"{GAMES:,}, in {BLOCKS} blocks or more",
        ),
    ] = None,
    blocks: Blocks = None,
    seed: Seed = 1,
    jobs: Jobs = 0,
    preset: Preset = None,
    adjust: Adjust = "holm",
    detect: Detect = None,
    out: OwnFolder = None,
    fresh: Fresh = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play with and without a change of rules on the same luck, and show what it changes, how sure."""
    from rulesim.cli.questions import own_folder, prepared, table_keys
    from rulesim.cli.run_command import play_and_show
    from rulesim.games.settings import rule_changes

    size, name = one_size(games, blocks, GAMES), ", ".join(map(short, settings))
    keys = table_keys(game, players, strategies, preset, None, seed, jobs)
    variant = {"name": name, "rules": rule_changes(settings)}
    setup = prepared(
        {**keys, **size, "title": f"What if {', '.join(settings)}?", "design": design, "variant": [variant]},
        "whatif", 0 if games or blocks else BLOCKS,
    )  # fmt: skip
    play_and_show(setup, out or own_folder("whatif", setup), fresh, as_json, quiet, adjust, detect)
