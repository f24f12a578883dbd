"""Records that pass between the kernel, the games and the strategies.

All are ``np.record`` types: fields are attributes both in compiled code and in plain Python.
A game adds two records of its own, ``state`` and ``rules``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

MAX_SEATS = 5
MAX_PARAMETERS = 64
MEMORY = 64

LOOK_EVERY = 48
"""Decisions between two looks at who leads, in games where that is watched."""


def record(fields: list[Any]) -> np.dtype[Any]:
    """An aligned record type.

    Raises
    ------
    ValueError
        If a field has the name of an attribute of ``np.record``: plain Python would read the
        attribute, compiled code the field.
    """
    for field in fields:
        if hasattr(np.record, field[0]):
            raise ValueError(f"field name {field[0]!r} is an attribute of numpy records; choose another")
    return np.dtype((np.record, np.dtype(fields, align=True)))


def legal_dtype(n_actions: int) -> np.dtype[Any]:
    """The legal set of a game whose actions are numbered 0 … ``n_actions`` - 1."""
    return record([("words", np.uint64, ((n_actions + 63) // 64,))])


ME = record(
    [
        ("stream", np.uint64),
        ("seat", np.int64),
        ("choices", np.int64),
        ("params", np.float64, (MAX_PARAMETERS,)),
        ("memory", np.float64, (MEMORY,)),
    ]
)
"""What a strategy has of its own: its random stream, its seat (from 0), how many choices it has made
in the game, its parameters in the declared order, and scratch memory that is 0 at the start of each game."""

CURSOR = record(
    [
        ("block", np.int64),
        ("seating", np.int64),
        ("decisions", np.int64),
        ("choices", np.int64),
        ("asked", np.int64),
        ("answer", np.int64),
        ("given", np.int64),
        ("guided", np.int64),
        ("lenient", np.bool_),
        ("counted", np.uint64),
        ("leaders", np.int64),
        ("led_since", np.int64),
        ("last_leader", np.int64),
        ("lead_changes", np.int64),
    ]
)
"""Where a playout stands: block and seating being played, decisions so far (and those with a
choice), the seat being asked (-1: none), its last answer, and whether an answer from outside
(``given``) waits to be applied; whether any seat has orders, and whether lines
end where they cannot be played; the kinds of decisions, as bits,
that are logged and counted by lines; who leads, as bits, since which decision, the last seat that
led alone, and how often another one took the lead."""

GUIDE = record(
    [
        ("number", np.int64),
        ("first", np.int64),
        ("length", np.int64),
        ("made", np.int64),
        ("ban", np.int64),
        ("gives_way", np.int64),
        ("gave_way", np.int64),
        ("gave_way_in", np.uint64),
        ("logged", np.int64),
    ]
)
"""The orders of a seat, or of the whole table: the number of its line (negative: none), the line's first mask
and length, and how many of its moves are made; the mask of a ban (-1: none), whether it gives way in this decision
how often line and ban did, and in which kinds of decisions, as bits, the ban did; and how many choices of the
seat are logged."""
