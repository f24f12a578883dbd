"""Mergeable sufficient statistics of outcome rows.

Every block has the same games, so for every group of rows (a strategy, a seat, …) the number of
rows in a block is fixed and two whole numbers per metric are enough for estimate and interval:
the sum over blocks of the block's total, and of its square. Histograms come on top. Whole
numbers add up to the same sums in any order, so the summary does not depend on workers or chunks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl
from scipy.sparse import csr_array

from rulesim.experiment.designs import Plan
from rulesim.experiment.outcomes import Outcomes
from rulesim.games.game import Column, Game

SEAT_GROUPS = ("strategy", "strategy_seat", "seat", "line_up")
GAME_GROUPS = ("all", "all_line_up")


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
    def of(cls, line_up: Any = None, strategy: Any = None, seat: Any = None) -> Grouping:
        """Group by the given keys, each an array over the rows of a block."""
        columns = {"line_up": line_up, "strategy": strategy, "seat": seat}
        given = {name: values for name, values in columns.items() if values is not None}
        distinct, group = np.unique(np.stack(list(given.values())), axis=1, return_inverse=True)
        group, groups = group.ravel(), distinct.shape[1]
        found = dict(zip(given, distinct, strict=True))
        keys = {name: pl.Series(found.get(name, [None] * groups), dtype=pl.Int32) for name in columns}
        rows = np.arange(len(group))
        indicator = csr_array((np.ones_like(group), (group, rows)), shape=(groups, len(group)), dtype=np.int64)
        return cls(pl.DataFrame(keys), indicator)

    @property
    def rows(self) -> Any:
        """Rows of each group in a block."""
        return self.indicator.sum(axis=1)

    def sums(self, values: Any) -> Any:
        """Sums over blocks, (2, groups), of the block totals and of their squares; values are (rows, blocks)."""
        totals = self.indicator @ values
        return np.stack([totals.sum(axis=1), np.einsum("gb,gb->g", totals, totals)])


def groupings(plan: Plan) -> dict[str, Grouping]:
    """All groupings of a plan by name: those of seat rows and those of game rows."""
    seats = plan.strategy_of.shape[1]
    strategy = plan.strategy_of.ravel()
    seat = np.tile(np.arange(1, seats + 1), plan.games_per_block)
    line_up = np.repeat(plan.line_up_of, seats)
    one_line_up = Grouping.of(line_up=np.zeros_like(plan.line_up_of))
    return {
        "strategy": Grouping.of(strategy=strategy),
        "strategy_seat": Grouping.of(strategy=strategy, seat=seat),
        "seat": Grouping.of(seat=seat),
        "line_up": Grouping.of(line_up=line_up, strategy=strategy),
        "all": Grouping(one_line_up.keys.with_columns(line_up=pl.lit(None, pl.Int32)), one_line_up.indicator),
        "all_line_up": Grouping.of(line_up=plan.line_up_of),
    }


@dataclass
class Summary:
    """Sums over blocks.

    Attributes
    ----------
    blocks
        Blocks that are in it.
    totals : dict from (grouping, metric) to an int64 array (2, groups)
        Sum of the blocks' totals, and of their squares.
    counts : dict from (column, strategy or -1, value) to (rows, win shares in 60ths)
        Histograms. For a set column, ``value`` is the number of the member.
    """

    blocks: int = 0
    totals: dict[tuple[str, str], Any] = field(default_factory=dict)
    counts: dict[tuple[str, int, int], tuple[int, int]] = field(default_factory=dict)

    def merge(self, other: Summary) -> None:
        """Add another summary of other blocks to this one."""
        self.blocks += other.blocks
        for key, sums in other.totals.items():
            self.totals[key] = self.totals[key] + sums if key in self.totals else sums
        for cell, (rows, wins) in other.counts.items():
            before = self.counts.get(cell, (0, 0))
            self.counts[cell] = (before[0] + rows, before[1] + wins)

    def moments(self, plan: Plan) -> pl.DataFrame:
        """The sums as a frame: grouping, keys, metric, rows a block, blocks, total, total_squared."""
        parts = []
        groups = groupings(plan)
        for (name, metric), sums in self.totals.items():
            grouping = groups[name]
            parts.append(
                grouping.keys.with_columns(
                    grouping=pl.lit(name),
                    metric=pl.lit(metric),
                    rows=pl.Series(grouping.rows, dtype=pl.Int64),
                    blocks=pl.lit(self.blocks, dtype=pl.Int64),
                    total=pl.Series(sums[0], dtype=pl.Int64),
                    total_squared=pl.Series(sums[1], dtype=pl.Int64),
                )
            )
        return pl.concat(parts)

    def histograms(self) -> pl.DataFrame:
        """The histograms as a frame: column, strategy (-1: all games), value, rows, wins."""
        cells = sorted(self.counts.items())
        return pl.DataFrame(
            [(column, strategy, value, rows, wins) for (column, strategy, value), (rows, wins) in cells],
            schema={"column": pl.String, "strategy": pl.Int32, "value": pl.Int64, "rows": pl.Int64, "wins": pl.Int64},
            orient="row",
        )

    @classmethod
    def from_frames(cls, moments: pl.DataFrame, histograms: pl.DataFrame) -> Summary:
        """The summary back from its two frames."""
        summary = cls(blocks=int(moments["blocks"][0]) if len(moments) else 0)
        for (name, metric), part in moments.group_by(["grouping", "metric"], maintain_order=True):
            summary.totals[str(name), str(metric)] = part.select("total", "total_squared").to_numpy().T.copy()
        for column, strategy, value, rows, wins in histograms.iter_rows():
            summary.counts[column, strategy, value] = (rows, wins)
        return summary


def summarize(game: Game, plan: Plan, groups: dict[str, Grouping], outcomes: Outcomes) -> Summary:
    """The summary of some blocks' outcomes."""
    summary = Summary(len(outcomes.seat_rows))
    metrics = {"win_share": outcomes.shares}
    for index, column in enumerate(game.seat_columns):
        if not column.members:
            metrics[column.name] = outcomes.seat_rows[..., index]
    for metric, values in metrics.items():
        _add(summary, groups, SEAT_GROUPS, metric, values)
    ends = game.game_columns[1]
    for index, metric in enumerate(("decisions", "choices", game.game_columns[0].name)):
        _add(summary, groups, GAME_GROUPS, metric, outcomes.game_rows[..., index])
    for member, end in enumerate(ends.members):
        _add(summary, groups, GAME_GROUPS, f"{ends.name}_{end}", (outcomes.game_rows[..., 3] >> member) & 1)
    _count(game, plan, groups["strategy"], outcomes, summary)
    return summary


