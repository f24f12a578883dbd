"""The value of a city and who is first there (§2 terms, §2.8.37-38)."""

from __future__ import annotations

from typing import Any

from rulesim.games.el_capitan.state import colours
from rulesim.kernel.jit import kernel


@kernel
def value_of(state: Any, rules: Any, city: int) -> int:
    """The number on the space after the last warehouse; 0 for an empty chain."""
    tail = int(state.tail[city])
    return rules.value[city, tail + 1] if tail >= 0 else 0


@kernel
def warehouses_in(state: Any, city: int) -> int:
    """Open warehouses of all colours."""
    tail = int(state.tail[city])
    return tail - state.head[city] + 1 if tail >= 0 else 0


@kernel
def first_colour(state: Any, city: int) -> int:
    """The colour with most open warehouses; -1 in an empty city."""
    return _most(state, city, -1)


@kernel
def second_colour(state: Any, city: int, first: int) -> int:
    """The colour with most open warehouses after the first; -1 where there is none."""
    return _most(state, city, first)


@kernel
def _most(state: Any, city: int, without: int) -> int:
    """The colour with most open warehouses; of equals the one whose first stands earliest (§2.8.38)."""
    best, most = -1, 0
    for colour in range(colours(state)):
        count = state.open_count[city, colour]
        if colour == without or count < most or count == 0:
            continue
        if count > most or earliest(state, city, colour) < earliest(state, city, best):
            best, most = colour, count
    return best


@kernel
def earliest(state: Any, city: int, colour: int) -> int:
    """The space of the colour's first open warehouse in the chain, which must hold one."""
    space = int(state.head[city])
    while state.track[city, space] != colour:
        space += 1
    return space
