"""``rulesim whatif``: what a change of rules does, without an experiment file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from rulesim.cli.options import GameName, Json, Players, Preset, Seed
from rulesim.errors import InputError

GAMES, BLOCKS = 50_000, 30
"""Played by default, whichever is more: games of each variant, and blocks, for many comparisons."""


def add_to(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command("whatif")(whatif)


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
    strategies: Annotated[
        str, typer.Option("--strategies", "-s", metavar="all|A,B,…", help="Who plays: every set of them at a table.")
    ] = "all",
    design: Annotated[
        str,
        typer.Option(help="Who meets: round_robin, or, to tell diversity, pair_mixtures or all_mixtures."),
    ] = "round_robin",
    games: Annotated[
        int | None, typer.Option(min=1, help=f"Games of each variant; default: {GAMES:,}, in {BLOCKS} blocks or more.")
    ] = None,
    blocks: Annotated[int | None, typer.Option(min=1, help="Blocks to play, instead of games.")] = None,
    seed: Seed = 1,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, help="Parallel jobs; 0: one a core.")] = 0,
    preset: Preset = None,
    adjust: Annotated[str, typer.Option(help="p-values for the number of comparisons: holm or bh.")] = "holm",
    detect: Annotated[
        float | None,
        typer.Option(min=1e-6, max=1, help="Tell the blocks that this change of a win share takes, as 0.01."),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the results.  [default: its own below runs]")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Throw away what an earlier run left.")] = False,
    as_json: Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No plan, no progress, no tables.")] = False,
) -> None:
    """Play with and without a change of rules on the same luck, and show what it changes, how sure."""
    from dataclasses import replace

    from rulesim.cli.run_command import play_and_show
    from rulesim.experiment.setup import prepare
    from rulesim.experiment.spec import make_experiment
    from rulesim.games.settings import rule_changes
    from rulesim.strategy.spec import split_specs

    if adjust not in ("holm", "bh"):
        raise InputError(f"--adjust {adjust}: expected holm or bh")
    if games is not None and blocks is not None:
        raise InputError("--games and --blocks: give one of the two")
    name = ", ".join(map(short, settings))
    size: dict[str, Any] = {"blocks": blocks} if blocks else {"games": games or GAMES}
    experiment = make_experiment(
        {
            "title": f"What if {', '.join(settings)}?", "game": game, "players": players, "rules": {"preset": preset},
            "strategies": split_specs(strategies), "design": design, "seed": seed, "jobs": jobs, "record": "summary",
            "variant": [{"name": name, "rules": rule_changes(settings)}], **size,
        },
        "whatif",
    )  # fmt: skip
    setup = prepare(experiment)
    if not blocks and not games and setup.blocks < BLOCKS:
        setup = replace(setup, blocks=BLOCKS)
    folder = out or Path("runs") / f"whatif_{game}_{setup.manifest()['identity'][:8]}"
    play_and_show(setup, folder, fresh, as_json, quiet, "bh" if adjust == "bh" else "holm", detect)
