"""The five actions (§9): choosing one, paying its goods, carrying it out."""

from __future__ import annotations

from typing import Any

from rulesim.games.captains_of_industry.advances import take_advance
from rulesim.games.captains_of_industry.buying import need_goods, offer_purchase
from rulesim.games.captains_of_industry.decks import draw_leader
from rulesim.games.captains_of_industry.estate import offer_cards
from rulesim.games.captains_of_industry.facilities import pay_overtime, produce, take_facility_card
from rulesim.games.captains_of_industry.pricing import reprice_all
from rulesim.games.captains_of_industry.turn import estate_bill, facility_bill
from rulesim.games.captains_of_industry.vocabulary import (
    ACT_BUILD,
    ACT_ESTATE,
    ACT_EXPAND,
    ACT_MANAGE,
    ACT_OPERATE,
    ACT_OVERTIME,
    ACT_RESEARCH,
    RESEARCH,
)
from rulesim.kernel.jit import kernel


@kernel
def start_action(state: Any, rules: Any, action: int) -> None:
    """An action is chosen: list the goods that it costs."""
    state.chosen = action
    if action < ACT_OPERATE:
        _need_facility(state, rules, action - (ACT_BUILD if action < ACT_EXPAND else ACT_EXPAND))
    elif action >= ACT_RESEARCH:
        units = rules.advance_cost[action - ACT_RESEARCH]
        need_goods(state, RESEARCH, units)
        state.bill = state.quote[RESEARCH, units]
    elif action >= ACT_ESTATE:
        _need_estate(state, rules, action - ACT_ESTATE)
    go_on(state, rules)


@kernel
def _need_facility(state: Any, rules: Any, facility: int) -> None:
    """Build goods first, then the expansion goods (§20-21)."""
    if rules.build_good[facility] >= 0:
        need_goods(state, rules.build_good[facility], rules.build_units)
    if rules.expand_good[facility] >= 0:
        need_goods(state, rules.expand_good[facility], rules.expand_units * state.facility[state.actor, facility])
    state.bill = facility_bill(state, rules, state.actor, facility)


@kernel
def _need_estate(state: Any, rules: Any, zone: int) -> None:
    """The goods printed on the zone's lowest free space (§32-33)."""
    tier = rules.space_tier[state.built[zone]]
    for unit in range(rules.estate_units[zone, tier]):
        need_goods(state, rules.estate_cost[zone, tier, unit], 1)
    state.bill = estate_bill(state, rules, zone, tier)


@kernel
def go_on(state: Any, rules: Any) -> None:
    """Buy the next unit, or carry the action out once everything is paid (N.3.8)."""
    if state.next_buy < state.buys:
        offer_purchase(state, rules)
    else:
        _carry_out(state, rules, state.chosen)


@kernel
def _carry_out(state: Any, rules: Any, action: int) -> None:
    if action < ACT_OPERATE:
        facility = action - (ACT_BUILD if action < ACT_EXPAND else ACT_EXPAND)
        take_facility_card(state, rules, facility)
        produce(state, rules, facility, 1)
    elif action < ACT_OVERTIME:
        produce(state, rules, action - ACT_OPERATE, 1)
    elif action < ACT_MANAGE:
        pay_overtime(state, rules, action - ACT_OVERTIME)
        produce(state, rules, action - ACT_OVERTIME, rules.overtime_multiplier)
    elif action == ACT_MANAGE:
        for _ in range(rules.leaders_drawn):
            draw_leader(state, state.actor)
        reprice_all(state, rules)
    elif action < ACT_RESEARCH:
        offer_cards(state, rules)
    else:
        take_advance(state, rules, state.actor, action - ACT_RESEARCH)
        reprice_all(state, rules)
