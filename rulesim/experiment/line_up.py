"""From the names of strategies to the players of a table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rulesim.games.game import Game
from rulesim.strategy.contract import Entry, StrategyError
from rulesim.strategy.loader import load_strategy
from rulesim.strategy.spec import parse_spec, split_specs, with_values


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
    defaults = {parameter.name: parameter.default for parameter in strategy.parameters}
    changed = tuple((name, value) for name, value in spec.values if value != defaults[name])
    head = f"{Path(spec.path).name}:{strategy.name}" if spec.path else strategy.name
    return Entry(with_values(head, changed), strategy, values, str(spec))


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
