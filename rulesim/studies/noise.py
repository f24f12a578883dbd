"""How much of a difference between points is only chance of the games that were played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats


@dataclass(frozen=True)
class Noise:
    """Whether some differences between points are more than chance.

    Attributes
    ----------
    share
        Part of the mean squared difference that is down to chance, from 0 to 1; nan where all are 0.
    p_value
        Of the test that all true differences are zero.
    """

    share: float
    p_value: float


def noise_of(differences: Any, drawn: Any, blocks: int) -> Noise:
    """Compare differences with what chance alone makes of them.

    The mean squared difference is set against its distribution if all true differences were zero,
    which the draws show: scaled chi-squared with matched mean and variance (Satterthwaite, "An
    approximate distribution of estimates of variance components", 1946), and as that mean is itself
    estimated, with blocks - 1 degrees of freedom for each of its own, F. For a single difference this
    is the square of the paired t test; for many with few blocks it is cautious. As in
    `rulesim.analysis.comparisons.paired_p` no p-value is below 2 / 2^blocks.

    Parameters
    ----------
    differences : array, (differences,)
        As played.
    drawn : array, (draws, differences)
        The same after drawing blocks anew.
    """
    observed = float(np.mean(np.square(differences)))
    chance = np.mean(np.square(drawn - differences), axis=1)
    expected, variance = float(chance.mean()), float(chance.var(ddof=1))
    if observed <= 1e-24:
        return Noise(float("nan"), 1.0)
    least = 2.0 ** (1 - blocks)
    if expected <= 1e-12 * observed or blocks < 2:
        return Noise(0.0 if blocks > 1 else 1.0, min(1.0, least))
    freedom = 2 * expected**2 / variance
    p_value = float(stats.f.sf(observed / expected, freedom, freedom * (blocks - 1)))
    return Noise(min(1.0, expected / observed), min(1.0, max(p_value, least)))
