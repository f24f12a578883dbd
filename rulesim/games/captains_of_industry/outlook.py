"""Estimates for strategies: what a position promises. Rules of thumb, not rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.captains_of_industry.scoring import leader_value
from rulesim.games.captains_of_industry.state import facility_types, market_demand
from rulesim.games.captains_of_industry.vocabulary import (
    ACT_ESTATE,
    ACT_EXPAND,
    ACT_MANAGE,
    ACT_OPERATE,
    ACT_OVERTIME,
    ACT_RESEARCH,
    EXTRA_GOODS,
    LEADER_OF_FACILITY,
    LEADER_OF_ZONE,
    MS_PER_ADVANCE_OWNED_BY_OTHERS,
    MS_PER_FACILITY,
    MS_PER_REAL_ESTATE,
    MS_PER_UNIT_SOLD,
    N_FACILITIES,
    N_LEADERS,
    N_MARKETS,
    N_SECTORS,
    PER_ADVANCE,
    PER_FACILITY_TYPE,
    PER_REAL_ESTATE,
    RENT_BONUS,
    SELL_BEFORE_DEMAND,
    UNLOCK,
)
from rulesim.kernel.bits import holds, lowest, without_lowest
from rulesim.kernel.jit import kernel

# The kinds of turn action; those below MANAGE have a facility.
BUILD, EXPAND, OPERATE, OVERTIME, MANAGE, ESTATE, RESEARCH_ADVANCE = range(7)

AGE_ROUNDS = 6.0
"""A usual number of rounds in an Age."""
PLAYER_DEMAND = 2.0
"""Units of a purchasable good that rivals may still want in an Age."""
DOMINANCE_SHARE = 0.6
"""What a marker more is worth towards sector dominance."""


@kernel
def kind_of(action: int) -> int:
    """The kind of a turn action."""
    if action < ACT_EXPAND:
        return BUILD
    if action < ACT_OPERATE:
        return EXPAND
    if action < ACT_OVERTIME:
        return OPERATE
    if action < ACT_MANAGE:
        return OVERTIME
    if action == ACT_MANAGE:
        return MANAGE
    return ESTATE if action < ACT_RESEARCH else RESEARCH_ADVANCE


@kernel
def subject_of(action: int) -> int:
    """The facility, zone or Advance of a turn action; 0 for managing markets."""
    if action < ACT_MANAGE:
        return action % N_FACILITIES
    if action == ACT_MANAGE:
        return 0
    return action - (ACT_ESTATE if action < ACT_RESEARCH else ACT_RESEARCH)


@kernel
def dollar_now(state: Any, rules: Any, seat: int, dollar: float) -> float:
    """What a dollar is worth now, if it is worth ``dollar`` at the start: the less the fuller the purse."""
    usual = 3.0 * rules.start_cash
    return dollar * usual / max(1.0, 2.0 * rules.start_cash + state.money[seat])


@kernel
def rounds_left_in_age(state: Any, rules: Any) -> float:
    """Expected rounds to the end of the Age if no marker is added."""
    wanted = rules.city_to_end - state.city_shown
    others = rules.city_cards + rules.county_cards - rules.city_to_end
    draws = 0.0
    for city in range(1, wanted + 1):
        draws += (city + others) / city
    return draws / (rules.printed_markers + state.markers + state.wheel)


@kernel
def rounds_left(state: Any, rules: Any) -> float:
    """Expected rounds to the end of the game."""
    return rounds_left_in_age(state, rules) + AGE_ROUNDS * (rules.ages - state.age)


@kernel
def ages_left(state: Any, rules: Any) -> int:
    """Age ends to come."""
    return rules.ages - state.age + 1


@kernel
def buyers(state: Any, rules: Any, market: int) -> float:
    """Units that public and rivals may buy in a market by the Age's end."""
    wanted = float(market_demand(state, rules, market))
    if rules.player_buys[market] != 0:
        wanted += PLAYER_DEMAND
    return wanted


@kernel
def room_at(state: Any, wanted: float, market: int, seat: int, price: int) -> float:
    """Of the units wanted in a market, those left for the seat at a price; rivals at the same price count half."""
    for other in range(state.seats):
        if other != seat and state.stock[market, other] > 0:
            if state.price[market, other] < price:
                wanted -= state.stock[market, other]
            elif state.price[market, other] == price:
                wanted -= 0.5 * state.stock[market, other]
    return max(0.0, wanted)


