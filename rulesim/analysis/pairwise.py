"""How strategies fare against each other: who is placed better where both sit at a table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from rulesim.statistics.intervals import LEVEL, block_variance, share_interval

if TYPE_CHECKING:
    from rulesim.analysis.run import Run


def pairwise(run: Run, level: float = LEVEL) -> pl.DataFrame:
    """The share of games in which one strategy is placed better than another one, from the stored rows.

    A game counts once for each pair of seats that the two hold; equal places count half. The others
    at the table matter too: these are not games of two.

    Parameters
    ----------
    level
        Of the intervals, which are computed on blocks, each on its own.

    Returns
    -------
    DataFrame
        strategy, other, share, low, high, error, games (pairs of seats), blocks: a row for each
        ordered pair that met.

    Raises
    ------
    InputError
        If the run kept only its summary.
    """
    number = len(run.strategies)
    met, won, squared = (np.zeros(number * number, np.int64) for _ in range(3))
    for block, strategy, place in _tables(run):
        own, games = _points(block, strategy, place, number)
        met += games
        won += own.sum(axis=1)
        squared += (own**2).sum(axis=1)
    pairs = np.flatnonzero(met)
    games, won, squared, blocks = met[pairs], won[pairs], squared[pairs], run.n_blocks
    error = np.sqrt(block_variance(won.astype(float), squared, blocks) * blocks) / (2 * games)
    share = won / (2 * games)
    low, high = share_interval(share, error, np.full(len(pairs), blocks), level)
    names = pl.Series(run.strategies, dtype=pl.Enum(run.strategies))
    return pl.DataFrame(
        {
            "strategy": names.gather(pairs // number), "other": names.gather(pairs % number),
            "share": share, "low": low, "high": high, "error": error,
            "games": games, "blocks": np.full(len(pairs), blocks),
        }
    )  # fmt: skip


def _tables(run: Run) -> Iterator[tuple[Any, Any, Any]]:
    """Block, strategies and places of each game, int64 (games,), (games, seats) and again; whole blocks at a time."""
    seats = int(run.manifest["players"])
    for file in run.row_files():
        rows = run.of_variant(pl.scan_parquet(file)).select("block", "strategy", "place").collect()
        if rows.is_empty():
            continue
        block, strategy, place = (
            column.to_numpy().astype(np.int64).reshape(-1, seats)
            for column in (rows["block"], rows["strategy"].to_physical(), rows["place"])
        )
        yield block[:, 0], strategy, place


def _points(block: Any, strategy: Any, place: Any, number: int) -> tuple[Any, Any]:
    """Points (2: better, 1: equal) of each ordered pair in each block, (pairs, blocks), and its games, (pairs,)."""
    block = block - block.min()
    blocks = int(block.max()) + 1
    points, games = np.zeros((number * number, blocks), np.int64), np.zeros(number * number, np.int64)
    for one, other in combinations(range(strategy.shape[1]), 2):
        apart = np.flatnonzero(strategy[:, one] != strategy[:, other])
        for own, rival in ((one, other), (other, one)):
            pair = strategy[apart, own] * number + strategy[apart, rival]
            better = 1 + np.sign(place[apart, rival] - place[apart, own])
            points += (
                np.bincount(pair * blocks + block[apart], better, points.size).astype(np.int64).reshape(-1, blocks)
            )
            games += np.bincount(pair, minlength=len(games))
    return points, games
