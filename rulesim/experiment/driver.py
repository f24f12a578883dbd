"""One game, driven decision by decision: what `play` shows and `trace` writes.

The game is the same as the compiled loop plays for that seed, number and line-up: streams and
parameters are set up by the same function, and a forced decision is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rulesim.experiment.playing import PlayError, is_whole, play_error, shown_action
from rulesim.games.game import Rules
from rulesim.games.position import Position
from rulesim.kernel import playout
from rulesim.kernel.records import CURSOR, MAX_PARAMETERS, ME
from rulesim.strategy.contract import Entry


@dataclass(frozen=True)
class Decision:
    """One decision, before its action is carried out.

    Attributes
    ----------
    position
        The live position: it moves on with the game. Copy it to keep it.
    legal
        Numbers of the legal actions.
    forced
        Whether there was one legal action, so that the strategy was not asked.
    """

    position: Position
    seat: int
    legal: list[int]
    action: int
    forced: bool


class OneGame:
    """A game of one line-up. Iterate over it once for its decisions.

    Parameters
    ----------
    entries
        One a seat.
    seed, number
        Experiment seed and block number: the luck of the game.

    Attributes
    ----------
    position : Position
        Where the game stands.
    """

    def __init__(self, rules: Rules, entries: Sequence[Entry], seed: int, number: int) -> None:
        self.rules, self.entries, self.seed = rules, list(entries), seed
        moves = rules.game.moves
        rules.game.compile()
        self.policies = [entry.strategy.compile(rules.game) for entry in self.entries]
        self.cursor = np.zeros(1, CURSOR)
        self.position = Position(rules, np.zeros(1, moves.state), np.zeros(rules.players, ME))
        params = np.zeros((rules.players, MAX_PARAMETERS))
        for seat, entry in enumerate(self.entries):
            params[seat] = entry.values
        playout.start_game(
            moves.new_game, rules.record[0], self.position.state, np.zeros(1, moves.state), self.position.minds,
            params, np.arange(rules.players), self.cursor[0], seed, number, 0,
        )  # fmt: skip

    def __iter__(self) -> Iterator[Decision]:
        """Yield each decision, then carry it out.

        Raises
        ------
        PlayError
            If a strategy raises or answers with an illegal action, or the game never ends.
        """
        position, cursor = self.position, self.cursor[0]
        while not position.is_over:
            legal = position.legal_numbers()
            if not legal:
                raise self.failure("has no legal action", "the position")
            seat = int(position.state[0].actor)
            forced = len(legal) == 1
            # The strategy's stream moves on when it answers; the decision shows what it saw.
            seen = Position(self.rules, position.state, position.minds.copy())
            action = legal[0] if forced else self._asked(seat, legal)
            yield Decision(seen, seat, legal, action, forced)
            position.apply_number(action)
            cursor.decisions += 1
            if not forced:
                cursor.choices += 1
                position.minds[seat].choices += 1
            if cursor.decisions >= self.rules.game.most_decisions:
                raise self.failure(f"did not end within {cursor.decisions} decisions", "the game")

    def _asked(self, seat: int, legal: list[int]) -> int:
        """The checked answer of the seat's strategy."""
        position = self.position
        state, words = position.state[0], np.zeros(1, self.rules.game.moves.legal)
        self.rules.game.moves.legal_actions(state, self.rules.record[0], words[0])
        self.cursor[0].asked = seat
        try:
            answer = self.policies[seat](state, self.rules.record[0], words[0], position.minds[seat])
        except Exception as error:
            raise self.failure(f"raised {type(error).__name__}: {error}") from error
        if not is_whole(answer):
            raise self.failure(f"answered {answer!r}: expected the number of a legal action")
        if answer not in legal:
            raise self.failure(f"answered {shown_action(self.rules, int(state.stage), answer)}, which is not legal")
        self.cursor[0].asked = -1
        return int(answer)

    def failure(self, what: str, of: str = "") -> PlayError:
        """The error that says where this game stands."""
        return play_error(self.rules, self.entries, self.seed, self.position.state[0], self.cursor[0], what, of)

    def outcome(self) -> tuple[Any, Any]:
        """Seat rows and game row of the game as it stands, in the order of the game's columns."""
        game = self.rules.game
        seat_rows = np.zeros((self.rules.players, len(game.seat_columns)), np.int32)
        game_row = np.zeros(len(game.game_columns), np.int32)
        game.moves.score(self.position.state[0], self.rules.record[0], seat_rows, game_row)
        return seat_rows, game_row
