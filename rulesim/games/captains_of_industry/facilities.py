"""Building, expanding and operating facilities (§2.4, §2.5)."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.captains_of_industry.pricing import offer_price
from rulesim.games.captains_of_industry.state import put_unit
from rulesim.games.captains_of_industry.vocabulary import N_MARKETS, PLACE
from rulesim.kernel.bits import bit
from rulesim.kernel.jit import kernel


@kernel
def take_facility_card(state: Any, rules: Any, facility: int) -> None:
    """The top card of the pile onto the actor's stack: the double ones lie on top (§20-21)."""
    if state.double_left[facility] > 0:
        state.double_left[facility] -= 1
        state.facility[state.actor, facility] += rules.double_size
    else:
        state.single_left[facility] -= 1
        state.facility[state.actor, facility] += rules.single_size


@kernel
def produce(state: Any, rules: Any, facility: int, multiplier: int) -> None:
    """As many goods as the size, times the multiplier of overtime, plus what Advances add (§22-23, §A18)."""
    seat = state.actor
    good = rules.produces[facility]
    state.place_good = good
    state.to_place = int(state.facility[seat, facility]) * multiplier + state.extra_goods[seat]
    state.to_price = np.uint64(0)
    state.stage = PLACE
    # Goods are numbered before markets, so the open markets of a good stand side by side.
    state.options = state.open_markets[seat, good] << np.uint64(good * N_MARKETS)


@kernel
def pay_overtime(state: Any, rules: Any, facility: int) -> None:
    """Dollars for each point of size, before doubling (N.3.6)."""
    state.money[state.actor] -= rules.overtime[facility] * state.facility[state.actor, facility]


@kernel
def apply_place(state: Any, rules: Any, action: int) -> None:
    """One of the goods onto a market; all must be placed (§24). Then their prices."""
    good = state.place_good
    market = action - good * N_MARKETS
    put_unit(state, market, state.actor, good)
    state.to_price |= bit(market)
    state.to_place -= 1
    if state.to_place == 0:
        offer_price(state, rules)
