"""Playing blocks of one line-up: between the experiment and the compiled loop."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Sequence
from typing import Any

import numpy as np

from rulesim.errors import InputError, RunError
from rulesim.experiment.orders import Orders, make_orders
from rulesim.experiment.outcomes import Outcomes
from rulesim.games.game import Game, Rules
from rulesim.games.ruleset import shown
from rulesim.kernel import playout
from rulesim.kernel.bits import members
from rulesim.kernel.jit import INTERPRETED
from rulesim.kernel.orders import brief
from rulesim.kernel.records import CURSOR, GUIDE, LOOK_EVERY, MAX_PARAMETERS, MAX_SEATS, ME
from rulesim.kernel.streams import derive
from rulesim.strategy.contract import Entry


class PlayError(RunError):
    """A game that could not be played to its end.

    Attributes
    ----------
    block, seating
        The game: its luck, and who sat where (index into the block's seatings).
    """

    def __init__(self, message: str, block: int = -1, seating: int = -1) -> None:
        super().__init__(message)
        self.block = block
        self.seating = seating


class LineError(PlayError, InputError):
    """A line of the experiment that asks for what is not legal: what the user gave cannot be played."""


def compiled_policies(game: Game, entries: Sequence[Entry]) -> tuple[tuple[Any, ...], int]:
    """What the loop takes: the entries' decision functions, and as bits which of them answer outside of it."""
    game.compile()
    functions = [entry.strategy.compile(game) for entry in entries]
    outside = 0
    if not INTERPRETED:
        for index, entry in enumerate(entries):
            if not entry.strategy.compiled:
                outside |= 1 << index
                functions[index] = game.engine.placeholder()
    return tuple((functions * MAX_SEATS)[:MAX_SEATS]), outside


class Table:
    """A line-up at one table, with its work space. One a thread.

    Parameters
    ----------
    entries
        As many as seats.
    seatings : int64 array, (games in a block, seats)
        The entry that sits in each seat.
    orders
        What the seats are told.
    marks : int64 array, (games in a block,)
        The seat for which the ban of the orders holds; by default none.
    """

    def __init__(
        self,
        rules: Rules,
        entries: Sequence[Entry],
        seatings: Any,
        seed: int,
        orders: Orders | None = None,
        marks: Any = None,
    ) -> None:
        self.rules = rules
        self.entries = list(entries)
        self.seatings = np.ascontiguousarray(seatings, np.int64)
        self.seed = seed
        self.orders = orders or make_orders(rules)
        self.marks = np.full(len(self.seatings), -1) if marks is None else np.ascontiguousarray(marks, np.int64)
        self.guides = np.zeros(rules.players + 1, GUIDE)
        self.told = np.array([*self.orders.told, self.orders.alone], np.int64)
        moves = rules.game.moves
        self.state = np.zeros(1, moves.state)
        self.blank = np.zeros(1, moves.state)
        self.legal = np.zeros(1, moves.legal)
        self.minds = np.zeros(rules.players, ME)
        self.cursor = np.zeros(1, CURSOR)
        self.cursor["asked"] = -1
        self.cursor["guided"] = self.orders.any
        self.cursor["lenient"] = self.orders.lenient
        self.cursor["counted"] = self.orders.counted
        self.params = np.zeros((len(self.entries), MAX_PARAMETERS))
        for index, entry in enumerate(self.entries):
            self.params[index] = entry.values
        self.policies, self.outside = compiled_policies(rules.game, self.entries)

    def change(self, rules: Rules, entries: Sequence[Entry]) -> None:
        """Other rules of the same game, and other parameters of the same strategies; nothing is compiled."""
        self.rules, self.entries = rules, list(entries)
        for index, entry in enumerate(self.entries):
            self.params[index] = entry.values

    def play(self, first_block: int, n_blocks: int, outcomes: Outcomes, offset: int = 0) -> None:
        """Play blocks and write their outcomes from game ``offset`` of each block on.

        Raises
        ------
        PlayError
            If a strategy raises or answers with an illegal action, or a game never ends.
        LineError
            If a line asks for what is not legal.
        """
        try:
            if self.outside:
                status = self._play_with_python(first_block, n_blocks, outcomes, offset)
            else:
                moves = self.rules.game.moves
                status = playout.play_games(
                    moves.new_game, moves.legal_actions, moves.apply_action, moves.is_over, moves.score,
                    self.policies, self.rules.record, self.state, self.blank, self.legal, self.minds, self.cursor,
                    self.params, self.seatings, self.seed, first_block, n_blocks, self.rules.game.most_decisions,
                    offset, outcomes.seat_rows, outcomes.game_rows, outcomes.openings, self.guides, self.orders.masks,
                    self.orders.spans, self.told, self.marks, self.orders.ban, outcomes.orders,
                )  # fmt: skip
        except Exception as error:
            if isinstance(error, PlayError) or self.cursor[0].asked < 0:
                raise
            raise self.failure(f"raised {type(error).__name__}: {error}") from error
        if status == playout.ILLEGAL:
            raise self.failure(f"answered {self._shown(self.cursor[0].answer)}, which is not legal")
        if status == playout.ENDLESS:
            raise self.failure(f"did not end within {self.rules.game.most_decisions} decisions", of="the game")
        if status == playout.OFF_LINE:
            raise self._off_line()
        if status == playout.STUCK:
            raise self.failure("has no legal action", of="the position")

    def _play_with_python(self, first_block: int, n_blocks: int, outcomes: Outcomes, offset: int) -> int:
        """The same games where some entries are plain Python: the loop stops for their answers."""
        moves, record = self.rules.game.moves, self.rules.record
        state, legal, cursor = self.state[0], self.legal[0], self.cursor[0]
        for number in range(n_blocks):
            # Compiled functions hand words back as Python numbers, which they do not take above 63 bits.
            key = np.uint64(derive(np.uint64(derive(np.uint64(self.seed), 0)), first_block + number))
            for seating, entries in enumerate(self.seatings):
                playout.start_game(
                    moves.new_game, record[0], self.state, self.blank, self.minds, self.params, entries, cursor,
                    self.seed, first_block + number, seating,
                )  # fmt: skip
                column = offset + seating
                brief(self.guides, self.orders.spans, self.told, int(self.marks[seating]), self.orders.ban, key, column)
                game_row, seat_row = outcomes.game_rows[number, column], outcomes.seat_rows[number, column]
                most, watched = self.rules.game.most_decisions, seating == 0
                limit = LOOK_EVERY if watched else most
                while True:
                    status = playout.advance(
                        moves.legal_actions, moves.apply_action, moves.is_over, self.policies, record[0], state,
                        legal, self.minds, entries, cursor, self.outside, min(limit, most),
                        outcomes.openings[number, column], self.guides, self.orders.masks,
                    )  # fmt: skip
                    if status == playout.ASKS:
                        seat = int(cursor.asked)
                        ask = self.entries[entries[seat]].strategy.function
                        cursor.answer = self._checked(ask(state, record[0], legal, self.minds[seat]))
                        cursor.given = 1
                    elif status == playout.ENDLESS and limit < most:
                        moves.score(state, record[0], seat_row, game_row[2:])
                        playout.look(seat_row, cursor)
                        limit += LOOK_EVERY
                    else:
                        break
                if status != playout.FINISHED:
                    return int(status)
                moves.score(state, record[0], seat_row, game_row[2:])
                playout.write_game(seat_row, game_row, cursor, watched)
                if outcomes.orders.shape[3]:
                    playout.write_orders(outcomes.orders[number, column], self.guides)
        return playout.FINISHED

    def _off_line(self) -> LineError:
        """The failure of a line: its name, the move that cannot be made."""
        guide = next(
            guide for guide in (*self.guides[[int(self.cursor[0].asked), -1]],) if guide["length"] > guide["made"]
        )
        name, move = list(self.orders.lines)[int(guide["number"])], int(guide["made"])
        asked = self.orders.lines[name][move]
        seat = int(self.cursor[0].asked) + 1
        failure = self.failure(f"move {move + 1}, {asked!r}, is not legal for seat {seat}", of=f"line {name!r}:")
        text, _, _ = str(failure).partition("\n  replay:")  # which would play the same luck without the line
        position = textwrap.indent(self.rules.game.describe(self.rules, self.state[0]).strip(), "    ")
        hint = 'openings.if_illegal = "free" lets a line end where its move is not legal'
        return LineError(f"{text}\n  position:\n{position}\n  {hint}", failure.block, failure.seating)

    def _checked(self, answer: Any) -> int:
        if not is_whole(answer):
            raise self.failure(f"answered {answer!r}: expected the number of a legal action")
        return int(answer)

    def _shown(self, action: int) -> str:
        return shown_action(self.rules, int(self.state[0].stage), action)

    def failure(self, what: str, of: str = "") -> PlayError:
        """The error that says where this table stands."""
        cursor = self.cursor[0]
        sitting = [self.entries[entry] for entry in self.seatings[int(cursor.seating)]]
        return play_error(self.rules, sitting, self.seed, self.state[0], cursor, what, of)


def is_whole(answer: Any) -> bool:
    """Whether an answer is a whole number (True and False are none)."""
    return isinstance(answer, (int, np.integer)) and not isinstance(answer, (bool, np.bool_))


def shown_action(rules: Rules, stage: int, action: int) -> str:
    """An action's number with its notation, if it has one."""
    try:
        return f"{action} ({rules.game.action_name(rules, stage, int(action))})"
    except (ValueError, IndexError):
        return str(action)


def rule_options(rules: Rules) -> str:
    """The options of the command line that give these rules."""
    game, ruleset = rules.game, rules.ruleset
    text = "" if ruleset.preset == game.default_preset else f" --preset {ruleset.preset}"
    for name in game.ruleset(ruleset.preset).differences(ruleset):
        text += f" --set {shlex.quote(f'{name}={shown(ruleset.rules[name].at(rules.players))}')}"
    return text


def play_error(
    rules: Rules, sitting: Sequence[Entry], seed: int, state: Any, cursor: Any, what: str, of: str = ""
) -> PlayError:
    """The message of a failure: who, which game, which decision, what was legal.

    Parameters
    ----------
    sitting
        The entry in each seat.
    of
        What failed, where it is not the strategy that was asked.
    """
    game, seat = rules.game, int(cursor.asked)
    who = of or f"strategy {sitting[seat].label!r} (seat {seat + 1})"
    legal = np.zeros(1, game.moves.legal)
    game.moves.legal_actions(state, rules.record[0], legal[0])
    actions = ", ".join(shown_action(rules, int(state.stage), action) for action in members(legal[0]))
    names = [entry.spec or entry.label for entry in sitting]
    seats = ",".join(names)
    return PlayError(
        f"{who} {what}\n"
        f"  game: seed {seed}, number {cursor.block}, seats {seats}, decision {cursor.decisions + 1}\n"
        f"  legal: {actions or 'nothing'}\n"
        f"  replay: rulesim play {game.name} --players {rules.players} --strategies {shlex.quote(seats)} "
        f"--seed {seed} --number {cursor.block}{rule_options(rules)}",
        int(cursor.block),
        int(cursor.seating),
    )
