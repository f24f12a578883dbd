"""Indices of sensitivity from noisy values: SALib's, with the noise of simulation taken out and into the intervals.

Every value at a point is a mean over blocks, so it has an error of its own. The blocks are drawn
anew, the same draw for all points:

* alone, which shows by how much the error shifts what an index is made of (errors always add to
  absolute and to squared effects and to variances); that is subtracted (bootstrap bias correction,
  Efron and Tibshirani, "An introduction to the bootstrap", 1993, chapter 10);
* together with trajectories (Morris) or samples (Sobol), which gives the standard deviation for
  the interval, as SALib's own resampling does for noiseless values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats

from rulesim.errors import InputError
from rulesim.studies.noise import Noise, noise_of
from rulesim.studies.values import Values

DRAWS = 200
NEVER_BELOW_0 = ("mu_star", "sigma", "total")

LEAST_VARIANCE = 0.02
"""Of the raw variance of a metric remains at least, where nearly all of it is noise; its indices mean nothing then."""

MOST_POINTS = 100_000

LEVELS = 4
"""Levels of Morris's design; a step is two thirds of the range."""


@dataclass(frozen=True)
class Index:
    """One index of each group.

    Attributes
    ----------
    estimate, low, high : arrays, (groups,)
        Without what noise adds, and its 95 % interval.
    raw : array, (groups,)
        With the noise, as SALib gives it.
    """

    estimate: Any
    low: Any
    high: Any
    raw: Any


@dataclass(frozen=True)
class Design:
    """A design of points in the unit cube.

    Attributes
    ----------
    method
        morris or sobol.
    problem
        As SALib wants it.
    units : array, (runs, factors)
    size
        Trajectories, or samples.
    """

    method: str
    problem: dict[str, Any]
    units: Any
    size: int

    @property
    def groups(self) -> list[str]:
        """What an index belongs to: factors, or groups of factors."""
        return list(dict.fromkeys(self.problem["groups"]))

    @property
    def run_length(self) -> int:
        """Runs of a trajectory or sample."""
        return len(self.units) // self.size

    def pairs(self) -> list[tuple[Any, Any]]:
        """For each group the runs that differ in it alone: two arrays of indices."""
        first = np.arange(self.size) * self.run_length
        if self.method == "sobol":
            return [(first, first + 1 + number) for number in range(len(self.groups))]
        paths = self.units.reshape(self.size, self.run_length, -1)
        moved = np.abs(np.diff(paths, axis=1)) > 1e-9
        found = []
        for group in self.groups:
            own = np.array([name == group for name in self.problem["groups"]])
            step = moved[:, :, own].any(axis=2).argmax(axis=1)
            found.append((first + step, first + step + 1))
        return found


def runs_of_one(method: str, groups: int) -> int:
    """Runs of a trajectory or sample."""
    return groups + (1 if method == "morris" else 2)


def make_design(method: str, names: Sequence[str], groups: Sequence[str], size: int, seed: int) -> Design:
    """A design of SALib's.

    Parameters
    ----------
    groups
        The group of each factor.
    size
        Trajectories (Morris) or samples (Sobol, a power of 2).

    Raises
    ------
    InputError
        If SALib is missing, or the size has no sense.
    """
    try:
        from SALib.sample import morris, sobol
    except ImportError:
        raise InputError('this needs SALib, which is not installed: pip install "rulesim[sensitivity]"') from None
    count, points = len(names), size * runs_of_one(method, len(set(groups)))
    if points > MOST_POINTS:
        raise InputError(f"{points:,} points, more than {MOST_POINTS:,}; expected fewer trajectories, samples or rules")
    problem = {"num_vars": count, "names": list(names), "groups": list(groups), "bounds": [[0.0, 1.0]] * count}
    if method == "morris":
        if size < 2:
            raise InputError(f"{size} trajectories: expected 2 or more")
        units = morris.sample(problem, size, num_levels=LEVELS, seed=seed)
    else:
        if size < 2 or size & (size - 1):
            nearest = 2 ** max(1, round(np.log2(max(size, 1))))
            raise InputError(f"{size} samples: Sobol's sequence takes a power of 2; the nearest is {nearest}")
        units = sobol.sample(problem, size, calc_second_order=False, scramble=True, seed=seed)
    return Design(method, problem, units, size)


