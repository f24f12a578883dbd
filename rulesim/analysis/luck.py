"""Luck and skill: what the variance of a result is due to.

A *play* is one seat of one game of a block. Its result, the win share or the score, varies from
play to play, and from block to block. The variance over both is divided into terms that add up:

Expected results, averaged over all luck, differ by

strategy
    how well the strategies do on average: skill, as far as scripted plans go;
seat
    where one sits;
strategy and seat
    that some strategies do better in some seats than others do;
opponents
    that a strategy does better against some line-ups than against others;
order at the table
    what is left of expected results: who sits where, given the line-up.

Luck, the deviations from those expected results, is

seed, by strategy
    luck of a block's seed (shuffles, dice) that a strategy keeps in all its games of the block:
    whom the seed favours;
seed, by seat
    luck of the seed that a seat keeps, whoever sits there;
seed, all alike
    of the score only: rich and poor seeds. Win shares of a game add up to 1, so that a seed that
    favours all alike does not exist;
single game
    the rest: how the game went, with all choices of chance that a strategy makes.

The first five are differences of mean squares of expected results; what chance adds to a square of
means is taken off by multiplying different blocks only (a U-statistic), so no estimate is biased.
The others are variance components of a model with random effects: a block's luck for strategy a is
B_a, for seat s C_s, for the single play e, independent, and a game's win shares depend on them less
their average at the table, because they add up to 1. Scores depend on them and on the luck that all
share, of the block and of the single game. They are estimated by the method of moments:
the variances of block totals of plays, strategies, seats and so on are equated with their expectations
(Searle, Casella and McCulloch, "Variance Components", 1992, chapter 5). Estimates may be below zero
by chance. Intervals are those of the delete-a-group jackknife.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from scipy.sparse import csr_array, eye_array, kron

from rulesim.analysis.batch_sums import BatchSums, jackknife_interval
from rulesim.errors import InputError
from rulesim.statistics.intervals import LEVEL

if TYPE_CHECKING:
    from rulesim.analysis.run import Run

METRICS = ("win_share", "score")
SKILL, SEATING, LUCK = "strategy", "design", "luck"
EXPECTED = ("strategy", "seat", "strategy and seat", "opponents", "order at the table")
SEEDS = {"strategy": "seed, by strategy", "seat": "seed, by seat", "all_seats": "seed, all alike"}
GAME = "single game"
KINDS = {"strategy": SKILL, **dict.fromkeys(EXPECTED[1:], SEATING), **dict.fromkeys([*SEEDS.values(), GAME], LUCK)}
SAME = 1e-9
"""Part of a column below which it is nothing but a sum of the others."""


def luck(run: Run, metric: str = "win_share", level: float = LEVEL) -> pl.DataFrame:
    """Shares of the variance of a result that are due to strategy, seat, opponents and luck.

    Parameters
    ----------
    metric
        win_share or score.

    Returns
    -------
    DataFrame
        source, kind (strategy, design or luck), share (of the variance; null where the design
        cannot tell it from the single game), low, high, variance (in 1 or in squared score
        units), blocks; the last two rows are the sum of all luck and the whole variance.

    Raises
    ------
    InputError
        If the metric is another one, nothing was played yet, or the run is one of restricted play,
        whose games are played several times over with the same luck.
    """
    if metric not in METRICS:
        raise InputError(f"luck of {metric!r}: expected {' or '.join(METRICS)}")
    if run.kind == "ablation":
        raise InputError(
            f"{run.folder.path}: luck is not told from restricted play, which plays each game once for each seat; "
            "expected a run without forbidden features"
        )
    sums = BatchSums.of(run, metric).without_each()
    terms = decomposition(sums, zero_sum=metric == "win_share")
    total = terms["total"]
    rows = []
    for source, variances in terms.items():
        kind = KINDS.get(source, LUCK if source == "luck" else "total")
        if variances is None:
            rows.append((source, kind, None, None, None, None, run.n_blocks))
            continue
        with np.errstate(invalid="ignore", divide="ignore"):
            share = variances / total
        low, high = jackknife_interval(share[0], share[1:], level)
        rows.append((source, kind, share[0], low, high, variances[0], run.n_blocks))
    schema = {
        "source": pl.String, "kind": pl.String, "share": pl.Float64, "low": pl.Float64, "high": pl.Float64,
        "variance": pl.Float64, "blocks": pl.Int64,
    }  # fmt: skip
    return pl.DataFrame(rows, schema=schema, orient="row")


@np.errstate(invalid="ignore", divide="ignore")  # one block has no variance
def decomposition(sums: BatchSums, zero_sum: bool) -> dict[str, Any]:
    """The terms of the variance of one play by name, then ``luck`` and ``total``.

    Parameters
    ----------
    zero_sum
        Whether the results of a game add up to the same number always.

    Returns
    -------
    dict
        Each an array over the columns of the sums; None where the design cannot tell it apart.
    """
    squares = {name: _squared_expectations(sums, name) for name in sums.groups if name in _ORTHOGONAL}
    square = sums.squares["play", 1] / (sums.blocks * len(sums.totals))
    every, strategy, seat = squares["all_seats"], squares["strategy"], squares["seat"]
    terms: dict[str, Any] = dict(
        zip(
            EXPECTED,
            (
                strategy - every,
                seat - every,
                squares["strategy_seat"] - strategy - seat + every,
                squares["line_up"] - strategy,
                squares["play"] - squares["line_up"] - squares["strategy_seat"] + strategy,
            ),
            strict=True,
        )
    )
    terms |= _luck_terms(sums, zero_sum)
    return {**terms, "luck": square - squares["play"], "total": square - every}


_ORTHOGONAL = ("all_seats", "strategy", "seat", "strategy_seat", "line_up", "play")


def _squared_expectations(sums: BatchSums, name: str) -> Any:
    """Mean over plays of the squared expectation of the play's group, from products of different blocks."""
    grouping = sums.groups[name]
    plays = grouping.rows.astype(float)
    blocks = sums.blocks.astype(float)
    products = (((grouping.indicator @ sums.totals) ** 2) / plays[:, None]).sum(axis=0)
    products = products - sum(row / size for (of, size), row in sums.squares.items() if of == name)
    return products / (blocks * (blocks - 1)) / plays.sum()


