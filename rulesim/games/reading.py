"""Reading positions: checked access to JSON, with messages that name the key and what was expected."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulesim.errors import InputError
from rulesim.games.ruleset import nearest

LARGEST = 32_767
"""Largest count that a position may hold (16 bits)."""


class PositionError(InputError):
    """A position or an action that does not exist under the rules."""


@dataclass(frozen=True)
class LeftOut:
    """What a position leaves out because nobody at the table sees it.

    Attributes
    ----------
    stacks
        Key paths of the stacks, as in ``plantations.stack``.
    hands
        Cards of each seat's hand that are not named.
    """

    stacks: frozenset[str]
    hands: tuple[int, ...]


class Node:
    """A JSON object of a position that knows its place in it.

    Parameters
    ----------
    value
        What was found there.
    place
        Dotted path for messages, empty for the position itself.
    known
        The keys that may be there.

    Raises
    ------
    PositionError
        If it is not an object or has an unknown key. All methods raise it for bad values.
    """

    def __init__(self, value: Any, place: str, known: Collection[str]) -> None:
        self.place = place
        if not isinstance(value, Mapping):
            raise self.error(None, value, "an object")
        for key in value:
            if key not in known:
                where = f" in {place}" if place else ""
                raise PositionError(f"position: unknown key {key!r}{where}{nearest(str(key), known)}")
        self.value = value

    def path(self, key: str | None) -> str:
        """Dotted path of a key."""
        return ".".join(part for part in (self.place, key) if part)

    def error(self, key: str | None, found: Any, expected: str) -> PositionError:
        """The error for a bad value, to be raised."""
        path = self.path(key)
        return PositionError(f"position: {f'{path} = ' if path else ''}{_shown(found)}: expected {expected}")

    def whole(self, key: str, low: int = 0, high: int = LARGEST, default: int | None = 0) -> int:
        """A whole number; where the key is absent the default, if there is one."""
        value = self.value.get(key, default)
        return self._whole(key, value, low, high)

    def _whole(self, key: str, value: Any, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.error(key, value, f"a whole number from {low} to {high}")
        return value

    def flag(self, key: str) -> bool:
        """True or false; false where it is absent."""
        value = self.value.get(key, False)
        if not isinstance(value, bool):
            raise self.error(key, value, "true or false")
        return value

    def seat(self, key: str, players: int, required: bool = True) -> int:
        """A seat, counted from 0; -1 for null where none is required."""
        value = self.value.get(key)
        if value is None and not required:
            return -1
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= players:
            raise self.error(key, value, f"a seat from 1 to {players}{'' if required else ' or null'}")
        return value - 1

    def seats(self, key: str, players: int) -> int:
        """A list of seats as bits."""
        bits = 0
        for value in self.items(key):
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= players:
                raise self.error(key, value, f"a list of seats from 1 to {players}")
            bits |= 1 << (value - 1)
        return bits

    def name(self, key: str, known: Sequence[str], required: bool = True) -> int:
        """The number of a name; -1 for null where none is required."""
        value = self.value.get(key)
        return -1 if value is None and not required else self._name(key, value, known)

    def _name(self, key: str, value: Any, known: Sequence[str]) -> int:
        if not isinstance(value, str) or value not in known:
            raise self.error(key, value, f"one of {', '.join(known)}{nearest(str(value), known)}")
        return known.index(value)

    def names(self, key: str, known: Sequence[str]) -> list[int]:
        """A list of names as numbers."""
        return [self._name(f"{key}[{index}]", value, known) for index, value in enumerate(self.items(key))]

    def counts(self, key: str, known: Sequence[str]) -> list[int]:
        """An object of counts by name, absent ones 0, in the order of the names."""
        node = self.node(key, known)
        return [node.whole(name) for name in known]

    def pair(self, key: str) -> tuple[int, int]:
        """A list of two counts, the second not above the first."""
        value = self.value[key]
        if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
            raise self.error(key, value, "a list of two counts")
        first = self._whole(f"{key}[0]", value[0], 0, LARGEST)
        return first, self._whole(f"{key}[1]", value[1], 0, first)

    def items(self, key: str) -> Sequence[Any]:
        """A list; empty where it is absent."""
        value = self.value.get(key)
        if value is None:
            return []
        if not isinstance(value, Sequence) or isinstance(value, str):
            raise self.error(key, value, "a list")
        return value

    def node(self, key: str, known: Collection[str]) -> Node:
        """An object within this one; empty where it is absent."""
        value = self.value.get(key)
        return Node({} if value is None else value, self.path(key), known)

    def nodes(self, key: str, known: Collection[str]) -> list[Node]:
        """A list of objects within this one."""
        return [Node(value, f"{self.path(key)}[{index}]", known) for index, value in enumerate(self.items(key))]


def _shown(value: Any) -> str:
    """A value as JSON, cut short."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
