"""P-values of many comparisons at once."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from scipy import stats

ALPHA = 0.05

Adjustment = Literal["holm", "bh"]


def adjusted(p_values: Any, method: Adjustment = "holm") -> Any:
    """P-values adjusted for their number.

    Parameters
    ----------
    p_values : array
    method
        ``holm``: the chance of one wrong claim or more among all is at most alpha, whatever their
        dependence (Holm, "A simple sequentially rejective multiple test procedure", 1979);
        ``bh``: at most alpha of the claims are wrong on average (Benjamini and Hochberg, 1995).
    """
    p_values = np.asarray(p_values, float)
    if method == "bh":
        return stats.false_discovery_control(p_values) if len(p_values) else p_values
    order = np.argsort(p_values, kind="stable")
    left = np.arange(len(p_values), 0, -1)
    result = np.empty_like(p_values)
    result[order] = np.minimum(np.maximum.accumulate(left * p_values[order]), 1)
    return result
