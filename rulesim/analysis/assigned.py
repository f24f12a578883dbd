"""Assigned lines: what a line is worth, beside how those fared who chose it.

Who chooses a line may be better or worse anyway, and so may the positions in which it is chosen.
Where the design says who plays a line, neither matters: the difference is the line's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import polars as pl

from rulesim.analysis.comparisons import paired_p
from rulesim.analysis.lines import FREE, BookTree
from rulesim.analysis.multiple import Adjustment, adjusted
from rulesim.analysis.openings import LEAST_PLAYS, SEPARATOR, check_filters, share_error
from rulesim.analysis.ratios import Means, Part, group_means, indicator
from rulesim.errors import InputError
from rulesim.statistics.intervals import LEVEL, mean_interval, share_interval

if TYPE_CHECKING:
    from rulesim.analysis.run import Run

TABLE = "table"
MOST_LINES = 60
"""Lines, and beginnings of lines, that are shown by default."""

METRICS = ["win_share", "score"]
GAME_KEYS = ["block", "line_up", "seating", "seat"]

Reference = Literal["base", "average"]


@dataclass(frozen=True)
class Assigned:
    """Lines that were assigned, each with its worth and with what is observed of it.

    Attributes
    ----------
    frame : DataFrame, a row for each line and each beginning of one (of each seat, if by seat)
        line (its moves), name (that of the book), parent, depth, seat (null: all that were told);
        plays, blocks (told so), made (part of them that made all moves) with made_low and
        made_high; win_share, low, high, reference (what it is compared with), difference (the
        line's worth) with difference_low, difference_high, p_value and adjusted_p; where_made, the
        difference in the games in which the move was legal, with where_made_low and where_made_high
        (first moves only); score_difference with score_difference_low, score_difference_high;
        observed_plays, observed (the difference to the average of those that began so by themselves)
        with observed_low and observed_high; gap (difference less observed) with gap_low, gap_high,
        gap_p and gap_adjusted_p. Null: there is no such figure. The lines of all plays come first.
    depth, longest
        Moves of the longest beginnings in the frame, and of the longest lines of the book.
    assign
        ``paired`` or ``random``.
    reference
        What told plays are compared with: ``base``, the same seat of the same game with nobody told
        anything; ``average``, the average of seat and line-up where all seats were told something.
    """

    frame: pl.DataFrame
    depth: int
    longest: int
    assign: str
    reference: Reference
    seat: int | None
    strategy: str | None
    adjust: Adjustment

    @property
    def count(self) -> int:
        """Comparisons that were tested together: worths, and gaps to what is observed."""
        return int(self.frame["adjusted_p"].count() + self.frame["gap_adjusted_p"].count())

    @property
    def lines(self) -> pl.DataFrame:
        """The rows without that of all told plays."""
        return self.frame.filter(pl.col("depth") > 0)


def assigned(
    run: Run,
    depth: int | None = None,
    seat: int | None = None,
    strategy: str | None = None,
    by_seat: bool | None = None,
    adjust: Adjustment = "holm",
    level: float = LEVEL,
) -> Assigned:
    """What the lines that were assigned are worth, beside what is observed of them.

    Parameters
    ----------
    depth
        Moves of the longest beginnings of lines; by default as many as give not too many of them.
    seat, strategy
        Only the plays of this seat (from 1), and of this strategy.
    by_seat
        Each seat on its own; by default where all seats were told the same, so that all seats
        together win as much as ever.

    Raises
    ------
    InputError
        If the run assigned no lines or kept no rows, or the seat or strategy is not in it.
    """
    chosen = dict(run.manifest["experiment"].get("openings") or {})
    lines = run.manifest.get("lines") or {}
    if not lines:
        raise InputError(f"{run.folder.path}: no lines were assigned: the experiment has no book of openings")
    check_filters(run, seat, strategy)
    longest = max(1, *map(len, lines.values()))
    if depth is not None and not 1 <= depth <= longest:
        raise InputError(f"{run.folder.path}: depth {depth}: expected 1 to {longest}, the moves of the longest line")
    depth = _usual_depth(lines, longest) if depth is None else depth
    random, told = chosen["assign"] == "random", chosen["seat"]
    reference: Reference = "average" if random and told in (None, TABLE) else "base"
    together = told == TABLE or (told is None and not random)
    seats = [seat] if seat else list(range(1, int(run.manifest["players"]) + 1))
    groups = _Groups(
        BookTree.of(lines, depth), seats if (together if by_seat is None else by_seat) else [None], told, seat, strategy
    )
    means = group_means(
        partial(_parts, run, groups, reference), 2 * len(run.manifest["line_ups"]) * int(run.manifest["players"]),
        groups.parents, groups.pairs,
    )  # fmt: skip
    frame = _frame(groups, means, reference, adjust, level)
    return Assigned(frame, depth, longest, chosen["assign"], reference, seat, strategy, adjust)


def _usual_depth(lines: dict[str, list[str]], longest: int) -> int:
    """The most moves that give not too many beginnings of lines."""
    few = (depth for depth in range(longest, 1, -1) if len(BookTree.of(lines, depth).moves) <= MOST_LINES + 1)
    return next(few, 1)


@dataclass(frozen=True)
class _Groups:
    """Three groups for each line and seat: plays that were told it, that began so by themselves, and that made it."""

    tree: BookTree
    seats: list[Any]
    told: Any
    seat: int | None
    strategy: str | None

    @property
    def number(self) -> int:
        """Lines, of all seats."""
        return len(self.tree.moves) * len(self.seats)

    @property
    def parents(self) -> Any:
        """Beginnings have their own beginnings as parents; who made a line is a part of those who were told it."""
        nodes = np.concatenate(
            [np.array(self.tree.parents) + place * len(self.tree.moves) for place in range(len(self.seats))]
        )
        return np.concatenate([nodes, nodes + self.number, np.arange(self.number)])

    @property
    def pairs(self) -> Any:
        """Told, and observed."""
        told = np.arange(self.number)
        return np.stack([told, told + self.number], axis=1)

    def chosen(self, frame: pl.DataFrame) -> Any:
        """Which rows the lines are looked for in."""
        kept = pl.lit(True)
        if self.seat is not None:
            kept &= pl.col("seat") == self.seat
        elif isinstance(self.told, int):
            kept &= pl.col("seat") == self.told
        if self.strategy is not None:
            kept &= pl.col("strategy") == self.strategy
        return frame.with_columns(kept=kept)["kept"].to_numpy()


def _parts(run: Run, groups: _Groups, reference: Reference) -> Iterator[Part]:
    """The rows of the base and of the games in which lines were assigned, with their groups."""
    base, players = run.variants[0], int(run.manifest["players"])
    for rows in run.parts():
        frame = rows.collect()
        frame = frame.with_columns(cell=pl.col("line_up").cast(pl.Int64) * players + pl.col("seat").cast(pl.Int64) - 1)
        free, told = frame.filter(pl.col("variant") == base), frame.filter(pl.col("variant") != base)
        if reference == "base":
            same = free.select(*GAME_KEYS, *(pl.col(name).alias(f"base_{name}") for name in METRICS))
            told = told.filter(pl.col("line").is_not_null()).join(same, on=GAME_KEYS, how="left", maintain_order="left")
            given = told.select(f"base_{name}" for name in METRICS).to_numpy().T
            cell = np.full(len(told), -1)
        else:
            given = np.zeros((len(METRICS), len(told)))
            cell = told["cell"].to_numpy() + len(run.manifest["line_ups"]) * players
        first = frame["block"].min()
        yield Part(
            np.concatenate([one["block"].to_numpy() for one in (free, told)]) - first,
            np.concatenate([free["cell"].to_numpy(), cell]),
            np.concatenate([one.select(METRICS).to_numpy().T for one in (free, told)], axis=1).astype(float),
            _members(groups, free, told),
            np.concatenate([np.zeros((len(METRICS), len(free))), given], axis=1),
        )


def _members(groups: _Groups, free: pl.DataFrame, told: pl.DataFrame) -> Any:
    """Which rows belong to which group."""
    of, rows = [], []
    for place, seat in enumerate(groups.seats):
        first = place * len(groups.tree.moves)
        for node, within in enumerate(_began(groups, free, seat)):
            of.append(np.full(len(within), first + node + groups.number))
            rows.append(within)
        for node, (within, made) in enumerate(_told(groups, told, seat)):
            of += [np.full(len(within), first + node), np.full(made.sum(), first + node + 2 * groups.number)]
            rows += [len(free) + within, len(free) + within[made]]
    return indicator(np.concatenate(of), np.concatenate(rows), (3 * groups.number, len(free) + len(told)))


def _began(groups: _Groups, free: pl.DataFrame, seat: int | None) -> Iterator[Any]:
    """For each node the rows that began so by themselves; none for lines of the whole table."""
    own = groups.chosen(free)
    if seat is not None:
        own &= (free["seat"] == seat).to_numpy()
    if groups.told == TABLE:
        own &= False
    matches: dict[tuple[int, str], Any] = {}
    for moves in groups.tree.moves:
        began = own
        for place, pattern in enumerate(moves if moves != (FREE,) else (), 1):
            if (place, pattern) not in matches:
                matches[place, pattern] = _matching(free, place, pattern)
            began = began & matches[place, pattern]
        yield np.flatnonzero(began)


def _matching(free: pl.DataFrame, place: int, pattern: str) -> Any:
    """Where a choice matches a pattern; nowhere, if it is not logged."""
    column = f"opening_{place}"
    if column not in free.columns:
        return np.zeros(len(free), bool)
    names = [name for name in free[column].unique() if name is not None and fnmatchcase(name, pattern)]
    return free[column].is_in(names).fill_null(False).to_numpy()


def _told(groups: _Groups, told: pl.DataFrame, seat: int | None) -> Iterator[tuple[Any, Any]]:
    """For each node the rows that were told so, and which of them made all its moves."""
    tree = groups.tree
    own = groups.chosen(told)
    if seat is not None:
        own &= (told["seat"] == seat).to_numpy()
    of_node = np.zeros((len(tree.moves), len(tree.of_line) + 1), bool)
    for number, nodes in enumerate(tree.of_line.values()):
        of_node[nodes, number] = True
    names = list(tree.of_line)
    line = told["line"].cast(pl.String).replace_strict(names, list(range(len(names))), default=len(names)).to_numpy()
    made = told["line_made"].to_numpy()
    for node, moves in enumerate(tree.moves):
        rows = np.flatnonzero(own & of_node[node][line])
        yield rows, made[rows] >= (0 if moves in ((), (FREE,)) else len(moves))


def _frame(groups: _Groups, means: Means, reference: Reference, adjust: Adjustment, level: float) -> pl.DataFrame:
    """All figures of all lines, of each seat."""
    number = groups.number
    told, seen, made = (slice(start * number, (start + 1) * number) for start in range(3))
    difference = means.mean - means.average
    error = means.difference_error.copy()
    if reference == "average":
        error[0] = share_error(means)
    else:
        error[0, seen] = share_error(means)[seen]
    depth = np.array([len(moves) for moves in groups.tree.moves] * len(groups.seats))
    tested = (means.plays[told] >= LEAST_PLAYS) & (error[0, told] > 0) & (depth > 0)
    gap = difference[0, told] - difference[0, seen]
    both = np.minimum(means.blocks[told], means.blocks[seen])
    compared = tested & (means.plays[seen] >= LEAST_PLAYS) & (means.pair_error[0] > 0)
    p_value = np.where(tested, paired_p(difference[0, told], error[0, told], means.blocks[told]), np.nan)
    gap_p = np.where(compared, paired_p(gap, means.pair_error[0], both), np.nan)
    together = np.concatenate([p_value, gap_p])
    known = np.isfinite(together)
    together[known] = adjusted(together[known], adjust)
    columns: dict[str, Any] = {
        "plays": means.plays[told], "blocks": means.blocks[told], "win_share": means.mean[0, told],
        "reference": means.average[0, told], "difference": difference[0, told], "p_value": p_value,
        "adjusted_p": together[:number], "where_made": difference[0, made], "score_difference": difference[1, told],
        "observed_plays": means.plays[seen], "observed": difference[0, seen], "gap": gap, "gap_p": gap_p,
        "gap_adjusted_p": together[number:], "made": means.part[made],
    }  # fmt: skip
    intervals = {
        "": share_interval(means.mean[0, told], means.error[0, told], means.blocks[told], level),
        "made_": share_interval(means.part[made], means.part_error[made], means.part_blocks[made], level),
        "difference_": mean_interval(difference[0, told], error[0, told], means.blocks[told], level),
        "where_made_": mean_interval(difference[0, made], error[0, made], means.blocks[made], level),
        "score_difference_": mean_interval(difference[1, told], error[1, told], means.blocks[told], level),
        "observed_": mean_interval(difference[0, seen], error[0, seen], means.blocks[seen], level),
        "gap_": mean_interval(gap, means.pair_error[0], both, level),
    }
    for name, (low, high) in intervals.items():
        columns |= {f"{name}low": low, f"{name}high": high}
    frame = pl.concat([_lines_of(groups), pl.DataFrame(columns)], how="horizontal")
    alone = reference == "base" and groups.told not in (None, TABLE)
    first = (pl.col("depth") == 1) & (pl.col("line") != FREE) & pl.lit(alone)
    where_made = ["where_made", "where_made_low", "where_made_high"]
    return frame.with_columns(
        pl.when(first).then(pl.col(where_made)).name.keep(), pl.col(pl.Float64).exclude(where_made).fill_nan(None)
    ).select(ORDER)


def _lines_of(groups: _Groups) -> pl.DataFrame:
    """The lines, of each seat."""
    tree, times = groups.tree, len(groups.seats)
    texts = [SEPARATOR.join(moves) for moves in tree.moves]
    return pl.DataFrame(
        {
            "line": texts * times, "name": tree.names * times, "parent": [texts[one] for one in tree.parents] * times,
            "depth": [len(moves) for moves in tree.moves] * times,
            "seat": [seat for seat in groups.seats for _ in texts],
        },
        schema_overrides={"seat": pl.UInt8},
    )  # fmt: skip


ORDER = [
    "line", "name", "parent", "depth", "seat", "plays", "blocks", "made", "made_low", "made_high",
    "win_share", "low", "high", "reference", "difference", "difference_low", "difference_high", "p_value", "adjusted_p",
    "where_made", "where_made_low", "where_made_high", "score_difference", "score_difference_low",
    "score_difference_high", "observed_plays", "observed", "observed_low", "observed_high", "gap", "gap_low",
    "gap_high", "gap_p", "gap_adjusted_p",
]  # fmt: skip
