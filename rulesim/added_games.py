"""Where games are that are not shipped.

1. Folders named in ``RULESIM_GAMES``: each folder in them that holds a ``rules.toml`` is a game,
   a package ``rulesim.games.<name>`` with a module ``game``.
2. Entry points of the group ``rulesim.games``: name = the game's, value = its `Game` object,
   ``my_package.game:GAME``.

Nothing here imports a game, so that the kernel can name its cache after the sources of all games.
"""

from __future__ import annotations

import os
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

VARIABLE = "RULESIM_GAMES"
ENTRY_POINTS = "rulesim.games"


def game_folders() -> list[Path]:
    """The folders of the games below the folders that ``RULESIM_GAMES`` names."""
    named = (Path(text).expanduser().resolve() for text in os.environ.get(VARIABLE, "").split(os.pathsep) if text)
    return [rules.parent for folder in named for rules in sorted(folder.glob("*/rules.toml"))]


@cache
def game_entry_points() -> tuple[EntryPoint, ...]:
    """The games of installed packages."""
    return tuple(entry_points(group=ENTRY_POINTS))


def added_sources() -> list[Path]:
    """The Python files of all added games: compiled code depends on them."""
    folders = game_folders()
    for point in game_entry_points():
        package = find_spec(point.module.partition(".")[0])
        if package and package.submodule_search_locations:
            folders += map(Path, package.submodule_search_locations)
        elif package and package.origin:
            folders.append(Path(package.origin))
    return [source for folder in folders for source in ([folder] if folder.is_file() else sorted(folder.rglob("*.py")))]
