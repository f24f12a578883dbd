"""Building fortresses (§2.6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.el_capitan.state import book, can_pay, in_harbour
from rulesim.games.el_capitan.vocabulary import FORTRESS, FORTRESS_COSTS
from rulesim.kernel.bits import bit
from rulesim.kernel.jit import kernel

NO_FORTRESS_SPACE = -1


@kernel
def fortress_space(state: Any, rules: Any, city: int, seat: int) -> int:
    """The cheapest free fortress space; -1 where there is none or the seat has a fortress (§2.6.31)."""
    best = NO_FORTRESS_SPACE
    for space in range(rules.fortress_spaces[city]):
        owner = state.fortress[city, space]
        if owner == seat:
            return NO_FORTRESS_SPACE
        if owner < 0 and (best < 0 or rules.fortress_price[city, space] < rules.fortress_price[city, best]):
            best = space
    return best


@kernel
def fortress_options(state: Any, rules: Any, seat: int) -> Any:
    """Building a fortress, as a bit of its word of actions."""
    if not in_harbour(state, seat) or state.fortresses[seat] == 0:
        return np.uint64(0)
    city = int(state.ship[seat])
    space = fortress_space(state, rules, city, seat)
    if space < 0 or not can_pay(state, seat, rules.fortress_price[city, space]):
        return np.uint64(0)
    return bit(FORTRESS & 63)


@kernel
def build_fortress(state: Any, rules: Any, seat: int) -> None:
    """Pay the cheapest free space and occupy it for the rest of the game (§2.6.30)."""
    city = int(state.ship[seat])
    space = fortress_space(state, rules, city, seat)
    book(state, seat, FORTRESS_COSTS, -rules.fortress_price[city, space])
    state.fortress[city, space] = seat
    state.fortresses[seat] -= 1
    if state.first_fortress[seat] < 0:
        state.first_fortress[seat] = city