@kernel
def best_price(state: Any, rules: Any, market: int, seat: int, units: float, dollar: float) -> int:
    """The price at which so many markers bring most, with ``dollar`` the Market Share of a dollar."""
    best = 0
    best_value = -1.0
    wanted = buyers(state, rules, market)
    for price in range(rules.lowest_price, rules.highest_price + 1):
        if holds(rules.price_track, price):
            sold = min(units, room_at(state, wanted, market, seat, price))
            value = sold * (1.0 + dollar * price)
            if value > best_value:
                best_value = value
                best = price
    return best


@kernel
def market_gain(state: Any, rules: Any, market: int, seat: int, units: float, dollar: float) -> float:
    """What more markers in a market add for the seat, at the best of a low, a middle and a high price."""
    here = float(state.stock[market, seat])
    wanted = buyers(state, rules, market)
    each = DOMINANCE_SHARE + 1.0 if rules.sector[market] >= 0 else 1.0
    before = 0.0
    afterwards = 0.0
    for quarter in range(1, 4):
        price = rules.lowest_price + quarter * (rules.highest_price - rules.lowest_price) // 4
        room = room_at(state, wanted, market, seat, price)
        before = max(before, min(here, room) * (each + dollar * price))
        afterwards = max(afterwards, min(here + units, room) * (each + dollar * price))
    return afterwards - before


@kernel
def stock_value(state: Any, rules: Any, market: int, seat: int, dollar: float) -> float:
    """What the seat's markers in a market will bring at the price that they have."""
    here = float(state.stock[market, seat])
    if here == 0.0:
        return 0.0
    price = int(state.price[market, seat])
    each = DOMINANCE_SHARE + 1.0 if rules.sector[market] >= 0 else 1.0
    room = room_at(state, buyers(state, rules, market), market, seat, price)
    return min(here, room) * (each + dollar * price)


@kernel
def goods_value(state: Any, rules: Any, seat: int, good: int, units: int, dollar: float) -> float:
    """What new units of a good are worth to the seat, in its open market that gains most, the rest in another."""
    gain = 0.0
    other_gain = 0.0
    markets = state.open_markets[seat, good]
    while markets != np.uint64(0):
        more = market_gain(state, rules, lowest(markets), seat, float(units), dollar)
        markets = without_lowest(markets)
        other_gain = max(other_gain, min(more, gain))
        gain = max(gain, more)
    bonus = state.sale_bonus[seat, good]
    most = units * (1.0 + DOMINANCE_SHARE + bonus + rules.highest_price * dollar)
    return min(most, gain + other_gain) * (1.0 + 0.3 * bonus)


@kernel
def production_value(state: Any, rules: Any, seat: int, facility: int, units: int, dollar: float) -> float:
    """What a production of so many goods is worth, extra goods included."""
    good = rules.produces[facility]
    return goods_value(state, rules, seat, good, units + int(state.extra_goods[seat]), dollar)


@kernel
def facility_value(state: Any, rules: Any, seat: int, facility: int, icons: int, dollar: float) -> float:
    """What more icons of a facility promise: goods in the Ages to come, and leader cards."""
    future = 0.25 * icons * rounds_left(state, rules) * (0.5 + 4 * dollar)
    future += 3.0 * state.hand[seat, LEADER_OF_FACILITY + facility]
    if state.facility[seat, facility] == 0:
        future += state.hand[seat, PER_FACILITY_TYPE] * rules.leader_ms[PER_FACILITY_TYPE]
    return future


@kernel
def sector_strength(state: Any, rules: Any, seat: int, zone: int, sector: int) -> int:
    """Icons of the seat that make goods for the markets of a sector next to a zone."""
    next_to = 0
    for market in range(N_MARKETS):
        if rules.sector[market] == sector and rules.adjacent[market, zone] != 0:
            next_to |= 1 << market
    icons = 0
    for facility in range(N_FACILITIES):
        if state.open_markets[seat, rules.produces[facility]] & np.uint64(next_to) != np.uint64(0):
            icons += state.facility[seat, facility]
    return icons


