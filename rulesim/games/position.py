"""Positions: a game at one decision, driven move by move in the game's own notation."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from rulesim.games.game import Rules
from rulesim.games.reading import PositionError
from rulesim.games.registry import game_names, load_game
from rulesim.games.ruleset import nearest
from rulesim.kernel.bits import members
from rulesim.kernel.playout import start_game
from rulesim.kernel.records import CURSOR, MAX_PARAMETERS, ME

__all__ = ["Position", "PositionError", "rules_for"]


class Position:
    """One decision of a game. Positions are values: `apply` returns a new one.

    Attributes
    ----------
    rules : Rules
    state : record array of length 1
        The kernel's record; change it only if you know what you do.
    minds : record array, one a seat
        Each seat's random stream, parameters and memory.
    """

    def __init__(self, rules: Rules, state: Any, minds: Any) -> None:
        self.rules = rules
        self.state = state
        self.minds = minds

    @classmethod
    def new(cls, game: str, players: int, seed: int = 0, number: int = 0, rules: Rules | None = None) -> Position:
        """The first position of a game.

        Parameters
        ----------
        seed, number
            Experiment seed and block number: the luck of the game.
        rules
            Other rules than the default ones.
        """
        rules = rules or load_game(game).rules(players)
        rules.game.compile()
        moves = rules.game.moves
        state, minds = np.zeros(1, moves.state), np.zeros(players, ME)
        params, entries = np.zeros((players, MAX_PARAMETERS)), np.arange(players)
        start_game(
            moves.new_game, rules.record[0], state, np.zeros(1, moves.state), minds, params, entries,
            np.zeros(1, CURSOR)[0], seed, number, 0,
        )  # fmt: skip
        return cls(rules, state, minds)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], rules: Rules | None = None) -> Position:
        """A position from its notation.

        Parameters
        ----------
        rules
            Other rules than the default ones, for the same game and player count.

        Raises
        ------
        PositionError
            If the notation is not complete or not sensible, naming the key.
        """
        rules = rules_for(data, rules)
        rules = rules.game.rules_of_position(rules, data)
        minds = np.zeros(rules.players, ME)
        minds["seat"] = np.arange(rules.players)
        minds["stream"] = _seat_streams(data.get("streams"), rules.players)
        return cls(rules, rules.game.from_dict(rules, data), minds)

    @classmethod
    def from_json(cls, text: str, rules: Rules | None = None) -> Position:
        """A position from JSON text; see `from_dict`."""
        try:
            data = json.loads(text)
        except ValueError as error:
            raise PositionError(f"position: not JSON ({error})") from None
        return cls.from_dict(data, rules)

    def to_dict(self) -> dict[str, Any]:
        """The position in the game's notation, complete: hidden stacks and random streams included."""
        data = self.rules.game.to_dict(self.rules, self.state[0])
        data["streams"]["seats"] = [f"{int(me['stream']):016x}" for me in self.minds]
        return data

    def to_json(self) -> str:
        """The position as one line of JSON."""
        return json.dumps(self.to_dict())

    def copy(self) -> Position:
        """A position of its own with the same contents."""
        return Position(self.rules, self.state.copy(), self.minds.copy())

    @property
    def actor(self) -> int | None:
        """The seat to decide, counted from 1; None when the game is over."""
        return None if self.is_over else int(self.state[0]["actor"]) + 1

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.rules.game.moves.is_over(self.state[0]))

    def legal_numbers(self) -> list[int]:
        """The legal actions as the kernel's numbers."""
        if self.is_over:
            return []
        legal = np.zeros(1, self.rules.game.moves.legal)
        self.rules.game.moves.legal_actions(self.state[0], self.rules.record[0], legal[0])
        return list(members(legal[0]))

    def legal(self) -> list[str]:
        """The legal actions in the game's notation."""
        return [self.action_name(action) for action in self.legal_numbers()]

    def action_name(self, action: int) -> str:
        """An action of the present decision in the game's notation."""
        return self.rules.game.action_name(self.rules, int(self.state[0]["stage"]), action)

    def action_number(self, name: str) -> int:
        """The kernel's number of a legal action.

        Raises
        ------
        PositionError
            If the action is not legal here, with the legal ones.
        """
        numbers = {self.action_name(number): number for number in self.legal_numbers()}
        if name not in numbers:
            legal = ", ".join(numbers) or "none, the game is over"
            raise PositionError(f"action {name!r} is not legal here; legal: {legal}{nearest(name, numbers)}")
        return numbers[name]

    def apply(self, action: str) -> Position:
        """The position after an action in the game's notation.

        Raises
        ------
        PositionError
            If the action is not legal here.
        """
        after = self.copy()
        after.apply_number(self.action_number(action))
        return after

    def apply_number(self, action: int) -> None:
        """Carry out a legal action by its number, in place."""
        self.rules.game.moves.apply_action(self.state[0], self.rules.record[0], action)

    def scores(self) -> list[dict[str, int]]:
        """Each seat's outcome columns as they stand now (score, tie-break and parts)."""
        game = self.rules.game
        rows = np.zeros((self.rules.players, len(game.seat_columns)), np.int32)
        row = np.zeros(len(game.game_columns), np.int32)
        game.moves.score(self.state[0], self.rules.record[0], rows, row)
        names = [column.name for column in game.seat_columns]
        return [dict(zip(names, map(int, seat), strict=True)) for seat in rows]

    def broken_laws(self) -> dict[str, tuple[int, int]]:
        """Conservation laws that do not hold, with (counted, expected)."""
        laws = self.rules.game.laws(self.rules, self.state[0])
        return {law: numbers for law, numbers in laws.items() if numbers[0] != numbers[1]}

    def __str__(self) -> str:
        return self.rules.game.describe(self.rules, self.state[0])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]


def rules_for(data: Any, rules: Rules | None = None) -> Rules:
    """The rules of a position: those given, which must fit it, or the default ones."""
    if not isinstance(data, Mapping):
        raise PositionError("position: expected a JSON object")
    for key in ("game", "players"):
        if key not in data:
            raise PositionError(f"position: the key {key!r} is missing")
    name, players = data["game"], data["players"]
    if name not in game_names():
        known = ", ".join(game_names())
        raise PositionError(f"position: game = {name!r}: expected one of {known}{nearest(str(name), game_names())}")
    game = load_game(name)
    if isinstance(players, bool) or not isinstance(players, int) or players not in game.players:
        low, high = min(game.players), max(game.players)
        raise PositionError(f"position: players = {players!r}: expected a whole number from {low} to {high}")
    if rules is None:
        return game.rules(players)
    if rules.game.name != name or rules.players != players:
        raise PositionError(
            f"position: {name} with {players} players, but the rules given are those of {rules.game.name} "
            f"with {rules.players} players"
        )
    return rules


def _seat_streams(streams: Any, players: int) -> list[int]:
    """The seats' streams; 0 for those that are absent or written by another program."""
    texts = streams.get("seats") if isinstance(streams, Mapping) else None
    texts = texts if isinstance(texts, list) else []
    ours = [int(text, 16) if isinstance(text, str) and re.fullmatch("[0-9a-f]{16}", text) else 0 for text in texts]
    return (ours + [0] * players)[:players]
