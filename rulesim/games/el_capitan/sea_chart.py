"""Distances between the cities in play: steps between orthogonal neighbours (§2.3.13, §5 A16)."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.el_capitan.vocabulary import CITIES, N_CITIES
from rulesim.games.ruleset import RulesError


def chart(spots: dict[int, tuple[int, int]]) -> Any:
    """Steps from city to city; -1 to and from cities that are not in play.

    Parameters
    ----------
    spots
        Row and column of each city in play.

    Raises
    ------
    RulesError
        If two cities share a spot, or one cannot be reached.
    """
    steps = np.full((N_CITIES, N_CITIES), -1)
    for city, spot in spots.items():
        twin = next((other for other in spots if other < city and spots[other] == spot), None)
        if twin is not None:
            raise RulesError(f"rules: {CITIES[twin]} and {CITIES[city]} are both in row {spot[0]}, column {spot[1]}")
    for start in spots:
        steps[start, start] = 0
        reached = [start]
        for city in reached:
            for other in spots:
                if steps[start, other] < 0 and _neighbours(spots[city], spots[other]):
                    steps[start, other] = steps[start, city] + 1
                    reached.append(other)
        if len(reached) < len(spots):
            missing = next(city for city in spots if city not in reached)
            raise RulesError(f"rules: no way by sea from {CITIES[start]} to {CITIES[missing]}; check row and column")
    return steps


def _neighbours(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
