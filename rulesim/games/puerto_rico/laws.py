"""What never changes in a game: conservation laws."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.puerto_rico.state import STATE
from rulesim.games.puerto_rico.vocabulary import BUILDINGS, GOODS, MAX_SHIPS, QUARRY

_NONE_IS_NEGATIVE = ("actor", "picker", "taken_by", "ship_good")
_COUNTS = [name for name in STATE.names or () if STATE[name].base.kind == "i" and name not in _NONE_IS_NEGATIVE]


def laws(rules: Any, state: Any) -> dict[str, tuple[int, int]]:
    """Each conservation law with what is counted in the position and what the rules expect."""
    record = rules.record[0]
    return {
        **_barrels(rules, record, state),
        **_tiles(rules, record, state),
        **_buildings(rules, record, state),
        **_colonists(rules, record, state),
        **_points(rules, record, state),
        **_limits(rules, record, state),
    }


def _barrels(rules: Any, record: Any, state: Any) -> dict[str, tuple[int, int]]:
    """Barrels are in the supply, in the house, on the ships or with the players."""
    counted = {}
    for good, name in enumerate(GOODS):
        shipped = sum(int(state.ship_load[ship]) for ship in range(MAX_SHIPS) if state.ship_good[ship] == good)
        held = int(state.goods[: rules.players, good].sum())
        there = int(state.barrels[good]) + int(state.house[good]) + shipped + held
        counted[f"{name} barrels"] = there, int(record["goods"][good])
    return counted


def _tiles(rules: Any, record: Any, state: Any) -> dict[str, tuple[int, int]]:
    """Plantations are in the stack, the row, the discard or on the islands."""
    counted = {}
    stack = state.stack[: state.stack_tiles]
    laid = state.tiles[: rules.players].sum(axis=0)
    for kind, name in enumerate(GOODS):
        there = int((stack == kind).sum()) + int(state.face_up[kind]) + int(state.discard[kind]) + int(laid[kind])
        counted[f"{name} plantations"] = there, int(record["plantations"][kind])
    counted["quarries"] = int(state.quarries) + int(laid[QUARRY]), int(record["quarries"])
    return counted


def _buildings(rules: Any, record: Any, state: Any) -> dict[str, tuple[int, int]]:
    """Copies are on the board or in the cities."""
    counted = {}
    for building, name in enumerate(BUILDINGS):
        owners = sum(int(state.owned[seat]) >> building & 1 for seat in range(rules.players))
        there = int(state.copies[building]) + owners
        counted[f"{_plain(name)} copies"] = there, int(record["copies"][building])
    return counted


def _colonists(rules: Any, record: Any, state: Any) -> dict[str, tuple[int, int]]:
    """Colonists are in the supply, on the ship or with the players."""
    counted = {}
    total = int(state.supply) + int(state.ship_colonists)
    for seat in range(rules.players):
        placed = int(state.tile_colonists[seat].sum()) + int(state.building_colonists[seat].sum())
        waiting = int(state.san_juan[seat]) + (int(state.to_place) if seat == state.actor else 0)
        counted[f"colonists of seat {seat + 1}"] = placed + waiting, int(state.colonists[seat])
        total += placed + waiting
    counted["colonists"] = total, int(record["colonists"]) + int(record["ship_colonists"])
    return counted


def _points(rules: Any, record: Any, state: Any) -> dict[str, tuple[int, int]]:
    """The pool and all chips, until it is exhausted; later points are only noted (§A.7.9)."""
    total = int(record["vp_pool"])
    return {"VP chips": (int(state.vp_pool) + min(int(state.vp[: rules.players].sum()), total), total)}


def _limits(rules: Any, record: Any, state: Any) -> dict[str, tuple[int, int]]:
    """What there must be none of."""
    goods = [int(good) for good in state.ship_good if good >= 0]
    owned = [[int(city) >> building & 1 for building in range(len(BUILDINGS))] for city in state.owned]
    circles = np.where(owned, record["circles"], 0)
    over = {
        "barrels beyond the ships": np.maximum(state.ship_load - record["capacity"], 0).sum(),
        "ships with the same good": len(goods) - len(set(goods)),
        "barrels beyond the trading house": max(0, int(state.house.sum()) - int(record["house_spaces"])),
        "tiles beyond the islands": np.maximum(state.tiles.sum(axis=1) - record["island_spaces"], 0).sum(),
        "spaces beyond the cities": np.maximum(state.city_spaces - record["city_spaces"], 0).sum(),
        "colonists beyond the tiles": np.maximum(state.tile_colonists - state.tiles, 0).sum(),
        "colonists beyond the circles": np.maximum(state.building_colonists - circles, 0).sum(),
        "negative counts": sum(int((np.asarray(state[name]) < 0).sum()) for name in _COUNTS),
    }
    return {name: (int(found), 0) for name, found in over.items()}


def _plain(name: str) -> str:
    return name.replace("_", " ")
