"""Scoring (§A.8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.puerto_rico.state import sum_over
from rulesim.games.puerto_rico.vocabulary import (
    CITY_HALL,
    CUSTOMS_HOUSE,
    FIRST_VIOLET,
    FORTRESS,
    GUILD_HALL,
    N_BUILDINGS,
    N_GOODS,
    QUARRY,
    RESIDENCE,
    SMALL_INDIGO_PLANT,
    SMALL_SUGAR_MILL,
)
from rulesim.kernel.bits import lowest, popcount, without_lowest
from rulesim.kernel.jit import kernel

SMALL_PLANTS = np.uint64((1 << SMALL_INDIGO_PLANT) | (1 << SMALL_SUGAR_MILL))
LARGE_PLANTS = np.uint64((1 << FIRST_VIOLET) - 1) & ~SMALL_PLANTS
LARGE_BUILDINGS = np.uint64((1 << N_BUILDINGS) - (1 << GUILD_HALL))


@kernel
def bonus_of(state: Any, rules: Any, seat: int, building: int) -> int:
    """VP that a large building of the seat brings while it is occupied (§A.8.3); 0 for any other building."""
    if building == GUILD_HALL:
        owned = state.owned[seat]
        small = rules.guild_hall_small * popcount(owned & SMALL_PLANTS)
        return small + rules.guild_hall_large * popcount(owned & LARGE_PLANTS)
    if building == RESIDENCE:
        return rules.residence[state.island[seat]]
    if building == FORTRESS:
        return state.colonists[seat] // rules.fortress
    if building == CUSTOMS_HOUSE:
        return state.vp[seat] // rules.customs_house
    if building == CITY_HALL:
        return rules.city_hall * popcount(state.owned[seat] & rules.violet)
    return 0


@kernel
def large_building_bonus(state: Any, rules: Any, seat: int) -> int:
    """VP of the occupied large buildings (§A.8.3)."""
    bonus = 0
    large = state.occupied[seat] & LARGE_BUILDINGS
    while large != np.uint64(0):
        bonus += bonus_of(state, rules, seat, lowest(large))
        large = without_lowest(large)
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