@kernel
def demand_worth(state: Any, rules: Any, seat: int, zone: int, sector: int) -> float:
    """What an icon of demand in a zone does for the seat, less what it does for its rivals."""
    worth = 0.1 + 0.3 * min(3, sector_strength(state, rules, seat, zone, sector))
    for other in range(state.seats):
        if other != seat:
            worth -= 0.1 * min(3, sector_strength(state, rules, other, zone, sector)) / (state.seats - 1)
    return worth


@kernel
def zone_worth(state: Any, rules: Any, seat: int, zone: int) -> Any:
    """`demand_worth` of the three sectors."""
    return (
        demand_worth(state, rules, seat, zone, 0),
        demand_worth(state, rules, seat, zone, 1),
        demand_worth(state, rules, seat, zone, 2),
    )


@kernel
def card_value(rules: Any, worth: Any, card: int, side: int) -> float:
    """What the demand of a real-estate card is worth in a zone of this `zone_worth`."""
    value = 0.0
    for sector in range(N_SECTORS):
        value += rules.card_demand[card, side, sector] * worth[sector]
    return value


@kernel
def estate_value(state: Any, rules: Any, seat: int, zone: int, dollar: float) -> float:
    """Rent, demand of the best card and leader cards."""
    best = 0.0
    worth = zone_worth(state, rules, seat, zone)
    tier = rules.space_tier[state.built[zone]]
    for card in range(rules.n_estate_cards):
        if rules.card_tier[card] == tier and state.cards_left[card] > 0:
            best = max(best, card_value(rules, worth, card, 0), card_value(rules, worth, card, 1))
    rent = (rules.rent + state.rent_bonus[seat]) * rounds_left(state, rules) * dollar
    leaders = state.hand[seat, LEADER_OF_ZONE + zone] * rules.leader_ms[LEADER_OF_ZONE + zone]
    leaders += state.hand[seat, PER_REAL_ESTATE] * rules.leader_ms[PER_REAL_ESTATE]
    return rent + best * 0.5 * (ages_left(state, rules) + 1) + leaders


@kernel
def advance_value(state: Any, rules: Any, seat: int, advance: int) -> float:
    """What an Advance promises until the game's end."""
    effect = rules.effect[advance]
    amount = rules.effect_amount[advance]
    ages = ages_left(state, rules)
    scored = 1 if holds(rules.at_game_end, advance) else ages
    value = 0.3
    if effect == MS_PER_UNIT_SOLD:
        value += amount * ages * min(3.0, 1.0 + 0.5 * icons_for(state, rules, seat, rules.effect_good[advance]))
    elif effect == UNLOCK:
        value += 0.8 * ages * min(2.0, icons_for(state, rules, seat, rules.effect_good[advance]))
    elif effect == EXTRA_GOODS:
        value += 0.5 * amount * rounds_left(state, rules)
    elif effect == RENT_BONUS:
        value += 0.15 * amount * state.estates[seat] * rounds_left(state, rules)
    elif effect == SELL_BEFORE_DEMAND:
        value += 2.0 * amount * ages
    elif effect == MS_PER_FACILITY:
        value += amount * scored * (facility_types(state, seat) + 0.7 * (ages - 1))
    elif effect == MS_PER_REAL_ESTATE:
        value += amount * scored * (state.estates[seat] + 0.7 * (ages - 1))
    elif effect == MS_PER_ADVANCE_OWNED_BY_OTHERS:
        value += amount * 5
    return value + state.hand[seat, PER_ADVANCE] * rules.leader_ms[PER_ADVANCE]


@kernel
def icons_for(state: Any, rules: Any, seat: int, good: int) -> float:
    """Icons of the seat's facilities that make a good."""
    icons = 0.0
    for facility in range(N_FACILITIES):
        if rules.produces[facility] == good:
            icons += state.facility[seat, facility]
    return icons


@kernel
def leader_draw_value(state: Any, rules: Any, seat: int) -> float:
    """What a leader card from the deck is worth on average, as things stand and a little on."""
    total = 0.0
    copies = 0.0
    for leader in range(N_LEADERS):
        left = rules.leader_copies[leader] - state.hand[seat, leader]
        total += left * leader_value(state, rules, seat, leader)
        copies += left
    growth = 0.15 * rounds_left(state, rules)
    return rules.leaders_drawn * (total / max(1.0, copies) + min(1.5, growth))
