"""Sums by batches of blocks, for figures that are no plain means.

Block b belongs to batch b modulo the number of batches. Batches are independent and equally large
(to within a block), so leaving out one after the other (the delete-a-group jackknife, Wolter,
"Introduction to Variance Estimation", 2007, chapter 4) or drawing them with replacement gives an
interval for anything that is computed from sums: a variance component, an equilibrium. A run with
fewer blocks than batches has one block a batch.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl
from scipy.sparse import csr_array

from rulesim.experiment.designs import Plan

BATCHES = 50
FEWEST = 10
MOST_NUMBERS = 4_000_000
"""Of plays times batches; a larger plan gets fewer batches."""

SQUARED = ("play", "game", "line_up", "strategy_seat", "strategy", "seat", "all_seats")
"""Groupings of which the squares of block totals are kept, added up over groups of equally many plays."""

METRICS = ("win_share", "score")

_KEYS = ("variant", "metric", "kind", "number")


def batch_count(plan: Plan) -> int:
    """How many batches a plan's blocks are divided into."""
    return max(FEWEST, min(BATCHES, MOST_NUMBERS // plan.strategy_of.size))


def batch_blocks(blocks: int, batches: int) -> Any:
    """Blocks in each batch after so many blocks, int64 (batches,)."""
    return blocks // batches + (np.arange(batches) < blocks % batches)


def square_classes(plays_of: dict[str, Any]) -> list[tuple[str, int]]:
    """The (grouping, plays of a group in a block) by which squares are kept.

    Parameters
    ----------
    plays_of
        For each grouping an array with the plays of each group.
    """
    return [(name, int(plays)) for name in SQUARED for plays in np.unique(plays_of[name])]


@dataclass
class Batches:
    """Sums by batch.

    Attributes
    ----------
    totals : dict from metric to an int64 array (variants, plays, batches)
        Of each play (a seat of a game of the plan), over the blocks of the batch.
    squares : dict from metric to an int64 array (variants, classes, batches)
        Of squared block totals, by `square_classes`.
    """

    totals: dict[str, Any] = field(default_factory=dict)
    squares: dict[str, Any] = field(default_factory=dict)

    def add(self, metric: str, values: Any, indicators: dict[str, Any], first_block: int, batches: int) -> None:
        """Add some blocks.

        Parameters
        ----------
        values : int64 array, (variants, plays, blocks)
        indicators
            For each grouping the sparse array (groups, plays).
        first_block
            The number of the first of these blocks.
        """
        blocks = values.shape[2]
        rows = np.arange(blocks)
        ones = np.ones(blocks, np.int64)
        belongs = csr_array((ones, (rows, (first_block + rows) % batches)), shape=(blocks, batches))
        plays_of = {name: indicators[name].sum(axis=1) for name in SQUARED}
        squares = [
            np.stack(
                [
                    ((indicators[name][plays_of[name] == plays] @ of_variant) ** 2).sum(axis=0) @ belongs
                    for name, plays in square_classes(plays_of)
                ]
            )
            for of_variant in values
        ]
        self._merge(metric, np.stack([of_variant @ belongs for of_variant in values]), np.stack(squares))

    def _merge(self, metric: str, totals: Any, squares: Any) -> None:
        for kept, added in ((self.totals, totals), (self.squares, squares)):
            kept[metric] = kept[metric] + added if metric in kept else added

    def merge(self, other: Batches) -> None:
        """Add other blocks' sums to these."""
        for metric, totals in other.totals.items():
            self._merge(metric, totals, other.squares[metric])

    def frame(self) -> pl.DataFrame:
        """variant, metric, kind (total or square), number (of the play or class), then a column for each batch."""
        parts = []
        for kind, kept in (("total", self.totals), ("square", self.squares)):
            for metric, of_variants in kept.items():
                for variant, sums in enumerate(of_variants):
                    keys: dict[str, Any] = {
                        "variant": pl.lit(variant, pl.Int32), "metric": pl.lit(metric), "kind": pl.lit(kind),
                        "number": pl.Series(np.arange(len(sums)), dtype=pl.Int32),
                    }  # fmt: skip
                    names = [f"batch_{number}" for number in range(sums.shape[1])]
                    parts.append(pl.DataFrame(np.asarray(sums, np.int64), schema=names).with_columns(**keys))
        return pl.concat(parts).select(*_KEYS, pl.exclude(_KEYS))

    @classmethod
    def from_frame(cls, frame: pl.DataFrame) -> Batches:
        """The sums back from their frame."""
        batches = cls()
        variants = int(frame["variant"].max()) + 1  # type: ignore[arg-type]
        for (metric, kind), part in frame.group_by(["metric", "kind"], maintain_order=True):
            sums = part.drop(_KEYS).to_numpy()
            kept = batches.totals if kind == "total" else batches.squares
            kept[str(metric)] = sums.reshape(variants, -1, sums.shape[1]).copy()
        return batches
