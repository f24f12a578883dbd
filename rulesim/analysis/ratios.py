"""Means over groups of rows whose number varies from block to block, with cluster-robust errors.

How often a line is played is chance, so its mean is a ratio of two random totals. With the block as
unit its variance is found by Taylor linearisation (Cochran, "Sampling Techniques", 3rd ed. 1977,
§2.9 and §6.3): that of the sum over blocks of the residuals from the ratio. Rows are compared with
the average of their *cell* (their line-up and seat, say), which is estimated from the same blocks
and has its part in the linearisation: a group that holds all rows of its cells differs by zero,
with error zero. Or each row comes with the value to compare it with. Everything is summed up part
by part, so memory does not grow with the rows.
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

ROUNDING = 1e-9
"""Residuals below this part of their total are zero, but for rounding."""


@dataclass(frozen=True)
class Part:
    """The rows of some whole blocks.

    Attributes
    ----------
    block : int array, (rows,)
        Numbered from 0 within the part.
    cell : int array, (rows,)
        -1: the row is not compared with a cell's average but with ``given``, and is in none.
    values : float array, (metrics, rows)
    member : sparse array, (groups, rows)
        1 where the row belongs to the group; a row may belong to several or none.
    given : float array, (metrics, rows)
        What rows without a cell are compared with.
    """

    block: Any
    cell: Any
    values: Any
    member: Any
    given: Any = 0.0

    @cached_property
    def in_block(self) -> Any:
        """1 where the row is of the block, (rows, blocks)."""
        return indicator(np.arange(len(self.block)), self.block, (len(self.block), int(self.block.max()) + 1))

    def in_cell(self, cells: int) -> Any:
        """1 where the row is of the cell, (cells, rows)."""
        rows = np.flatnonzero(self.cell >= 0)
        return indicator(self.cell[rows], rows, (cells, len(self.cell)))

    def expected(self, averages: Any) -> Any:
        """What each row is compared with, (metrics, rows)."""
        return np.where(self.cell >= 0, averages[:, self.cell], self.given)


def indicator(rows: Any, columns: Any, shape: tuple[int, int]) -> Any:
    """A sparse array of ones at the given places; their number where a place comes several times."""
    return csr_array((np.ones(len(rows)), (rows, columns)), shape=shape)


@dataclass(frozen=True)
class Means:
    """Means of groups, and of what their rows are compared with.

    Attributes
    ----------
    plays, blocks : arrays, (groups,)
        Rows of the group, and blocks in which it has any.
    mean, error : arrays, (metrics, groups)
        Mean of the group's rows and its standard error; nan for a single block.
    average : array, (metrics, groups)
        Mean over the group's rows of the averages of their cells, or of the values given.
    difference_error : array, (metrics, groups)
        Standard error of mean less average.
    part, part_error, part_blocks : arrays, (groups,)
        The group's part of the rows of its parent, and the blocks in which the parent has rows.
    pair_error : array, (metrics, pairs)
        Standard errors of the differences (mean less average) of the first groups less those of the second.
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
    pair_error: Any


NO_PAIRS = np.zeros((0, 2), np.int64)


def group_means(parts: Callable[[], Iterable[Part]], cells: int, parents: Any, pairs: Any = NO_PAIRS) -> Means:
    """Means of all groups with their errors.

    Parameters
    ----------
    parts
        Gives all rows, part by part; called twice.
    cells
        Number of cells.
    parents : int array, (groups,)
        The group of which each is a part; the group itself where there is none.
    pairs : int array, (pairs, 2)
        Groups whose differences are compared with each other.

    Notes
    -----
    The variance is multiplied by k / (k - 1) for the k blocks in which the group has rows: a group
    with a row in each of a few blocks has the error of the mean of so many values.
    """
    counts: Any = 0
    totals: Any = 0
    given: Any = 0
    cell_counts: Any = 0
    cell_totals: Any = 0
    shared: Any = 0
    for part in parts():
        in_cell = part.in_cell(cells)
        counts = counts + part.member.sum(axis=1)
        totals = totals + (part.member @ part.values.T).T
        given = given + (part.member @ np.where(part.cell >= 0, 0, part.given + 0 * part.values).T).T
        cell_counts = cell_counts + in_cell.sum(axis=1)
        cell_totals = cell_totals + (in_cell @ part.values.T).T
        shared = shared + part.member @ in_cell.T
    with np.errstate(divide="ignore", invalid="ignore"):
        mean, averages = totals / counts, np.nan_to_num(cell_totals / cell_counts)
        average = (given + (shared @ averages.T).T) / counts
        share = counts / counts[parents]
        weights = shared.multiply(1 / np.maximum(cell_counts, 1)[None, :]).tocsr()
        sums = _Sums(mean, average, averages, share, weights, parents, pairs, 1 / counts)
        for part in parts():
            sums.add(part)
        known = np.where(sums.blocks > 1, sums.blocks / np.maximum(sums.blocks - 1, 1), np.nan)
        fewest = known[pairs].max(axis=1) if len(pairs) else np.zeros(0)
        return Means(
            counts.astype(np.int64),
            sums.blocks,
            mean,
            np.sqrt(sums.own * known) / counts,
            average,
            np.sqrt(sums.apart * known) / counts,
            share,
            np.sqrt(sums.of_parent * known[parents]) / counts[parents],
            sums.blocks[parents],
            np.sqrt(sums.between * fewest),
        )


