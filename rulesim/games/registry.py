"""Finding a game by its name, shipped or added (`rulesim.added_games`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path

import rulesim.games
from rulesim.added_games import game_entry_points, game_folders
from rulesim.games.game import Game
from rulesim.games.ruleset import RulesError, nearest

SHIPPED = Path(__file__).parent


def _places() -> dict[str, dict[str, Callable[[], object]]]:
    """For each name of a game the places that have it, with how to load it from there."""
    places: dict[str, dict[str, Callable[[], object]]] = {}
    for folder in [*(rules.parent for rules in sorted(SHIPPED.glob("*/rules.toml"))), *game_folders()]:
        places.setdefault(folder.name, {})[str(folder)] = partial(_from_folder, folder)
    for point in game_entry_points():
        owner = point.dist.name if point.dist else "unknown distribution"
        places.setdefault(point.name, {})[f"{owner} (entry point {point.value})"] = point.load
    return places


def _from_folder(folder: Path) -> object:
    if folder.parent != SHIPPED and str(folder.parent) not in rulesim.games.__path__:
        rulesim.games.__path__.append(str(folder.parent))
    return import_module(f"rulesim.games.{folder.name}.game").GAME


def game_names() -> list[str]:
    """Names of all games."""
    return sorted(_places())


def load_game(name: str) -> Game:
    """The game of this name.

    Raises
    ------
    RulesError
        If there is none (with the nearest name), if two places have it, or if it cannot be loaded.
    """
    places = _places()
    if name not in places:
        raise RulesError(f"unknown game {name!r}: expected one of {', '.join(sorted(places))}{nearest(name, places)}")
    if len(places[name]) > 1:
        raise RulesError(f"two games are called {name!r}: {' and '.join(places[name])}; rename or remove one")
    ((place, load),) = places[name].items()
    return _load(name, place, load)


def load_games() -> tuple[list[Game], dict[str, str]]:
    """All games that can be loaded, and for each of the others the reason."""
    games, broken = [], {}
    for name in game_names():
        try:
            games.append(load_game(name))
        except RulesError as error:
            broken[name] = str(error)
    return games, broken


_loaded: dict[tuple[str, str], Game] = {}


def _load(name: str, place: str, load: Callable[[], object]) -> Game:
    """Load a game once; other people's code may fail in any way."""
    if (name, place) not in _loaded:
        try:
            game = load()
        except RulesError:
            raise
        except Exception as error:
            raise RulesError(f"game {name!r} ({place}) cannot be loaded: {type(error).__name__}: {error}") from error
        if not isinstance(game, Game) or game.name != name:
            found = f"a game called {game.name!r}" if isinstance(game, Game) else f"a {type(game).__name__}"
            raise RulesError(f"game {name!r} ({place}) is {found}: expected a rulesim.games.game.Game of that name")
        _loaded[name, place] = game
    return _loaded[name, place]
