"""Look one turn ahead."""

from typing import Any

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
    action = el.go_on(state, rules, legal, me)
    return action if action >= 0 else set_out(state, rules, legal, me)


@helper
def set_out(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """The first step to the best goal, or a loan."""
    costs, cards = el.find_ways(state, rules, me)
    fullest = el.most_warehouses(state)
    best, best_city, best_act, dream = -1000.0, -1, -1, -1000.0
    for city in range(el.N_CITIES):
        if costs[city] < el.NOWHERE:
            now = standing(state, rules, me, city, fullest)
            for act in (el.BUILD, el.BUILD + 2, el.BUILD + 3, el.BUILD + 5, el.REOPEN, el.REOPEN + 1, el.FORTRESS):
                price = el.price_of(state, rules, me.seat, city, act)
                if price < 0:
                    continue
                cost = price + int(costs[city])
                worth = el.paydays_left(state, rules) * (after(state, rules, me, city, act, fullest) - now) - cost
                dream = max(dream, worth)
                if worth > best and el.can_pay(state, me.seat, cost):
                    best, best_city, best_act = worth, city, act
    loan = el.wanted_loan(legal, best_act < 0 or dream > best + me.params[HUNGER], best < me.params[CAUTION])
    if loan >= 0:
        return loan
    if best_act < 0:
        return first(legal)
    return el.first_step(rules, legal, me, best_city, best_act, int(cards[best_city]))


@helper
def after(state: Any, rules: Any, me: Any, city: int, act: int, fullest: int) -> float:
    """How it stands after acting in a city."""
    return after_on(el.clone(state), rules, me, city, act, fullest)


@helper
def after_on(copies: Any, rules: Any, me: Any, city: int, act: int, fullest: int) -> float:
    """As `after`, on a copy, which the caller keeps."""
    copy = copies[0]
    el.move_ship(copy, rules, me.seat, city)
    el.apply_action(copy, rules, act)
    return standing(copy, rules, me, city, max(fullest, el.warehouses_in(copy, city)))


@helper
def standing(state: Any, rules: Any, me: Any, city: int, fullest: int) -> float:
    """Its income from the number of cities and in this one if the payday were now, less that of the others."""
    total = me.params[CITY] * state.cities[me.seat]
    for seat in range(state.seats):
        income = rules.proliferation[state.cities[seat]] + el.city_income(state, rules, city, seat, fullest)
        total += income if seat == me.seat else -me.params[RIVALS] * income / (state.seats - 1)
    return total
