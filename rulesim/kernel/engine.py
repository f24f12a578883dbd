"""Compiling a game, and calling its compiled playout loop.

All signatures are explicit: the loop sees a game and its strategies as function pointers, so
its compiled code is found in the disk cache by every process, for every line-up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from rulesim.kernel import orders, playout, playouts
from rulesim.kernel.bits import first
from rulesim.kernel.jit import INTERPRETED, compile_signature, policy
from rulesim.kernel.records import CURSOR, GUIDE, MAX_SEATS, ME


@dataclass(frozen=True)
class Moves:
    """The functions by which the kernel plays a game, and the types of its records.

    Attributes
    ----------
    new_game
        ``(state, rules, nature)``: set up a state of zeros.
    legal_actions
        ``(state, rules, legal)``: write the actor's legal actions.
    apply_action
        ``(state, rules, action)``: carry out a legal action, up to the next decision.
    is_over
        ``(state) -> bool``.
    score
        ``(state, rules, seat_rows, game_row)``: write the outcome columns.
    redraw
        ``(state, rules, nature)``: draw anew what the actor cannot know (the order of stacks, the
        hands of others) and all shuffles to come. The result depends on the key and on what the
        actor knows, never on what was hidden. The key of all shuffles is ``state.nature``.
    """

    new_game: Callable[..., Any]
    legal_actions: Callable[..., Any]
    apply_action: Callable[..., Any]
    is_over: Callable[..., Any]
    score: Callable[..., Any]
    redraw: Callable[..., Any]
    state: np.dtype[Any]
    rules: np.dtype[Any]
    legal: np.dtype[Any]


def _compile_as(function: Any, arguments: Any, result: Any) -> None:
    """Compile (or load) a function for one signature and pin it to that."""
    function.disable_compile(False)
    compile_signature(function, result(*arguments))
    function.disable_compile()


class Engine:
    """A game's compiled functions.

    Parameters
    ----------
    moves
        The game's functions. In interpreted mode they are used as they are.
    """

    def __init__(self, moves: Moves) -> None:
        self.moves = moves
        self.compiled = False
        self._placeholder: Any = None

    def policy_arguments(self) -> tuple[Any, ...]:
        """The argument types of a decision function: state, rules, legal set, own record."""
        from numba import from_dtype

        moves = self.moves
        return tuple(from_dtype(t) for t in (moves.state, moves.rules, moves.legal, ME))

    def compile(self) -> None:
        """Compile the game and its playout loop, or load them from the disk cache."""
        if self.compiled or INTERPRETED:
            self.compiled = True
            return
        from numba import from_dtype, types

        moves = self.moves
        state, rules, legal, me = self.policy_arguments()
        cursor, guide = from_dtype(CURSOR), from_dtype(GUIDE)
        int64, uint64, void, boolean = types.int64, types.uint64, types.void, types.boolean
        seat_rows, game_row = types.Array(types.int32, 2, "C"), types.Array(types.int32, 1, "C")
        masks, told = types.Array(uint64, 3, "C"), types.Array(int64, 1, "C")
        lines = types.Array(int64, 2, "C")
        function_types = []
        for function, arguments, result in (
            (moves.new_game, (state, rules, uint64), void),
            (moves.legal_actions, (state, rules, legal), void),
            (moves.apply_action, (state, rules, int64), void),
            (moves.is_over, (state,), boolean),
            (moves.score, (state, rules, seat_rows, game_row), void),
            (moves.redraw, (state, rules, uint64), void),
        ):
            _compile_as(function, arguments, result)
            function_types.append(types.FunctionType(result(*arguments)))
        new_game, legal_actions, apply_action, is_over, score, redraw = function_types
        policies = types.UniTuple(types.FunctionType(int64(state, rules, legal, me)), MAX_SEATS)

        def one(item: Any) -> Any:
            return types.Array(item, 1, "C")

        _compile_as(
            playout.start_game,
            (
                new_game,
                rules,
                one(state),
                one(state),
                one(me),
                types.Array(types.float64, 2, "C"),
                one(int64),
                cursor,
                int64,
                int64,
                int64,
            ),
            void,
        )
        _compile_as(orders.brief, (one(guide), lines, told, int64, int64, uint64, int64), void)
        _compile_as(playout.look, (seat_rows, cursor), void)
        _compile_as(playout.write_game, (seat_rows, game_row, cursor, boolean), void)
        _compile_as(playout.write_orders, (lines, one(guide)), void)
        _compile_as(
            playout.advance,
            (
                legal_actions,
                apply_action,
                is_over,
                policies,
                rules,
                state,
                legal,
                one(me),
                one(int64),
                cursor,
                int64,
                int64,
                types.Array(types.int32, 2, "C"),
                one(guide),
                masks,
            ),
            int64,
        )
        _compile_as(
            playout.play_games,
            (
                new_game,
                legal_actions,
                apply_action,
                is_over,
                score,
                policies,
                one(rules),
                one(state),
                one(state),
                one(legal),
                one(me),
                one(cursor),
                types.Array(types.float64, 2, "C"),
                types.Array(int64, 2, "C"),
                int64,
                int64,
                int64,
                int64,
                int64,
                types.Array(types.int32, 4, "C"),
                types.Array(types.int32, 3, "C"),
                types.Array(types.int32, 4, "C"),
                one(guide),
                masks,
                lines,
                told,
                told,
                int64,
                types.Array(int64, 4, "C"),
            ),
            int64,
        )
        _compile_as(
            playouts.begin_playout,
            (
                redraw,
                apply_action,
                rules,
                one(state),
                one(me),
                one(state),
                one(me),
                cursor,
                uint64,
                int64,
                int64,
                int64,
            ),
            void,
        )
        _compile_as(
            playouts.play_out,
            (
                redraw,
                legal_actions,
                apply_action,
                is_over,
                score,
                policies,
                one(rules),
                one(state),
                one(me),
                one(state),
                one(legal),
                one(me),
                one(cursor),
                one(int64),
                uint64,
                int64,
                int64,
                int64,
                int64,
                types.Array(types.int32, 2, "C"),
                one(guide),
                masks,
                seat_rows,
                game_row,
                types.Array(types.int32, 3, "C"),
            ),
            int64,
        )
        self.compiled = True

    def placeholder(self) -> Any:
        """A compiled decision function for seats that answer outside the compiled code."""
        if self._placeholder is None:
            from numba import types

            self._placeholder = policy(_first_legal)
            _compile_as(self._placeholder, self.policy_arguments(), types.int64)
        return self._placeholder


def _first_legal(state: Any, rules: Any, legal: Any, me: Any) -> int:
    return first(legal)
