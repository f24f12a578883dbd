"""Positions for tests, written in the notation (seats from 1)."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import cache
from typing import Any

from rulesim.games.game import Rules
from rulesim.games.position import Position
from rulesim.games.registry import load_game

GAME = load_game("captains_of_industry")
_EMPTY_SEAT: dict[str, Any] = {
    "money": 20, "ms": 0, "facilities": {}, "advances": [], "leaders": [], "dominance": {},
    "own_marker_at_start": False,
}  # fmt: skip


@cache
def usual_rules(players: int) -> Rules:
    """The default rules; tests must not change them."""
    return GAME.rules(players)


def rules(players: int = 4, changes: Mapping[str, Any] | None = None) -> Rules:
    """The rules with some changes."""
    return GAME.rules(players, changes=changes)


def position_dict(players: int = 4, seats: dict[int, dict[str, Any]] | None = None, **parts: Any) -> dict[str, Any]:
    """A fresh game in the order of the seats, changed as told; all seats have $20 and nothing else."""
    data = Position.new("captains_of_industry", players, seed=1, rules=usual_rules(players)).to_dict()
    data["order"] = list(range(1, players + 1))
    data["actor"] = 1
    data["seats"] = [copy.deepcopy(_EMPTY_SEAT) for _ in range(players)]
    for seat, changes in (seats or {}).items():
        data["seats"][seat - 1].update(changes)
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


def last_turn(players: int = 4, deck: tuple[str, ...] = ("city",), **parts: Any) -> Position:
    """The last player of a round, whose `manage` ends it; the next City card ends the Age."""
    progress = {"deck": list(deck), "city_shown": 5, "markers": 0, "wheel": False}
    parts.setdefault("progress", progress)
    parts.setdefault("leaders", {"deck": []})
    return position(players, actor=players, turn_index=players - 1, **parts)


def end_age(here: Position) -> Position:
    """Manage markets with the last player, prices as they are."""
    here = here.apply("manage")
    while here.to_dict()["stage"] == "price":
        market = here.to_dict()["pending"]["price"][0]
        price = here.to_dict()["markets"][market]["prices"][here.actor - 1]
        here = here.apply(f"price:{market}:{price}")
    return here
