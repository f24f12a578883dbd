"""What a number of blocks can detect, and how many a difference takes.

Two-sided t test of a mean of block values; `deviation` is the standard deviation of one block's
value. Guenther's formula ("Sample size formulas for normal theory t tests", The American
Statistician, 1981) is exact to within a block or two.
"""

from __future__ import annotations

from math import ceil
from typing import Any

import numpy as np
from scipy import stats

from rulesim.analysis.multiple import ALPHA

POWER = 0.8


def blocks_to_detect(difference: Any, deviation: Any, alpha: float = ALPHA, power: float = POWER) -> int | None:
    """Blocks after which a true difference of this size is found with this probability; None: never."""
    if not difference or not np.isfinite(difference) or not np.isfinite(deviation):
        return None
    wanted, found = stats.norm.ppf(1 - alpha / 2), stats.norm.ppf(power)
    return max(2, ceil(((wanted + found) * deviation / difference) ** 2 + wanted**2 / 2))


def detectable(blocks: int, deviation: float, alpha: float = ALPHA, power: float = POWER) -> float:
    """The smallest true difference that so many blocks find with this probability; nan for too few."""
    wanted, found = stats.norm.ppf(1 - alpha / 2), stats.norm.ppf(power)
    left = blocks - wanted**2 / 2
    return float((wanted + found) * deviation / np.sqrt(left)) if left > 0 else float("nan")
