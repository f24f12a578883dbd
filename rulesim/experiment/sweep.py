"""Sweeps: every combination of some values of rules and parameters, each a variant on the same blocks.

::

    [sweep]
    "buildings.factory.cost" = [6, 7, 8, 9]
    "strategies.balanced.patience" = { from = 0.5, to = 2, points = 4, scale = "log" }
    "price.corn" = { from = 0, to = 2, step = 1 }
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from rulesim.errors import InputError
from rulesim.experiment.factors import Factor, changed, find_factor, number, short_names
from rulesim.games.ruleset import nearest, shown

if TYPE_CHECKING:
    from rulesim.experiment.setup import Variant

MOST_POINTS = 1_000
MOST_GAMES = 200_000
"""Games in a block of a sweep: a block is played in one go and held in memory."""

RANGE_KEYS = ("from", "to", "step", "points", "scale")
FORM = 'expected a list of numbers, {from = 1, to = 3, step = 1} or {from = 1, to = 8, points = 4, scale = "log"}'


@dataclass(frozen=True)
class Axis:
    """A factor and the values that it takes.

    Attributes
    ----------
    name
        Short name, which tells it from the other axes.
    log
        Whether its values are spaced on a logarithmic scale.
    """

    factor: Factor
    name: str
    values: tuple[float, ...]
    log: bool = False

    def described(self) -> dict[str, Any]:
        """What the manifest keeps."""
        return {
            "path": self.factor.path,
            "name": self.name,
            "values": list(self.values),
            "base": self.factor.base,
            "whole": self.factor.whole,
            "log": self.log,
            "meaning": self.factor.meaning,
        }


def parse_vary(text: str) -> tuple[str, Any]:
    """An axis from the command line: ``path=6,7,8``, ``path=6:9`` (in steps of 1) or ``path=0.5:2:0.5``.

    Returns
    -------
    The path, and values as a sweep table has them.

    Raises
    ------
    InputError
        If it is not of that form.
    """
    path, equals, given = (part.strip() for part in text.partition("="))
    listed = given.split(",")
    ends = given.split(":")
    try:
        if not path or not equals or len(ends) > 3 or (len(ends) > 1 and len(listed) > 1):
            raise ValueError
        if len(ends) == 1:
            return path, [_parsed(one) for one in listed]
        low, high, step = (*map(_parsed, ends), 1)[:3]
    except ValueError:
        raise InputError(
            f"--vary {text}: expected PATH=VALUE,VALUE,… or PATH=LOW:HIGH or PATH=LOW:HIGH:STEP, "
            "as in buildings.factory.cost=6:9"
        ) from None
    return path, {"from": low, "to": high, "step": step}


def _parsed(text: str) -> float:
    """A number, whole if it is written so."""
    try:
        return int(text)
    except ValueError:
        return float(text)


def sweep_axes(base: Variant, table: Mapping[str, Any]) -> list[Axis]:
    """The axes of a sweep table.

    Raises
    ------
    InputError
        If a path is unknown or not a number, a range has no sense, or there are too many points.
    """
    given = _flat(table)
    if not given:
        return []
    try:
        factors = [find_factor(base, path) for path in given]
    except InputError as error:
        raise InputError(f"sweep: {error}") from None
    paths = [factor.path for factor in factors]
    twice = [path for path in paths if paths.count(path) > 1]
    if twice:
        raise InputError(f"sweep: {twice[0]} is there twice")
    ranges = [_Range.read(path, values) for path, values in given.items()]
    counts = [one.count for one in ranges]
    if math.prod(counts) > MOST_POINTS:
        raise InputError(
            f"sweep: {' × '.join(f'{count:,}' for count in counts)} values are {math.prod(counts):,} points, more than "
            f"{MOST_POINTS:,}; give fewer values, a larger step, or sweep fewer things at once"
        )
    return [
        Axis(factor, name, one.values(), one.log)
        for factor, name, one in zip(factors, short_names(paths), ranges, strict=True)
    ]


def sweep_variants(base: Variant, axes: Sequence[Axis], games: int) -> list[Variant]:
    """The points of a sweep, the last axis fastest, without the one that is the base itself.

    Parameters
    ----------
    games
        Games in a block of one variant.

    Raises
    ------
    InputError
        If the game or a strategy refuses a point, or a block gets too large.
    """
    factors = [axis.factor for axis in axes]
    variants = []
    for values in product(*(axis.values for axis in axes)):
        name = ", ".join(f"{axis.name}={number(value)}" for axis, value in zip(axes, values, strict=True))
        try:
            variant = changed(base, factors, values, name)
        except InputError as error:
            raise InputError(f"sweep: {name}: {error}") from None
        if variant.at_tables() != base.at_tables():
            variants.append(replace(variant, point=values))
    if not variants:
        raise InputError("sweep: its only point is the experiment itself; expected other values")
    if (len(variants) + 1) * games > MOST_GAMES:
        raise InputError(
            f"sweep: {len(variants) + 1:,} points of {games:,} games are more than {MOST_GAMES:,} games in a block; "
            "give fewer values, or fewer strategies or line-ups"
        )
    return variants


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested tables as dotted paths; a table with ``from`` or ``to`` is a range."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, Mapping) and not {"from", "to"} & set(value):
            if not value:
                raise InputError(f"sweep: {prefix}{key}: {FORM}")
            flat.update(_flat(value, f"{prefix}{key}."))
        else:
            flat[f"{prefix}{key}"] = value
    return flat


@dataclass(frozen=True)
class _Range:
    """Values of an axis that are not made before they are counted."""

    listed: tuple[float, ...] = ()
    low: float = 0.0
    high: float = 0.0
    step: float = 0.0
    points: int = 0
    log: bool = False

    @classmethod
    def read(cls, path: str, given: Any) -> _Range:
        """From what stands in the file."""
        place = f"sweep: {path}"
        if isinstance(given, Mapping):
            return cls._of_range(place, given)
        if not isinstance(given, (list, tuple)) or not given or not all(map(_is_number, given)):
            raise InputError(f"{place} = {shown(given)}: {FORM}")
        twice = [value for value in given if list(given).count(value) > 1]
        if twice:
            raise InputError(f"{place}: the value {shown(twice[0])} is there twice")
        return cls(tuple(given))

    @classmethod
    def _of_range(cls, place: str, given: Mapping[str, Any]) -> _Range:
        unknown = [key for key in given if key not in RANGE_KEYS]
        if unknown:
            raise InputError(f"{place}: unknown key {unknown[0]!r}{nearest(unknown[0], RANGE_KEYS)}; {FORM}")
        numbers = {key: given[key] for key in ("from", "to", "step", "points") if key in given}
        if not {"from", "to"} <= set(numbers) or not all(map(_is_number, numbers.values())):
            raise InputError(f"{place} = {shown(given)}: {FORM}")
        low, high, scale = given["from"], given["to"], given.get("scale", "linear")
        if scale not in ("linear", "log"):
            raise InputError(f'{place}: scale = {shown(scale)}: expected "linear" or "log"')
        if ("step" in given) == ("points" in given) or ("step" in given and scale == "log"):
            raise InputError(
                f'{place} = {shown(given)}: give step or points, one of the two; with scale = "log" points'
            )
        if not low < high:
            raise InputError(f"{place}: from = {shown(low)}, to = {shown(high)}: expected from below to")
        if scale == "log" and low <= 0:
            raise InputError(f"{place}: from = {shown(low)}: a logarithmic scale needs numbers above 0")
        if "step" in given and given["step"] <= 0:
            raise InputError(f"{place}: step = {shown(given['step'])}: expected a number above 0")
        points = given.get("points", 2)
        if points != int(points) or points < 2:
            raise InputError(f"{place}: points = {shown(points)}: expected a whole number from 2 on")
        return cls(low=low, high=high, step=given.get("step", 0.0), points=int(points), log=scale == "log")

    @property
    def count(self) -> int:
        """How many values there are."""
        if self.listed:
            return len(self.listed)
        return int((self.high - self.low) / self.step + 1e-9) + 1 if self.step else self.points

    def values(self) -> tuple[float, ...]:
        """The values."""
        if self.listed:
            return self.listed
        if self.step:
            values = self.low + self.step * np.arange(self.count)
        else:
            values = (np.geomspace if self.log else np.linspace)(self.low, self.high, self.points)
        return tuple(_tidy(float(value)) for value in values)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _tidy(value: float) -> float:
    """Without the rounding errors of the steps; whole numbers as such."""
    value = float(number(value))
    return int(value) if value.is_integer() else value
