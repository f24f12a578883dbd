"""What seats are told: lines to open with, and actions that they may not take.

A *mask* is a legal set for every kind of decision. A *line* is a run of masks; each is used up by
the next counted decision with a choice. A *ban* is one mask that always holds. Both narrow the
legal set before the strategy is asked, so what is left over is still the strategy's choice.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.kernel.bits import bit, count, popcount
from rulesim.kernel.jit import kernel
from rulesim.kernel.records import MAX_SEATS
from rulesim.kernel.streams import derive, next_word

UNTOLD = -1
DRAWN = -2
"""In place of the number of a line: none, and one that is drawn for each game."""

LINES = 16
"""Purpose of the draws of lines, one for each game of a block and seat; nature and seats have lower ones."""

NOWHERE = np.uint64(0)
_S32 = np.uint64(32)


@kernel
def brief(guides: Any, lines: Any, told: Any, marked: int, ban: int, key: Any, game: int) -> None:
    """Tell every seat its orders for one game.

    Parameters
    ----------
    guides : record array, one a seat and one for the whole table
    lines : int64 array, (lines, 2)
        First mask and number of masks.
    told : int64 array, (seats + 1,) or one more
        Number of the line of each seat and of the table, UNTOLD or DRAWN; then 1, if only one seat
        is told its line, which is drawn for each game.
    marked, ban
        The seat that is banned from something (-1: none), and its mask.
    key
        Of the block: the draws belong to the design, not to the luck of the game.
    game
        Its place in the block: every game has its own draws.
    """
    table = len(guides) - 1
    alone = -1
    if len(told) > len(guides) and told[len(guides)] == 1:
        alone = _draw(key, game, table, table)
    for index in range(len(guides)):
        guide = guides[index]
        number = told[index]
        if alone >= 0 and index != alone:
            number = UNTOLD
        if number == DRAWN:
            number = _draw(key, game, index, len(lines))
        guide.number = number
        guide.length = 0
        if number >= 0:
            guide.first = lines[number, 0]
            guide.length = lines[number, 1]
        guide.ban = ban if index == marked else -1
        guide.made = 0
        guide.gives_way = 0
        guide.gave_way = 0
        guide.gave_way_in = NOWHERE
        guide.logged = 0


@kernel
def _draw(key: Any, game: int, index: int, n: int) -> int:
    """A number below ``n`` for one seat, or the table, of one game of a block."""
    word = next_word(derive(key, LINES + game * (MAX_SEATS + 1) + index), 0)
    return np.int64(((word >> _S32) * np.uint64(n)) >> _S32)  # type: ignore[return-value]


@kernel
def narrow(legal: Any, stage: int, counted: bool, lenient: bool, guides: Any, masks: Any, seat: int) -> int:
    """Leave in the legal set what the seat's orders allow; returns how many actions that is.

    0: the line asks for what is not legal. A lenient line ends there, and leaves the legal set as
    it is; so does a ban that would leave nothing.
    """
    table = len(guides) - 1
    if counted:
        for index in (seat, table):
            guide = guides[index]
            if guide.made < guide.length:
                row = guide.first + guide.made
                if _left(legal, stage, masks, row) > 0:
                    _keep(legal, stage, masks, row)
                elif lenient:
                    guide.length = guide.made
                    guide.gave_way += 1
                else:
                    return 0
    guide = guides[seat]
    guide.gives_way = 0
    if guide.ban >= 0:
        if _left(legal, stage, masks, guide.ban) > 0:
            _keep(legal, stage, masks, guide.ban)
        else:
            guide.gives_way = 1
    return count(legal)


@kernel
def _left(legal: Any, stage: int, masks: Any, row: int) -> int:
    """How many actions a mask leaves of the legal set."""
    left = 0
    for word in range(len(legal.words)):
        left += popcount(legal.words[word] & masks[row, stage, word])
    return left


@kernel
def _keep(legal: Any, stage: int, masks: Any, row: int) -> None:
    """Leave in the legal set what a mask holds."""
    for word in range(len(legal.words)):
        legal.words[word] &= masks[row, stage, word]


@kernel
def decided(counted: bool, stage: int, guides: Any, seat: int) -> None:
    """Move on in the lines after a decision of the seat, and count bans that gave way."""
    table = len(guides) - 1
    if counted:
        for index in (seat, table):
            if guides[index].made < guides[index].length:
                guides[index].made += 1
    if guides[seat].gives_way == 1:
        _give_way(guides[seat], stage)


@kernel
def forced(legal: Any, stage: int, guides: Any, masks: Any, seat: int) -> None:
    """Count a ban that gives way because the one legal action is banned."""
    guide = guides[seat]
    if guide.ban >= 0 and _left(legal, stage, masks, guide.ban) == 0:
        _give_way(guide, stage)


@kernel
def _give_way(guide: Any, stage: int) -> None:
    """Count a ban that gives way in this kind of decision."""
    guide.gave_way += 1
    guide.gave_way_in |= bit(stage)
