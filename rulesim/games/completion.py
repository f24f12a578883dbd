"""Positions as a player at the table knows them: hidden stacks may be left out, everything else must add up."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from rulesim.games.game import Game, Rules
from rulesim.games.position import Position, rules_for
from rulesim.games.reading import LARGEST, LeftOut, PositionError

_WORDS = {2: "two", 3: "three", 4: "four", 5: "five"}


def complete_position(data: Any, rules: Rules | None = None) -> Position:
    """A position from its notation, in which hidden stacks and hands may be left out.

    A stack is left out where its key is absent or null; a secret hand of another seat may be
    written as a number of cards. What is left out is made of what is nowhere else, in no
    particular order: draw it anew before you play.

    Parameters
    ----------
    rules
        Other rules than the default ones, for the same game and player count.

    Raises
    ------
    PositionError
        If the position is not in the notation, or does not hold all pieces of the game, with the
        law that it breaks and by how much.
    """
    rules = rules_for(data, rules)
    known, left_out = _left_out(rules, data)
    position = Position.from_dict(known, rules)
    rules.game.fill_hidden(position.rules, position.state[0], left_out)
    check_laws(position, data)
    return position


def parsed_position(text: str) -> Any:
    """JSON text as data.

    Raises
    ------
    PositionError
        If it is not JSON.
    """
    try:
        return json.loads(text)
    except ValueError as error:
        hint = "; a trace? it takes --trace FILE --move NUMBER" if str(error).startswith("Extra data: line 2") else ""
        raise PositionError(f"position: not JSON ({error}){hint}") from None


def chosen_rules(data: Any, preset: str | None = None, changes: Mapping[str, Any] | None = None) -> Rules:
    """The rules of a position's game and player count, with a preset and changes.

    Raises
    ------
    PositionError, RulesError
        If the position names no game, or the rules do not exist.
    """
    usual = rules_for(data)
    return usual.game.rules(usual.players, preset, changes) if preset or changes else usual


def check_laws(position: Position, data: Mapping[str, Any] | None = None) -> None:
    """Make sure that every piece of the game is there once.

    Parameters
    ----------
    data
        The notation that the position was read from, to tell which keys it lacks.

    Raises
    ------
    PositionError
        With the first law that is broken, and by how much.
    """
    for law in broken_laws(position):
        hint = _missing(position, data) if data is not None else ""
        raise PositionError(f"position: {law}{hint}")


def broken_laws(position: Position) -> Iterator[str]:
    """The conservation laws that a position breaks, with the difference."""
    table = f"a game of {_WORDS.get(position.rules.players, position.rules.players)}"
    for law, (counted, expected) in position.broken_laws().items():
        amount = f"{abs(counted - expected)} too {'few' if counted < expected else 'many'}"
        yield f"{law}: {counted} in the position, {expected} in {table}: {amount}"


def _missing(position: Position, data: Mapping[str, Any]) -> str:
    """The keys that the notation has and the position lacks, as the end of a message."""
    hidden = position.rules.game.hidden_stacks
    absent = [path for path in _absent(position.to_dict(), data, "") if path not in (*hidden, "streams", "history")]
    if not absent:
        return ""
    keys = ", ".join(absent[:3]) + (f" and {len(absent) - 3} more" if len(absent) > 3 else "")
    return f"; missing: {keys}; only what is hidden may be left out: {', '.join(hidden)}"


def _absent(full: Any, data: Any, place: str) -> Iterator[str]:
    """The keys of a position that another one lacks, as dotted paths."""
    if isinstance(full, Mapping) and isinstance(data, Mapping):
        for key, value in full.items():
            path = f"{place}.{key}" if place else str(key)
            if data.get(key) is None and value is not None:
                yield path
            else:
                yield from _absent(value, data.get(key), path)
    elif isinstance(full, list) and isinstance(data, list):
        for index, (one, other) in enumerate(zip(full, data, strict=False)):
            yield from _absent(one, other, f"{place}[{index}]")


def _left_out(rules: Rules, data: Mapping[str, Any]) -> tuple[Mapping[str, Any], LeftOut]:
    """The position without numbers of unknown cards, and what it leaves out."""
    game = rules.game
    stacks = frozenset(path for path in game.hidden_stacks if _value(data, path) is None)
    seats = data.get("seats")
    hands = [0] * rules.players
    if not game.hidden_hand or not isinstance(seats, list):
        return data, LeftOut(stacks, tuple(hands))
    known = list(seats)
    for index, seat in enumerate(seats[: rules.players]):
        cards = seat.get(game.hidden_hand) if isinstance(seat, Mapping) else None
        if isinstance(cards, int) and not isinstance(cards, bool):
            hands[index] = _unknown(game, index, cards, data.get("actor"))
            known[index] = {**seat, game.hidden_hand: []}
    return {**data, "seats": known}, LeftOut(stacks, tuple(hands))


def _unknown(game: Game, index: int, cards: int, actor: Any) -> int:
    """A checked number of unknown cards in a hand."""
    place = f"position: seats[{index}].{game.hidden_hand} = {cards}"
    if not 0 <= cards <= LARGEST:
        raise PositionError(f"{place}: expected a list of cards, or how many there are")
    if actor == index + 1:
        raise PositionError(f"{place}: expected a list of cards: seat {index + 1} is to decide, and knows its hand")
    return cards


def _value(data: Any, path: str) -> Any:
    """What stands at a dotted path; None where it is absent."""
    for key in path.split("."):
        data = data.get(key) if isinstance(data, Mapping) else None
    return data
