"""From the names of strategies to the players of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rulesim.games.game import Game
from rulesim.strategy.contract import Entry, Strategy, StrategyError
from rulesim.strategy.loader import load_strategy
from rulesim.strategy.spec import StrategySpec, parse_spec, split_specs, with_values


def entry(game: Game, text: str) -> Entry:
    """The player that a spec names, for example ``shipper(corn=1.5)`` or ``mine.py:name``.

    An entry is not sent between processes: a worker makes its own from the game's name and
    ``entry.spec``.

    Raises
    ------
    StrategyError
        If the spec is malformed, or the strategy or a parameter does not exist.
    """
    spec = parse_spec(text)
    strategy = load_strategy(game, spec)
    values = strategy.values(dict(spec.values))
    return Entry(_label(strategy, spec), strategy, values, str(spec))


def _label(strategy: Strategy, spec: StrategySpec) -> str:
    """The name in tables: parameters that are not the defaults are part of it."""
    defaults = {parameter.name: parameter.default for parameter in strategy.parameters}
    changed = tuple((name, value) for name, value in spec.values if value != defaults[name])
    head = f"{Path(spec.path).name}:{strategy.name}" if spec.path else strategy.name
    return with_values(head, changed)


def with_parameter(old: Entry, name: str, value: float) -> Entry:
    """The same player with another value of one parameter.

    Raises
    ------
    StrategyError
        If there is no such parameter, or the value is out of range.
    """
    spec = parse_spec(old.spec)
    spec = replace(spec, values=tuple(sorted({**dict(spec.values), name: float(value)}.items())))
    values = old.strategy.values(dict(spec.values))
    return Entry(_label(old.strategy, spec), old.strategy, values, str(spec))


def line_up(game: Game, text: str | Sequence[str], players: int) -> list[Entry]:
    """One entry a seat from a list of specs; a single one is taken for every seat.

    Raises
    ------
    StrategyError
        As `entry`, and if there are not as many strategies as players.
    """
    texts = split_specs(text) if isinstance(text, str) else list(text)
    if len(texts) == 1:
        return [entry(game, texts[0])] * players
    if len(texts) != players:
        raise StrategyError(f"{len(texts)} strategies for {players} players: expected {players}, or 1 for all seats")
    return [entry(game, one) for one in texts]
