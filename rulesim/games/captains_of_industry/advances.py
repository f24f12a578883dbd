"""Market research: Advances and what they do (§2.6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.captains_of_industry.buying import can_pay
from rulesim.games.captains_of_industry.rules import MOST_COST
from rulesim.games.captains_of_industry.state import facility_types
from rulesim.games.captains_of_industry.vocabulary import (
    ACT_RESEARCH,
    EXTRA_GOODS,
    MS_PER_ADVANCE_OWNED_BY_OTHERS,
    MS_PER_FACILITY,
    MS_PER_REAL_ESTATE,
    MS_PER_UNIT_SOLD,
    RENT_BONUS,
    RESEARCH,
    SELL_BEFORE_DEMAND,
    UNLOCK,
)
from rulesim.kernel.bits import bit, lowest, popcount, without_lowest
from rulesim.kernel.jit import kernel


@kernel
def research_options(state: Any, rules: Any, seat: int) -> Any:
    """Advances for sale in this Age, not owned, with a prerequisite owned, that can be paid (§28-29)."""
    wanted = rules.for_sale[state.age] & state.reachable[seat] & ~state.advances[seat]
    if wanted == np.uint64(0):
        return wanted
    units = 0
    while units < MOST_COST and can_pay(state, seat, int(state.quote[RESEARCH, units + 1])):
        units += 1
    return (wanted & rules.cost_at_most[units]) << np.uint64(ACT_RESEARCH)


@kernel
def take_advance(state: Any, rules: Any, seat: int, advance: int) -> None:
    """The seat owns the Advance from now on; add up what it does."""
    state.advances[seat] |= bit(advance)
    state.reachable[seat] |= rules.leads_to[advance]
    effect = rules.effect[advance]
    amount = rules.effect_amount[advance]
    good = rules.effect_good[advance]
    if effect == MS_PER_UNIT_SOLD:
        state.sale_bonus[seat, good] += amount
    elif effect == UNLOCK:
        state.open_markets[seat, good] |= bit(rules.effect_market[advance])
    elif effect == EXTRA_GOODS:
        state.extra_goods[seat] += amount
    elif effect == RENT_BONUS:
        state.rent_bonus[seat] += amount
    elif effect == SELL_BEFORE_DEMAND:
        state.forward_units[seat] += amount


@kernel
def advances_ms(state: Any, rules: Any, seat: int, scored: Any) -> int:
    """Market Share of the seat's Advances among those scored now, at Age end or game end (§46, §51)."""
    owned = state.advances[seat] & scored
    total = 0
    while owned != np.uint64(0):
        advance = lowest(owned)
        owned = without_lowest(owned)
        effect = rules.effect[advance]
        if effect == MS_PER_FACILITY:
            total += rules.effect_amount[advance] * facility_types(state, seat)
        elif effect == MS_PER_REAL_ESTATE:
            total += rules.effect_amount[advance] * state.estates[seat]
        elif effect == MS_PER_ADVANCE_OWNED_BY_OTHERS:
            total += rules.effect_amount[advance] * popcount(_others_advances(state, seat))
    return total


@kernel
def _others_advances(state: Any, seat: int) -> Any:
    """The different Advances that opponents own (§A19)."""
    others = np.uint64(0)
    for other in range(state.seats):
        if other != seat:
            others |= state.advances[other]
    return others
