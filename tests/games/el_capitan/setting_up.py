"""Positions for tests, written in the notation (seats from 1)."""

from __future__ import annotations

from typing import Any

from rulesim.games.game import Rules
from rulesim.games.position import Position
from rulesim.games.registry import load_game

GAME = load_game("el_capitan")
R, G, B, Y = "1", "2", "3", "4"
"""The colours of the worked examples: seats 1 to 4."""


def rules(players: int = 4, *expansions: str, **changes: Any) -> Rules:
    """The rules with some expansions; changes have ``__`` for the dots."""
    named = {name.replace("__", "."): value for name, value in changes.items()}
    return GAME.rules(players, None, {**{f"expansions.{name}": True for name in expansions}, **named})


def city(track: str = "", closed: str = "", fortresses: Any = None, harbours: Any = None) -> dict[str, Any]:
    """A city; the track is written as ``". 1 2 2n"``, from space 1 on."""
    spaces = [None if space == "." else space for space in track.split()]
    made: dict[str, Any] = {"track": spaces + [None] * (12 - len(spaces)), "closed": closed.split()}
    if fortresses is not None:
        made["fortresses"] = fortresses
    if harbours is not None:
        made["harbours"] = harbours
    return made


def position_dict(
    players: int = 4,
    expansions: tuple[str, ...] = (),
    cities: dict[str, Any] | None = None,
    seats: dict[int, dict[str, Any]] | None = None,
    **parts: Any,
) -> dict[str, Any]:
    """A fresh game in its second round changed as told, without cards anywhere.

    Supplies are those of a fresh game whatever stands on the board; ships named with a harbour
    lie there.
    """
    data = Position.new("el_capitan", players, seed=1, rules=rules(players, *expansions)).to_dict()
    del data["history"]
    data.update(round=2, cards={}, turn={})
    for name, changes in (cities or {}).items():
        data["cities"][name].update(changes)
    for seat, changes in (seats or {}).items():
        own = data["seats"][seat - 1]
        own.update({key: value for key, value in changes.items() if key != "pool"})
        own["pool"].update(changes.get("pool", {}))
        if own["harbour"]:
            data["cities"][own["ship"]]["harbours"][own["harbour"] - 1] = seat
    data.update(parts)
    return data


def position(*arguments: Any, rules: Rules | None = None, **parts: Any) -> Position:
    """As `position_dict`, read in."""
    return Position.from_dict(position_dict(*arguments, **parts), rules)


def play(here: Position, *actions: str) -> Position:
    """The position after some actions."""
    for action in actions:
        here = here.apply(action)
    return here


def acts(here: Position, *kinds: str) -> set[str]:
    """The legal actions of some kinds (the word before the first colon)."""
    return {name for name in here.legal() if name.split(":")[0] in kinds}


def seat(here: Position, number: int) -> dict[str, Any]:
    """A seat's part of the position."""
    found: dict[str, Any] = here.to_dict()["seats"][number - 1]
    return found


def payday(here: Position) -> list[dict[str, int]]:
    """What each seat gets by source, if the last player in the round ends the turn now.

    Seat 1's supply is emptied, so that the phase ends with the round (§2.8.34).
    """
    data = here.to_dict()
    last = here.rules.players
    data.update(actor=last, start_player=1, stage="after")
    data["turn"] = {}
    data["seats"][0].update(warehouses=0, neutral=0, fortresses=0)
    data["seats"][last - 1].update(ship="bank", harbour=None)
    for place in data["cities"].values():
        place["harbours"] = [None if ship == last else ship for ship in place["harbours"]]
    before = Position.from_dict(data, here.rules)
    after = before.apply("end")
    sources = ("proliferation", "majorities", "fortress_income", "bonus")
    pairs = zip(after.scores(), before.scores(), strict=True)
    return [{source: new[source] - old[source] for source in sources} for new, old in pairs]
