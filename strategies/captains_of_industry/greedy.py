"""One turn ahead."""

from typing import Any

import rulesim.games.captains_of_industry.api as coi
from rulesim.strategy import Parameter, after, first, helper, strategy


@helper
def worth(state: Any, rules: Any, seat: int, dollar: float) -> float:
    """Market Share now, and what money, markers and holdings still promise."""
    total = float(coi.final_ms(state, rules, seat)) + dollar * state.money[seat]
    for market in range(coi.N_MARKETS):
        total += coi.stock_value(state, rules, market, seat, dollar)
    left = coi.rounds_left(state, rules)
    for facility in range(coi.N_FACILITIES):
        icons = int(state.facility[seat, facility])
        if icons > 0:
            total += 0.25 * icons * left * (0.5 + 4 * dollar)
    return total + 0.5 * left * (rules.rent + state.rent_bonus[seat]) * dollar * state.estates[seat]


@helper
def worth_after(state: Any, rules: Any, me: Any, action: int, dollar: float) -> float:
    """`worth` once the turn that begins with an action has been played to its end."""
    return worth_on(coi.imagine(state, me), coi.empty_legal(), rules, me, action, dollar)


@helper
def worth_on(copies: Any, legals: Any, rules: Any, me: Any, action: int, dollar: float) -> float:
    """As `worth_after`, on a copy, which the caller keeps."""
    ahead, legal = copies[0], legals[0]
    coi.apply_action(ahead, rules, action)
    while ahead.actor == me.seat and ahead.stage != coi.PICK_ACTION and ahead.stage != coi.RETURN:
        coi.legal_actions(ahead, rules, legal)
        coi.apply_action(ahead, rules, coi.follow_up(ahead, rules, legal, me.seat, dollar))
    return worth(ahead, rules, me.seat, dollar)


@strategy(
    "captains_of_industry",
    parameters=[Parameter("dollar", 0.2, 0.0, 1.0, "Market Share that a dollar is worth")],
)
def greedy(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Plays out each turn action on a copy of the position and takes the one that leaves it best off."""
    dollar = me.params[0]
    if state.stage != coi.PICK_ACTION:
        return coi.follow_up(state, rules, legal, me.seat, dollar)
    best = first(legal)
    best_worth = -1e9
    action = best
    while action >= 0:
        value = worth_after(state, rules, me, action, dollar)
        if value > best_worth:
            best_worth = value
            best = action
        action = after(legal, action)
    return best
