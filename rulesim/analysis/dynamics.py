"""Where a population of strategies goes: replicator dynamics, and the equilibrium of two players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl
from scipy.integrate import solve_ivp

from rulesim.analysis.batch_sums import bootstrap_interval
from rulesim.analysis.payoffs import Payoffs
from rulesim.errors import InputError
from rulesim.statistics.intervals import LEVEL

TIME, POINTS = 2000.0, 201
"""A strategy that wins one percent more than the average grows by e^20 in this time."""

RESAMPLES, EQUILIBRIA = 60, 100
RESTS = 0.01
"""Shares that change by less over the last quarter of the time are at rest."""

Growth = Callable[[Any], Any]


def population_payoff(payoffs: Payoffs, values: Any) -> Growth:
    """The mean payoff of each strategy in mixed populations.

    Parameters
    ----------
    values : array, (resamples, entries)
        The payoffs.

    Returns
    -------
    function
        From shares (resamples, strategies) to payoffs of the same shape: opponents are drawn
        independently from the population.
    """
    rows, strategy, ways, counts = payoffs.in_population()
    tables = int((strategy == 0).sum())
    by_table = values[:, rows].reshape(len(values), payoffs.size, tables)
    ways, counts = ways[:tables], counts[:tables]

    def payoff(shares: Any) -> Any:
        chance = ways * np.prod(shares[:, None, :] ** counts, axis=2)
        return np.einsum("rst,rt->rs", by_table, chance)

    return payoff


def replicator(payoffs: Payoffs, level: float = LEVEL) -> pl.DataFrame:
    """Replicator dynamics from equal shares: a strategy grows by what it wins more than the average.

    Taylor and Jonker, "Evolutionary stable strategies and game dynamics", Mathematical Biosciences,
    1978, for tables of any size.

    Returns
    -------
    DataFrame
        time, strategy, share, low, high (from resampled blocks).
    """
    values = np.concatenate([payoffs.mean[None], payoffs.draws[:RESAMPLES]])
    path = follow(population_payoff(payoffs, values), len(values), payoffs.size)
    low, high = bootstrap_interval(path[:, 1:].swapaxes(0, 1), payoffs.batches, level)
    times = np.linspace(0, TIME, POINTS)
    return pl.DataFrame(
        {
            "time": np.repeat(times, payoffs.size), "strategy": payoffs.strategies * POINTS,
            "share": path[:, 0].ravel(), "low": low.ravel(), "high": high.ravel(),
        }
    )  # fmt: skip


def follow(payoff: Growth, resamples: int, strategies: int, start: Any = None) -> Any:
    """Shares over time, (points, resamples, strategies), from equal ones or those given."""

    def change(_: float, flat: Any) -> Any:
        shares = flat.reshape(resamples, strategies)
        gains = payoff(shares)
        return (shares * (gains - (shares * gains).sum(axis=1, keepdims=True))).ravel()

    first = np.full((resamples, strategies), 1 / strategies) if start is None else np.tile(start, (resamples, 1))
    times = np.linspace(0, TIME, POINTS)
    solved = solve_ivp(change, (0, TIME), first.ravel(), t_eval=times, method="RK45", rtol=1e-5, atol=1e-8)
    path = np.clip(solved.y.T.reshape(POINTS, resamples, strategies), 0, 1)
    return path / path.sum(axis=2, keepdims=True)


def at_rest(frame: pl.DataFrame) -> bool:
    """Whether the shares of `replicator` stand still at the end."""
    late = frame.filter(pl.col("time") >= 0.75 * TIME)
    moved = late.group_by("strategy").agg(moved=pl.col("share").max() - pl.col("share").min())
    return bool(moved["moved"].max() < RESTS)  # type: ignore[operator]


def nash(payoffs: Payoffs, level: float = LEVEL) -> pl.DataFrame:
    """The equilibrium mixture of the game of two players, whose win shares add up to 1.

    Returns
    -------
    DataFrame
        strategy, share, low, high (from resampled blocks).

    Raises
    ------
    InputError
        If nashpy is not installed.
    """
    rows = payoffs.pairs[:, :, 0]
    share = equilibrium(payoffs.mean[rows])
    draws = np.stack([equilibrium(draw[rows]) for draw in payoffs.draws[:EQUILIBRIA]])
    low, high = bootstrap_interval(draws, payoffs.batches, level)
    return pl.DataFrame({"strategy": payoffs.strategies, "share": share, "low": low, "high": high})


def equilibrium(win_share: Any) -> Any:
    """An equilibrium mixture of a symmetric game of two, (strategies,), from win shares (own, other)."""
    try:
        import nashpy
    except ImportError:
        raise InputError(
            'Nash equilibria need nashpy, which is not installed: pip install "rulesim[metagame]"'
        ) from None
    own, _ = nashpy.Game((win_share - win_share.T) / 2).linear_program()
    own = np.clip(own, 0, None)
    return own / own.sum()
