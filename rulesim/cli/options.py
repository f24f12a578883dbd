"""Arguments and options that several commands share, so that the same thing has the same name everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from rulesim.errors import InputError

LARGEST_SEED = 2**63 - 1


def complete_game(incomplete: str) -> list[str]:
    """Names of games that begin so, for the shell."""
    from rulesim.games.registry import game_names

    return [name for name in game_names() if name.startswith(incomplete)]


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="Name of the game; see `rulesim games`.", autocompletion=complete_game)
]
GameOption = Annotated[
    str, typer.Option("--game", metavar="GAME", help="Name of the game.", autocompletion=complete_game)
]
Players = Annotated[int, typer.Option("--players", "-p", metavar="N", help="Number of players.")]
Strategies = Annotated[
    str,
    typer.Option(
        "--strategies", "-s", metavar="A,B,…",
        help="One strategy a seat, or one for all: name, name(parameter=1.5), file.py or file.py:name.",
    ),
]  # fmt: skip
Pool = Annotated[
    str, typer.Option("--strategies", "-s", metavar="all|A,B,…", help="Who plays: every set of them at a table.")
]
Preset = Annotated[str | None, typer.Option("--preset", help="Preset of the rules; see `rulesim games`.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change a rule, as in buildings.factory.cost=8. Repeatable."),
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", min=0, max=LARGEST_SEED, help="Seed of all luck.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", metavar="N", min=0, help="Parallel jobs; 0: one a core.")]
Blocks = Annotated[int | None, typer.Option("--blocks", metavar="N", min=1, help="Blocks to play, instead of games.")]
Detect = Annotated[
    float | None,
    typer.Option(
        "--detect", min=1e-6, max=1, help="Tell the blocks that this difference of win shares takes, as 0.01."
    ),
]
Adjust = Annotated[
    Literal["holm", "bh"], typer.Option("--adjust", help="How p-values are adjusted for the number of tests.")
]
DecisionSeconds = Annotated[
    float, typer.Option("--decision-seconds", min=0.1, help="A strategy that thinks longer fails the command.")
]

ExperimentFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="The experiment file (TOML), or the name of a shipped one.")
]
GamesOfFile = Annotated[
    int | None,
    typer.Option(
        "--games", metavar="N", min=1, help="Games to play, instead of the file's; rounded up to whole blocks."
    ),
]
JobsOfFile = Annotated[
    int | None, typer.Option("--jobs", "-j", metavar="N", min=0, help="Parallel jobs; 0: one a core.")
]
Changes = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Another value of any key of the file. Repeatable."),
]

Out = Annotated[Path, typer.Option("--out", help="Folder to write to.")]
OwnFolder = Annotated[
    Path | None, typer.Option("--out", help="Folder of the results.", show_default="its own below runs")
]
StoredIn = Annotated[Path | None, typer.Option("--out", help="Folder of the result.", show_default="stored nowhere")]
Plot = Annotated[Path | None, typer.Option("--plot", help="Draw the result into a file: .png, .svg or .pdf.")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Throw away what the folder holds of an earlier run.")]
Json = Annotated[bool, typer.Option("--json", help="For machines: JSON on standard output.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No plan, no progress, no tables.")]
NoProgress = Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")]

RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run, finished or not.")]
Variant = Annotated[
    str | None, typer.Option("--variant", metavar="NAME", help="The variant to look at.", show_default="the base")
]

Playouts = Annotated[
    int,
    typer.Option("--playouts", "-n", metavar="N", min=2, help="Playouts of each action that is not dropped."),
]
ErrorRate = Annotated[
    float, typer.Option("--error", min=1e-6, max=0.49, help="Chance, at most, of calling the best action worse.")
]
Peek = Annotated[
    bool, typer.Option("--peek/--redraw", help="Leave hidden stacks as they are, or draw them anew in each playout.")
]
GameNumber = Annotated[
    int | None, typer.Option("--game-number", metavar="N", help="Which game of the trace, where it has several.")
]


def one_size(games: int | None, blocks: int | None, default: int | None = None) -> dict[str, Any]:
    """The size of an experiment as its keys.

    Raises
    ------
    InputError
        If both are given.
    """
    if games is not None and blocks is not None:
        raise InputError("--games and --blocks: give one of the two")
    return {"blocks": blocks} if blocks is not None else {"games": default if games is None else games}