def _add(summary: Summary, groups: dict[str, Grouping], names: tuple[str, ...], metric: str, values: Any) -> None:
    """Put the sums of one metric, whose first axis is the blocks, into the summary."""
    by_row = np.ascontiguousarray(values.reshape(len(values), -1).T, np.int64)
    for name in names:
        summary.totals[name, metric] = groups[name].sums(by_row)


def _count(game: Game, plan: Plan, strategies: Grouping, outcomes: Outcomes, summary: Summary) -> None:
    """Histograms of scores, their parts and what was built; of lengths and end reasons."""
    strategy = np.broadcast_to(plan.strategy_of, outcomes.shares.shape)
    for index, column in enumerate(game.seat_columns):
        values = outcomes.seat_rows[..., index]
        if column.part or column.name == "score":
            _tally(summary, column.name, strategy, values, outcomes.shares)
        elif column.members:
            _tally_members(summary, column, strategies, values, outcomes.shares)
    for index, column in enumerate(game.game_columns[:2]):
        values = outcomes.game_rows[:, :, 2 + index]
        _tally(summary, column.name, np.full(values.shape, -1), values, np.zeros(values.shape, np.int64))


def _tally(summary: Summary, column: str, strategy: Any, values: Any, share: Any) -> None:
    """Count rows and win shares by strategy and value."""
    low, span = int(values.min()), int(values.max()) - int(values.min()) + 1
    cell = ((strategy + 1) * span + (values - low)).ravel()
    rows = np.bincount(cell)
    wins = np.bincount(cell, weights=share.ravel()).astype(np.int64)
    for number in np.flatnonzero(rows):
        key = (column, int(number // span) - 1, int(number % span) + low)
        summary.counts[key] = (int(rows[number]), int(wins[number]))


def _tally_members(summary: Summary, column: Column, strategies: Grouping, values: Any, share: Any) -> None:
    """Count rows and win shares by strategy and member of a set column."""
    blocks = len(values)
    sets = np.ascontiguousarray(values, "<i4").view(np.uint8).reshape(blocks, -1, 4)
    there = np.unpackbits(sets, axis=2, bitorder="little")
    rows = strategies.indicator @ there.sum(axis=0, dtype=np.int64)
    wins = strategies.indicator @ np.einsum("brm,br->rm", there, share.reshape(blocks, -1), dtype=np.int64)
    for group, strategy in enumerate(strategies.keys["strategy"]):
        for member in range(len(column.members)):
            if rows[group, member]:
                key = (column.name, strategy, member)
                summary.counts[key] = (int(rows[group, member]), int(wins[group, member]))
