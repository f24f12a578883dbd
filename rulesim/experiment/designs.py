"""Designs: which strategies meet at a table, and who sits where.

A *line-up* is the strategies at one table, a *seating* gives each of them a seat, and a *block*
is one seed played by every line-up in every seating. All games of a block share their luck, so
the block, not the game, is the unit of all statistics.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations
from math import comb
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
    marks
        For each line-up an int64 array (games,): the seat of each game that is singled out; -1: none.
    strategy_of : int64 array, (games in a block, seats)
    """

    line_ups: list[LineUp]
    seatings: list[Any]
    marks: list[Any]
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

    @property
    def mark_of(self) -> Any:
        """The seat that is singled out in each game of a block; -1: none."""
        return np.concatenate(self.marks)


def make_plan(line_ups: Sequence[LineUp], seating: str, mark: bool = False) -> Plan:
    """The games of a block.

    Parameters
    ----------
    seating
        ``rotations``: every strategy once in every seat, neighbours stay neighbours;
        ``permutations``: every order at the table. Seatings that repeat one are left out.
    mark
        Play every seating once for each seat, which is singled out.
    """
    games = [_games(line_up, seating, mark) for line_up in line_ups]
    line_up_of, seating_of, strategy_of = [], [], []
    for number, (line_up, played) in enumerate(zip(line_ups, games, strict=True)):
        for index, (order, _) in enumerate(played):
            line_up_of.append(number)
            seating_of.append(index)
            strategy_of.append([line_up[place] for place in order])
    return Plan(
        list(line_ups),
        [np.array([order for order, _ in played], np.int64) for played in games],
        [np.array([seat for _, seat in played], np.int64) for played in games],
        np.array(line_up_of, np.int64),
        np.array(seating_of, np.int64),
        np.array(strategy_of, np.int64),
    )


def _games(line_up: LineUp, seating: str, mark: bool) -> list[tuple[tuple[int, ...], int]]:
    """The games of a line-up in a block: who sits where, and the seat that is singled out."""
    marked = range(len(line_up)) if mark else [-1]
    return [(order, seat) for order in _seatings(line_up, seating) for seat in marked]


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


def all_mixtures(strategies: int, players: int) -> list[LineUp]:
    """Every mixture of strategies, with copies, but not of one alone: all that a metagame is made of.

    Raises
    ------
    InputError
        If there are too many line-ups.
    """
    mixtures = combinations_with_replacement(range(strategies), players)
    return _limited(mixture for mixture in mixtures if len(set(mixture)) > 1)


def pair_mixtures(strategies: int, players: int) -> list[LineUp]:
    """Every mixture of two strategies, in all numbers of copies: all that alpha-rank needs."""
    return [
        (one,) * (players - copies) + (other,) * copies
        for one, other in combinations(range(strategies), 2)
        for copies in range(1, players)
    ]


def one_vs_field(strategies: int, players: int, focus: int) -> list[LineUp]:
    """One strategy against a table of each other one."""
    return [(focus, *(other,) * (players - 1)) for other in range(strategies) if other != focus]


def random_line_ups(strategies: int, players: int, count: int, seed: int) -> list[LineUp]:
    """Line-ups drawn at random, all different, in which all strategies play equally often.

    They are drawn from those of a round robin; then, as long as one strategy plays in at least two
    more than another, it gives a place of a random line-up to the other one. Such an exchange that
    repeats no line-up always exists: those that the frequent one could give away outnumber those
    that are there already. So appearances differ by at most one. The order at the table is random.

    Parameters
    ----------
    count
        Line-ups to draw.

    Raises
    ------
    InputError
        If there are not so many, or they have too few places for every strategy.
    """
    few = strategies < players
    mixtures = comb(strategies + players - 1, players) - (strategies if strategies > 1 else 0)
    existing = mixtures if few else comb(strategies, players)
    if count > min(existing, MOST_LINE_UPS):
        why = f"there are only {existing:,}" if count > existing else f"at most {MOST_LINE_UPS:,} are played"
        raise InputError(f"line_up_count = {count}: {why} different line-ups of {strategies} strategies")
    if count * players < strategies:
        raise InputError(
            f"line_up_count = {count}: expected at least {-(-strategies // players)}, "
            f"so that each of {strategies} strategies plays"
        )
    # This generator's numbers are the same in all versions of numpy.
    draw = np.random.RandomState(np.random.MT19937(np.random.SeedSequence(seed)))  # type: ignore[arg-type]
    if 2 * count > existing or few:
        every = round_robin(strategies, players)
        chosen = [every[number] for number in draw.permutation(len(every))[:count]]
    else:
        drawn: dict[LineUp, None] = {}
        while len(drawn) < count:
            drawn[tuple(sorted(draw.permutation(strategies)[:players].tolist()))] = None
        chosen = list(drawn)
    _balance(chosen, strategies, draw)
    return [tuple(np.array(line_up)[draw.permutation(players)].tolist()) for line_up in chosen]


def _balance(chosen: list[LineUp], strategies: int, draw: Any) -> None:
    """Exchange strategies until all play equally often, give or take one; in place."""
    there, different = set(chosen), strategies >= len(chosen[0])
    plays = np.bincount(np.ravel(chosen), minlength=strategies)

    def exchange(often: int, seldom: int) -> tuple[int, LineUp]:
        """The number of a line-up, and the new one in its place."""
        for number in draw.permutation(len(chosen)).tolist():
            places = list(chosen[number])
            if often in places and not (different and seldom in places):
                places[places.index(often)] = seldom
                new = tuple(sorted(places))
                if new not in there and len(set(new)) > 1:
                    return number, new
        raise AssertionError("an exchange always exists")

    while plays.max() - plays.min() > 1:
        often, seldom = (int(draw.choice(np.flatnonzero(plays == end))) for end in (plays.max(), plays.min()))
        number, new = exchange(often, seldom)
        there ^= {chosen[number], new}
        chosen[number] = new
        plays[[often, seldom]] += [-1, 1]


def _limited(line_ups: Any) -> list[LineUp]:
    chosen: list[LineUp] = []
    for line_up in line_ups:
        if len(chosen) == MOST_LINE_UPS:
            raise InputError(f"strategies: so many give more than {MOST_LINE_UPS} line-ups")
        chosen.append(tuple(line_up))
    return chosen
