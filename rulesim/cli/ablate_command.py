"""``rulesim ablate``: what a feature is worth to a seat, told by forbidding it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from rulesim.cli.options import GameName, Json, Players, Preset, Seed, Settings
from rulesim.errors import InputError

BLOCKS, LINE_UPS = 200, 12
"""Played by default."""


def add_to(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command("ablate")(ablate)


def ablate(
    game: GameName,
    players: Players,
    features: Annotated[
        list[str],
        typer.Option("--features", "-f", metavar="PATTERN", help="Actions to forbid, as build:*. Repeatable."),
    ],
    strategies: Annotated[
        str, typer.Option("--strategies", "-s", metavar="all|A,B,…", help="Who plays: every set of them at a table.")
    ] = "all",
    together: Annotated[bool, typer.Option("--together", help="Forbid all that a pattern matches at once.")] = False,
    line_ups: Annotated[
        int, typer.Option("--line-ups", min=1, help="If there are more sets of strategies, so many drawn at random.")
    ] = LINE_UPS,
    blocks: Annotated[int, typer.Option(min=1, help="Blocks to play.")] = BLOCKS,
    seed: Seed = 1,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, help="Parallel jobs; 0: one a core.")] = 0,
    preset: Preset = None,
    settings: Settings = None,
    adjust: Annotated[str, typer.Option(help="p-values for the number of features: holm or bh.")] = "holm",
    out: Annotated[Path | None, typer.Option(help="Folder of the results.  [default: its own below runs]")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Throw away what an earlier run left.")] = False,
    as_json: Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No plan, no progress, no tables.")] = False,
) -> None:
    """Forbid each feature to one seat, on the same luck as its unrestricted twin, and show what that costs.

    Where the ban would leave no legal action it is lifted, and counted.
    """
    from rulesim.cli.run_command import play_and_show
    from rulesim.experiment.restriction import restricted, sets_of
    from rulesim.experiment.setup import prepare
    from rulesim.games.settings import rule_changes
    from rulesim.strategy.spec import split_specs

    if adjust not in ("holm", "bh"):
        raise InputError(f"--adjust {adjust}: expected holm or bh")
    rules: dict[str, Any] = {**({"preset": preset} if preset else {}), **rule_changes(settings or [])}
    specs = split_specs(strategies)
    experiment = restricted(
        game, players, features, together, strategies=specs, rules=rules, blocks=blocks, seed=seed, jobs=jobs,
        record="summary", **sets_of(game, specs, players, line_ups),
    )  # fmt: skip
    setup = prepare(experiment)
    folder = out or Path("runs") / f"ablate_{game}_{setup.manifest()['identity'][:8]}"
    play_and_show(setup, folder, fresh, as_json, quiet, "bh" if adjust == "bh" else "holm")
