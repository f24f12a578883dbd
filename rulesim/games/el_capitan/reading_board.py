"""Reading the cities, ships and the pirate of a position."""

from __future__ import annotations

from typing import Any

from rulesim.games.el_capitan import vocabulary as v
from rulesim.games.reading import Node, PositionError

CITY_KEYS = ("harbours", "fortresses", "track", "closed")


def read_city(rules: Any, state: Any, city: int, cities: Node) -> None:
    """Fortresses and warehouses of a city; the chain must have no gap."""
    record, node = rules.record[0], cities.node(v.CITIES[city], CITY_KEYS)
    colours = _colours(rules)
    harbours = _row(node, "harbours", int(record.harbours[city]))
    for index, ship in enumerate(harbours):
        state.harbour[city, index] = _owner(rules, node, f"harbours[{index}]", ship)
    for index, owner in enumerate(_row(node, "fortresses", int(record.fortress_spaces[city]))):
        state.fortress[city, index] = _owner(rules, node, f"fortresses[{index}]", owner)
    for space, text in enumerate(_row(node, "track", v.N_SPACES)):
        if text is not None:
            colour = _colour(node, f"track[{space}]", text, colours)
            state.track[city, space] = colour
            state.open_count[city, colour] += 1
            if state.tail[city] < 0:
                state.head[city] = space
            elif state.tail[city] != space - 1:
                raise PositionError(f"position: {node.place}.track: a gap before space {space + 1}")
            state.tail[city] = space
    for index, text in enumerate(node.items("closed")):
        state.closed_count[city, _colour(node, f"closed[{index}]", text, colours)] += 1
    for seat in range(rules.players):
        state.cities[seat] += state.open_count[city, seat] > 0


def _colours(rules: Any) -> list[str]:
    """The colours as a position writes them, in the order of their numbers."""
    main = [str(seat + 1) for seat in range(rules.players)]
    return main + [name + "n" for name in main] if rules.players == 2 else main


def _row(node: Node, key: str, spaces: int) -> list[Any]:
    """A list of fixed length; all empty where it is absent."""
    items = list(node.items(key)) or [None] * spaces
    if len(items) != spaces:
        raise node.error(key, items, f"a list of {spaces}")
    return items


def _owner(rules: Any, node: Node, place: str, seat: Any) -> int:
    if seat is None:
        return -1
    if isinstance(seat, bool) or not isinstance(seat, int) or not 1 <= seat <= rules.players:
        raise node.error(place, seat, f"a seat from 1 to {rules.players} or null")
    return seat - 1


def _colour(node: Node, place: str, text: Any, colours: list[str]) -> int:
    if text not in colours:
        raise node.error(place, text, "one of " + ", ".join(f'"{colour}"' for colour in colours) + " or null")
    return colours.index(text)


def read_ship(rules: Any, state: Any, seat: int, node: Node) -> None:
    """The harbour of a seat's ship; it must agree with the harbours of the cities."""
    city, harbour = int(state.ship[seat]), node.value.get("harbour")
    found = [tuple(map(int, spot)) for spot in zip(*(state.harbour == seat).nonzero(), strict=True)]
    expected = []
    if harbour is not None:
        if city < 0:
            raise node.error("harbour", harbour, "null for a ship that lies in no city")
        expected = [(city, node.whole("harbour", 1, int(rules.record[0].harbours[city])) - 1)]
        state.ship_harbour[seat] = expected[0][1]
    elif city >= 0 and (seat != state.actor or state.stage != v.BEFORE):
        raise node.error("harbour", None, "a harbour; only the actor can be at sea, before its action")
    if found != expected:
        raise PositionError(f"position: {node.place}: ship and harbour disagree with the harbours of the cities")
    if expected and expected[0] == (state.pirate_city, state.pirate_harbour):
        raise PositionError(f"position: {node.place}: the pirate ship lies in this harbour")


def read_pirate(rules: Any, state: Any, position: Node) -> None:
    """Where the pirate lies, if it is in play."""
    in_play = bool(rules.record[0].pirate)
    if (position.value.get("pirate") is not None) != in_play:
        raise position.error("pirate", position.value.get("pirate"), "city and harbour" if in_play else "null")
    if in_play:
        node = position.node("pirate", ("city", "harbour"))
        state.pirate_city = node.name("city", v.CITIES)
        state.pirate_harbour = node.whole("harbour", 1, int(rules.record[0].harbours[state.pirate_city])) - 1
