"""``rulesim sweep``: what several values of rules or parameters do, without an experiment file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from rulesim.cli.options import GameName, Json, Players, Preset, Seed, Settings
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


def add_to(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command("sweep")(sweep)


def sweep(
    game: GameName,
    players: Players,
    vary: Vary,
    strategies: Annotated[
        str, typer.Option("--strategies", "-s", metavar="all|A,B,…", help="Who plays: every set of them at a table.")
    ] = "all",
    games: Annotated[
        int | None, typer.Option(min=1, help=f"Games of each point; default: {GAMES:,}, in {BLOCKS} blocks or more.")
    ] = None,
    blocks: Annotated[int | None, typer.Option(min=1, help="Blocks to play, instead of games.")] = None,
    seed: Seed = 1,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, help="Parallel jobs; 0: one a core.")] = 0,
    preset: Preset = None,
    settings: Settings = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the results.  [default: its own below runs]")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Throw away what an earlier run left.")] = False,
    as_json: Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No plan, no progress, no tables.")] = False,
) -> None:
    """Play every combination of some values of rules on the same luck, and show what they change, how sure.

    The same as `rulesim run` on an experiment file with a [sweep].
    """
    from dataclasses import replace

    from rulesim.cli.run_command import play_and_show
    from rulesim.experiment.setup import prepare
    from rulesim.experiment.spec import make_experiment
    from rulesim.experiment.sweep import parse_vary
    from rulesim.games.settings import rule_changes
    from rulesim.strategy.spec import split_specs

    if games is not None and blocks is not None:
        raise InputError("--games and --blocks: give one of the two")
    axes = [parse_vary(text) for text in vary]
    if len(dict(axes)) < len(axes):
        raise InputError("--vary: the same path is there twice")
    size: dict[str, Any] = {"blocks": blocks} if blocks else {"games": games or GAMES}
    experiment = make_experiment(
        {
            "title": f"What does {' and '.join(path for path, _ in axes)} change?", "game": game, "players": players,
            "rules": {"preset": preset, **rule_changes(settings or [])}, "strategies": split_specs(strategies),
            "seed": seed, "jobs": jobs, "record": "summary", "openings": 0, "sweep": dict(axes), **size,
        },
        "sweep",
    )  # fmt: skip
    setup = prepare(experiment)
    if not blocks and not games and setup.blocks < BLOCKS:
        setup = replace(setup, blocks=BLOCKS)
    folder = out or Path("runs") / f"sweep_{game}_{setup.manifest()['identity'][:8]}"
    play_and_show(setup, folder, fresh, as_json, quiet)