class _Sums:
    """Sums over blocks of squared residuals, part by part."""

    def __init__(
        self, mean: Any, average: Any, averages: Any, share: Any, weights: Any, parents: Any, pairs: Any, scale: Any
    ) -> None:
        self.mean, self.difference, self.averages, self.share = mean, mean - average, averages, share
        self.weights, self.parents, self.pairs, self.scale = weights, parents, pairs, scale
        metrics, groups = mean.shape
        self.blocks = np.zeros(groups, np.int64)
        self.own, self.apart = np.zeros((metrics, groups)), np.zeros((metrics, groups))
        self.of_parent, self.between = np.zeros(groups), np.zeros((metrics, len(pairs)))

    def add(self, part: Part) -> None:
        """Add the blocks of one part."""
        part_of = _Residuals(self, part)
        blocks = part.in_block.shape[1]
        for some in _batches(len(self.share), blocks):
            rows = part_of.rows(some)
            self.blocks[some] += (rows > 0).sum(axis=1)
            self.of_parent[some] += _squared(rows - self.share[some, None] * part_of.rows(self.parents[some]))
            for metric in range(len(self.mean)):
                self.own[metric, some] += _squared(part_of.own(metric, some))
                self.apart[metric, some] += _squared(part_of.apart(metric, some))
        for some in _batches(len(self.pairs), blocks):
            first, second = self.pairs[some].T
            for metric in range(len(self.mean)):
                apart = [part_of.apart(metric, one) * self.scale[one, None] for one in (first, second)]
                self.between[metric, some] += _squared(apart[0] - apart[1])


class _Residuals:
    """Residuals of some groups in each block of a part, (groups, blocks)."""

    def __init__(self, sums: _Sums, part: Part) -> None:
        self.sums, self.part = sums, part
        self.expected = part.expected(sums.averages)
        in_cell = part.in_cell(sums.averages.shape[1])
        apart = part.values - self.expected
        self.of_cells = [in_cell.multiply(one[None, :]).tocsr() @ part.in_block for one in apart]

    def rows(self, groups: Any) -> Any:
        """The groups' rows in each block."""
        return (self.part.member[groups] @ self.part.in_block).toarray()

    def _total(self, values: Any, groups: Any) -> Any:
        return (self.part.member[groups].multiply(values[None, :]).tocsr() @ self.part.in_block).toarray()

    def own(self, metric: int, groups: Any) -> Any:
        """Totals, less those that the groups' means would give."""
        total = self._total(self.part.values[metric], groups)
        return _rounded(total - self.sums.mean[metric, groups, None] * self.rows(groups), total)

    def apart(self, metric: int, groups: Any) -> Any:
        """The same of the differences to the averages, which are estimated from the same blocks."""
        total = self._total(self.part.values[metric] - self.expected[metric], groups)
        residual = total - self.sums.difference[metric, groups, None] * self.rows(groups)
        return _rounded(residual - (self.sums.weights[groups] @ self.of_cells[metric]).toarray(), total)


def _rounded(residual: Any, total: Any) -> Any:
    """Residuals, with exact zeros in place of what is rounding."""
    return np.where(np.abs(residual) < ROUNDING * (1 + np.abs(total)), 0, residual)


def _squared(residuals: Any) -> Any:
    return np.einsum("gb,gb->g", residuals, residuals)


def _batches(groups: int, blocks: int) -> Iterator[slice]:
    """The groups in batches of which all blocks fit into memory."""
    size = max(1, BATCH // blocks)
    for start in range(0, groups, size):
        yield slice(start, min(start + size, groups))
