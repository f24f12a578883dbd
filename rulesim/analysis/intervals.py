"""Confidence intervals on block outcomes.

Games of a block share their luck, so the block is the unit: the variance of an estimate is that of
the block means, divided by the number of blocks.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import stdtrit

LEVEL = 0.95


def mean_interval(mean: Any, error: Any, blocks: Any, level: float = LEVEL) -> tuple[Any, Any]:
    """Student's t interval of a mean of block means.

    Parameters
    ----------
    mean, error, blocks : arrays
        Estimate, its standard error, and the number of blocks; with one block the error is nan.

    Returns
    -------
    low, high : arrays; nan for a single block
    """
    mean, error = np.asarray(mean, float), np.asarray(error, float)
    half = _quantile(blocks, level) * error
    return mean - half, mean + half


def share_interval(share: Any, error: Any, blocks: Any, level: float = LEVEL) -> tuple[Any, Any]:
    """Wilson's score interval of a share, on the effective number of games.

    The effective number is that of independent games with the same standard error; where all
    blocks are equal, as with a share of 0 or 1, each counts as one game. Wilson's interval (JASA
    1927) with Student's quantile keeps its level near 0 and 1, where mean plus and minus error does
    not; used so for clustered data by Dean and Pagano ("Evaluating confidence interval methods for
    binomial proportions in clustered surveys", JSSAM 2015).

    Parameters
    ----------
    share, error, blocks : arrays
        Estimate from 0 to 1, its standard error, and the number of blocks.

    Returns
    -------
    low, high : arrays; nan for a single block
    """
    share, error = np.asarray(share, float), np.asarray(error, float)
    blocks = np.asarray(blocks, float)
    z = _quantile(blocks, level)
    variance = share * (1 - share)
    with np.errstate(divide="ignore", invalid="ignore"):
        games = np.where((variance > 0) & (error != 0), variance / error**2, blocks)
    centre = (share + z**2 / (2 * games)) / (1 + z**2 / games)
    half = z / (1 + z**2 / games) * np.sqrt(variance / games + z**2 / (4 * games**2))
    return np.clip(centre - half, 0, 1), np.clip(centre + half, 0, 1)


def _quantile(blocks: Any, level: float) -> Any:
    """Student's quantile with one degree of freedom less than blocks; nan for a single block."""
    freedom = np.asarray(blocks, float) - 1
    return stdtrit(np.where(freedom > 0, freedom, np.nan), (1 + level) / 2)
