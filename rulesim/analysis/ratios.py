"""Means over groups of rows whose number varies from block to block, with cluster-robust errors.

How often a line is played is chance, so its mean is a ratio of two random totals. With the block as
unit its variance is found by Taylor linearisation (Cochran, "Sampling Techniques", 3rd ed. 1977,
§2.9 and §6.3): that of the sum over blocks of the residuals from the ratio. Rows are compared with
the average of their *cell* (their line-up and seat, say), which is estimated from the same blocks
and has its part in the linearisation: a group that holds all rows of its cells differs by zero,
with error zero. Everything is summed up part by part, so memory does not grow with the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy.sparse import csr_array

BATCH = 2_000_000
"""Residuals, of groups and blocks, that are held at once."""

ROUNDING = 1e-15
"""Mean squared residuals below this are zero, but for rounding."""


@dataclass(frozen=True)
class Part:
    """The rows of some whole blocks.

    Attributes
    ----------
    block : int array, (rows,)
        Numbered from 0 within the part.
    cell : int array, (rows,)
    values : float array, (metrics, rows)
    member : sparse array, (groups, rows)
        1 where the row belongs to the group; a row may belong to several or none.
    """

    block: Any
    cell: Any
    values: Any
    member: Any

    @cached_property
    def in_block(self) -> Any:
        """1 where the row is of the block, (rows, blocks)."""
        return indicator(np.arange(len(self.block)), self.block, (len(self.block), int(self.block.max()) + 1))

    def in_cell(self, cells: int) -> Any:
        """1 where the row is of the cell, (cells, rows)."""
        return indicator(self.cell, np.arange(len(self.cell)), (cells, len(self.cell)))


def indicator(rows: Any, columns: Any, shape: tuple[int, int]) -> Any:
    """A sparse array of ones at the given places; their number where a place comes several times."""
    return csr_array((np.ones(len(rows)), (rows, columns)), shape=shape)


@dataclass(frozen=True)
class Means:
    """Means of groups, and of the cells that their rows are in.

    Attributes
    ----------
    plays, blocks : arrays, (groups,)
        Rows of the group, and blocks in which it has any.
    mean, error : arrays, (metrics, groups)
        Mean of the group's rows and its standard error; nan for a single block.
    average : array, (metrics, groups)
        Mean over the group's rows of the averages of their cells.
    difference_error : array, (metrics, groups)
        Standard error of mean less average.
    part, part_error, part_blocks : arrays, (groups,)
        The group's part of the rows of its parent, and the blocks in which the parent has rows.
    """

    plays: Any
    blocks: Any
    mean: Any
    error: Any
    average: Any
    difference_error: Any
    part: Any
    part_error: Any
    part_blocks: Any


def group_means(parts: Callable[[], Iterable[Part]], cells: int, parents: Any) -> Means:
    """Means of all groups with their errors.

    Parameters
    ----------
    parts
        Gives all rows, part by part; called twice.
    cells
        Number of cells.
    parents : int array, (groups,)
        The group of which each is a part; the group itself where there is none.

    Notes
    -----
    The variance is multiplied by k / (k - 1) for the k blocks in which the group has rows: a group
    with a row in each of a few blocks has the error of the mean of so many values.
    """
    counts: Any = 0
    totals: Any = 0
    cell_counts: Any = 0
    cell_totals: Any = 0
    shared: Any = 0
    for part in parts():
        in_cell = part.in_cell(cells)
        counts = counts + part.member.sum(axis=1)
        totals = totals + (part.member @ part.values.T).T
        cell_counts = cell_counts + in_cell.sum(axis=1)
        cell_totals = cell_totals + (in_cell @ part.values.T).T
        shared = shared + part.member @ in_cell.T
    with np.errstate(divide="ignore", invalid="ignore"):
        mean, averages = totals / counts, cell_totals / cell_counts
        average = (shared @ np.nan_to_num(averages).T).T / counts
        share = counts / counts[parents]
        weights = shared.multiply(1 / np.maximum(cell_counts, 1)[None, :]).tocsr()
    squares, blocks = _squares(parts(), mean, average, averages, share, weights, parents)
    known = np.where(blocks > 1, blocks / np.maximum(blocks - 1, 1), np.nan)
    error, of_part = np.sqrt(squares[:-1] * known) / counts, np.sqrt(squares[-1] * known[parents]) / counts[parents]
    return Means(
        counts.astype(np.int64), blocks, mean, error[: len(mean)], average, error[len(mean) :], share, of_part,
        blocks[parents],
    )  # fmt: skip


def _squares(
    parts: Iterable[Part], mean: Any, average: Any, averages: Any, share: Any, weights: Any, parents: Any
) -> tuple[Any, Any]:
    """Sums over blocks of squared residuals, (of means, of differences, of the part; groups), and blocks with rows."""
    metrics, groups = mean.shape
    squares, blocks = np.zeros((2 * metrics + 1, groups)), np.zeros(groups, np.int64)
    for part in parts:
        in_cell, in_block = part.in_cell(len(averages[0])), part.in_block
        expected = averages[:, part.cell]
        residuals = [in_cell.multiply(apart[None, :]).tocsr() @ in_block for apart in part.values - expected]
        for some in _batches(groups, in_block.shape[1]):
            member = part.member[some]

            def summed(values: Any, member: Any = member, in_block: Any = in_block) -> Any:
                """Totals of the batch's groups in each block."""
                return (member.multiply(values[None, :]).tocsr() @ in_block).toarray()

            rows = (member @ in_block).toarray()
            blocks[some] += (rows > 0).sum(axis=1)
            for metric in range(metrics):
                total = summed(part.values[metric])
                own = total - mean[metric, some, None] * rows
                difference = (mean - average)[metric, some, None] * rows
                to_average = total - summed(expected[metric]) - difference
                to_average -= (weights[some] @ residuals[metric]).toarray()
                squares[metric, some] += np.einsum("gb,gb->g", own, own)
                squares[metrics + metric, some] += np.einsum("gb,gb->g", to_average, to_average)
            of_parent = rows - share[some, None] * (part.member[parents[some]] @ in_block).toarray()
            squares[-1, some] += np.einsum("gb,gb->g", of_parent, of_parent)
    return np.where(squares < ROUNDING * np.maximum(blocks, 1), 0, squares), blocks


def _batches(groups: int, blocks: int) -> Iterator[slice]:
    """The groups in batches of which all blocks fit into memory."""
    size = max(1, BATCH // blocks)
    for start in range(0, groups, size):
        yield slice(start, min(start + size, groups))
