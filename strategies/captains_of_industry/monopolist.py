"""Alone in a good, and dear."""

from typing import Any

import rulesim.games.captains_of_industry.api as coi
from rulesim.strategy import Parameter, helper, strategy


@helper
def unrivalled(state: Any, seat: int) -> int:
    """The facility types, as bits, that no rival owns."""
    alone = 0
    for facility in range(coi.N_FACILITIES):
        rivals = 0
        for other in range(state.seats):
            if other != seat and state.facility[other, facility] > 0:
                rivals += 1
        if rivals == 0:
            alone |= 1 << facility
    return alone


@strategy(
    "captains_of_industry",
    parameters=[
        Parameter("dollar", 0.2, 0.0, 1.0, "Market Share that a dollar is worth"),
        Parameter("alone", 2.0, 0.0, 10.0, "weight of facilities that no rival owns"),
        Parameter("below_bank", 1.0, 0.0, 60.0, "dollars below the bank's price where no rival has a marker"),
    ],
)
def monopolist(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Wants the goods that nobody else makes and prices them just under the bank while no rival is there."""
    dollar = me.params[0]
    if state.stage >= coi.PRICE and coi.cheapest_rival(state, me.seat, state.stage - coi.PRICE) < 0:
        return coi.nearest_price(legal, rules.bank_price - int(me.params[2]))
    if state.stage != coi.PICK_ACTION:
        return coi.follow_up(state, rules, legal, me.seat, dollar)
    # Factors of build, expand, operate, overtime, manage, estate, research.
    factors = (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    alone = unrivalled(state, me.seat)
    return coi.best_action(state, rules, legal, me.seat, dollar, factors, alone, me.params[1])
