"""Advice for strategies: the worth of a turn action, and sensible answers to the decisions that follow it."""

from __future__ import annotations

from typing import Any

from rulesim.games.captains_of_industry.outlook import (
    ESTATE,
    MANAGE,
    OPERATE,
    OVERTIME,
    RESEARCH_ADVANCE,
    advance_value,
    best_price,
    card_value,
    dollar_now,
    estate_value,
    facility_value,
    kind_of,
    leader_draw_value,
    market_gain,
    production_value,
    subject_of,
    zone_worth,
)
from rulesim.games.captains_of_industry.scoring import final_ms, leader_value
from rulesim.games.captains_of_industry.turn import estate_bill, facility_bill
from rulesim.games.captains_of_industry.vocabulary import (
    ACT_ESTATE,
    BUY,
    FROM_BANK,
    N_MARKETS,
    PICK_CARD,
    PLACE,
    PRICE,
    RESEARCH,
    SOURCES,
)
from rulesim.kernel.bits import after, first
from rulesim.kernel.jit import kernel


@kernel
def action_value(state: Any, rules: Any, seat: int, action: int, dollar: float) -> float:
    """The worth of a turn action in Market Share, with ``dollar`` that of a dollar. A rough guess."""
    kind = kind_of(action)
    subject = subject_of(action)
    if kind == MANAGE:
        return leader_draw_value(state, rules, seat)
    if kind == ESTATE:
        bill = estate_bill(state, rules, subject, rules.space_tier[state.built[subject]])
        return estate_value(state, rules, seat, subject, dollar) - dollar * bill
    if kind == RESEARCH_ADVANCE:
        bill = int(state.quote[RESEARCH, rules.advance_cost[subject]])
        return advance_value(state, rules, seat, subject) - dollar * bill
    return _facility_action(state, rules, seat, kind, subject, dollar)


@kernel
def _facility_action(state: Any, rules: Any, seat: int, kind: int, facility: int, dollar: float) -> float:
    size = int(state.facility[seat, facility])
    if kind == OPERATE:
        return production_value(state, rules, seat, facility, size, dollar)
    if kind == OVERTIME:
        value = production_value(state, rules, seat, facility, size * rules.overtime_multiplier, dollar)
        return value - dollar * rules.overtime[facility] * size
    icons = rules.double_size if state.double_left[facility] > 0 else rules.single_size
    value = production_value(state, rules, seat, facility, size + icons, dollar)
    value += facility_value(state, rules, seat, facility, icons, dollar)
    return value - dollar * facility_bill(state, rules, seat, facility)


@kernel
def best_action(
    state: Any, rules: Any, legal: Any, seat: int, dollar: float, factors: Any, favoured: int, favour: float
) -> int:
    """The turn action of most worth, where a plan counts some actions for more.

    ``factors`` has one factor for each kind of action (BUILD … RESEARCH_ADVANCE); actions with the
    facilities in ``favoured`` (bits) are multiplied by ``favour`` too.
    """
    best = first(legal)
    best_value = -1e9
    dollar = dollar_now(state, rules, seat, dollar)
    action = best
    while action >= 0:
        value = action_value(state, rules, seat, action, dollar)
        if value > 0.0:
            kind = kind_of(action)
            value *= factors[kind]
            if kind <= OVERTIME and (favoured >> subject_of(action)) & 1 != 0:
                value *= favour
        if value > best_value:
            best_value = value
            best = action
        action = after(legal, action)
    return best


@kernel
def follow_up(state: Any, rules: Any, legal: Any, seat: int, dollar: float) -> int:
    """A sensible answer to any decision but the turn action itself."""
    dollar = dollar_now(state, rules, seat, dollar)
    if state.stage >= PRICE:
        return price_to_sell(state, rules, seat, state.stage - PRICE, dollar)
    if state.stage == BUY:
        return kindest_source(state, rules, legal, seat)
    if state.stage == PLACE:
        return best_place(state, rules, legal, seat, dollar)
    if state.stage == PICK_CARD:
        return best_card(state, rules, legal, seat)
    return least_leader(state, rules, legal, seat)


@kernel
def price_to_sell(state: Any, rules: Any, seat: int, market: int, dollar: float) -> int:
    """The price at which the seat's markers in a market bring most."""
    return best_price(state, rules, market, seat, float(state.stock[market, seat]), dollar)


@kernel
def kindest_source(state: Any, rules: Any, legal: Any, seat: int) -> int:
    """Own units, else the bank, else the rival with least Market Share."""
    best = first(legal)
    least = 1 << 30
    action = best
    while action >= 0:
        source = action % SOURCES
        if source in (seat, FROM_BANK):
            return action
        points = final_ms(state, rules, source)
        if points < least:
            least = points
            best = action
        action = after(legal, action)
    return best


@kernel
def best_place(state: Any, rules: Any, legal: Any, seat: int, dollar: float) -> int:
    """The market in which one more marker gains most; where none gains, the emptiest."""
    best = -1
    best_gain = -1.0
    action = first(legal)
    while action >= 0:
        market = action % N_MARKETS
        gain = market_gain(state, rules, market, seat, 1.0, dollar) + 0.01 / (1.0 + state.stock[market, seat])
        if gain > best_gain:
            best_gain = gain
            best = action
        action = after(legal, action)
    return best if best >= 0 else first(legal)


@kernel
def best_card(state: Any, rules: Any, legal: Any, seat: int) -> int:
    """The real-estate card and side that serves the seat's goods best."""
    zone = state.chosen - ACT_ESTATE
    worth = zone_worth(state, rules, seat, zone)
    best = first(legal)
    best_gain = -1e9
    action = best
    while action >= 0:
        gain = card_value(rules, worth, action >> 1, action & 1)
        if gain > best_gain:
            best_gain = gain
            best = action
        action = after(legal, action)
    return best


@kernel
def least_leader(state: Any, rules: Any, legal: Any, seat: int) -> int:
    """The leader card that is worth least now."""
    best = first(legal)
    least = 1 << 30
    action = best
    while action >= 0:
        value = leader_value(state, rules, seat, action)
        if value < least:
            least = value
            best = action
        action = after(legal, action)
    return best


@kernel
def cheapest_rival(state: Any, seat: int, market: int) -> int:
    """The lowest price of a rival in a market; -1: no rival has markers there."""
    lowest = -1
    for other in range(state.seats):
        if other != seat and state.stock[market, other] > 0 and (lowest < 0 or state.price[market, other] < lowest):
            lowest = int(state.price[market, other])
    return lowest


@kernel
def nearest_price(legal: Any, wanted: int) -> int:
    """The price of the track that is not above what is wanted; the lowest one where there is none."""
    best = first(legal)
    action = best
    while action >= 0 and action <= wanted:
        best = action
        action = after(legal, action)
    return best
