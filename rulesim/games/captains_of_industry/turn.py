"""A turn begins: which of the five actions can be completed (§9, N.2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.captains_of_industry.advances import research_options
from rulesim.games.captains_of_industry.buying import can_pay, quote_goods
from rulesim.games.captains_of_industry.state import pile_left
from rulesim.games.captains_of_industry.vocabulary import (
    ACT_BUILD,
    ACT_ESTATE,
    ACT_EXPAND,
    ACT_MANAGE,
    ACT_OPERATE,
    ACT_OVERTIME,
    N_FACILITIES,
    N_GOODS,
    N_ZONES,
    PICK_ACTION,
)
from rulesim.kernel.bits import bit, lowest, without_lowest
from rulesim.kernel.jit import kernel


@kernel
def begin_turn(state: Any, rules: Any) -> None:
    """The next player in turn order picks an action."""
    seat = state.order[state.turn_index]
    state.actor = seat
    state.stage = PICK_ACTION
    state.own_marker = has_marker(state, rules, seat)
    quote_goods(state, rules, seat)
    state.options = action_options(state, rules, seat)


@kernel
def has_marker(state: Any, rules: Any, seat: int) -> int:
    """1 if the seat has a marker in a market that opens the bank to it (§16), else 0."""
    markets = rules.own_marker_markets
    while markets != np.uint64(0):
        if state.stock[lowest(markets), seat] > 0:
            return 1
        markets = without_lowest(markets)
    return 0


@kernel
def action_options(state: Any, rules: Any, seat: int) -> Any:
    """All actions that the seat can complete. Managing markets always works (§31)."""
    return (
        facility_options(state, rules, seat)
        | bit(ACT_MANAGE)
        | estate_options(state, rules, seat)
        | research_options(state, rules, seat)
    )


@kernel
def facility_options(state: Any, rules: Any, seat: int) -> Any:
    """Build, expand, operate with and without overtime (§20-23)."""
    options = np.uint64(0)
    for facility in range(N_FACILITIES):
        size = state.facility[seat, facility]
        if pile_left(state, facility) > 0 and can_pay(state, seat, facility_bill(state, rules, seat, facility)):
            options |= bit((ACT_BUILD if size == 0 else ACT_EXPAND) + facility)
        if size > 0:
            options |= bit(ACT_OPERATE + facility)
            if rules.overtime[facility] * size <= state.money[seat]:
                options |= bit(ACT_OVERTIME + facility)
    return options


@kernel
def facility_bill(state: Any, rules: Any, seat: int, facility: int) -> int:
    """What the actor pays to build, or to expand: then there are goods for each point of size too (§21)."""
    size = state.facility[seat, facility]
    build = rules.build_good[facility]
    expand = rules.expand_good[facility]
    build_units = rules.build_units if build >= 0 else 0
    expand_units = rules.expand_units * size if expand >= 0 else 0
    if build == expand and build >= 0:
        return int(state.quote[build, build_units + expand_units])
    bill = 0
    if build_units > 0:
        bill += int(state.quote[build, build_units])
    if expand_units > 0:
        bill += int(state.quote[expand, expand_units])
    return bill


@kernel
def estate_options(state: Any, rules: Any, seat: int) -> Any:
    """Zones with a free space whose tier has cards left and whose goods can be paid (§32-34)."""
    options = np.uint64(0)
    tiers = tiers_left(state, rules)
    for zone in range(N_ZONES):
        if state.built[zone] < rules.spaces:
            tier = rules.space_tier[state.built[zone]]
            if (tiers >> tier) & 1 != 0 and can_pay(state, seat, estate_bill(state, rules, zone, tier)):
                options |= bit(ACT_ESTATE + zone)
    return options


@kernel
def tiers_left(state: Any, rules: Any) -> int:
    """The tiers, as bits, with real-estate cards left in their pile."""
    tiers = 0
    for card in range(rules.n_estate_cards):
        if state.cards_left[card] > 0:
            tiers |= 1 << rules.card_tier[card]
    return tiers


@kernel
def estate_bill(state: Any, rules: Any, zone: int, tier: int) -> int:
    """What the actor pays for the goods of a real-estate space (§33)."""
    bill = 0
    for good in range(N_GOODS):
        bill += int(state.quote[good, rules.estate_need[zone, tier, good]])
    return bill
