"""Look one turn ahead."""

from typing import Any

import numpy as np

import rulesim.games.el_capitan.api as el
from rulesim.strategy import Parameter, first, has, helper, strategy

PARAMETERS = [
    Parameter("rivals", 0.5, 0, 2, "weight of what the others would get on average"),
    Parameter("city", 5, 0, 30, "worth of one more city beside its income now, in Florin"),
    Parameter("hunger", 12, 0, 1000, "how much better a goal must be for a loan, in Florin"),
    Parameter("caution", -100, -1000, 100, "goals worth less give way to a loan, in Florin"),
]
RIVALS, CITY, HUNGER, CAUTION = range(4)


@strategy("el_capitan", parameters=PARAMETERS)
def greedy(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Tries every city that it can reach and all that it could do there, as if the payday came next."""
    if state.stage == el.CHOOSE_START:
        return me.seat
    if state.stage == el.SETTLE_LOAN:
        return first(legal)
    pirate = el.free_pirate_move(state, rules, legal, me.seat)
    if pirate >= 0:
        return pirate
    if has(legal, el.END):
        return el.END
    if state.bought != 0 or state.sailed != 0:
        action = el.go_on(state, rules, legal, me)
        if action >= 0:
            return action
    return set_out(state, rules, legal, me)


@helper
def set_out(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """The first step to the best goal, or a loan."""
    costs, cards = np.empty(el.N_CITIES, np.int64), np.empty(el.N_CITIES, np.int64)
    el.find_ways(state, rules, me.seat, costs, cards)
    now = standing(state, rules, me)
    best, best_city, best_act, dream = -1000.0, -1, -1, -1000.0
    for city in range(el.N_CITIES):
        if costs[city] < el.NOWHERE:
            for act in (el.BUILD, el.BUILD + 2, el.BUILD + 3, el.BUILD + 5, el.REOPEN, el.REOPEN + 1, el.FORTRESS):
                price = el.price_of(state, rules, me.seat, city, act)
                if price < 0:
                    continue
                cost = price + costs[city]
                worth = gain(state, rules, me, city, act, now) - cost
                dream = max(dream, worth)
                if worth > best and el.can_pay(state, me.seat, cost):
                    best, best_city, best_act = worth, city, act
    loan = el.wanted_loan(legal, best_act < 0 or dream > best + me.params[HUNGER], best < me.params[CAUTION])
    if loan >= 0:
        return loan
    if best_act < 0:
        return first(legal)
    return el.first_step(rules, legal, me, best_city, best_act, cards[best_city])


@helper
def gain(state: Any, rules: Any, me: Any, city: int, act: int, now: float) -> float:
    """How much better it stands after acting in a city, for each payday to come."""
    copy = el.clone(state)[0]
    el.move_ship(copy, rules, me.seat, city)
    el.apply_action(copy, rules, act)
    return el.paydays_left(state, rules) * (standing(copy, rules, me) - now)


@helper
def standing(state: Any, rules: Any, me: Any) -> float:
    """Its income if the payday were now, less what the others would get."""
    others = 0
    for seat in range(state.seats):
        if seat != me.seat:
            others += el.payday_income(state, rules, seat)
    mine = el.payday_income(state, rules, me.seat) + me.params[CITY] * state.cities[me.seat]
    return mine - me.params[RIVALS] * others / (state.seats - 1)
