"""A plan: what a strategy thinks each tile and building is worth, as one table of numbers.

The evaluations of ``advice`` and ``forecast`` take a plan, so strategies share their code and differ in
what they want.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.puerto_rico.vocabulary import BUILDINGS, FIRST_CITY_CIRCLE, N_BUILDINGS, ROLES, TILES

TASTES = {
    "doubloon": (0.5, "VP that a doubloon is worth"),
    "barrel": (0.5, "VP that a barrel is worth before it is shipped or sold"),
    "colonist": (1.5, "VP that a colonist for an empty circle is worth from the start of the game"),
    "new_kind": (1.0, "VP that the first source of one more kind of goods is worth from the start"),
    "future": (0.4, "share of a plantation's worth without a plant for it, and of a plant's without a plantation"),
    "rivals": (1.0, "how much a rival's gain counts against an own one, for the rivals' mean"),
    "purchase": (0.2, "VP that a rival gains in a builder phase for each doubloon that he can spend"),
    "space": (0.0, "VP that a city space is worth"),
    "crowding": (0.5, "VP from the start of the game that a colonist is worth elsewhere, if there are too few of them"),
    "spoilage": (0.5, "share of its worth that a barrel which cannot be stored loses"),
    "least_sale": (1.0, "doubloons for which a barrel is sold at least"),
}
"""What a plan holds beside the worth of tiles and buildings: defaults and meanings."""

FIRST_ROLE = FIRST_CITY_CIRCLE + N_BUILDINGS
FIRST_TASTE = FIRST_ROLE + len(ROLES)
DOUBLOON, BARREL, COLONIST, NEW_KIND, FUTURE, RIVALS, PURCHASE, SPACE, CROWDING, SPOILAGE, LEAST_SALE = range(
    FIRST_TASTE, FIRST_TASTE + len(TASTES)
)

PLAN_ENTRIES = (*TILES, *BUILDINGS, *ROLES, *TASTES)


def plan(**worth: float) -> Any:
    """The table of a plan, from the worth of tiles, buildings and roles and the tastes, by name.

    A tile or building counts in VP for having it at work from the start of the game to the end, beyond
    what is printed on it; what is not named is worth nothing. A plantation of a good stands for the
    barrels that it brings together with a circle of a plant; the worth of a plant comes beside that.
    A role counts in VP for how much more the plan likes it than its forecast says. The table cannot be
    changed: compiled strategies take it as a constant.

    Raises
    ------
    ValueError
        For a name that is none of `PLAN_ENTRIES`.
    """
    unknown = worth.keys() - set(PLAN_ENTRIES)
    if unknown:
        known = ", ".join(PLAN_ENTRIES)
        raise ValueError(f"plan: {min(unknown)!r} is no tile, building, role or taste; known: {known}")
    table = np.array([worth.get(name, TASTES[name][0] if name in TASTES else 0.0) for name in PLAN_ENTRIES])
    table.flags.writeable = False
    return table
