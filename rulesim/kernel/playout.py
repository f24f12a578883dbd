"""The playout loop, one for all games.

The loop knows a game only by its five functions and a strategy only by one function type, so
it is compiled once a game and cached; a new line-up recompiles nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.kernel.bits import count, first, has, holds
from rulesim.kernel.jit import kernel
from rulesim.kernel.orders import brief, decided, forced, narrow
from rulesim.kernel.records import LOOK_EVERY
from rulesim.kernel.streams import NATURE, SEAT, derive

# What `advance` and `play_games` return.
FINISHED = 0
ASKS = 1
ILLEGAL = 2
ENDLESS = 3
STUCK = 4
OFF_LINE = 5

OPENING_STAGE = 65536
"""Factor of the stage in the code of a logged choice: ``stage * OPENING_STAGE + action``."""

FIXED_COLUMNS = ("decisions", "choices")
COURSE_COLUMNS = ("lead_changes", "decided_at")
"""Columns of a game before and after the game's own. The course is watched in the first seating of
a line-up: how often another seat took the lead, and the part of the game, in %, after which the
winners led to its end; else -1."""


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
    guides: Any,
    masks: Any,
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
        Receives each seat's first counted choices as ``stage * OPENING_STAGE + action``.
    guides : record array, one a seat and one for the whole table
    masks : uint64 array, (masks, kinds of decisions, words)
        Orders; see `rulesim.kernel.orders`. Only looked at where ``cursor.guided`` is 1.

    Returns
    -------
    FINISHED, ASKS (``cursor.asked`` must answer), ILLEGAL (``cursor.answer`` is not legal),
    ENDLESS, STUCK (no legal action: a fault of the game), or OFF_LINE (a line asks for what is not legal)
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
            counted = holds(cursor.counted, state.stage)
            if cursor.guided != 0:
                options = narrow(legal, state.stage, counted, cursor.lenient, guides, masks, seat)
                if options == 0:
                    return OFF_LINE
            if options == 1:
                action = first(legal)
            elif (outside >> entry) & 1 == 0:
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
            if counted and guides[seat].logged < depth:
                opening[seat, guides[seat].logged] = state.stage * OPENING_STAGE + action
                guides[seat].logged += 1
            if cursor.guided != 0:
                decided(counted, state.stage, guides, seat)
            me.choices += 1
        elif options == 1:
            action = first(legal)
            if cursor.guided != 0:
                forced(legal, state.stage, guides, masks, state.actor)
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
    cursor.leaders = 0
    cursor.led_since = 0
    cursor.last_leader = 0
    cursor.lead_changes = 0


@kernel
def look(seat_rows: Any, cursor: Any) -> None:
    """Note who leads: who would win if the game ended now.

    A lead changes hands when a seat leads alone that was not the last to do so.
    """
    leaders = np.int64(0)
    best = 0
    for seat in range(len(seat_rows)):
        ahead = (seat_rows[seat, 0], seat_rows[seat, 1])
        before = (seat_rows[best, 0], seat_rows[best, 1])
        if seat == 0 or ahead > before:
            best, leaders = seat, np.int64(1) << seat
        elif ahead == before:
            leaders |= np.int64(1) << seat
    if leaders != cursor.leaders:
        cursor.leaders = leaders
        cursor.led_since = cursor.decisions
    if leaders & (leaders - 1) == 0 and leaders != cursor.last_leader:
        if cursor.last_leader != 0:
            cursor.lead_changes += 1
        cursor.last_leader = leaders


@kernel
def decided_at(seat_rows: Any, cursor: Any) -> int:
    """Part of a finished game, in %, after which its winners led to the end."""
    look(seat_rows, cursor)
    return cursor.led_since * 100 // max(1, cursor.decisions)


@kernel
def write_game(seat_row: Any, game_row: Any, cursor: Any, watched: bool) -> None:
    """Write the columns of a finished game that are not its own."""
    game_row[0] = cursor.decisions
    game_row[1] = cursor.choices
    game_row[len(game_row) - 2] = -1
    game_row[len(game_row) - 1] = -1
    if watched:
        game_row[len(game_row) - 1] = decided_at(seat_row, cursor)
        game_row[len(game_row) - 2] = cursor.lead_changes


@kernel
def write_orders(row: Any, guides: Any) -> None:
    """Write each seat's line, or the table's, its moves made, how often line or ban gave way, and where the ban did."""
    table = len(guides) - 1
    for seat in range(len(row)):
        guide = guides[seat if guides[table].number < 0 else table]
        row[seat, 0] = guide.number
        row[seat, 1] = guide.made
        row[seat, 2] = guide.gave_way
        row[seat, 3] = np.int64(guide.gave_way_in)


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
    guides: Any,
    masks: Any,
    lines: Any,
    told: Any,
    marks: Any,
    ban: int,
    orders: Any,
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
    game_rows : int32 array, (blocks, games in a block of all line-ups, 2 + columns + 2)
        FIXED_COLUMNS, the game's own columns, and COURSE_COLUMNS.
    openings : int32 array, (blocks, games in a block of all line-ups, seats, depth)
    offset : int
        Where this line-up's games begin within a block.
    guides, masks, lines, told, ban
        What the seats are told; see `rulesim.kernel.orders.brief`.
    marks : int64 array, (games in a block,)
        The seat that the ban holds for; -1: none.
    orders : int64 array, (blocks, games in a block of all line-ups, seats, 4 or 0)
        Receives each seat's line (negative: none), its moves made, how often line or ban gave way, and the kinds of
        decisions, as bits, in which the ban did.

    Returns
    -------
    As `advance`; on anything but FINISHED, ``cursors[0]`` and ``states[0]`` show where.
    """
    state = states[0]
    cursor = cursors[0]
    for number in range(n_blocks):
        key = derive(derive(np.uint64(seed), 0), first_block + number)
        for seating in range(seatings.shape[0]):
            entries = seatings[seating]
            start_game(
                new_game, rules[0], states, blank, minds, params, entries, cursor, seed, first_block + number, seating
            )
            column = offset + seating
            brief(guides, lines, told, marks[seating], ban, key, column)
            seat_row = seat_rows[number, column]
            game_row = game_rows[number, column]
            watched = seating == 0
            limit = LOOK_EVERY if watched else most_decisions
            while True:
                status = advance(
                    legal_actions, apply_action, is_over, policies, rules[0], state, legals[0], minds, entries, cursor,
                    0, min(limit, most_decisions), openings[number, column], guides, masks,
                )  # fmt: skip
                if status != ENDLESS or limit >= most_decisions:
                    break
                score(state, rules[0], seat_row, game_row[2:])
                look(seat_row, cursor)
                limit += LOOK_EVERY
            if status != FINISHED:
                return status
            score(state, rules[0], seat_row, game_row[2:])
            write_game(seat_row, game_row, cursor, watched)
            if orders.shape[3] > 0:
                write_orders(orders[number, column], guides)
    return FINISHED
