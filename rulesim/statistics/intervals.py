"""Confidence intervals on block outcomes.

Games of a block share their luck, so the block is the unit: the variance of an estimate is that of
the block means, divided by the number of blocks.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import ndtr, stdtrit

LEVEL = 0.95


def block_variance(total: Any, squared: Any, blocks: Any) -> Any:
    """Variance of block values from their sum and their sum of squares; nan for a single block."""
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = np.maximum(squared - total**2 / blocks, 0) / np.where(blocks > 1, blocks - 1, np.nan)
    return np.where(spread < 1e-9 * np.maximum(squared, 1), 0 * spread, spread)


def mean_interval(mean: Any, error: Any, blocks: Any, level: float = LEVEL, normal: Any = None) -> tuple[Any, Any]:
    """Student's t interval of a mean of block means.

    Parameters
    ----------
    mean, error, blocks : arrays
        Estimate, its standard error, and the number of blocks; with one block the error is nan.
    normal : array
        The normal quantile to use instead of that of ``level``, which Student's takes the place of.

    Returns
    -------
    low, high : arrays; nan for a single block
    """
    mean, error, blocks = (np.asarray(values, float) for values in (mean, error, blocks))
    half = _quantile(blocks - 1, level, normal) * error
    return mean - half, mean + half


def share_interval(share: Any, error: Any, blocks: Any, level: float = LEVEL, normal: Any = None) -> tuple[Any, Any]:
    """Wilson's score interval of a share, on the effective number of games.

    The effective number is that of independent games with the same standard error; where all
    blocks are equal, as with a share of 0 or 1, each counts as one game. Wilson's interval (JASA
    1927) with Student's quantile keeps its level near 0 and 1, where mean plus and minus error does
    not; used so for clustered data by Dean and Pagano ("Evaluating confidence interval methods for
    binomial proportions in clustered surveys", JSSAM 2015). The degrees of freedom are at most
    blocks - 1, and fewer where wins are rare and come together: see `_freedom`.

    By simulation, for shares from 0.02 to 0.98 and games of a block with correlations up to 0.5,
    between 94 and 96 % of the intervals hold the true share from 100 blocks on. They are
    conservative (96 to 98 %) with 30 blocks and a share near 0 or 1, and more so (up to 99 %) with
    5 or 10 blocks. Single cells fall to 93.5 %: blocks of one game, whose wins are whole numbers,
    and shares of 0.02 or 0.98 whose wins come together. ``benchmarks/coverage.py`` prints the table.

    Parameters
    ----------
    share, error, blocks : arrays
        Estimate from 0 to 1, its standard error, and the number of blocks.
    normal : array
        As for `mean_interval`.

    Returns
    -------
    low, high : arrays; nan for a single block
    """
    share, error, blocks = (np.asarray(values, float) for values in (share, error, blocks))
    variance = share * (1 - share)
    with np.errstate(divide="ignore", invalid="ignore"):
        games = np.where((variance > 0) & (error != 0), variance / error**2, blocks)
    z = _quantile(_freedom(share, games, blocks), level, normal)
    centre = (share + z**2 / (2 * games)) / (1 + z**2 / games)
    half = z / (1 + z**2 / games) * np.sqrt(variance / games + z**2 / (4 * games**2))
    return np.clip(centre - half, 0, 1), np.clip(centre + half, 0, 1)


def _freedom(share: Any, games: Any, blocks: Any) -> Any:
    """Degrees of freedom of the estimated number of effective games.

    Satterthwaite's ("An approximate distribution of estimates of variance components", Biometrics
    1946): twice the square of the estimate over its variance. That variance, by the delta method
    for the ratio of the blocks' variance to that of single games, takes the third and fourth
    moments of block means; they are those of the beta distribution with the same mean and variance.
    A run with only a few winning blocks does not know how far wins come together: few degrees.
    """
    variance = share * (1 - share)
    with np.errstate(divide="ignore", invalid="ignore"):
        together = np.clip((blocks - 1) / games, 0, 1)  # 1: all games of a block end alike
        size = 1 / together - 1
        tilt = (1 - 2 * share) ** 2 / variance
        kurtosis = 3 + 6 * (tilt * (size + 1) - (size + 2)) / ((size + 2) * (size + 3))
        ratio = kurtosis - 1 - 4 * tilt / (size + 2) + together * tilt
        freedom = 2 * (blocks - 1) / np.maximum(ratio, 1e-9)
    known = np.isfinite(freedom)
    return np.where(known, np.clip(freedom, 1, blocks - 1), blocks - 1)


def _quantile(freedom: Any, level: float, normal: Any = None) -> Any:
    """Student's quantile; nan without a degree of freedom.

    Parameters
    ----------
    normal : array
        Where given, the quantile with the same tail as this normal one.
    """
    below = (1 + level) / 2 if normal is None else ndtr(normal)
    return stdtrit(np.where(freedom > 0, freedom, np.nan), below)
