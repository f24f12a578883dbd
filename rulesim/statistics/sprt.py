"""The sequential test of two values of a mean.

Wald's sequential probability ratio test ("Sequential tests of statistical hypotheses", Annals of
Mathematical Statistics 1945) asks after each look whether the outcomes so far speak for one of two
hypotheses, and goes on while they do not. Here each hypothesis gives only the mean of the block
outcomes; their distribution under it is the most likely one with that mean. So testers of chess
programs test pairs of games: M. Van den Bergh, "The generalized maximum likelihood ratio for the
expectation value of a distribution" (hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf), after
Li, Liu and Ying, "Generalized sequential probability ratio test for separate families of
hypotheses", Sequential Analysis 2014.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np
from scipy.optimize import brentq

FEWEST_DIFFERENT = 20
"""Blocks that must differ from the most frequent outcome before anything is decided: fewer do not show a distribution,
and where a change matters in one block of a hundred, many blocks that are all alike do not show that it never does."""


@dataclass(frozen=True)
class SequentialTest:
    """A test of two values of a mean.

    Attributes
    ----------
    lower, upper
        The mean under the one and the other hypothesis.
    alpha, beta
        Allowed chance to decide for ``upper`` where ``lower`` is true, and the reverse.
    """

    lower: float
    upper: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds: the log-likelihood ratio decides for ``lower`` at the first, for ``upper`` at the second."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    @property
    def middle(self) -> float:
        """The mean for which neither hypothesis is nearer."""
        return (self.lower + self.upper) / 2

    def ratio(self, values: Any, counts: Any) -> float:
        """The log-likelihood ratio of ``upper`` to ``lower``.

        Parameters
        ----------
        values, counts : arrays
            The distinct outcomes of blocks, and how many blocks had each.

        Returns
        -------
        float
            Where a hypothesis lies outside of all outcomes, its likelihood is 0 and the normal
            approximation takes the place of the ratio. 0 if all outcomes are equal.
        """
        values, counts = np.asarray(values, float), np.asarray(counts, float)
        if len(values) < 2:
            return 0.0
        if values.min() < self.lower and self.upper < values.max():
            return _log_weights(values, counts, self.lower) - _log_weights(values, counts, self.upper)
        mean = np.average(values, weights=counts)
        variance = np.average((values - mean) ** 2, weights=counts)
        return float(counts.sum() * (self.upper - self.lower) * (mean - self.middle) / variance)

    def decision(self, values: Any, counts: Any) -> str | None:
        """``lower``, ``upper``, or None to go on."""
        if not enough(counts):
            return None
        ratio, (low, high) = self.ratio(values, counts), self.bounds
        return "lower" if ratio <= low else "upper" if ratio >= high else None

    def expected_blocks(self, deviation: float) -> tuple[float, float, float]:
        """Expected blocks to the decision if ``lower`` is true, if ``upper`` is, and if the truth is in the middle.

        Wald's approximation, which neglects how far the ratio oversteps its bound.

        Parameters
        ----------
        deviation
            Standard deviation of one block's outcome.
        """
        low, high = self.bounds
        spread = ((self.upper - self.lower) / deviation) ** 2 if deviation > 0 else float("inf")
        if_lower = (self.alpha * high + (1 - self.alpha) * low) / (-spread / 2)
        if_upper = ((1 - self.beta) * high + self.beta * low) / (spread / 2)
        return if_lower, if_upper, -low * high / spread


def enough(counts: Any) -> bool:
    """Whether a test may decide: `FEWEST_DIFFERENT` blocks differ from the most frequent outcome."""
    return bool(np.sum(counts) - np.max(counts) >= FEWEST_DIFFERENT)


def _log_weights(values: Any, counts: Any, mean: float) -> float:
    """How much less likely the outcomes are at most if their mean must be this one (0: not less).

    The most likely distribution with this mean gives an outcome x the observed frequency over
    1 + k (x - mean), where k is the root of the sum of frequencies times (x - mean) / (1 + k (x - mean));
    each probability is below 1, which bounds k. At the root the result is flat in k, so that a root
    to nine digits is exact enough.
    """
    apart, share = values - mean, counts / counts.sum()
    last, first = np.argmax(apart), np.argmin(apart)

    def unbalance(k: float) -> float:
        return float(np.sum(share * apart / (1 + k * apart)))

    k = brentq(unbalance, (share[last] - 1) / apart[last], (share[first] - 1) / apart[first], xtol=1e-9)
    return float(np.sum(counts * np.log1p(k * apart)))
