"""Finding a game by its name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from rulesim.games.game import Game
from rulesim.games.ruleset import RulesError, nearest


def game_names() -> list[str]:
    """Names of all games: the folders beside this file that hold a rules file."""
    return sorted(path.parent.name for path in Path(__file__).parent.glob("*/rules.toml"))


@cache
def load_game(name: str) -> Game:
    """The game of this name.

    Raises
    ------
    RulesError
        If there is none, with the nearest name.
    """
    if name not in game_names():
        raise RulesError(
            f"unknown game {name!r}: expected one of {', '.join(game_names())}{nearest(name, game_names())}"
        )
    game = import_module(f"rulesim.games.{name}.game").GAME
    assert isinstance(game, Game)
    return game
