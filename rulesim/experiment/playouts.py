"""Playing a position's actions out: between a position with its strategies and the compiled playouts."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

import numpy as np

from rulesim.experiment.outcomes import Outcomes
from rulesim.experiment.playing import PlayError, compiled_policies, is_whole, shown_action
from rulesim.games.position import Position
from rulesim.kernel import playout, playouts
from rulesim.kernel.bits import members
from rulesim.kernel.records import CURSOR, GUIDE, ME
from rulesim.kernel.streams import derive
from rulesim.strategy.contract import Entry

PLAYOUTS = 1
"""Purpose of the luck of playouts; that of the games of an experiment is 0."""


class PlayoutTable:
    """Plays the actions of one position out. One a thread.

    Parameters
    ----------
    position
        Memory and choices of the strategies so far come from its ``minds``.
    entries
        One a seat.
    seed, number
        The luck: playout ``k`` of the same seed and number meets the same luck after every action.
    peek
        Keep the hidden stacks as they are instead of drawing them anew.
    """

    def __init__(self, position: Position, entries: Sequence[Entry], seed: int, number: int, peek: bool) -> None:
        rules = self.rules = position.rules
        moves = rules.game.moves
        self.position, self.entries, self.hidden = position, list(entries), int(not peek)
        # Compiled functions hand words back as Python numbers, which they do not take above 63 bits.
        self.key = np.uint64(derive(np.uint64(derive(np.uint64(seed), PLAYOUTS)), number))
        self.minds, self.start_minds = np.zeros(rules.players, ME), position.minds.copy()
        self.start_minds["seat"] = np.arange(rules.players)
        for seat, entry in enumerate(self.entries):
            self.start_minds[seat]["params"] = entry.values
        if len(position.legal_numbers()) > 1:
            self.start_minds[int(position.state[0].actor)]["choices"] += 1
        self.state, self.legal = position.state.copy(), np.zeros(1, moves.legal)
        self.cursor, self.seats = np.zeros(1, CURSOR), np.arange(rules.players)
        self.cursor["asked"] = -1
        self.no_orders = (
            np.zeros((rules.players, 0), np.int32), np.zeros(rules.players + 1, GUIDE), np.zeros((0, 0, 0), np.uint64)
        )  # fmt: skip
        self.seat_rows = np.zeros((rules.players, len(rules.game.seat_columns)), np.int32)
        self.game_row = np.zeros(len(rules.game.game_columns), np.int32)
        self.policies, self.outside = compiled_policies(rules.game, self.entries)

    def play(self, action: int, first: int, count: int) -> Any:
        """Playouts ``first`` to ``first + count - 1`` of an action.

        Returns
        -------
        int32 array, (playouts, seats, 2)
            Score and tie-break of each seat.

        Raises
        ------
        PlayError
            If a strategy raises or answers with an illegal action, or a game never ends.
        """
        results = np.zeros((count, self.rules.players, 2), np.int32)
        try:
            status = (
                self._play_with_python(action, first, results) if self.outside else self._play(action, first, results)
            )
        except Exception as error:
            if isinstance(error, PlayError) or self.cursor[0].asked < 0:
                raise
            raise self.failure(f"raised {type(error).__name__}: {error}") from error
        if status == playout.ILLEGAL:
            raise self.failure(f"answered {self._shown(self.cursor[0].answer)}, which is not legal")
        if status == playout.ENDLESS:
            raise self.failure(f"did not end within {self.rules.game.most_decisions} decisions", of="the game")
        if status == playout.STUCK:
            raise self.failure("has no legal action", of="the position")
        return results

    def _play(self, action: int, first: int, results: Any) -> int:
        moves = self.rules.game.moves
        return playouts.play_out(
            moves.redraw, moves.legal_actions, moves.apply_action, moves.is_over, moves.score, self.policies,
            self.rules.record, self.position.state, self.start_minds, self.state, self.legal, self.minds, self.cursor,
            self.seats, self.key, first, action, self.hidden, self.rules.game.most_decisions, *self.no_orders,
            self.seat_rows, self.game_row, results,
        )  # fmt: skip

    def _play_with_python(self, action: int, first: int, results: Any) -> int:
        """The same playouts where some strategies are plain Python: the loop stops for their answers."""
        moves, record = self.rules.game.moves, self.rules.record[0]
        state, legal, cursor = self.state[0], self.legal[0], self.cursor[0]
        for row in range(len(results)):
            playouts.begin_playout(
                moves.redraw, moves.apply_action, record, self.position.state, self.start_minds, self.state,
                self.minds, cursor, self.key, first + row, action, self.hidden,
            )  # fmt: skip
            while True:
                status = playout.advance(
                    moves.legal_actions, moves.apply_action, moves.is_over, self.policies, record, state, legal,
                    self.minds, self.seats, cursor, self.outside, self.rules.game.most_decisions, *self.no_orders,
                )  # fmt: skip
                if status != playout.ASKS:
                    break
                seat = int(cursor.asked)
                answer = self.entries[seat].strategy.function(state, record, legal, self.minds[seat])
                if not is_whole(answer):
                    raise self.failure(f"answered {answer!r}: expected the number of a legal action")
                cursor.answer, cursor.given = int(answer), 1
            if status != playout.FINISHED:
                return int(status)
            moves.score(state, record, self.seat_rows, self.game_row)
            results[row] = self.seat_rows[:, :2]
        return playout.FINISHED

    def _shown(self, action: int) -> str:
        return shown_action(self.rules, int(self.state[0].stage), action)

    def failure(self, what: str, of: str = "") -> PlayError:
        """The error that says in which playout this table stands."""
        cursor = self.cursor[0]
        seat = int(cursor.asked)
        who = of or f"strategy {self.entries[seat].label!r} (seat {seat + 1})"
        legal = np.zeros(1, self.rules.game.moves.legal)
        self.rules.game.moves.legal_actions(self.state[0], self.rules.record[0], legal[0])
        actions = ", ".join(self._shown(action) for action in members(legal[0]))
        seats = ",".join(entry.spec or entry.label for entry in self.entries)
        return PlayError(
            f"{who} {what}\n"
            f"  playout {cursor.block} after {self.position.action_name(int(cursor.seating))}, "
            f"decision {cursor.decisions + 1}, seats {shlex.quote(seats)}\n"
            f"  legal: {actions or 'nothing'}"
        )


def win_shares(results: Any) -> Any:
    """Win share of each seat in 60ths, int64 (…, seats), from scores and tie-breaks (…, seats, 2)."""
    shape = results.shape
    rows = results.reshape(-1, 1, *shape[-2:])
    return Outcomes(rows, None, None, None).shares.reshape(shape[:-1])
