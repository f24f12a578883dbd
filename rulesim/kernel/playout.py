"""The playout loop, one for all games.

The loop knows a game only by its five functions and a strategy only by one function type, so
it is compiled once a game and cached; a new line-up recompiles nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.kernel.bits import count, first, has
from rulesim.kernel.jit import kernel
from rulesim.kernel.streams import NATURE, SEAT, derive

# What `advance` and `play_games` return.
FINISHED = 0
ASKS = 1
ILLEGAL = 2
ENDLESS = 3
STUCK = 4

OPENING_STAGE = 65536
"""Factor of the stage in the code of a logged choice: ``stage * OPENING_STAGE + action``."""


@kernel
def advance(
    legal_actions: Any,
    apply_action: Any,
    is_over: Any,
    policies: Any,
    rules: Any,
    state: Any,
    legal: Any,
    minds: Any,
    entries: Any,
    cursor: Any,
    outside: int,
    most_decisions: int,
    opening: Any,
) -> int:
    """Play on until the game is over or an answer is needed from outside.

    A decision with one legal action is applied without asking. Every answer is checked.

    Parameters
    ----------
    policies, entries
        Decision functions of the line-up; seat ``s`` is decided by ``policies[entries[s]]``.
    outside
        Bit ``e`` is set where entry ``e`` of the line-up answers outside the compiled code.
    most_decisions
        Decisions after which the game counts as endless.
    opening : int32 array, (seats, depth)
        Receives each seat's first choices as ``stage * OPENING_STAGE + action`` (-1: none).

    Returns
    -------
    FINISHED, ASKS (``cursor.asked`` must answer), ILLEGAL (``cursor.answer`` is not legal),
    ENDLESS, or STUCK (no legal action: a fault of the game)
    """
    depth = opening.shape[1]
    while not is_over(state):
        legal_actions(state, rules, legal)
        options = count(legal)
        if options > 1:
            seat = state.actor
            me = minds[seat]
            entry = entries[seat]
            cursor.asked = seat
            if (outside >> entry) & 1 == 0:
                action = policies[entry](state, rules, legal, me)
            elif cursor.given == 1:
                action = cursor.answer
                cursor.given = 0
            else:
                return ASKS
            if not has(legal, action):
                cursor.answer = action
                return ILLEGAL
            cursor.choices += 1
            if me.choices < depth:
                opening[seat, me.choices] = state.stage * OPENING_STAGE + action
            me.choices += 1
        elif options == 1:
            action = first(legal)
        else:
            return STUCK
        apply_action(state, rules, action)
        cursor.decisions += 1
        if cursor.decisions >= most_decisions:
            return ENDLESS
    cursor.asked = -1
    return FINISHED


@kernel
def start_game(
    new_game: Any,
    rules: Any,
    states: Any,
    blank: Any,
    minds: Any,
    params: Any,
    entries: Any,
    cursor: Any,
    seed: int,
    block: int,
    seating: int,
) -> None:
    """Set up the game of one block and seating: state, streams, parameters, empty memory.

    All seatings of a block share their luck: no stream depends on the seating.
    """
    key = derive(derive(np.uint64(seed), 0), block)
    states[0] = blank[0]
    new_game(states[0], rules, derive(key, NATURE))
    for seat in range(states[0].seats):
        me = minds[seat]
        me.stream = derive(key, SEAT + seat)
        me.seat = seat
        me.choices = 0
        for index in range(len(me.params)):
            me.params[index] = params[entries[seat], index]
        for index in range(len(me.memory)):
            me.memory[index] = 0.0
    cursor.block = block
    cursor.seating = seating
    cursor.decisions = 0
    cursor.choices = 0
    cursor.asked = -1
    cursor.given = 0


@kernel
def play_games(
    new_game: Any,
    legal_actions: Any,
    apply_action: Any,
    is_over: Any,
    score: Any,
    policies: Any,
    rules: Any,
    states: Any,
    blank: Any,
    legals: Any,
    minds: Any,
    cursors: Any,
    params: Any,
    seatings: Any,
    seed: int,
    first_block: int,
    n_blocks: int,
    most_decisions: int,
    offset: int,
    seat_rows: Any,
    game_rows: Any,
    openings: Any,
) -> int:
    """Play whole blocks of one line-up and write a row for each game and seat.

    Parameters
    ----------
    states, blank, legals, cursors : record arrays of length 1
        Work space; ``blank`` is a state of zeros.
    minds : record array, one a seat
    params : float64 array, (entries, MAX_PARAMETERS)
    seatings : int64 array, (games in a block, seats)
        The entry of the line-up that sits in each seat.
    seat_rows : int32 array, (blocks, games in a block of all line-ups, seats, columns)
    game_rows : int32 array, (blocks, games in a block of all line-ups, 2 + columns)
        Decisions and choices, then the game's own columns.
    openings : int32 array, (blocks, games in a block of all line-ups, seats, depth)
    offset : int
        Where this line-up's games begin within a block.

    Returns
    -------
    As `advance`; on anything but FINISHED, ``cursors[0]`` and ``states[0]`` show where.
    """
    state = states[0]
    cursor = cursors[0]
    for number in range(n_blocks):
        for seating in range(seatings.shape[0]):
            entries = seatings[seating]
            start_game(
                new_game, rules[0], states, blank, minds, params, entries, cursor, seed, first_block + number, seating
            )
            column = offset + seating
            status = advance(
                legal_actions, apply_action, is_over, policies, rules[0], state, legals[0], minds, entries, cursor,
                0, most_decisions, openings[number, column],
            )  # fmt: skip
            if status != FINISHED:
                return status
            score(state, rules[0], seat_rows[number, column], game_rows[number, column, 2:])
            game_rows[number, column, 0] = cursor.decisions
            game_rows[number, column, 1] = cursor.choices
    return FINISHED
