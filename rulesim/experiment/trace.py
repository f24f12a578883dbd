"""Traces: every decision of a game as a line of JSON (§N.3.17), written and checked.

A line is ``{"game_number", "position", "legal", "action"}``; after a game's last decision comes a
line with the final position, no legal action and the action ``null``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from rulesim.errors import InputError
from rulesim.experiment.driver import OneGame
from rulesim.experiment.watch import Watch
from rulesim.games.game import Rules
from rulesim.games.position import Position, rules_for
from rulesim.games.reading import PositionError
from rulesim.games.registry import load_game
from rulesim.strategy.contract import Entry

LINE_KEYS = ("game_number", "position", "legal", "action")


class TraceError(InputError):
    """A file that is not a trace."""


def trace_games(
    rules: Rules, entries: Sequence[Entry], seed: int, games: int, watch: Watch | None = None
) -> Iterator[str]:
    """The lines of the games with the block numbers 0 … ``games`` - 1.

    Parameters
    ----------
    watch
        Looks out for a strategy that never answers.

    Raises
    ------
    PlayError
        As `OneGame`.
    """
    for number in range(games):
        game = OneGame(rules, entries, seed, number)
        with watch.over(game) if watch else nullcontext():
            yield from trace_game(game, number)


def trace_game(game: OneGame, number: int) -> Iterator[str]:
    """The lines of one game, which is played."""
    for decision in game:
        yield trace_line(decision.position, decision.legal, decision.action, number)
    yield trace_line(game.position, [], None, number)


def trace_line(position: Position, legal: Iterable[int], action: int | None, number: int) -> str:
    """One line of a trace."""
    names = [position.action_name(one) for one in legal]
    chosen = None if action is None else position.action_name(action)
    return json.dumps({"game_number": number, "position": position.to_dict(), "legal": names, "action": chosen})


@dataclass(frozen=True)
class Difference:
    """Where a trace and the rules first differ.

    Attributes
    ----------
    decision
        Counted from 1 within the game.
    key
        Dotted path in the line.
    expected, found
        What the rules give, and what the trace has.
    """

    line: int
    game_number: Any
    decision: int
    key: str
    expected: Any
    found: Any


@dataclass
class Replay:
    """What a replay has seen: games and decisions up to the end or the first difference."""

    games: int = 0
    decisions: int = 0
    difference: Difference | None = None


def replay(lines: Iterable[str], preset: str | None = None, changes: Mapping[str, Any] | None = None) -> Replay:
    """Check a trace move by move, up to the first difference.

    Positions must equal those that the rules give, legal actions as a set. Seats' random streams
    are not compared. Where the random streams of the trace are absent or another program's, and
    the game itself draws at random, the piles concerned are compared without their order, and
    the trace's order counts from there on.

    Parameters
    ----------
    preset, changes
        The rules of the games, as for `Game.rules`.

    Raises
    ------
    TraceError
        If a line is no line of a trace.
    """
    return _Replayer(preset, changes).run(lines)


class _Replayer:
    """The state of a replay: where the running game stands."""

    def __init__(self, preset: str | None, changes: Mapping[str, Any] | None) -> None:
        self.preset, self.changes = preset, changes
        self.known_rules: dict[str, Rules] = {}
        self.seen = Replay()
        self.game_number: Any = None
        self.running = False
        self.decision = 0
        self.line = 0
        self.before: dict[str, Any] = {}
        self.after: dict[str, Any] = {}

    def run(self, lines: Iterable[str]) -> Replay:
        """All lines, up to the first difference."""
        for text in lines:
            self.line += 1
            if text.strip():
                found = self._check(parsed_line(text, self.line))
                if found:
                    break
        else:
            if self.running:
                self._differs("position", "the end of the game", "the end of the file")
        return self.seen

    def _check(self, data: dict[str, Any]) -> bool:
        """Compare a line with what the rules give; True at a difference."""
        if not self.running or data["game_number"] != self.game_number:
            if self.running:
                return self._differs("game_number", self.game_number, data["game_number"])
            self._begin(data["game_number"])
        self.decision += 1
        try:
            position = Position.from_dict(data["position"], self._rules(data["position"]))
        except PositionError as error:
            return self._differs("position", "a position of the notation", str(error))
        given = position.to_dict()
        if self.after:
            difference = self._compare(given, data["position"])
            if difference:
                return self._differs(*difference)
        return self._check_action(position, given, data)

    def _begin(self, number: Any) -> None:
        self.game_number, self.running, self.decision, self.after = number, True, 0, {}
        self.seen.games += 1

    def _check_action(self, position: Position, given: dict[str, Any], data: dict[str, Any]) -> bool:
        legal = position.legal()
        if set(data["legal"]) != set(legal) or len(data["legal"]) != len(legal):
            return self._differs("legal", legal, data["legal"])
        if position.is_over:
            self.running = False
            return data["action"] is not None and self._differs("action", None, data["action"])
        if data["action"] not in legal:
            return self._differs("action", f"one of {', '.join(legal)}", data["action"])
        self.before = given
        self.after = position.apply(data["action"]).to_dict()
        self.seen.decisions += 1
        return False

    def _compare(self, given: dict[str, Any], raw: Mapping[str, Any]) -> tuple[str, Any, Any] | None:
        """The first key in which the trace's position is not the computed one."""
        expected, found = dict(self.after), dict(given)
        ours = _nature(raw) == _nature(found) != "" and any(c != "0" for c in _nature(found))
        drawn = _nature(self.before) != _nature(expected)
        expected["streams"], found["streams"] = (_nature(expected), _nature(found)) if ours else ("", "")
        if drawn and not ours:
            for piles in load_game(given["game"]).dealt_piles:
                counts = [Counter(card for pile in piles for card in _at(side, pile)) for side in (expected, found)]
                if counts[0] != counts[1]:
                    return f"position.{piles[0]}", sorted(counts[0].elements()), sorted(counts[1].elements())
                for pile in piles:
                    expected = _without(expected, pile)
                    found = _without(found, pile)
        return first_difference(expected, found, "position")

    def _rules(self, position: Any) -> Rules:
        """The rules of a position's game and player count, looked up once."""
        key = repr((position.get("game"), position.get("players"))) if isinstance(position, Mapping) else ""
        if key not in self.known_rules:
            usual = rules_for(position)
            self.known_rules[key] = usual.game.rules(usual.players, self.preset, self.changes)
        return self.known_rules[key]

    def _differs(self, key: str, expected: Any, found: Any) -> bool:
        self.seen.difference = Difference(self.line, self.game_number, self.decision, key, expected, found)
        return True


