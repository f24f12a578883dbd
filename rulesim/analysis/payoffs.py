"""Payoffs of the metagame: what each strategy wins against each table of opponents.

The metagame is a symmetric game of as many players as the table has seats; its moves are the
strategies, and the payoff of one against a multiset of opponents is its expected win share,
averaged over the seats. Strategies that all play the same win an equal share, played or not.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from scipy import stats

from rulesim.analysis.alpharank import INTENSITIES, alpha_rank
from rulesim.analysis.batch_sums import BatchSums, bootstrap_weights, jackknife_error
from rulesim.statistics.intervals import LEVEL

if TYPE_CHECKING:
    from rulesim.analysis.run import Run

DRAWS = 400
"""Resamples of everything that is computed from payoffs."""

Table = tuple[int, ...]
"""Opponents at a table as sorted numbers of strategies."""


@dataclass(frozen=True)
class Payoffs:
    """The payoff table of one variant.

    Attributes
    ----------
    strategies
        Names, in the order of their numbers.
    players
        Seats at a table.
    entries : dict from (strategy, opponents) to a row of ``totals``
    totals : array, (entries, batches)
        Win shares of each batch added up, per play of the entry in a block.
    blocks : array, (batches,)
    """

    strategies: list[str]
    players: int
    entries: dict[tuple[int, Table], int]
    totals: Any
    blocks: Any

    @classmethod
    def of(cls, run: Run) -> Payoffs:
        """The payoffs that a run's line-ups give."""
        sums = BatchSums.of(run)
        grouping, players = sums.groups["line_up"], int(run.manifest["players"])
        totals = (grouping.indicator @ sums.totals) / grouping.rows[:, None]
        entries: dict[tuple[int, Table], int] = {}
        rows = [*totals]
        for row, (number, strategy) in enumerate(grouping.keys.select("line_up", "strategy").iter_rows()):
            entries[strategy, _without(sums.plan.line_ups[number], strategy)] = row
        for strategy in range(len(run.strategies)):
            entries[strategy, (strategy,) * (players - 1)] = len(rows)
            rows.append(sums.blocks / players)
        return cls(run.strategies, players, entries, np.stack(rows), sums.blocks)

    @property
    def size(self) -> int:
        """Number of strategies."""
        return len(self.strategies)

    @property
    def batches(self) -> int:
        """Batches that hold a block: what is resampled."""
        return len(self.blocks)

    @cached_property
    def mean(self) -> Any:
        """The payoffs, (entries,)."""
        return self.totals.sum(axis=1) / self.blocks.sum()

    @cached_property
    def draws(self) -> Any:
        """The payoffs of bootstrap resamples of the batches, (draws, entries)."""
        weights = bootstrap_weights(self.batches, DRAWS)
        return weights @ self.totals.T / (weights @ self.blocks)[:, None]

    @cached_property
    def _without(self) -> Any:
        """The payoffs without each batch, (entries, batches)."""
        left = self.totals.sum(axis=1, keepdims=True) - self.totals
        with np.errstate(invalid="ignore"):
            return left / (self.blocks.sum() - self.blocks)

    def interval(self, one: Any, other: Any = None, level: float = LEVEL) -> tuple[Any, Any, Any]:
        """Payoffs of some entries (rows), or what they exceed others by, paired on blocks; low, high."""
        mean, error = self.estimate(one, other)
        half = stats.t.ppf((1 + level) / 2, self.batches - 1) * error if self.batches > 1 else error
        return mean, mean - half, mean + half

    def estimate(self, one: Any, other: Any = None) -> tuple[Any, Any]:
        """As `interval`, with standard errors."""
        mean, without = self.mean[one], self._without[one]
        if other is not None:
            mean, without = mean - self.mean[other], without - self._without[other]
        return mean, jackknife_error(without)

    def combined(self, weights: Any) -> tuple[float, float]:
        """A weighted sum of the payoffs, and its standard error."""
        return float(weights @ self.mean), float(jackknife_error(weights @ self._without))

    def tables(self) -> dict[Table, list[int]]:
        """For each table of opponents the strategies whose payoff against it is known."""
        against: dict[Table, list[int]] = {}
        for strategy, opponents in self.entries:
            against.setdefault(opponents, []).append(strategy)
        return {opponents: sorted(against[opponents]) for opponents in sorted(against)}

    def uniform(self, strategy: int) -> Table:
        """Opponents that all play one strategy."""
        return (strategy,) * (self.players - 1)

    @cached_property
    def pairs(self) -> Any:
        """Rows of the payoffs in tables of two strategies, (one, other, k): k of one's opponents play as it does.

        -1 where it is not known; all diagonal entries are those of an equal share.
        """
        rows = np.full((self.size, self.size, self.players), -1)
        for one in range(self.size):
            for other in range(self.size):
                for alike in range(self.players):
                    opponents = tuple(sorted((one,) * alike + (other,) * (self.players - 1 - alike)))
                    rows[one, other, alike] = self.entries.get((one, opponents), -1)
        return rows

    @property
    def has_pairs(self) -> bool:
        """Whether all payoffs in tables of two strategies are known."""
        return bool((self.pairs >= 0).all())

    @cached_property
    def masses(self) -> tuple[Any, Any]:
        """Alpha-rank under the strongest selection, (strategies,), and that of the resamples, (draws, strategies)."""
        mass, draws = (alpha_rank(values[..., self.pairs], INTENSITIES[-1]) for values in (self.mean, self.draws))
        return mass, draws

    @property
    def complete(self) -> bool:
        """Whether the payoff of every strategy against every table is known."""
        return len(self.entries) == self.size * comb(self.size + self.players - 2, self.players - 1)

    def missing(self) -> int:
        """How many payoffs are not known."""
        return self.size * comb(self.size + self.players - 2, self.players - 1) - len(self.entries)

    def in_population(self) -> tuple[Any, Any, Any, Any]:
        """What a mean payoff in a mixed population is made of.

        Returns
        -------
        rows : int array, (terms,)
            Of the payoffs.
        strategy : int array, (terms,)
            Who is paid.
        ways : array, (terms,)
            In how many orders the opponents can be drawn.
        counts : int array, (terms, strategies)
            How many opponents play each strategy.
        """
        tables = list(combinations_with_replacement(range(self.size), self.players - 1))
        counts = np.array([[table.count(one) for one in range(self.size)] for table in tables])
        ways = [factorial(self.players - 1) / prod(map(factorial, Counter(table).values())) for table in tables]
        rows = [self.entries[strategy, table] for strategy in range(self.size) for table in tables]
        strategy = np.repeat(np.arange(self.size), len(tables))
        return np.array(rows), strategy, np.tile(ways, self.size), np.tile(counts, (self.size, 1))

    def frame(self, level: float = LEVEL) -> pl.DataFrame:
        """All payoffs: strategy, against (text), win_share, low, high, played (or an equal share by design)."""
        keys, rows = list(self.entries), np.array(list(self.entries.values()))
        mean, low, high = self.interval(rows, level=level)
        return pl.DataFrame(
            {
                "strategy": [self.strategies[strategy] for strategy, _ in keys],
                "against": [table_text(self.strategies, opponents) for _, opponents in keys],
                "win_share": mean, "low": low, "high": high,
                "played": [opponents != self.uniform(strategy) for strategy, opponents in keys],
            }
        )  # fmt: skip


def _without(line_up: tuple[int, ...], strategy: int) -> Table:
    """The opponents of one strategy of a line-up."""
    others = list(line_up)
    others.remove(strategy)
    return tuple(sorted(others))


def table_text(strategies: list[str], opponents: Table) -> str:
    """Opponents in words: ``2 × random, shipper``."""
    counts = Counter(strategies[one] for one in opponents)
    return ", ".join(name if count == 1 else f"{count} × {name}" for name, count in counts.items())
