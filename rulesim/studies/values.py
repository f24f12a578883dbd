"""One metric at many points, block by block, and how sure it is.

All points are played on the same blocks. So what they have in common cancels in differences of
points, and drawing blocks anew (one draw for all points) shows how far any function of all values
is down to chance.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rulesim.analysis.balance import spread_interval
from rulesim.analysis.metric import Metric
from rulesim.experiment.outcomes import WIN_SHARES, Outcomes
from rulesim.experiment.summary import Grouping
from rulesim.games.game import Game
from rulesim.statistics.intervals import mean_interval, share_interval


@dataclass(frozen=True)
class Values:
    """A metric at some points.

    Attributes
    ----------
    totals : int64 array, (points, groups, blocks)
        Totals of each block: of the one group that the metric is of, or of all for a spread.
    scale : array, (groups,)
        What a block's total is divided by to get its mean.
    """

    metric: Metric
    totals: Any
    scale: Any

    @property
    def blocks(self) -> int:
        """Number of blocks."""
        return int(self.totals.shape[2])

    @property
    def shares(self) -> Any:
        """Means of the groups, (points, groups)."""
        return self.totals.mean(axis=2) / self.scale

    @property
    def estimates(self) -> Any:
        """The metric at each point."""
        return self._of(self.shares)

    def _of(self, shares: Any) -> Any:
        """The metric from the means of the groups, which are the last axis."""
        return np.ptp(shares, axis=-1) if self.metric.is_spread else shares[..., 0]

    def drawn_shares(self, count: int, seed: int) -> Any:
        """Means of the groups after drawing blocks anew, (count, points, groups).

        Draws of blocks vary by 1 - 1/blocks times too little; they are stretched by that.
        """
        blocks = self.blocks
        counts = np.random.default_rng(seed).multinomial(blocks, np.full(blocks, 1 / blocks), size=count)
        weights = (1 + (counts - 1) * np.sqrt(blocks / max(1, blocks - 1))) / blocks
        points, groups, _ = self.totals.shape
        drawn = weights @ self.totals.reshape(points * groups, blocks).T.astype(float)
        return drawn.reshape(count, points, groups) / self.scale

    def draws(self, count: int, seed: int) -> Any:
        """The metric after drawing blocks anew, (count, points)."""
        return self._of(self.drawn_shares(count, seed))

    def covariance(self, point: int) -> Any:
        """Covariance of the means of the groups at one point, (groups, groups)."""
        return np.atleast_2d(np.cov(self.totals[point] / self.scale[:, None])) / self.blocks

    def interval(self, point: int, level: float = 0.95) -> tuple[float, float]:
        """The interval of the metric at one point; nan for a single block."""
        if self.blocks < 2:
            return float("nan"), float("nan")
        if self.metric.is_spread:
            return spread_interval(self.shares[point], self.covariance(point), self.blocks, level)[1:]
        error = np.sqrt(self.covariance(point)[0, 0])
        low, high = (share_interval if self.metric.is_share else mean_interval)(
            self.shares[point, 0], error, self.blocks, level
        )
        return float(low), float(high)

    def at(self, points: Any) -> Values:
        """The values of some of the points, in this order."""
        return replace(self, totals=self.totals[np.asarray(points, int)])


def block_totals(metric: Metric, game: Game, groups: dict[str, Grouping], outcomes: Outcomes) -> Any:
    """Totals of some blocks' outcomes, int64 (groups, blocks)."""
    values = _metric_values(metric, game, outcomes)
    by_row = np.ascontiguousarray(values.reshape(len(values), -1).T, np.int64)
    return _chosen(groups[metric.grouping], metric).indicator @ by_row


def scale_of(metric: Metric, groups: dict[str, Grouping]) -> Any:
    """What a block's totals are divided by."""
    rows = _chosen(groups[metric.grouping], metric).rows
    return np.asarray(rows, float) * (WIN_SHARES if metric.is_spread or metric.name == "win_share" else 1)


def _chosen(grouping: Grouping, metric: Metric) -> Grouping:
    """The group that a metric is of; all of them for a spread."""
    if metric.is_spread or (metric.strategy is None and metric.seat is None):
        return grouping
    keys = grouping.keys
    wanted = [
        number
        for number, (strategy, seat) in enumerate(keys.select("strategy", "seat").iter_rows())
        if metric.strategy in (None, strategy) and metric.seat in (None, seat)
    ]
    return Grouping(keys[wanted], grouping.indicator[wanted])


def _metric_values(metric: Metric, game: Game, outcomes: Outcomes) -> Any:
    """Values of the rows, (blocks, games) or (blocks, games, seats)."""
    if metric.is_spread or metric.name == "win_share":
        return outcomes.shares
    length, ends = game.game_columns[:2]
    of_game = {"decisions": 0, "choices": 1, length.name: 2}
    if metric.name in of_game:
        return outcomes.game_rows[..., of_game[metric.name]]
    for number, member in enumerate(ends.members):
        if metric.name == f"{ends.name}_{member}":
            return (outcomes.game_rows[..., 3] >> number) & 1
    for index, column in enumerate(game.seat_columns):
        if column.name == metric.name:
            return outcomes.seat_rows[..., index]
        for number, member in enumerate(column.members):
            if metric.name == f"{column.name}_{member}":
                return (outcomes.seat_rows[..., index] >> number) & 1
    raise AssertionError(metric.name)
