"""Designs: which strategies meet at a table, and who sits where.

A *line-up* is the strategies at one table, a *seating* gives each of them a seat, and a *block*
is one seed played by every line-up in every seating. All games of a block share their luck, so
the block, not the game, is the unit of all statistics.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any

import numpy as np

from rulesim.errors import InputError

MOST_LINE_UPS = 20_000

LineUp = tuple[int, ...]
"""A line-up as numbers of strategies."""


@dataclass(frozen=True)
class Plan:
    """What one block consists of.

    Attributes
    ----------
    line_ups
        Each as the numbers of its strategies.
    seatings
        For each line-up an int64 array (games, seats): the place in the line-up that sits there.
    line_up_of, seating_of : int64 arrays, (games in a block,)
    strategy_of : int64 array, (games in a block, seats)
    """

    line_ups: list[LineUp]
    seatings: list[Any]
    line_up_of: Any
    seating_of: Any
    strategy_of: Any

    @property
    def games_per_block(self) -> int:
        """Games in a block."""
        return len(self.line_up_of)

    @property
    def offsets(self) -> list[int]:
        """Where each line-up's games begin within a block."""
        sizes = [len(seatings) for seatings in self.seatings]
        return [0, *np.cumsum(sizes)[:-1].tolist()]


def make_plan(line_ups: Sequence[LineUp], seating: str) -> Plan:
    """The games of a block.

    Parameters
    ----------
    seating
        ``rotations``: every strategy once in every seat, neighbours stay neighbours;
        ``permutations``: every order at the table. Seatings that repeat one are left out.
    """
    seatings = [_seatings(line_up, seating) for line_up in line_ups]
    line_up_of, seating_of, strategy_of = [], [], []
    for number, (line_up, orders) in enumerate(zip(line_ups, seatings, strict=True)):
        for index, order in enumerate(orders):
            line_up_of.append(number)
            seating_of.append(index)
            strategy_of.append([line_up[place] for place in order])
    return Plan(
        list(line_ups),
        [np.array(orders, np.int64) for orders in seatings],
        np.array(line_up_of, np.int64),
        np.array(seating_of, np.int64),
        np.array(strategy_of, np.int64),
    )


def _seatings(line_up: LineUp, seating: str) -> list[tuple[int, ...]]:
    seats = range(len(line_up))
    if seating == "rotations":
        orders = [tuple((seat + shift) % len(line_up) for seat in seats) for shift in seats]
    else:
        orders = list(permutations(seats))
    distinct = {tuple(line_up[place] for place in order): order for order in reversed(orders)}
    return sorted(distinct.values(), key=orders.index)


def self_play(strategies: int, players: int) -> list[LineUp]:
    """Each strategy against copies of itself."""
    return [(strategy,) * players for strategy in range(strategies)]


def round_robin(strategies: int, players: int) -> list[LineUp]:
    """Every set of different strategies; with fewer strategies than seats, every mixture of them.

    Raises
    ------
    InputError
        If there are too many line-ups.
    """
    numbers = range(strategies)
    if strategies >= players:
        return _limited(combinations(numbers, players))
    mixtures = combinations_with_replacement(numbers, players)
    return _limited(mixture for mixture in mixtures if len(set(mixture)) > 1 or strategies == 1)


def one_vs_field(strategies: int, players: int, focus: int) -> list[LineUp]:
    """One strategy against a table of each other one."""
    return [(focus, *(other,) * (players - 1)) for other in range(strategies) if other != focus]


def _limited(line_ups: Any) -> list[LineUp]:
    chosen: list[LineUp] = []
    for line_up in line_ups:
        if len(chosen) == MOST_LINE_UPS:
            raise InputError(f"strategies: a round robin of so many gives more than {MOST_LINE_UPS} line-ups")
        chosen.append(tuple(line_up))
    return chosen
