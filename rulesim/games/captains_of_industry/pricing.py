"""Setting prices (§26-27, §30): one price for each market and player."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.captains_of_industry.state import markets_of
from rulesim.games.captains_of_industry.vocabulary import PRICE, TURN_ENDS
from rulesim.kernel.bits import lowest, without_lowest
from rulesim.kernel.jit import kernel


@kernel
def reprice_all(state: Any, rules: Any) -> None:
    """The actor may set the price in every market in which it has markers (§30)."""
    state.to_price = markets_of(state, state.actor)
    offer_price(state, rules)


@kernel
def offer_price(state: Any, rules: Any) -> None:
    """The next market to price, in table order; without one the turn ends (N.3.12)."""
    if state.to_price == np.uint64(0):
        state.stage = TURN_ENDS
    else:
        state.stage = PRICE + lowest(state.to_price)
        state.options = rules.price_track


@kernel
def apply_price(state: Any, rules: Any, price: int) -> None:
    """Set the price for all of the actor's markers in the market, old and new (§27)."""
    state.price[lowest(state.to_price), state.actor] = price
    state.to_price = without_lowest(state.to_price)
    offer_price(state, rules)
