"""The records of Pig and the functions by which the kernel plays it.

On a turn, roll as often as you like: each roll adds to the turn, but a 1 loses the turn's points
and ends it. Hold, and the points are yours. Whoever holds 100 first has won.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.kernel.bits import add, clear
from rulesim.kernel.jit import kernel
from rulesim.kernel.records import MAX_SEATS, legal_dtype, record
from rulesim.kernel.streams import derive, next_word

ROLL, HOLD = range(2)
TURN, OVER = range(2)
LEGAL = legal_dtype(2)

STATE = record(
    [
        ("seats", np.int64),  # the kernel reads these three
        ("actor", np.int64),
        ("stage", np.int64),
        ("nature", np.uint64),  # the key of all luck
        ("rounds", np.int64),
        ("turn", np.int64),  # points of the turn so far
        ("rolled", np.int64),  # points of all rolls, for the conservation law
        ("points", np.int64, (MAX_SEATS,)),
        ("lost", np.int64, (MAX_SEATS,)),
        ("busts", np.int64, (MAX_SEATS,)),
        ("rolls", np.int64, (MAX_SEATS,)),
    ]
)
RULES = record(
    [("players", np.int64), ("target", np.int64), ("handicap", np.int64), ("sides", np.int64), ("bust", np.int64)]
)


@kernel
def new_game(state: Any, rules: Any, nature: Any) -> None:
    """Set up a state of zeros; ``nature`` is the key of the game's luck."""
    state.seats = rules.players
    state.nature = nature
    state.rounds = 1
    for seat in range(rules.players):
        state.points[seat] = seat * rules.handicap


@kernel
def legal_actions(state: Any, rules: Any, legal: Any) -> None:
    """One may hold what one has rolled. (A decision with one legal action is never asked.)"""
    clear(legal)
    add(legal, ROLL)
    if state.turn > 0:
        add(legal, HOLD)


@kernel
def apply_action(state: Any, rules: Any, action: int) -> None:
    """Roll or hold, up to the next decision."""
    seat = state.actor
    if action == ROLL:
        face = roll(state, rules, seat)
        if face != rules.bust:
            state.turn += face
            state.rolled += face
            return
        state.busts[seat] += 1
        state.lost[seat] += state.turn
    else:
        state.points[seat] += state.turn
        if state.points[seat] >= rules.target:
            state.stage = OVER
    state.turn = 0
    if state.stage != OVER:
        state.actor = (seat + 1) % state.seats
        if state.actor == 0:
            state.rounds += 1


@kernel
def roll(state: Any, rules: Any, seat: int) -> int:
    """The next roll of a seat, from a stream of its own: its luck is the same whatever the others do."""
    word = next_word(derive(state.nature, seat), state.rolls[seat])
    state.rolls[seat] += 1
    return int(((word >> np.uint64(32)) * np.uint64(rules.sides)) >> np.uint64(32)) + 1


@kernel
def redraw(state: Any, rules: Any, nature: Any) -> None:
    """Draw anew what no player may know: the coming rolls."""
    state.nature = nature


@kernel
def is_over(state: Any) -> bool:
    """Whether somebody has won."""
    return state.stage == OVER


@kernel
def score(state: Any, rules: Any, seat_rows: Any, game_row: Any) -> None:
    """Write the outcome columns of ``game.py``, in their order."""
    for seat in range(state.seats):
        row = seat_rows[seat]
        row[0] = state.points[seat]
        row[1] = 0
        row[2] = seat * rules.handicap
        row[3] = state.points[seat] - seat * rules.handicap
        row[4] = state.lost[seat]
        row[5] = state.busts[seat]
    game_row[0] = state.rounds
    game_row[1] = 1
