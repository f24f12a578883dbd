"""Mergeable sufficient statistics of outcome rows.

Every block has the same games, so for every group of rows (a strategy, a seat, …) the number of
rows in a block is fixed and two whole numbers per metric are enough for estimate and interval:
the sum over blocks of the block's total, and of its square. A third one, the sum of the squared
differences of the totals of a variant and the base on the same block, is enough for the interval
of their difference. Sums of products of win shares tell how seats, and strategies, depend on each
other. Histograms come on top. Whole numbers add up to the same sums in any order, so the summary
does not depend on workers or chunks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl
from scipy.sparse import csr_array

from rulesim.experiment.batches import METRICS, SQUARED, Batches, batch_count
from rulesim.experiment.designs import Plan
from rulesim.experiment.outcomes import Outcomes
from rulesim.games.game import Game

SEAT_GROUPS = ("strategy", "strategy_seat", "seat", "line_up", "all_seats")
MEMBER_GROUPS = ("strategy", "all_seats")
GAME_GROUPS = ("all", "all_line_up")
MARKED_GROUPS = ("marked", "marked_strategy", "marked_seat")
"""The seats that are singled out, where there are any."""

COURSE_GROUPS = ("watched",)
"""The games whose course is watched: the first seating of every line-up."""

CROSSED_GROUPS = ("strategy", "seat")
"""Groupings whose win shares are compared with each other within a block."""

GAVE_WAY_IN = "gave_way_in"
"""The histogram of the kinds of decisions in which bans gave way, in games."""

HALF = 50
"""Half-time, in % of a game's decisions."""

Counts = dict[tuple[int, str, int, int], tuple[int, int]]
"""From (variant, column, strategy or -1, value) to (rows, win shares in 60ths)."""


@dataclass(frozen=True)
class Grouping:
    """One way to divide the rows of a block into groups.

    Attributes
    ----------
    keys : DataFrame, a row for each group, with columns line_up, strategy, seat (null: all of them)
    indicator : sparse int64 array, (groups, rows)
        1 where the row belongs to the group.
    """

    keys: pl.DataFrame
    indicator: Any

    @classmethod
    def of(cls, line_up: Any = None, strategy: Any = None, seat: Any = None, where: Any = None) -> Grouping:
        """Group by the given keys, each an array over the rows of a block.

        Parameters
        ----------
        where : bool array
            The rows that belong to any group; by default all.
        """
        columns = {"line_up": line_up, "strategy": strategy, "seat": seat}
        given = {name: values for name, values in columns.items() if values is not None}
        distinct, group = np.unique(np.stack(list(given.values())), axis=1, return_inverse=True)
        group, groups = group.ravel(), distinct.shape[1]
        found = dict(zip(given, distinct, strict=True))
        keys = {name: pl.Series(found.get(name, [None] * groups), dtype=pl.Int32) for name in columns}
        rows = np.arange(len(group))
        belongs = np.ones_like(group) if where is None else where.astype(np.int64)
        indicator = csr_array((belongs, (group, rows)), shape=(groups, len(group)), dtype=np.int64)
        indicator.eliminate_zeros()
        return cls(pl.DataFrame(keys), indicator)

    @classmethod
    def together(cls, rows: int, where: Any = None) -> Grouping:
        """All rows, or some, as one group."""
        one = cls.of(line_up=np.zeros(rows, np.int64), where=where)
        return cls(one.keys.with_columns(line_up=pl.lit(None, pl.Int32)), one.indicator)

    @property
    def rows(self) -> Any:
        """Rows of each group in a block."""
        return self.indicator.sum(axis=1)

    def totals(self, values: Any) -> Any:
        """Totals of the groups in each block, (variants, groups, blocks); values are (variants, rows, blocks)."""
        return np.stack([self.indicator @ of_variant for of_variant in values])


def sums(totals: Any) -> Any:
    """Sums over blocks, (variants, 3, groups): of totals, of their squares, of squared differences to the base."""
    squares = np.einsum("vgb,vgb->vg", totals, totals)
    differences = np.zeros_like(squares)
    for variant in range(1, len(totals)):
        difference = totals[variant] - totals[0]
        differences[variant] = np.einsum("gb,gb->g", difference, difference)
    return np.stack([totals.sum(axis=2), squares, differences], axis=1)


