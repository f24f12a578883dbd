"""A turn as one goal: a city to be in and what to do there.

A strategy says by some weights what a goal is worth; this module finds the best one that the
seat can reach with at most one more sailing card and pay, and turns it into the next action.
"""

from __future__ import annotations

from typing import Any

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
from rulesim.games.el_capitan.state import can_pay, colour_of
from rulesim.games.el_capitan.vocabulary import (
    BUILD,
    CHOOSE_START,
    END,
    FORTRESS,
    LARGE,
    LOAN,
    N_BERTHS,
    N_CITIES,
    NO_SPACE,
    PIRATE,
    REOPEN,
    SETTLE_LOAN,
    SMALL,
)
from rulesim.games.el_capitan.warehouses import next_space, run_allows, supply_allows
from rulesim.games.el_capitan.ways import NOWHERE, find_ways, first_step, go_on, harbour_for
from rulesim.kernel.bits import first, has
from rulesim.kernel.jit import kernel

# Places of the weights in what `weights` makes.
SPREAD, MAJORITY, FORT, GROWTH, FRESH, REOPENED, COST, FINISH, HUNGER, CAUTION = range(10)
WORTHLESS = -1.0e9
NO_ACT = -1


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
def pursue(state: Any, rules: Any, legal: Any, me: Any, plan: Any) -> int:
    """The next action of a turn: towards the best goal, or for a loan."""
    pirate = free_pirate_move(state, rules, legal, me.seat)
    if pirate >= 0:
        return pirate
    if has(legal, END):
        return END
    action = go_on(state, rules, legal, me)
    return action if action >= 0 else _set_out(state, rules, legal, me, plan)


@kernel
def _set_out(state: Any, rules: Any, legal: Any, me: Any, plan: Any) -> int:
    """Choose the goal of the turn and take the first step, or a loan."""
    costs, cards = find_ways(state, rules, me)
    fullest = most_warehouses(state)
    worth, act, dream, goal = WORTHLESS, NO_ACT, WORTHLESS, 0
    for city in range(N_CITIES):
        if costs[city] < NOWHERE:
            here = _best_act(state, rules, me.seat, plan, city, int(costs[city]), fullest)
            if here[0] > worth:
                worth, act, goal = here[0], here[1], city
            dream = max(dream, here[2])
    hungry = act == NO_ACT or dream > worth + plan[HUNGER]
    loan = wanted_loan(legal, hungry, worth < plan[CAUTION])
    if loan >= 0:
        return loan
    if act == NO_ACT:
        return first(legal)
    return first_step(rules, legal, me, goal, act, int(cards[goal]))


@kernel
def _best_act(state: Any, rules: Any, seat: int, plan: Any, city: int, way: int, fullest: int) -> Any:
    """Worth and number of the best act in a city that can be paid, and the worth of the best of all."""
    best = (WORTHLESS, NO_ACT, WORTHLESS)
    harbour = harbour_for(state, rules, seat, city)
    if harbour < 0:
        return best
    space = next_space(state, city)
    for neutral in range(2 if state.seats == 2 else 1):
        if space != NO_SPACE and run_allows(state, rules, city, space, seat, neutral):
            worth = warehouse_worth(state, rules, seat, plan, city, space, neutral)
            if supply_allows(state, seat, neutral):
                act = BUILD + 3 * neutral + (2 if state.tail[city] < 0 else 0)
                price = way + rules.harbour_price[city, harbour]
                best = _better(state, seat, plan, best, worth + plan[FINISH], price, act)
            if state.closed_count[city, colour_of(state, seat, neutral)] > 0:
                best = _better(state, seat, plan, best, worth + plan[REOPENED], way, REOPEN + neutral)
    if state.fortresses[seat] > 0:
        place = fortress_space(state, rules, city, seat)
        if place >= 0:
            worth = fortress_worth(state, rules, plan, city, fullest) + plan[FINISH]
            best = _better(state, seat, plan, best, worth, way + rules.fortress_price[city, place], FORTRESS)
    return best


@kernel
def _better(state: Any, seat: int, plan: Any, best: Any, worth: float, price: int, act: int) -> Any:
    """The best so far, or this act."""
    worth -= plan[COST] * price
    dream = max(best[2], worth)
    if worth > best[0] and can_pay(state, seat, price):
        return worth, act, dream
    return best[0], best[1], dream


@kernel
def warehouse_worth(state: Any, rules: Any, seat: int, plan: Any, city: int, space: int, neutral: int) -> float:
    """What one more warehouse brings at the paydays to come, before its price."""
    growth, tail = int(plan[GROWTH]), int(state.tail[city])
    if tail < 0:
        space = 1
    gain = majority_income(state, rules, city, seat, space, colour_of(state, seat, neutral), growth)
    gain -= majority_income(state, rules, city, seat, NO_SPACE, NO_COLOUR, growth)
    worth = plan[MAJORITY] * gain
    if has_fortress(state, rules, city, seat):
        rise = grown_value(rules, city, max(tail, space), growth) - grown_value(rules, city, tail, growth)
        worth += 0.5 * plan[FORT] * rise
    if neutral == 0 and state.open_count[city, seat] == 0:
        worth += plan[SPREAD]
    return worth * paydays_left(state, rules) + (plan[FRESH] if tail < 0 else 0.0)


@kernel
def fortress_worth(state: Any, rules: Any, plan: Any, city: int, fullest: int) -> float:
    """What a fortress brings at the paydays to come, before its price: its city has longer to grow."""
    paydays = paydays_left(state, rules)
    return plan[FORT] * paydays * fortress_income(state, rules, city, int(plan[GROWTH]) * paydays, fullest)


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
def price_of(state: Any, rules: Any, seat: int, city: int, act: int) -> int:
    """What acting in a city would cost the seat there; -1 where it cannot be done."""
    harbour = harbour_for(state, rules, seat, city)
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
