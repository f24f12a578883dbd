"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

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
Players = Annotated[int, typer.Option("--players", "-p", help="Number of players.")]
Strategies = Annotated[
    str,
    typer.Option(
        "--strategies", "-s", metavar="A,B,…",
        help="One strategy a seat, or one for all: name, name(parameter=1.5), file.py or file.py:name.",
    ),
]  # fmt: skip
Preset = Annotated[str | None, typer.Option("--preset", help="Preset of the rules; see `rulesim games`.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change a rule, as in buildings.factory.cost=8. Repeatable."),
]
Seed = Annotated[int, typer.Option("--seed", min=0, max=LARGEST_SEED, help="Seed of the experiment.")]
DecisionSeconds = Annotated[
    float, typer.Option("--decision-seconds", min=0.1, help="A strategy that thinks longer fails the command.")
]
Json = Annotated[bool, typer.Option("--json", help="For machines: JSON on standard output.")]
Out = Annotated[Path, typer.Option("--out", help="Folder to write to.")]
RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run, finished or not.")]
Variant = Annotated[
    str | None, typer.Option("--variant", metavar="NAME", help="The variant to look at.  [default: the base]")
]
