"""A turn as one goal: a city to be in and what to do there.

A strategy says by some weights what a goal is worth; this module finds the best one that the
seat can reach with at most one more sailing card and pay, and turns it into the next action.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.el_capitan.cards import distinct
from rulesim.games.el_capitan.forecast import (
    NO_COLOUR,
    fortress_income,
    grown_value,
    has_fortress,
    majority_income,
    paydays_left,
    protection_in,
)
from rulesim.games.el_capitan.fortresses import fortress_space
from rulesim.games.el_capitan.payday import most_warehouses
from rulesim.games.el_capitan.pirate import berth_city
from rulesim.games.el_capitan.ports import arrive, free_harbour
from rulesim.games.el_capitan.state import can_pay, colour_of, place_of, purse
from rulesim.games.el_capitan.vocabulary import (
    BUILD,
    CHOOSE_START,
    END,
    FIRST_LINK,
    FORTRESS,
    LARGE,
    LINK_TO_FIRST,
    LINK_TO_SECOND,
    LOAN,
    N_BERTHS,
    N_CITIES,
    NO_SPACE,
    PIRATE,
    REOPEN,
    SAIL,
    SAIL_ROW,
    SETTLE_LOAN,
    SMALL,
)
from rulesim.games.el_capitan.warehouses import next_space, run_allows, supply_allows
from rulesim.kernel.bits import first, has, lowest, without_lowest
from rulesim.kernel.jit import kernel
from rulesim.kernel.records import record

GOAL = record([("worth", np.float64), ("cost", np.int64), ("city", np.int64), ("act", np.int64)])
"""Act is the number of the action in the city; -1: none is possible."""

# Places of the weights in what `weights` makes.
SPREAD, MAJORITY, FORT, GROWTH, FRESH, REOPENED, COST, FINISH, HUNGER, CAUTION = range(10)
NOWHERE = 1000
"""Cost of a way that does not exist."""


@kernel
def weights(
    spread: float,
    majority: float,
    fortress: float,
    growth: float,
    fresh: float,
    reopen: float,
    cost: float,
    finish: float,
    hunger: float,
    caution: float,
) -> Any:
    """What a goal is worth to a strategy, in Florin.

    Parameters
    ----------
    spread
        A payday's income for one more city.
    majority, fortress
        Shares of a payday's gain in majorities, and of a fortress's income, that count.
    growth
        Warehouses that others are expected to add to a city.
    fresh, reopen, finish
        Worth of the first warehouse in a city, of reopening, of any piece built from the supply.
    cost
        Weight of prices.
    hunger
        How much more a goal that cannot be paid must be worth for a loan to be taken.
    caution
        Goals worth less are not pursued where a loan can be taken.
    """
    return (
        float(spread), float(majority), float(fortress), float(growth), float(fresh), float(reopen), float(cost),
        float(finish), float(hunger), float(caution),
    )  # fmt: skip


@kernel
def follow(state: Any, rules: Any, legal: Any, me: Any, plan: Any) -> int:
    """The answer to any decision by a plan of weights: starts the phase itself, repays where it can."""
    if state.stage == CHOOSE_START:
        return me.seat
    if state.stage == SETTLE_LOAN:
        return first(legal)
    return pursue(state, rules, legal, me, plan)


@kernel
def find_ways(state: Any, rules: Any, seat: int, costs: Any, cards: Any) -> None:
    """The cheapest way to each city with at most one card: its price, and the card (-1: the ship is there)."""
    for city in range(N_CITIES):
        costs[city] = NOWHERE
        cards[city] = -1
    place = place_of(state, seat)
    hand = distinct(rules, state.hand[seat])
    _offer_ways(rules, place, hand, False, costs, cards)
    _offer_ways(rules, place, distinct(rules, state.face_up & rules.affordable[purse(state, seat)]), True, costs, cards)
    if state.ship_harbour[seat] >= 0:
        costs[place] = 0
        cards[place] = -1


@kernel
def _offer_ways(rules: Any, place: int, offered: Any, paid: bool, costs: Any, cards: Any) -> None:
    while offered != np.uint64(0):
        card = lowest(offered)
        offered = without_lowest(offered)
        price = rules.card_price[card] if paid else 0
        targets = card_targets(rules, place, card)
        while targets != np.uint64(0):
            city = lowest(targets)
            targets = without_lowest(targets)
            if price < costs[city]:
                costs[city] = price
                cards[city] = card


@kernel
def card_targets(rules: Any, place: int, card: int) -> Any:
    """The cities to which a card leads from a row of the sailing tables, as bits."""
    if card < FIRST_LINK:
        return rules.sail_targets[place, card]
    link = card - FIRST_LINK
    targets = np.uint64(0)
    if rules.link_first[link] == place:
        targets = np.uint64(1) << np.uint64(rules.link_second[link])
    elif rules.link_second[link] == place:
        targets = np.uint64(1) << np.uint64(rules.link_first[link])
    return targets


@kernel
def sailing_action(rules: Any, card: int, city: int) -> int:
    """The action of sailing to a city with a card of the hand."""
    if card < FIRST_LINK:
        return SAIL + SAIL_ROW * card + city
    link = card - FIRST_LINK
    return LINK_TO_FIRST + link if rules.link_first[link] == city else LINK_TO_SECOND + link


@kernel
def pursue(state: Any, rules: Any, legal: Any, me: Any, plan: Any) -> int:
    """The next action of a turn: towards the best goal, or for a loan.

    The goal of a turn is kept in ``me.memory`` from 0 to 2 until it is reached.
    """
    pirate = free_pirate_move(state, rules, legal, me.seat)
    if pirate >= 0:
        return pirate
    if has(legal, END):
        return END
    if state.bought != 0 or state.sailed != 0:
        action = go_on(state, rules, legal, me)
        if action >= 0:
            return action
    return _set_out(state, rules, legal, me, plan)


@kernel
def go_on(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """The next step towards the goal of this turn; -1 if there is none."""
    city, act, card = int(me.memory[0]), int(me.memory[1]), int(me.memory[2])
    if state.ship[me.seat] == city and state.ship_harbour[me.seat] >= 0:
        return act if has(legal, act) else -1
    sail = sailing_action(rules, card, city)
    return sail if has(legal, sail) else -1


@kernel
def _set_out(state: Any, rules: Any, legal: Any, me: Any, plan: Any) -> int:
    """Choose the goal of the turn and take the first step, or a loan."""
    seat = me.seat
    costs, cards = np.empty(N_CITIES, np.int64), np.empty(N_CITIES, np.int64)
    find_ways(state, rules, seat, costs, cards)
    goals = np.zeros(2, GOAL)
    best, dream = goals[0], goals[1]
    best.act = dream.act = -1
    best.worth = dream.worth = -1.0e9
    fullest = most_warehouses(state)
    for city in range(N_CITIES):
        if costs[city] < NOWHERE:
            _consider_city(state, rules, seat, plan, city, costs[city], fullest, best, dream)
    hungry = best.act < 0 or dream.worth > best.worth + plan[HUNGER]
    loan = wanted_loan(legal, hungry, best.worth < plan[CAUTION])
    if loan >= 0:
        return loan
    if best.act < 0:
        return first(legal)
    return first_step(rules, legal, me, best.city, best.act, cards[best.city])


@kernel
def first_step(rules: Any, legal: Any, me: Any, city: int, act: int, card: int) -> int:
    """Act at once if the ship is there (``card`` -1), else sail or buy the card, and remember the goal."""
    if card < 0:
        return act
    me.memory[0], me.memory[1], me.memory[2] = city, act, card
    sail = sailing_action(rules, card, city)
    return sail if has(legal, sail) else card


@kernel
def wanted_loan(legal: Any, hungry: bool, cautious: bool) -> int:
    """The large loan for who needs money, the small one for who only wants to wait; -1 for none."""
    if hungry and has(legal, LOAN + LARGE):
        return LOAN + LARGE
    if (hungry or cautious) and has(legal, LOAN + SMALL):
        return LOAN + SMALL
    if cautious and has(legal, LOAN + LARGE):
        return LOAN + LARGE
    return -1


@kernel
def move_ship(state: Any, rules: Any, seat: int, city: int) -> None:
    """Put the ship into a city where it finds a harbour, in a copy of a position."""
    if state.ship[seat] != city:
        arrive(state, rules, seat, city)


@kernel
def price_of(state: Any, rules: Any, seat: int, city: int, act: int) -> int:
    """What acting in a city would cost the seat there; -1 where it cannot be done."""
    here = state.ship[seat] == city and state.ship_harbour[seat] >= 0
    harbour = int(state.ship_harbour[seat]) if here else free_harbour(state, rules, city)
    if harbour < 0:
        return -1
    if act == FORTRESS:
        space = fortress_space(state, rules, city, seat) if state.fortresses[seat] > 0 else -1
        return rules.fortress_price[city, space] if space >= 0 else -1
    space = next_space(state, city)
    reopens = act >= REOPEN
    neutral = act - REOPEN if reopens else (act - BUILD) // 3
    if neutral == 1 and state.seats > 2:
        return -1
    if space == NO_SPACE or not run_allows(state, rules, city, space, seat, neutral):
        return -1
    if reopens:
        return 0 if state.closed_count[city, colour_of(state, seat, neutral)] > 0 else -1
    chooses = state.tail[city] < 0
    if chooses != ((act - BUILD) % 3 > 0) or not supply_allows(state, seat, neutral):
        return -1
    return rules.harbour_price[city, harbour]


@kernel
def _consider_city(
    state: Any, rules: Any, seat: int, plan: Any, city: int, way: int, fullest: int, best: Any, dream: Any
) -> None:
    """Everything that the seat can do in a city."""
    here = state.ship[seat] == city and state.ship_harbour[seat] >= 0
    harbour = int(state.ship_harbour[seat]) if here else free_harbour(state, rules, city)
    if harbour < 0:
        return
    space = next_space(state, city)
    price = rules.harbour_price[city, harbour]
    if space != NO_SPACE:
        for neutral in range(2 if state.seats == 2 else 1):
            if not run_allows(state, rules, city, space, seat, neutral):
                continue
            worth = warehouse_worth(state, rules, seat, plan, city, space, neutral, fullest)
            if supply_allows(state, seat, neutral):
                act = BUILD + 3 * neutral
                if state.tail[city] < 0:
                    act += 2
                _consider(state, seat, plan, best, dream, worth + plan[FINISH], way + price, city, act)
            if state.closed_count[city, colour_of(state, seat, neutral)] > 0:
                _consider(state, seat, plan, best, dream, worth + plan[REOPENED], way, city, REOPEN + neutral)
    if state.fortresses[seat] > 0:
        place = fortress_space(state, rules, city, seat)
        if place >= 0:
            growth = int(plan[GROWTH]) * paydays_left(state, rules)
            income = fortress_income(state, rules, city, growth, fullest)
            worth = plan[FORT] * paydays_left(state, rules) * income + plan[FINISH]
            _consider(state, seat, plan, best, dream, worth, way + rules.fortress_price[city, place], city, FORTRESS)


@kernel
def warehouse_worth(
    state: Any, rules: Any, seat: int, plan: Any, city: int, space: int, neutral: int, fullest: int
) -> float:
    """What one more warehouse brings at the paydays to come, before its price."""
    growth = int(plan[GROWTH])
    colour = colour_of(state, seat, neutral)
    if state.tail[city] < 0:
        space = 1
    gain = majority_income(state, rules, city, seat, space, colour, growth)
    gain -= majority_income(state, rules, city, seat, NO_SPACE, NO_COLOUR, growth)
    worth = plan[MAJORITY] * gain
    if has_fortress(state, rules, city, seat):
        tail = int(state.tail[city])
        worth += (
            0.5
            * plan[FORT]
            * (grown_value(rules, city, max(tail, space), growth) - grown_value(rules, city, tail, growth))
        )
    if neutral == 0 and state.open_count[city, seat] == 0:
        worth += plan[SPREAD]
    worth *= paydays_left(state, rules)
    if state.tail[city] < 0:
        worth += plan[FRESH]
    return worth


@kernel
def _consider(
    state: Any, seat: int, plan: Any, best: Any, dream: Any, worth: float, cost: int, city: int, act: int
) -> None:
    """Keep the goal if it is the best so far, among those that can be paid and among all."""
    worth -= plan[COST] * cost
    if worth > dream.worth:
        _set_goal(dream, worth, cost, city, act)
    if worth > best.worth and can_pay(state, seat, cost):
        _set_goal(best, worth, cost, city, act)


@kernel
def _set_goal(goal: Any, worth: float, cost: int, city: int, act: int) -> None:
    goal.worth = worth
    goal.cost = cost
    goal.city = city
    goal.act = act


@kernel
def free_pirate_move(state: Any, rules: Any, legal: Any, seat: int) -> int:
    """The free move of the pirate that brings most protection money; -1 where none brings any."""
    if state.free_pirate == 0:
        return -1
    best, most = -1, 0
    for berth in range(N_BERTHS):
        if has(legal, PIRATE + berth):
            income = protection_in(state, rules, seat, berth_city(berth))
            if income > most:
                best, most = PIRATE + berth, income
    return best