def indices_of(design: Design, values: Values, steps: Any, seed: int) -> tuple[dict[str, Index], list[Noise]]:
    """Indices of each group, and whether its effect is more than noise.

    Parameters
    ----------
    values
        At the runs of the design, in its order.
    steps : array, (groups,)
        Morris: the step of each group as it was after rounding, as part of the range.

    Returns
    -------
    dict
        Morris: mu_star, mu, sigma, each the change of the metric over the whole range; Sobol: first, total.
    """
    method = _morris(design, steps) if design.method == "morris" else _sobol(design)
    estimates, drawn = values.estimates, values.draws(DRAWS, seed)
    chosen = np.random.default_rng(seed + 1).integers(design.size, size=(DRAWS, design.size))
    everything = np.arange(design.size)
    parts = method.parts(estimates, everything)
    shift = np.mean([method.parts(one, everything) for one in drawn], axis=0) - parts
    both = [method.parts(one, rows) - 2 * shift for one, rows in zip(drawn, chosen, strict=True)]
    raw, corrected = method.indices(parts), method.indices(parts - shift, parts)
    spread = [method.indices(one, parts) for one in both]
    found = {}
    for name in raw:
        low, high = np.quantile([one[name] for one in spread], stats.norm.cdf([-1, 1]), axis=0)
        half = stats.norm.ppf(0.975) * (high - low) / 2
        least = 0.0 if name in NEVER_BELOW_0 else -np.inf
        estimate = corrected[name]
        bounded = [np.maximum(one, least) for one in (estimate, estimate - half, estimate + half)]
        found[name] = Index(bounded[0], bounded[1], bounded[2], raw[name])
    noise = [
        noise_of(estimates[other] - estimates[one], drawn[:, other] - drawn[:, one], values.blocks)
        for one, other in design.pairs()
    ]
    return found, noise


@dataclass(frozen=True)
class _Method:
    """A method in two steps, so that noise is taken out between them, where it is additive.

    Attributes
    ----------
    parts
        From values at all runs, and the trajectories or samples to use, to an array (parts, groups).
    indices
        From corrected and raw parts to indices by name.
    """

    parts: Callable[[Any, Any], Any]
    finish: Callable[[Any, Any], dict[str, Any]]

    def indices(self, parts: Any, raw: Any = None) -> dict[str, Any]:
        """Indices by name; without raw parts, these are the raw ones."""
        return self.finish(parts, parts if raw is None else raw)


def _morris(design: Design, steps: Any) -> _Method:
    """Elementary effects by SALib; a step that rounding made longer or shorter is put right."""
    from SALib.analyze import morris

    length, right = design.run_length, (2 / 3) / np.asarray(steps)
    single = len(design.groups) == len(design.problem["groups"])

    def parts(values: Any, rows: Any) -> Any:
        runs = (rows[:, None] * length + np.arange(length)).ravel()
        found = morris.analyze(design.problem, design.units[runs], values[runs], num_levels=LEVELS, num_resamples=2,
                               seed=1)  # fmt: skip
        if not single:
            return np.array([right * found["mu_star"]], float)
        return np.array([right * found["mu_star"], right * found["mu"], np.square(right * found["sigma"])], float)

    def finish(parts: Any, raw: Any) -> dict[str, Any]:
        if not single:
            return {"mu_star": parts[0]}
        return {"mu_star": parts[0], "mu": parts[1], "sigma": np.sqrt(np.maximum(parts[2], 0))}

    return _Method(parts, finish)


def _sobol(design: Design) -> _Method:
    """First and total order by SALib's estimators: their numerators, and the variance that divides them."""
    from SALib.analyze import sobol

    length = design.run_length

    def parts(values: Any, rows: Any) -> Any:
        runs = (values - values.mean()).reshape(-1, length)[rows]
        one, other = runs[:, 0], runs[:, -1]
        variance = np.var([one, other])
        if variance <= 1e-20 * max(1.0, float(np.square(values).mean())):
            return np.zeros((3, length - 2))
        first = [variance * sobol.first_order(one, mixed, other) for mixed in runs[:, 1:-1].T]
        total = [variance * sobol.total_order(one, mixed, other) for mixed in runs[:, 1:-1].T]
        return np.array([first, total, np.full(length - 2, variance)])

    def finish(parts: Any, raw: Any) -> dict[str, Any]:
        least = LEAST_VARIANCE * raw[2]
        variance = np.where(raw[2] > 0, np.maximum(parts[2], least), 1)
        return {"first": parts[0] / variance, "total": parts[1] / variance}

    return _Method(parts, finish)
