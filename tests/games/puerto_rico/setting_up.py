"""Positions for tests, written in the notation (seats from 1)."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

from rulesim.games.game import Rules
from rulesim.games.position import Position
from rulesim.games.registry import load_game

GAME = load_game("puerto_rico")
GOODS = ("corn", "indigo", "sugar", "tobacco", "coffee")
ROLE_OF = {"storage": "captain"}
LARGE = {"guild_hall", "residence", "fortress", "customs_house", "city_hall"}
COLUMNS = {
    1: ("small_indigo_plant", "small_sugar_mill", "small_market", "hacienda", "construction_hut", "small_warehouse"),
    2: ("indigo_plant", "sugar_mill", "hospice", "office", "large_market", "large_warehouse"),
    3: ("tobacco_storage", "coffee_roaster", "factory", "university", "harbor", "wharf"),
    4: ("guild_hall", "residence", "fortress", "customs_house", "city_hall"),
}
BUILDINGS = [building for column in COLUMNS.values() for building in column]
_EMPTY_SEAT: dict[str, Any] = {
    "doubloons": 0, "vp": 0, "goods": {}, "san_juan": 0, "to_place": 0, "island": {}, "city": {},
}  # fmt: skip


@cache
def usual_rules(players: int) -> Rules:
    """The default rules; tests must not change them."""
    return GAME.rules(players)


def rules(players: int = 4, preset: str | None = None, **switches: Any) -> Rules:
    """The rules with some switches of §A.9 set."""
    return GAME.rules(players, preset, {f"switches.{name}": value for name, value in switches.items()})


def position_dict(
    phase: str = "role",
    actor: int | None = 1,
    picker: int = 1,
    players: int = 4,
    stage: str | None = None,
    seats: dict[int, dict[str, Any]] | None = None,
    in_phase: dict[str, Any] | None = None,
    **parts: Any,
) -> dict[str, Any]:
    """A fresh game changed as told; the islands and purses of all seats are empty.

    In a phase, the governor is the picker and has made the round's first pick.
    """
    data = Position.new("puerto_rico", players, seed=1, rules=usual_rules(players)).to_dict()
    data["seats"] = [copy.deepcopy(_EMPTY_SEAT) for _ in range(players)]
    for seat, changes in (seats or {}).items():
        data["seats"][seat - 1].update(changes)
    data.update(phase=phase, actor=actor)
    if phase not in ("role", "over"):
        data.update(picker=picker, governor=picker, picks=1)
        data["roles"][ROLE_OF.get(phase, phase)]["taken_by"] = picker
    data["in_phase"] = {"stage": stage, **(in_phase or {})}
    data.update(parts)
    return data


def position(*arguments: Any, rules: Rules | None = None, **parts: Any) -> Position:
    """The same as a position."""
    data = position_dict(*arguments, **parts)
    return Position.from_dict(data, rules or usual_rules(data["players"]))


def play(start: Position, *actions: str) -> Position:
    """The position after some moves, each of which must be legal."""
    for action in actions:
        start = start.apply(action)
    return start


def seat(here: Position, number: int) -> dict[str, Any]:
    """What a seat has."""
    return here.to_dict()["seats"][number - 1]


def colonists(here: Position, number: int) -> int:
    """All colonists of a seat, those in San Juan and in hand included."""
    own = seat(here, number)
    placed = sum(occupied for _, occupied in own["island"].values()) + sum(own["city"].values())
    return placed + own["san_juan"] + own["to_place"]
