"""Playouts: one position played to its end many times, each time with other luck.

Playout ``k`` has the same luck whatever the first action is: common random numbers, so that
actions are compared pair by pair (Law, "Simulation Modeling and Analysis", 5th ed., ch. 11.2).
"""

from __future__ import annotations

from typing import Any

from rulesim.kernel.jit import kernel
from rulesim.kernel.playout import FINISHED, advance
from rulesim.kernel.streams import NATURE, SEAT, derive


@kernel
def begin_playout(
    redraw: Any,
    apply_action: Any,
    rules: Any,
    start: Any,
    start_minds: Any,
    states: Any,
    minds: Any,
    cursor: Any,
    key: Any,
    number: int,
    action: int,
    hidden: int,
) -> None:
    """Copy the position, draw its luck anew, and carry out the first action.

    Parameters
    ----------
    start, states : record arrays of length 1
        The position, and the work space that it is copied to.
    start_minds, minds : record arrays, one a seat
        Parameters, memory and choices of each seat, the first action counted, and the work space.
    key, number
        The luck: streams of nature and of the seats' strategies follow from these two alone.
    hidden
        1: draw anew what the actor cannot know; 0: keep it, and draw only the shuffles to come.
    """
    luck = derive(key, number)
    states[0] = start[0]
    state = states[0]
    for seat in range(state.seats):
        minds[seat] = start_minds[seat]
        minds[seat].stream = derive(luck, SEAT + seat)
    if hidden != 0:
        redraw(state, rules, derive(luck, NATURE))
    else:
        state.nature = derive(luck, NATURE)
    apply_action(state, rules, action)
    cursor.block = number
    cursor.seating = action
    cursor.decisions = 1
    cursor.choices = 0
    cursor.asked = -1
    cursor.given = 0


@kernel
def play_out(
    redraw: Any,
    legal_actions: Any,
    apply_action: Any,
    is_over: Any,
    score: Any,
    policies: Any,
    rules: Any,
    start: Any,
    start_minds: Any,
    states: Any,
    legals: Any,
    minds: Any,
    cursors: Any,
    entries: Any,
    key: Any,
    first: int,
    action: int,
    hidden: int,
    most_decisions: int,
    opening: Any,
    guides: Any,
    masks: Any,
    seat_rows: Any,
    game_row: Any,
    results: Any,
) -> int:
    """Play one action out, from playout ``first`` on, as often as ``results`` has rows.

    Parameters
    ----------
    opening, guides, masks
        Nothing is logged and nobody has orders: see `rulesim.kernel.playout.advance`.
    seat_rows, game_row
        Work space for the outcome columns.
    results : int32 array, (playouts, seats, 2)
        Receives score and tie-break of each seat.

    Returns
    -------
    As `rulesim.kernel.playout.advance`; on anything but FINISHED, ``cursors[0]`` and ``states[0]`` show where.
    """
    cursor = cursors[0]
    for row in range(results.shape[0]):
        begin_playout(
            redraw, apply_action, rules[0], start, start_minds, states, minds, cursor, key, first + row, action, hidden
        )
        status = advance(
            legal_actions, apply_action, is_over, policies, rules[0], states[0], legals[0], minds, entries, cursor,
            0, most_decisions, opening, guides, masks,
        )  # fmt: skip
        if status != FINISHED:
            return status
        score(states[0], rules[0], seat_rows, game_row)
        for seat in range(results.shape[1]):
            results[row, seat, 0] = seat_rows[seat, 0]
            results[row, seat, 1] = seat_rows[seat, 1]
    return FINISHED
