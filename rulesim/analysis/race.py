"""A race of actions for the highest win share, in which clearly worse ones drop out early.

All actions meet the same luck, so they are compared by the paired differences of their playouts.
The race looks at fixed numbers of playouts, each twice the one before. A look spends the part of
the error that its new playouts are of all playouts (the linear spending function of Kim and
DeMets, "Design and analysis of group sequential tests based on the type I error spending rate
function", Biometrika 1987, with Bonferroni's bound over looks and actions in place of joint
normal probabilities). So the intervals of the best action's differences to all others hold at
all looks together, and looking early costs nothing in validity.

Which action is the best is not known. What an action loses against the best, whichever that is,
follows from the intervals against all actions that may be it: multiple comparisons with the best
(Hsu, "Simultaneous confidence intervals for all distances from the 'best'", Annals of Statistics
1981; with common random numbers: Nelson and Matejcik, Management Science 1995).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats

from rulesim.analysis.multiple import ALPHA
from rulesim.analysis.power import fewest_blocks
from rulesim.experiment.outcomes import WIN_SHARES

DOUBLINGS = 5
FEWEST = 20
"""Playouts before the first look, and how often these are doubled at most."""


def look_counts(playouts: int) -> list[int]:
    """After how many playouts of each action to look: ``[63, 125, 250, 500, 1000, 2000]``."""
    counts = {-(-playouts // 2**step) for step in range(DOUBLINGS + 1)}
    return sorted(count for count in counts if count >= min(FEWEST, playouts))


@dataclass(frozen=True)
class Losses:
    """What each action loses against the best one, whichever that is.

    Attributes
    ----------
    leader : int
        The action with the highest mean of those that may be the best.
    loss, low, high : float arrays, (actions,)
        The leader's mean less the action's, over the playouts that both have, and the interval of
        the loss against the best action. All intervals hold together.
    candidates : bool array, (actions,)
        Which actions may be the best; the others are established as worse.
    p_value : float array, (actions,)
        The smallest error with which an action is established as not the best.
    """

    leader: int
    loss: Any
    low: Any
    high: Any
    candidates: Any
    p_value: Any


class Race:
    """Successive elimination (Even-Dar, Mannor and Mansour, JMLR 2006) at fixed numbers of playouts.

    Parameters
    ----------
    actions
        How many there are.
    playouts
        Of each action that stays to the end.
    error
        Probability, at most, that the best action drops out or that any interval is wrong.
    kept
        Actions that are played to the end even where they are established as worse.
    span
        Largest possible difference of two values; by default that of win shares in 60ths.

    Attributes
    ----------
    racing : bool array, (actions,)
        Which may still be the best.
    counts : int array, (actions,)
        Playouts of each action so far.
    """

    def __init__(
        self, actions: int, playouts: int, error: float = ALPHA, kept: Iterable[int] = (), span: float = WIN_SHARES
    ) -> None:
        self.looks = look_counts(playouts)
        self.playouts, self.error, self.kept, self.span = playouts, error, list(kept), span
        self.racing = np.ones(actions, bool)
        self.counts = np.zeros(actions, int)
        self.values = np.zeros((actions, playouts))
        self._low = np.full((actions, actions), -np.inf)
        self._high = np.full((actions, actions), np.inf)
        self._p = np.ones(actions)

    @property
    def played(self) -> list[int]:
        """The actions to play on before the next look."""
        playing = self.racing.copy()
        playing[self.kept] = True
        return [int(action) for action in np.flatnonzero(playing)]

    def add(self, action: int, values: Any) -> None:
        """Take in the next playouts of an action."""
        count = self.counts[action]
        self.values[action, count : count + len(values)] = values
        self.counts[action] = count + len(values)

    def alpha(self, number: int) -> float:
        """The error of one interval at a look, for all intervals of all looks to hold together."""
        return self.error * self._spent(number) / self._rivals

    def _spent(self, number: int) -> float:
        return (self.looks[number] - (self.looks[number - 1] if number else 0)) / self.playouts

    @property
    def _rivals(self) -> int:
        return max(1, len(self.racing) - 1)

    def look(self, number: int) -> None:
        """Compare the actions after the playouts of a look, and drop those established as worse."""
        among = self.played
        mean, half, p_value = paired(self.values[among, : self.looks[number]], self.alpha(number), self.span)
        there = np.ix_(among, among)
        self._low[there] = np.maximum(self._low[there], mean - half)
        self._high[there] = np.minimum(self._high[there], mean + half)
        worse = np.where(mean < 0, p_value, 1).min(axis=1)
        self._p[among] = np.minimum(self._p[among], np.minimum(1, worse * self._rivals / self._spent(number)))
        self.racing &= ~(self._high < 0)[:, self.racing].any(axis=1)

    def losses(self, ties: Any = 0) -> Losses:
        """What the race found.

        Parameters
        ----------
        ties : float array, (actions,)
            What puts actions with the same mean in order, more first.
        """
        count = len(self.racing)
        means = np.array([self.values[action, : self.counts[action]].mean() for action in range(count)])
        order = np.lexsort((np.zeros(count) + ties, means))
        leader = int(next(action for action in order[::-1] if self.racing[action]))
        loss = np.array([self._difference(leader, action) for action in range(count)])
        low, high = np.zeros(count), np.zeros(count)
        for action in range(count):
            others = self.racing.copy()
            others[action] = False
            if others.any():
                high[action] = max(0.0, self._high[others, action].max())
            if not self.racing[action]:
                low[action] = max(0.0, self._low[others, action].min())
        return Losses(leader, loss, low, high, self.racing.copy(), self._p.copy())

    def _difference(self, one: int, other: int) -> float:
        """Mean paired difference over the playouts that both have."""
        count = min(self.counts[one], self.counts[other])
        return float((self.values[one, :count] - self.values[other, :count]).mean())


def paired(values: Any, alpha: float, span: float) -> tuple[Any, Any, Any]:
    """Differences of all pairs of rows, from Student's t test on the paired values.

    An interval is never narrower than what values that were not seen can do: with ``count`` values
    that all agree, others may come up with a probability of ``1 - alpha ** (1 / count)`` (Hanley
    and Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 1983). And no p-value
    is below that of the sign-flip test whose differences, those of 0 apart, all point one way.

    Parameters
    ----------
    values : float array, (rows, playouts)
        Whole numbers, so that equal rows differ by exactly 0.
    alpha
        Error of one interval. With too few playouts for it the intervals are infinite.
    span
        Largest possible difference of two values.

    Returns
    -------
    mean, half, p_value : float arrays, (rows, rows)
        Row less column, half of the interval's width, and the two-sided p-value.
    """
    count = values.shape[1]
    total, products = values.sum(axis=1), values @ values.T
    mean = (total[:, None] - total[None, :]) / count
    if count < max(2, fewest_blocks(alpha)):
        return mean, np.full(mean.shape, np.inf), np.ones(mean.shape)
    own = np.diag(products)
    squares = own[:, None] + own[None, :] - 2 * products
    error = np.sqrt(np.maximum(squares - count * mean**2, 0) / (count - 1) / count)
    with np.errstate(divide="ignore", invalid="ignore"):
        p_value = 2 * stats.t.sf(np.abs(mean / error), count - 1)
    differing = np.array([(values != row).sum(axis=1) for row in values])
    p_value = np.where(mean == 0, 1, np.fmax(p_value, 2.0 ** (1 - differing)))
    unseen = (1 - alpha ** (1 / count)) * (span + np.abs(mean))
    half = np.maximum(stats.t.isf(alpha / 2, count - 1) * error, unseen)
    np.fill_diagonal(half, 0)
    return mean, half, p_value


def difference_interval(one: Any, other: Any, alpha: float) -> tuple[float, float, float]:
    """Mean of paired differences with its interval at an error of alpha; infinite for too few values."""
    values = np.stack([one, other]).astype(float)
    mean, half, _ = paired(values, alpha, float(np.ptp(values)))
    return float(mean[0, 1]), float(mean[0, 1] - half[0, 1]), float(mean[0, 1] + half[0, 1])
