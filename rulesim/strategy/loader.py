"""Finding and loading strategy plugins.

Strategies of a game come from these places; where two have the same name, the first counts and
the other is listed as hidden:

1. folders named in ``RULESIM_STRATEGIES`` (their ``<game>`` folder, or files directly in them);
2. the user's data folder, ``strategies/<game>``;
3. entry points of the group ``rulesim.strategies``, each a strategy or a module with strategies;
4. the shipped strategies, and for an added game the folder ``strategies`` in its own.

A file named by its path needs no place. A file that cannot be loaded disturbs no other.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import platformdirs

from rulesim.games.game import Game
from rulesim.games.ruleset import nearest
from rulesim.kernel.jit import plugin_cache
from rulesim.strategy.contract import BrokenStrategyError, Strategy, StrategyError
from rulesim.strategy.files import load_file, reason, source_files_digest
from rulesim.strategy.spec import StrategySpec, parse_spec

ENTRY_POINTS = "rulesim.strategies"


@dataclass(frozen=True)
class Broken:
    """A plugin that cannot be used: where it is, and why in one line."""

    place: str
    reason: str


def find_strategies(game: Game) -> tuple[dict[str, Strategy], list[Broken]]:
    """All strategies of a game by name, and what could not be loaded."""
    found: dict[str, Strategy] = {}
    broken: list[Broken] = []
    for place, load in _places(game):
        try:
            strategies = load()
        except StrategyError as error:
            broken.append(Broken(place, str(error)))
            continue
        for one in strategies:
            if one.game != game.name:
                continue
            if one.name in found:
                broken.append(Broken(place, f"strategy {one.name!r} is hidden by {found[one.name].path}"))
            else:
                found[one.name] = one
    return dict(sorted(found.items())), broken


def load_strategy(game: Game, spec: StrategySpec | str) -> Strategy:
    """The strategy that a spec names.

    Raises
    ------
    StrategyError
        If there is none (with the nearest name).
    BrokenStrategyError
        If its file cannot be loaded.
    """
    spec = parse_spec(spec) if isinstance(spec, str) else spec
    if spec.path:
        return _of_file(game, spec)
    found, broken = find_strategies(game)
    if spec.name not in found:
        failed = next((b for b in broken if Path(b.place).stem == spec.name), None)
        if failed:
            raise BrokenStrategyError(f"strategy {spec.name!r} cannot be loaded: {failed.place}: {failed.reason}")
        known = ", ".join(found) or "none"
        raise StrategyError(
            f"unknown strategy {spec.name!r} of {game.name}{nearest(spec.name, found)}; known: {known}; "
            "a file is named by its path, as in mine.py or mine.py:name"
        )
    return found[spec.name]


def _of_file(game: Game, spec: StrategySpec) -> Strategy:
    path = Path(spec.path).expanduser()
    try:
        declared = load_file(path)
    except StrategyError as error:
        raise type(error)(f"{spec.path}: {error}") from None
    own = {one.name: one for one in declared if one.game == game.name}
    if not own:
        games = ", ".join(sorted({one.game for one in declared}))
        raise StrategyError(f"{spec.path}: its strategies are for {games}, not for {game.name}")
    if not spec.name and len(own) > 1:
        names = ", ".join(own)
        raise StrategyError(f"{spec.path} has {len(own)} strategies: expected {spec.path}:NAME with one of {names}")
    name = spec.name or next(iter(own))
    if name not in own:
        raise StrategyError(f"{spec.path} has no strategy {name!r}: expected {', '.join(own)}{nearest(name, own)}")
    return own[name]


def shipped_folder(name: str = "strategies") -> Path:
    """Shipped strategies or experiments: beside the package in a checkout, inside it in an installed copy."""
    package = Path(__file__).parent.parent
    installed = package / "shipped" / name
    return installed if installed.is_dir() else package.parent / name


def user_folder() -> Path:
    """The user's own strategies, one folder a game."""
    return Path(platformdirs.user_data_dir("rulesim")) / "strategies"


def _places(game: Game) -> Iterator[tuple[str, Callable[[], list[Strategy]]]]:
    """Everything that may hold strategies of the game, with how to load it, nearest to the user first."""
    named = os.environ.get("RULESIM_STRATEGIES", "").split(os.pathsep)
    for folder in (Path(text).expanduser() for text in named if text):
        yield from _files(folder / game.name)
        yield from _files(folder)
    yield from _files(user_folder() / game.name)
    for point in entry_points(group=ENTRY_POINTS):
        yield _label(point), lambda point=point: _load_entry_point(point)  # type: ignore[misc]
    yield from _files(shipped_folder() / game.name)
    yield from _files(game.folder / "strategies")


def _files(folder: Path) -> Iterator[tuple[str, Callable[[], list[Strategy]]]]:
    """Plugin files of a folder; files that begin with ``_`` are helpers of the others."""
    for path in sorted(folder.glob("*.py")):
        if not path.name.startswith("_"):
            yield str(path), lambda path=path: load_file(path)  # type: ignore[misc]


def _label(point: EntryPoint) -> str:
    distribution = point.dist.name if point.dist else "unknown distribution"
    return f"{distribution} (entry point {point.name} = {point.value})"


def _load_entry_point(point: EntryPoint) -> list[Strategy]:
    try:
        source = find_spec(point.module)
        digest = source_files_digest(Path(source.origin)) if source and source.origin else ""
        with plugin_cache(digest):
            loaded: Any = point.load()
    except (Exception, SystemExit) as error:
        raise BrokenStrategyError(reason(error)) from None
    strategies = [loaded] if isinstance(loaded, Strategy) else list(vars(loaded).values())
    return [one for one in strategies if isinstance(one, Strategy)]