def first_difference(expected: Any, found: Any, path: str) -> tuple[str, Any, Any] | None:
    """The first place in which two JSON values differ, as (path, expected, found)."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in (*expected, *(key for key in found if key not in expected)):
            if key not in found or key not in expected:
                return f"{path}.{key}", expected.get(key, "nothing"), found.get(key, "nothing")
            difference = first_difference(expected[key], found[key], f"{path}.{key}")
            if difference:
                return difference
        return None
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, (one, other) in enumerate(zip(expected, found, strict=True)):
            difference = first_difference(one, other, f"{path}[{index}]")
            if difference:
                return difference
        return None
    return None if expected == found else (path, expected, found)


def parsed_line(text: str, line: int) -> dict[str, Any]:
    """A line as an object with the keys of a trace.

    Raises
    ------
    TraceError
        If it is not one.
    """
    try:
        data = json.loads(text)
    except ValueError as error:
        raise TraceError(f"line {line}: not JSON ({error})") from None
    missing = [key for key in LINE_KEYS if not isinstance(data, dict) or key not in data]
    if missing:
        raise TraceError(f"line {line}: expected an object with {', '.join(LINE_KEYS)}; {missing[0]!r} is missing")
    legal = data["legal"]
    if not isinstance(legal, list) or not all(isinstance(name, str) for name in legal):
        raise TraceError(f"line {line}: legal: expected a list of actions")
    return dict(data)


def _nature(position: Mapping[str, Any]) -> str:
    """The game's own random stream in a position, as text."""
    streams = position.get("streams")
    return str(streams.get("nature", "")) if isinstance(streams, Mapping) else str(streams or "")


def _at(position: Mapping[str, Any], path: str) -> Any:
    for key in path.split("."):
        position = position[key]
    return position


def _without(position: Mapping[str, Any], path: str) -> dict[str, Any]:
    """A copy of the position without one key."""
    first, _, rest = path.partition(".")
    return {
        key: _without(value, rest) if key == first else value for key, value in position.items() if key != first or rest
    }
