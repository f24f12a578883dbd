"""The games of a trace, to be looked at move by move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rulesim.experiment.trace import TraceError, parsed_line
from rulesim.games.completion import chosen_rules, complete_position
from rulesim.games.game import Rules
from rulesim.games.position import Position, PositionError


@dataclass(frozen=True)
class TracedGame:
    """The decisions of one game of a trace, in order; the last line may be its end.

    Attributes
    ----------
    number
        The game's number in the trace.
    lines
        The line number in the file, and what stands there.
    """

    number: Any
    lines: Sequence[tuple[int, Mapping[str, Any]]]

    @property
    def moves(self) -> int:
        """How many decisions were made."""
        return sum(data["action"] is not None for _, data in self.lines)

    def rules(self, preset: str | None = None, changes: Mapping[str, Any] | None = None) -> Rules:
        """The rules of its game and player count, with a preset and changes."""
        return chosen_rules(self.lines[0][1]["position"], preset, changes)

    def position(self, move: int, rules: Rules | None = None) -> Position:
        """The position before a move, counted from 1, with the choices that each seat has made.

        Raises
        ------
        TraceError
            If the game has no such move, or the line no sensible position.
        """
        if not 1 <= move <= self.moves:
            raise TraceError(f"move {move}: game {self.number} has {self.moves} moves: expected 1 to {self.moves}")
        return self._read(move - 1, rules)

    def end(self, rules: Rules | None = None) -> Position | None:
        """The final position, if the trace has it."""
        return None if self.moves == len(self.lines) else self._read(self.moves, rules)

    def _read(self, index: int, rules: Rules | None) -> Position:
        line, data = self.lines[index]
        try:
            position = complete_position(data["position"], rules)
        except PositionError as error:
            raise TraceError(f"line {line}: {error}") from None
        position.minds["choices"] = [self._choices[index][str(seat + 1)] for seat in range(position.rules.players)]
        return position

    @cached_property
    def _choices(self) -> list[Counter[str]]:
        """How many choices each seat (from 1) has made before each line."""
        made: Counter[str] = Counter()
        before = []
        for _, data in self.lines:
            before.append(made.copy())
            if len(data["legal"]) > 1:
                made[str(data["position"].get("actor"))] += 1
        return before

    def action(self, move: int, position: Position) -> int:
        """The number of the action of a move, which must be legal.

        Raises
        ------
        TraceError
            If it is not.
        """
        line, data = self.lines[move - 1]
        try:
            return position.action_number(data["action"])
        except PositionError as error:
            raise TraceError(f"line {line}: {error}") from None


def read_games(lines: Iterable[str]) -> list[TracedGame]:
    """All games of a trace, in order.

    Raises
    ------
    TraceError
        If a line is no line of a trace, or there is no game.
    """
    games: list[TracedGame] = []
    found: list[tuple[int, Mapping[str, Any]]] = []
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        data = parsed_line(text, number)
        if not isinstance(data["position"], Mapping):
            raise TraceError(f"line {number}: position: expected a JSON object")
        if found and (data["game_number"] != found[0][1]["game_number"] or found[-1][1]["action"] is None):
            games.append(TracedGame(found[0][1]["game_number"], found))
            found = []
        found.append((number, data))
    if not found:
        raise TraceError("the trace is empty")
    return [*games, TracedGame(found[0][1]["game_number"], found)]


def traced_game(games: Sequence[TracedGame], number: Any = None) -> TracedGame:
    """One game of a trace by its number; None: the only one.

    Raises
    ------
    TraceError
        If there is no such game, or several to choose from.
    """
    numbers = ", ".join(str(game.number) for game in games[:10]) + (", …" if len(games) > 10 else "")
    if number is None:
        if len(games) > 1:
            raise TraceError(f"the trace has {len(games)} games: choose one of their numbers, {numbers}")
        return games[0]
    for game in games:
        if game.number == number:
            return game
    raise TraceError(f"the trace has no game {number}: expected one of {numbers}")