def products(totals: Any) -> Any:
    """Sums over blocks, (variants, 2, groups, groups), of products with totals of the variant and of the base."""
    return np.stack([np.stack([own @ own.T, own @ totals[0].T]) for own in totals])


def groupings(plan: Plan) -> dict[str, Grouping]:
    """All groupings of a plan by name: those of seat rows and those of game rows."""
    seats = plan.strategy_of.shape[1]
    strategy = plan.strategy_of.ravel()
    seat = np.tile(np.arange(1, seats + 1), plan.games_per_block)
    line_up = np.repeat(plan.line_up_of, seats)
    made = {
        "strategy": Grouping.of(strategy=strategy),
        "strategy_seat": Grouping.of(strategy=strategy, seat=seat),
        "seat": Grouping.of(seat=seat),
        "line_up": Grouping.of(line_up=line_up, strategy=strategy),
        "all_seats": Grouping.together(len(seat)),
        "all": Grouping.together(plan.games_per_block),
        "all_line_up": Grouping.of(line_up=plan.line_up_of),
        "watched": Grouping.together(plan.games_per_block, plan.seating_of == 0),
        "play": Grouping.of(line_up=np.arange(len(line_up))),
        "game": Grouping.of(line_up=np.arange(len(line_up)) // seats),
    }
    marked = np.repeat(plan.mark_of + 1, seats) == seat
    if marked.any():
        made |= {
            "marked": Grouping.together(len(seat), marked),
            "marked_strategy": Grouping.of(strategy=strategy, where=marked),
            "marked_seat": Grouping.of(seat=seat, where=marked),
        }
    return made


@dataclass
class Summary:
    """Sums over blocks.

    Attributes
    ----------
    blocks
        Blocks that are in it.
    totals : dict from (grouping, metric) to an int64 array (variants, 3, groups)
        Sum of the blocks' totals, of their squares, and of the squared differences to the base.
    crosses : dict from grouping to an int64 array (variants, 2, groups, groups)
        Sums of products of two groups' win shares, both of the variant, and one of the base.
    counts : dict from (variant, column, strategy or -1, value) to (rows, win shares in 60ths)
        Histograms. For a set column, ``value`` is the number of the member.
    batches
        Win shares and scores of each play by batches of blocks.
    """

    blocks: int = 0
    totals: dict[tuple[str, str], Any] = field(default_factory=dict)
    crosses: dict[str, Any] = field(default_factory=dict)
    counts: Counts = field(default_factory=dict)
    batches: Batches = field(default_factory=Batches)

    def merge(self, other: Summary) -> None:
        """Add another summary of other blocks to this one."""
        self.blocks += other.blocks
        self.batches.merge(other.batches)
        for key, added in other.totals.items():
            self.totals[key] = self.totals[key] + added if key in self.totals else added
        for name, added in other.crosses.items():
            self.crosses[name] = self.crosses[name] + added if name in self.crosses else added
        for cell, (rows, wins) in other.counts.items():
            before = self.counts.get(cell, (0, 0))
            self.counts[cell] = (before[0] + rows, before[1] + wins)

    def frames(self, plan: Plan) -> dict[str, pl.DataFrame]:
        """The summary as frames by name, the same in any order of merging."""
        return {
            "moments": self._moments(plan),
            "crosses": self._crosses(),
            "histograms": self._histograms(),
            "batches": self.batches.frame(),
        }

    def _moments(self, plan: Plan) -> pl.DataFrame:
        """variant, grouping, keys, metric, rows a block, blocks, and the three sums."""
        groups = groupings(plan)
        keys: dict[str, dict[str, pl.Series]] = {}
        parts = []
        for (name, metric), of_variants in self.totals.items():
            grouping, variants = groups[name], len(of_variants)
            if name not in keys:
                keys[name] = pl.concat([grouping.keys] * variants).to_dict()
            sums_of = (np.ascontiguousarray(of_variants[:, place]).ravel() for place in range(3))
            size = variants * len(grouping.keys)
            parts.append(
                pl.DataFrame(
                    {
                        **keys[name],
                        "variant": np.repeat(np.arange(variants, dtype=np.int32), len(grouping.keys)),
                        "rows": np.tile(np.asarray(grouping.rows, np.int64), variants),
                        **dict(zip(("total", "total_squared", "difference_squared"), sums_of, strict=True)),
                        "grouping": [name] * size,
                        "metric": [metric] * size,
                        "blocks": np.full(size, self.blocks, np.int64),
                    }
                )
            )
        return pl.concat(parts)

    def _crosses(self) -> pl.DataFrame:
        """variant, grouping, one and other (groups, in the order of the moments), own, with_base."""
        parts = []
        for name, of_variants in self.crosses.items():
            variant, one, other = (axis.ravel() for axis in np.indices(of_variants[:, 0].shape, np.int32))
            own, with_base = (np.ascontiguousarray(of_variants[:, place]).ravel() for place in (0, 1))
            parts.append(
                pl.DataFrame(
                    {"variant": variant, "one": one, "other": other, "own": own, "with_base": with_base}
                ).with_columns(grouping=pl.lit(name))
            )
        return pl.concat(parts)

    def _histograms(self) -> pl.DataFrame:
        """variant, column, strategy (-1: all games), value, rows, wins."""
        return pl.DataFrame(
            [(*cell, *counted) for cell, counted in sorted(self.counts.items())],
            schema={
                "variant": pl.Int32, "column": pl.String, "strategy": pl.Int32, "value": pl.Int64,
                "rows": pl.Int64, "wins": pl.Int64,
            },
            orient="row",
        )  # fmt: skip

    @classmethod
    def from_frames(cls, frames: Mapping[str, pl.DataFrame]) -> Summary:
        """The summary back from its frames."""
        moments = frames["moments"]
        summary = cls(blocks=int(moments["blocks"][0]))
        variants = int(moments["variant"].max()) + 1  # type: ignore[arg-type]
        for (name, metric), part in moments.group_by(["grouping", "metric"], maintain_order=True):
            columns = part.select("total", "total_squared", "difference_squared").to_numpy()
            summary.totals[str(name), str(metric)] = columns.reshape(variants, -1, 3).swapaxes(1, 2).copy()
        for (name,), part in frames["crosses"].group_by(["grouping"], maintain_order=True):
            summary.crosses[str(name)] = crosses_of(part)
        for *cell, rows, wins in frames["histograms"].iter_rows():
            summary.counts[tuple(cell)] = (rows, wins)
        summary.batches = Batches.from_frame(frames["batches"])
        return summary


def crosses_of(part: pl.DataFrame) -> Any:
    """The rows of one grouping as the array of `Summary.crosses`."""
    variants, groups = (int(part[name].max()) + 1 for name in ("variant", "one"))  # type: ignore[arg-type]
    columns = part.select("own", "with_base").to_numpy()
    return columns.reshape(variants, groups, groups, 2).transpose(0, 3, 1, 2).copy()


def summarize(
    game: Game,
    plan: Plan,
    groups: dict[str, Grouping],
    outcomes: Outcomes,
    first_block: int = 0,
    histograms: int | None = None,
) -> Summary:
    """The summary of some blocks' outcomes.

    Parameters
    ----------
    first_block
        The number of the first of these blocks.
    histograms
        How many variants, from the first on, get histograms; by default all.
    """
    summary = Summary(len(outcomes.seat_rows))
    variants = outcomes.seat_rows.shape[1] // plan.games_per_block
    indicators = {name: groups[name].indicator for name in SQUARED}

    def add(names: tuple[str, ...], metric: str, values: Any) -> None:
        """Add one metric, whose axes are blocks, games (of all variants) and perhaps seats."""
        by_variant = values.reshape(len(values), variants, -1)
        by_row = np.ascontiguousarray(by_variant.transpose(1, 2, 0), np.int64)
        for name in names:
            totals = groups[name].totals(by_row)
            summary.totals[name, metric] = sums(totals)
            if metric == "win_share" and name in CROSSED_GROUPS:
                summary.crosses[name] = products(totals)
        if metric in METRICS and "all_seats" in names:
            summary.batches.add(metric, by_row, indicators, first_block, batch_count(plan))

    marked = tuple(name for name in MARKED_GROUPS if name in groups)
    add((*SEAT_GROUPS, *marked), "win_share", outcomes.shares)
    if marked:
        add(marked, "score", outcomes.seat_rows[..., 0])
        add(marked, "gave_way", outcomes.orders[..., 2])
        for variant in range(variants):
            _count_ways(outcomes.of_variant(variant, plan.games_per_block).orders[..., 3], variant, summary.counts)
    changes, decided_at = outcomes.game_rows[..., -2], outcomes.game_rows[..., -1]
    add(COURSE_GROUPS, "lead_changes", changes)
    add(COURSE_GROUPS, "decided_by_half", (decided_at <= HALF).astype(np.int64))
    for index, column in enumerate(game.seat_columns):
        values = outcomes.seat_rows[..., index]
        if not column.members:
            add(SEAT_GROUPS, column.name, values)
        for number, member in enumerate(column.members):
            add(MEMBER_GROUPS, f"{column.name}_{member}", (values >> number) & 1)
    length, ends = game.game_columns[:2]
    for index, metric in enumerate(("decisions", "choices", length.name)):
        add(GAME_GROUPS, metric, outcomes.game_rows[..., index])
    for number, end in enumerate(ends.members):
        add(GAME_GROUPS, f"{ends.name}_{end}", (outcomes.game_rows[..., 3] >> number) & 1)
    for variant in range(variants if histograms is None else histograms):
        _count(game, plan, groups["strategy"], outcomes.of_variant(variant, plan.games_per_block), variant, summary)
    return summary


def _count(game: Game, plan: Plan, strategies: Grouping, outcomes: Outcomes, variant: int, summary: Summary) -> None:
    """Histograms of scores, their parts and what was built; of lengths and end reasons."""
    strategy = np.broadcast_to(plan.strategy_of, outcomes.shares.shape)
    counts = summary.counts
    for index, column in enumerate(game.seat_columns):
        values = outcomes.seat_rows[..., index]
        if column.part or column.name == "score":
            _tally(counts, (variant, column.name), strategy, values, outcomes.shares)
        elif column.members:
            _tally_members(counts, (variant, column.name), len(column.members), strategies, values, outcomes.shares)
    for index, column in enumerate(game.game_columns[:2]):
        values = outcomes.game_rows[:, :, 2 + index]
        _tally(counts, (variant, column.name), np.full(values.shape, -1), values, np.zeros(values.shape, np.int64))


def _count_ways(kinds: Any, variant: int, counts: Counts) -> None:
    """Count the games in which a ban gave way, by kind of decision; ``kinds`` are bits, of every seat."""
    anywhere = int(np.bitwise_or.reduce(kinds, axis=None))
    for kind in range(64):
        if anywhere >> kind & 1:
            games = (kinds >> kind & 1).any(axis=-1).sum()
            counts[variant, GAVE_WAY_IN, -1, kind] = (int(games), 0)


def _tally(counts: Counts, place: tuple[int, str], strategy: Any, values: Any, share: Any) -> None:
    """Count rows and win shares by strategy and value."""
    low, span = int(values.min()), int(values.max()) - int(values.min()) + 1
    cell = ((strategy + 1) * span + (values - low)).ravel()
    rows = np.bincount(cell)
    wins = np.bincount(cell, weights=share.ravel()).astype(np.int64)
    for number in np.flatnonzero(rows):
        key = (*place, int(number // span) - 1, int(number % span) + low)
        counts[key] = (int(rows[number]), int(wins[number]))


def _tally_members(
    counts: Counts, place: tuple[int, str], members: int, strategies: Grouping, values: Any, share: Any
) -> None:
    """Count rows and win shares by strategy and member of a set column."""
    blocks = len(values)
    sets = np.ascontiguousarray(values, "<i4").view(np.uint8).reshape(blocks, -1, 4)
    there = np.unpackbits(sets, axis=2, bitorder="little")
    rows = strategies.indicator @ there.sum(axis=0, dtype=np.int64)
    wins = strategies.indicator @ np.einsum("brm,br->rm", there, share.reshape(blocks, -1), dtype=np.int64)
    for group, strategy in enumerate(strategies.keys["strategy"]):
        for member in range(members):
            if rows[group, member]:
                counts[*place, strategy, member] = (int(rows[group, member]), int(wins[group, member]))
