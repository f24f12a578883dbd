"""Scoring (§A.8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.puerto_rico.state import occupies, sum_over
from rulesim.games.puerto_rico.vocabulary import (
    CITY_HALL,
    CUSTOMS_HOUSE,
    FIRST_VIOLET,
    FORTRESS,
    GUILD_HALL,
    N_GOODS,
    QUARRY,
    RESIDENCE,
    SMALL_INDIGO_PLANT,
    SMALL_SUGAR_MILL,
)
from rulesim.kernel.bits import popcount
from rulesim.kernel.jit import kernel

SMALL_PLANTS = np.uint64((1 << SMALL_INDIGO_PLANT) | (1 << SMALL_SUGAR_MILL))
LARGE_PLANTS = np.uint64((1 << FIRST_VIOLET) - 1) & ~SMALL_PLANTS


@kernel
def large_building_bonus(state: Any, rules: Any, seat: int) -> int:
    """VP of the occupied large buildings (§A.8.3)."""
    owned = state.owned[seat]
    bonus = 0
    if occupies(state, seat, GUILD_HALL):
        bonus += rules.guild_hall_small * popcount(owned & SMALL_PLANTS)
        bonus += rules.guild_hall_large * popcount(owned & LARGE_PLANTS)
    if occupies(state, seat, RESIDENCE):
        bonus += rules.residence[state.island[seat]]
    if occupies(state, seat, FORTRESS):
        bonus += state.colonists[seat] // rules.fortress
    if occupies(state, seat, CUSTOMS_HOUSE):
        bonus += state.vp[seat] // rules.customs_house
    if occupies(state, seat, CITY_HALL):
        bonus += rules.city_hall * popcount(owned & rules.violet)
    return bonus


@kernel
def printed_vp(state: Any, rules: Any, seat: int) -> int:
    """Printed VP of the buildings, occupied or not (§A.8.2)."""
    return sum_over(rules.printed_vp, state.owned[seat])


@kernel
def tie_break(state: Any, seat: int) -> int:
    """Doubloons and goods, which decide a tie (§A.8.4)."""
    return state.doubloons[seat] + barrels_of(state, seat)


@kernel
def barrels_of(state: Any, seat: int) -> int:
    """All barrels of the seat."""
    total = 0
    for good in range(N_GOODS):
        total += state.goods[seat, good]
    return total


@kernel
def score(state: Any, rules: Any, seat_rows: Any, game_row: Any) -> None:
    """Write the outcome: a row for each seat and one for the game.

    The columns are those of ``SEAT_COLUMNS`` and ``GAME_COLUMNS`` in ``outcome``.
    """
    for seat in range(state.seats):
        row = seat_rows[seat]
        chips = state.vp[seat]
        buildings = printed_vp(state, rules, seat)
        bonus = large_building_bonus(state, rules, seat)
        row[0] = chips + buildings + bonus
        row[1] = tie_break(state, seat)
        row[2] = chips
        row[3] = buildings
        row[4] = bonus
        row[5] = state.doubloons[seat]
        row[6] = barrels_of(state, seat)
        row[7] = state.colonists[seat]
        row[8] = state.island[seat]
        row[9] = state.tiles[seat, QUARRY]
        row[10] = int(state.owned[seat])
    game_row[0] = state.round_number
    game_row[1] = state.ended
