"""The trader phase (§A.6)."""

from __future__ import annotations

from typing import Any

from rulesim.games.puerto_rico.game_round import end_role
from rulesim.games.puerto_rico.state import next_seat, occupies
from rulesim.games.puerto_rico.vocabulary import LARGE_MARKET, N_GOODS, OFFICE, PASS, SELL, SMALL_MARKET
from rulesim.kernel.bits import bit
from rulesim.kernel.jit import kernel


@kernel
def begin_trader(state: Any, rules: Any) -> None:
    """Once around, the picker first: everybody may sell one barrel."""
    state.stage = SELL
    state.actor = state.picker
    state.options = sell_options(state, rules)


@kernel
def sell_options(state: Any, rules: Any) -> Any:
    """A kind that is not in the house, with an office any kind; nothing into a full house (§A.6.3)."""
    options = bit(PASS)
    seat = state.actor
    if state.house_barrels < rules.house_spaces:
        office = occupies(state, seat, OFFICE)
        for good in range(N_GOODS):
            if state.goods[seat, good] > 0 and (office or state.house[good] == 0):
                options |= bit(good)
    return options


@kernel
def sale_income(state: Any, rules: Any, seat: int, good: int) -> int:
    """Price, the picker's privilege and the occupied markets (§A.6.2)."""
    income = rules.price[good]
    if seat == state.picker:
        income += rules.trader_bonus
    if occupies(state, seat, SMALL_MARKET):
        income += rules.small_market
    if occupies(state, seat, LARGE_MARKET):
        income += rules.large_market
    return income


@kernel
def apply_sell(state: Any, rules: Any, good: int) -> None:
    """Sell a barrel, or pass; then the next player."""
    seat = state.actor
    if good != PASS:
        state.doubloons[seat] += sale_income(state, rules, seat, good)
        state.goods[seat, good] -= 1
        state.house[good] += 1
        state.house_barrels += 1
    seat = next_seat(state, seat)
    if seat == state.picker:
        _clear_full_house(state, rules)
        end_role(state, rules)
    else:
        state.actor = seat
        state.options = sell_options(state, rules)


@kernel
def _clear_full_house(state: Any, rules: Any) -> None:
    """A full house goes back to the supply at the end of the phase (§A.6.4)."""
    if state.house_barrels >= rules.house_spaces:
        for good in range(N_GOODS):
            state.barrels[good] += state.house[good]
            state.house[good] = 0
        state.house_barrels = 0
