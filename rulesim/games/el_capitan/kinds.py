"""Kinds of actions in a turn, for strategies that first choose what to do, then how."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.el_capitan.vocabulary import (
    BUILD,
    BUY,
    END,
    FORTRESS,
    LINK_TO_FIRST,
    LINK_TO_SECOND,
    LOAN,
    N_ACTIONS,
    N_CARDS,
    N_LINKS,
    PIRATE,
    REOPEN,
    SAIL,
)
from rulesim.kernel.bits import nth_bit, popcount
from rulesim.kernel.jit import kernel

BUILDING, REOPENING, FORTIFYING, SAILING, BORROWING, BUYING, PIRACY, ENDING = range(8)
N_KINDS = 8

_RANGES = {
    BUILDING: [(BUILD, REOPEN)],
    REOPENING: [(REOPEN, FORTRESS)],
    FORTIFYING: [(FORTRESS, LOAN)],
    SAILING: [(LINK_TO_FIRST, LINK_TO_FIRST + N_LINKS), (LINK_TO_SECOND, LINK_TO_SECOND + N_LINKS), (SAIL, PIRATE)],
    BORROWING: [(LOAN, END)],
    BUYING: [(BUY, BUY + N_CARDS)],
    PIRACY: [(PIRATE, N_ACTIONS)],
    ENDING: [(END, END + 1)],
}
_MASKS = np.zeros((N_KINDS, (N_ACTIONS + 63) // 64), np.uint64)
for _kind, _ranges in _RANGES.items():
    for _action in (action for start, stop in _ranges for action in range(start, stop)):
        _MASKS[_kind, _action >> 6] |= np.uint64(1 << (_action & 63))
_FIRST_WORD = np.array([np.flatnonzero(mask)[0] for mask in _MASKS])
_AFTER_WORD = np.array([np.flatnonzero(mask)[-1] + 1 for mask in _MASKS])


@kernel
def count_of_kind(legal: Any, kind: int) -> int:
    """How many actions of the kind are legal."""
    total = 0
    for word in range(_FIRST_WORD[kind], _AFTER_WORD[kind]):
        total += popcount(legal.words[word] & _MASKS[kind, word])
    return total


@kernel
def nth_of_kind(legal: Any, kind: int, n: int) -> int:
    """The legal action of the kind with ``n`` such actions below it; -1 where there are not so many."""
    for word in range(_FIRST_WORD[kind], _AFTER_WORD[kind]):
        actions = legal.words[word] & _MASKS[kind, word]
        here = popcount(actions)
        if n < here:
            return 64 * word + nth_bit(actions, n)
        n -= here
    return -1
