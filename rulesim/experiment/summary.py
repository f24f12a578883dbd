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

from rulesim.experiment.designs import Plan
from rulesim.experiment.playing import Outcomes
from rulesim.experiment.rows import places
from rulesim.games.game import Game

SEAT_GROUPS = ("strategy", "strategy_seat", "seat", "line_up")
GAME_GROUPS = ("all", "all_line_up")


@dataclass(frozen=True)
class Grouping:
    """One way to divide the rows of a block into groups.

    Attributes
    ----------
    keys : DataFrame, a row for each group, with columns line_up, strategy, seat (null: all of them)
    rows : int64 array, (groups,)
        Rows of each group in a block.
    order, starts : int64 arrays
        The rows sorted by group, and where each group begins.
    """

    keys: pl.DataFrame
    rows: Any
    order: Any
    starts: Any

    @classmethod
    def of(cls, columns: dict[str, Any]) -> Grouping:
        """Group by the given key columns, each an array over the rows of a block (or None)."""
        given = [name for name, values in columns.items() if values is not None]
        n_rows = len(next(values for values in columns.values() if values is not None)) if given else 0
        stacked = np.stack([columns[name] for name in given]) if given else np.zeros((0, n_rows), np.int64)
        distinct, group = np.unique(stacked, axis=1, return_inverse=True)
        group = group.ravel()
        keys = {
            name: pl.Series(distinct[given.index(name)], dtype=pl.Int32)
            if name in given
            else pl.Series([None] * distinct.shape[1], dtype=pl.Int32)
            for name in columns
        }
        rows = np.bincount(group)
        return cls(
            pl.DataFrame(keys), rows, np.argsort(group, kind="stable"), np.concatenate([[0], np.cumsum(rows)[:-1]])
        )

    def totals(self, values: Any) -> Any:
        """Block totals, (blocks, groups), of values (blocks, rows)."""
        return np.add.reduceat(values[:, self.order], self.starts, axis=1)


def groupings(plan: Plan) -> dict[str, Grouping]:
    """All groupings of a plan by name: those of seat rows and those of game rows."""
    seats = plan.strategy_of.shape[1]
    strategy = plan.strategy_of.ravel()
    seat = np.tile(np.arange(1, seats + 1), plan.games_per_block)
    line_up = np.repeat(plan.line_up_of, seats)
    game = plan.line_up_of

    def by(line_up: Any = None, strategy: Any = None, seat: Any = None) -> Grouping:
        return Grouping.of({"line_up": line_up, "strategy": strategy, "seat": seat})

    everything = Grouping(
        pl.DataFrame({"line_up": [None], "strategy": [None], "seat": [None]}, schema_overrides=dict.fromkeys(
            ("line_up", "strategy", "seat"), pl.Int32)),
        np.array([len(game)]), np.arange(len(game)), np.array([0]),
    )  # fmt: skip
    return {
        "strategy": by(strategy=strategy),
        "strategy_seat": by(strategy=strategy, seat=seat),
        "seat": by(seat=seat),
        "line_up": by(line_up=line_up, strategy=strategy),
        "all": everything,
        "all_line_up": by(line_up=game),
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
    blocks = len(outcomes.seat_rows)
    summary = Summary(blocks)
    _, share = places(outcomes.seat_rows)
    metrics = {"win_share": share}
    for index, column in enumerate(game.seat_columns):
        if not column.members:
            metrics[column.name] = outcomes.seat_rows[..., index].astype(np.int64)
    for metric, values in metrics.items():
        for name in SEAT_GROUPS:
            summary.totals[name, metric] = _sums(groups[name].totals(values.reshape(blocks, -1)))
    for index, metric in enumerate(("decisions", "choices", game.game_columns[0].name)):
        for name in GAME_GROUPS:
            totals = groups[name].totals(outcomes.game_rows[:, :, index].astype(np.int64))
            summary.totals[name, metric] = _sums(totals)
    ends = game.game_columns[1]
    for member, end in enumerate(ends.members):
        met = (outcomes.game_rows[:, :, 3].astype(np.int64) >> member) & 1
        for name in GAME_GROUPS:
            summary.totals[name, f"{ends.name}_{end}"] = _sums(groups[name].totals(met))
    _count(game, plan, outcomes, share, summary)
    return summary


def _sums(totals: Any) -> Any:
    return np.stack([totals.sum(axis=0), (totals * totals).sum(axis=0)])


def _count(game: Game, plan: Plan, outcomes: Outcomes, share: Any, summary: Summary) -> None:
    """Histograms of scores, their parts and what was built; of lengths and end reasons."""
    strategy = np.broadcast_to(plan.strategy_of, share.shape)
    for index, column in enumerate(game.seat_columns):
        values = outcomes.seat_rows[..., index]
        if column.part or column.name == "score":
            _tally(summary, column.name, strategy, values, share)
        for member in range(len(column.members)):
            there = (values >> member) & 1 == 1
            _tally(summary, column.name, strategy[there], np.full(int(there.sum()), member), share[there])
    for index, column in enumerate(game.game_columns[:2]):
        values = outcomes.game_rows[:, :, 2 + index]
        _tally(summary, column.name, np.full(values.shape, -1), values, np.zeros(values.shape, np.int64))


def _tally(summary: Summary, column: str, strategy: Any, values: Any, share: Any) -> None:
    """Count rows and win shares by strategy and value."""
    if values.size == 0:
        return
    low, span = int(values.min()), int(values.max()) - int(values.min()) + 1
    cell = (strategy.astype(np.int64) + 1) * span + (values - low)
    rows = np.bincount(cell.ravel())
    wins = np.bincount(cell.ravel(), weights=share.ravel()).astype(np.int64)
    for number in np.flatnonzero(rows):
        key = (column, int(number // span) - 1, int(number % span) + low)
        summary.counts[key] = (int(rows[number]), int(wins[number]))
