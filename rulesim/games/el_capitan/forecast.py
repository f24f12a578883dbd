"""What a warehouse or a fortress would bring at a payday, for strategies that plan ahead."""

from __future__ import annotations

from typing import Any

from rulesim.games.el_capitan.majority import warehouses_in
from rulesim.games.el_capitan.payday import most_warehouses
from rulesim.games.el_capitan.state import colours, is_main
from rulesim.games.el_capitan.vocabulary import HATCHED, N_CITIES, NO_SPACE
from rulesim.kernel.jit import kernel

NO_COLOUR = -1


@kernel
def paydays_left(state: Any, rules: Any) -> int:
    """Paydays to come, this phase's included."""
    return rules.phases - state.phase + 1


@kernel
def grown_value(rules: Any, city: int, tail: int, growth: int) -> int:
    """The value of a city whose chain ends on a space, after some more warehouses; 0 for an empty chain."""
    return rules.value[city, min(tail + 1 + growth, HATCHED)] if tail >= 0 else 0


@kernel
def shut_by(state: Any, rules: Any, city: int, space: int) -> int:
    """The colour of the head that a warehouse on the space would shut down; -1 for none."""
    if space > state.tail[city] >= 0 and rules.closing[city, space] != 0:
        return int(state.track[city, state.head[city]])
    return NO_COLOUR


@kernel
def majority_income(state: Any, rules: Any, city: int, seat: int, space: int, colour: int, growth: int) -> int:
    """What the seat's main colour would get in a city with one more warehouse (§2.8.37-38).

    Parameters
    ----------
    space, colour
        The warehouse that is added; -1 and -1 for the city as it stands.
    growth
        How many warehouses others are expected to add.
    """
    shut = shut_by(state, rules, city, space) if space >= 0 else NO_COLOUR
    mine = _count(state, city, seat, colour, shut)
    if mine == 0:
        return 0
    ahead = 0
    for other in range(colours(state)):
        if other != seat:
            theirs = _count(state, city, other, colour, shut)
            if theirs > mine or (theirs == mine and _stands_before(state, city, other, seat, space, colour, shut)):
                ahead += 1
    value = grown_value(rules, city, max(int(state.tail[city]), space), growth)
    if ahead == 0:
        return value
    if rules.pays_everyone[city] != 0 or (ahead == 1 and rules.second_place != 0):
        return value // rules.second_place_divisor
    return 0


@kernel
def _count(state: Any, city: int, colour: int, added: int, shut: int) -> int:
    count = int(state.open_count[city, colour])
    if colour == added:
        count += 1
    return count - 1 if colour == shut else count


@kernel
def _stands_before(state: Any, city: int, one: int, other: int, space: int, colour: int, shut: int) -> bool:
    """Whether the first of one's warehouses comes before the other's first, with the added one in its place."""
    head = int(state.head[city])
    first = min(head, space) if space >= 0 else head
    if head < 0:
        first = space
    if shut >= 0:
        first += 1
    for here in range(first, max(int(state.tail[city]), space) + 1):
        standing = colour if here == space else int(state.track[city, here])
        if standing == one:
            return True
        if standing == other:
            return False
    return False


@kernel
def fortress_income(state: Any, rules: Any, city: int, growth: int, fullest: int) -> int:
    """What a fortress would get in a city that some more warehouses are expected in (§2.8.39).

    ``fullest`` is the number of warehouses in the fullest city.
    """
    tail = int(state.tail[city])
    value = grown_value(rules, city, max(tail, 0), growth)
    return value if warehouses_in(state, city) >= fullest and tail >= 0 else value // rules.second_place_divisor


@kernel
def has_fortress(state: Any, rules: Any, city: int, seat: int) -> bool:
    """Whether the seat has a fortress in the city."""
    return state.fortress[city, 0] == seat or state.fortress[city, 1] == seat


@kernel
def city_income(state: Any, rules: Any, city: int, seat: int, fullest: int) -> int:
    """What the seat would get in a city if the payday were now."""
    if state.tail[city] < 0:
        return 0
    income = majority_income(state, rules, city, seat, NO_SPACE, NO_COLOUR, 0)
    if has_fortress(state, rules, city, seat):
        income += fortress_income(state, rules, city, 0, fullest)
    return income


@kernel
def payday_income(state: Any, rules: Any, seat: int) -> int:
    """What the seat would get if the payday were now."""
    total = int(rules.proliferation[state.cities[seat]])
    fullest = most_warehouses(state)
    for city in range(N_CITIES):
        total += city_income(state, rules, city, seat, fullest)
    return total


@kernel
def protection_in(state: Any, rules: Any, seat: int, city: int) -> int:
    """Protection money that the others would pay in a city (§2.11.64)."""
    total = 0
    for owner in range(state.seats):
        if owner != seat:
            count = 0
            for colour in range(colours(state)):
                if colour == owner or (not is_main(state, colour) and colour - state.seats == owner):
                    count += state.open_count[city, colour]
            count += has_fortress(state, rules, city, owner)
            total += min(count * rules.protection[state.phase - 1], max(0, int(state.money[owner])))
    return total