def _luck_terms(sums: BatchSums, zero_sum: bool) -> dict[str, Any]:
    """Variance components of a play's luck, by the method of moments."""
    names = [name for name in ("game", *SEEDS) if not (zero_sum and name in ("game", "all_seats"))]
    observed = {name: _block_variance(sums, name) for name in ("play", *names)}
    plays, seats = sums.totals.shape[0], sums.plan.strategy_of.shape[1]
    centred = _centring(plays // seats, seats) if zero_sum else eye_array(plays, format="csr")
    totals = {name: csr_array(sums.groups[name].indicator, dtype=float) for name in observed}
    effects = {name: centred @ (eye_array(plays) if name == "play" else totals[name].T) for name in observed}
    told = ["play"]
    for name in names:
        if _distinct(_expected(totals, effects, [*told, name])):
            told.append(name)
    components = np.linalg.solve(_expected(totals, effects, told), np.stack([observed[name] for name in told]))
    sizes = [_size(effects[name]) / plays for name in told]
    found = {name: size * component for name, size, component in zip(told, sizes, components, strict=True)}
    single = found["play"] + found.get("game", 0)
    return {**{SEEDS[name]: found.get(name) for name in SEEDS if name in names}, GAME: single}


def _block_variance(sums: BatchSums, name: str) -> Any:
    """Variances of the block totals of a grouping's groups, added up."""
    blocks = sums.blocks.astype(float)
    products = ((sums.groups[name].indicator @ sums.totals) ** 2).sum(axis=0)
    squares = sum(row for (of, _), row in sums.squares.items() if of == name)
    return (squares - products / blocks) / (blocks - 1)


def _centring(games: int, seats: int) -> Any:
    """The sparse matrix that takes each game's mean off its plays."""
    return csr_array(kron(eye_array(games), np.eye(seats) - 1 / seats))


def _expected(totals: dict[str, Any], effects: dict[str, Any], names: list[str]) -> Any:
    """What one unit of each variance component (columns) adds to each grouping's block variance (rows)."""
    return np.array([[_size(totals[row] @ effects[column]) for column in names] for row in names])


def _size(matrix: Any) -> float:
    """Sum of the squares of a sparse matrix."""
    return float(matrix.multiply(matrix).sum())


def _distinct(coefficients: Any) -> bool:
    """Whether no column is a combination of the others."""
    length = np.linalg.norm(coefficients, axis=0)
    return bool(
        (length > SAME * length.max()).all() and np.linalg.svd(coefficients / length, compute_uv=False)[-1] > SAME
    )
