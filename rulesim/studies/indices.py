"""Indices of sensitivity from noisy values: SALib's, with the noise of simulation taken out and into the intervals.

Every value at a point is a mean over blocks, so it has an error of its own. The blocks are drawn
anew, the same draw for all points:

* alone, which shows by how much the error shifts an index (errors always add to absolute and to
  squared effects); that is subtracted (bootstrap bias correction, Efron and Tibshirani, "An
  introduction to the bootstrap", 1993, chapter 10);
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

DRAWS = 300
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
        As SALib gives it.
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
    count = len(names)
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
    compute = _morris(design, steps) if design.method == "morris" else _sobol(design)
    estimates, drawn = values.estimates, values.draws(DRAWS, seed)
    chosen = np.random.default_rng(seed + 1).integers(design.size, size=(DRAWS, design.size))
    everything = np.arange(design.size)
    raw = compute(estimates, everything)
    shifted = [compute(one, everything) for one in drawn]
    both = [compute(one, rows) for one, rows in zip(drawn, chosen, strict=True)]
    found = {name: _corrected(name, raw, shifted, both) for name in raw}
    noise = [
        noise_of(estimates[other] - estimates[one], drawn[:, other] - drawn[:, one], values.blocks)
        for one, other in design.pairs()
    ]
    return found, noise


def _corrected(name: str, raw: dict[str, Any], shifted: list[dict[str, Any]], both: list[dict[str, Any]]) -> Index:
    """An index less its shift by noise, with the interval of both kinds of draws."""
    shift = np.mean([one[name] for one in shifted], axis=0) - raw[name]
    half = stats.norm.ppf(0.975) * np.std([one[name] for one in both], axis=0, ddof=1)
    estimate = raw[name] - shift
    low, high = estimate - half, estimate + half
    if name in ("mu_star", "sigma", "total"):  # never below 0
        estimate, low, high = (np.maximum(one, 0) for one in (estimate, low, high))
    return Index(estimate, low, high, raw[name])


Compute = Callable[[Any, Any], dict[str, Any]]
"""From values at all runs and the trajectories or samples to use, to indices by name."""


def _morris(design: Design, steps: Any) -> Compute:
    """Elementary effects by SALib; a step that rounding made longer or shorter is put right."""
    from SALib.analyze import morris

    length, right = design.run_length, (2 / 3) / np.asarray(steps)
    single = len(design.groups) == len(design.problem["groups"])

    def compute(values: Any, rows: Any) -> dict[str, Any]:
        runs = (rows[:, None] * length + np.arange(length)).ravel()
        found = morris.analyze(design.problem, design.units[runs], values[runs], num_levels=LEVELS, num_resamples=2,
                               seed=1)  # fmt: skip
        names = ("mu_star", "mu", "sigma") if single else ("mu_star",)
        return {name: right * np.asarray(found[name], float) for name in names}

    return compute


def _sobol(design: Design) -> Compute:
    """First and total order by SALib's estimators."""
    from SALib.analyze import sobol

    groups, length = len(design.groups), design.run_length

    def compute(values: Any, rows: Any) -> dict[str, Any]:
        spread = values.std()
        if spread <= 1e-12 * max(1.0, abs(values.mean())):
            return {"first": np.zeros(groups), "total": np.zeros(groups)}
        runs = ((values - values.mean()) / spread).reshape(-1, length)[rows]
        one, other = runs[:, 0], runs[:, -1]
        return {
            "first": np.array([sobol.first_order(one, mixed, other) for mixed in runs[:, 1:-1].T]),
            "total": np.array([sobol.total_order(one, mixed, other) for mixed in runs[:, 1:-1].T]),
        }

    return compute
