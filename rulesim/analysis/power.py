"""What a number of blocks can detect, and how many a difference takes.

Two-sided t test of a mean of block values; `deviation` is the standard deviation of one block's
value. Guenther's formula ("Sample size formulas for normal theory t tests", The American
Statistician, 1981) is exact to within a block or two.
"""

from __future__ import annotations

from math import ceil, log2
from typing import Any

import numpy as np
from scipy import stats

from rulesim.analysis.multiple import ALPHA

POWER = 0.8


def fewest_blocks(alpha: float) -> int:
    """Blocks below which nothing is significant: `rulesim.analysis.comparisons.paired_p` is at least 2 / 2^blocks."""
    return 1 + ceil(log2(1 / alpha))


def blocks_to_detect(difference: Any, deviation: Any, alpha: float = ALPHA, power: float = POWER) -> int | None:
    """Blocks after which a true difference of this size is found with this probability; None: never."""
    if not difference or not np.isfinite(difference) or not np.isfinite(deviation):
        return None
    wanted, found = stats.norm.ppf(1 - alpha / 2), stats.norm.ppf(power)
    return max(fewest_blocks(alpha), ceil(((wanted + found) * deviation / difference) ** 2 + wanted**2 / 2))


def detectable(blocks: int, deviation: float, alpha: float = ALPHA, power: float = POWER) -> float:
    """The smallest true difference that so many blocks find with this probability; nan for too few."""
    wanted, found = stats.norm.ppf(1 - alpha / 2), stats.norm.ppf(power)
    left = blocks - wanted**2 / 2
    enough = left > 0 and blocks >= fewest_blocks(alpha)
    return float((wanted + found) * deviation / np.sqrt(left)) if enough else float("nan")
