"""Playing many points cheaply: the same tables and the same blocks, only the rules record and parameters swapped.

Rules and parameters are data of the compiled code, so another point compiles nothing. Every point
is played on the same blocks (seed, block number), so its games do not depend on which other points
are played, in which order, or by how many jobs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, cpu_count, delayed

from rulesim.analysis.metric import Metric
from rulesim.errors import InputError, RunError
from rulesim.experiment.factors import Factor, changed, number, short_names
from rulesim.experiment.playing import PlayError
from rulesim.experiment.runner import Player, say_and_die
from rulesim.experiment.setup import Setup, Variant
from rulesim.studies.values import Values, block_totals, scale_of

MOST_POINTS = 50_000
CALL_GAMES = 20_000
"""Games that are held in memory at once by each job."""


@dataclass(frozen=True)
class Varied:
    """A factor and the range in which a study varies it, both ends included."""

    factor: Factor
    low: float
    high: float

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise InputError(
                f"{self.factor.path}: from {number(self.low)} to {number(self.high)}: expected low below high"
            )
        ends = (self.low, self.high)
        if self.factor.whole and not all(float(end).is_integer() for end in ends):
            raise InputError(f"{self.factor.path}={number(self.low)}:{number(self.high)}: expected whole numbers")
        low, high = self.factor.allowed or (-np.inf, np.inf)
        if self.low < low or self.high > high:
            raise InputError(
                f"{self.factor.path}={number(self.low)}:{number(self.high)}: "
                f"expected a range within {number(low)} to {number(high)}"
            )

    def nearest(self, unit: Any) -> Any:
        """From 0…1 to the range; whole numbers are rounded to the nearest, so the ends stand for half a step each."""
        values = self.low + np.asarray(unit) * (self.high - self.low)
        return np.floor(values + 0.5) if self.factor.whole else values

    def equally_likely(self, unit: Any) -> Any:
        """From 0…1 to the range; of whole numbers each stands for the same part of 0…1."""
        if not self.factor.whole:
            return self.nearest(unit)
        steps = int(self.high - self.low) + 1
        return self.low + np.minimum(np.floor(np.asarray(unit) * steps), steps - 1)


def point_variants(base: Variant, factors: Sequence[Factor], points: Any) -> list[Variant]:
    """The variant of each point, all of them made before anything is played.

    Parameters
    ----------
    points : array, (points, factors)

    Raises
    ------
    InputError
        If there are too many, or the game refuses one: with its values.
    """
    if len(points) > MOST_POINTS:
        raise InputError(f"{len(points):,} points are more than {MOST_POINTS:,}; vary fewer things, or sample less")
    names = short_names([factor.path for factor in factors])
    variants = []
    for values in points:
        name = ", ".join(f"{short}={number(value)}" for short, value in zip(names, values, strict=True))
        try:
            variants.append(changed(base, factors, [float(value) for value in values], name))
        except InputError as error:
            raise InputError(f"a point is not possible: {error}; vary less, or narrower (point: {name})") from None
    return variants


class PointPlayer:
    """Plays points of a prepared experiment. Threads share one; each has its own tables."""

    def __init__(self, setup: Setup, metric: Metric) -> None:
        setup.compile()
        self.setup, self.metric = setup, metric
        self.player = Player(setup, Path(), say_and_die)

    def totals(self, variant: Variant) -> Any:
        """Totals of all blocks at one point, int64 (groups, blocks).

        Raises
        ------
        RunError
            If a strategy fails: with the point.
        """
        setup, player = self.setup, self.player
        at_once = max(1, CALL_GAMES // setup.plan.games_per_block)
        parts = []
        try:
            player.change(variant)
            for first in range(0, setup.blocks, at_once):
                outcomes = player.outcomes(first, min(at_once, setup.blocks - first))
                parts.append(block_totals(self.metric, setup.rules.game, player.groups, outcomes))
        except PlayError as error:
            raise RunError(f"point {variant.name}: {error}") from error.__cause__
        return np.concatenate(parts, axis=1)

    def play(self, variants: Sequence[Variant]) -> Iterator[Any]:
        """Totals of the points, in order, as they get ready."""
        jobs = self.setup.experiment.jobs or cpu_count()
        tasks = (delayed(self.totals)(variant) for variant in variants)
        try:
            yield from Parallel(n_jobs=jobs, backend="threading", return_as="generator", batch_size=1)(tasks)
        except BaseException:
            self.player.stop.set()
            raise

    def values(self, totals: Sequence[Any]) -> Values:
        """Totals of points as values of the metric."""
        return Values(self.metric, np.stack(list(totals)), scale_of(self.metric, self.player.groups))


def reported(
    parts: Iterator[Any], total: int, on_progress: Callable[[int, int], None] | None, before: int = 0
) -> Iterator[Any]:
    """The parts, each counted; ``before`` were there already."""
    if on_progress:
        on_progress(before, total)
    for done, part in enumerate(parts, before + 1):
        yield part
        if on_progress:
            on_progress(done, total)


def parse_range(text: str) -> tuple[str, float, float]:
    """``path=LOW:HIGH`` from the command line.

    Raises
    ------
    InputError
        If it is not of that form.
    """
    path, equals, given = (part.strip() for part in text.partition("="))
    try:
        low, high = map(float, given.split(":"))
        if not path or not equals or not np.isfinite([low, high]).all():
            raise ValueError
    except ValueError:
        raise InputError(f"--vary {text}: expected PATH=LOW:HIGH, as in buildings.factory.cost=5:9") from None
    return path, low, high
