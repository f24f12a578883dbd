"""Looking ahead on copies of a position, without what is hidden, and judging where one comes out."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.puerto_rico.advice import ahead, barrel_worth, doubloon_worth, may_be_manned, plant_circles
from rulesim.games.puerto_rico.craftsman import capacity
from rulesim.games.puerto_rico.forecast import advise
from rulesim.games.puerto_rico.moves import apply_action
from rulesim.games.puerto_rico.plan import FUTURE, NEW_KIND
from rulesim.games.puerto_rico.scoring import barrels_of, bonus_of, printed_vp
from rulesim.games.puerto_rico.state import STATE, occupies
from rulesim.games.puerto_rico.vocabulary import (
    CORN,
    FIRST_CITY_CIRCLE,
    GUILD_HALL,
    N_ACTIONS,
    N_GOODS,
    OVER,
    PICK_ROLE,
    QUARRY,
)
from rulesim.kernel.bits import lowest, without_lowest
from rulesim.kernel.jit import kernel
from rulesim.kernel.records import legal_dtype

LEGAL = legal_dtype(N_ACTIONS)
UNMANNED = 0.6
"""Part of its worth that a circle has as long as it waits for its colonist."""


@kernel
def imagined(state: Any) -> Any:
    """A copy of the position as far as it is public, as an array of one state; hand it to a helper, as with `clone`.

    The face-down stack is empty and the stream of nature is gone, so that nothing hidden can be looked up.
    """
    copy = np.empty(1, STATE)
    copy[0] = state
    copy[0].nature = np.uint64(0)
    copy[0].stack_tiles = 0
    for index in range(len(copy[0].stack)):
        copy[0].stack[index] = 0
    return copy


@kernel
def finish_phase(state: Any, rules: Any, plan: Any) -> None:
    """Play on to the next pick of a role, everybody as advised for the plan. Only for copies."""
    legal = np.zeros(1, LEGAL)
    while state.stage != PICK_ROLE and state.stage != OVER:
        legal[0].words[0] = state.options
        apply_action(state, rules, advise(state, rules, legal[0], plan))


@kernel
def position_worth(state: Any, rules: Any, seat: int, plan: Any) -> float:
    """What a seat has, in VP: points, money, goods, and what is at work for what is ahead of the game."""
    share = ahead(state, rules)
    worth = float(state.vp[seat] + printed_vp(state, rules, seat))
    worth += doubloon_worth(plan, share) * state.doubloons[seat]
    worth += barrel_worth(state, plan, share) * barrels_of(state, seat)
    return worth + _city_worth(state, rules, seat, plan, share) + share * _island_worth(state, rules, seat, plan)


@kernel
def _city_worth(state: Any, rules: Any, seat: int, plan: Any, share: float) -> float:
    """The work of the seat's buildings and the bonus of its large ones."""
    worth = 0.0
    waiting = UNMANNED if may_be_manned(state) else 0.0
    buildings = state.owned[seat]
    while buildings != np.uint64(0):
        building = lowest(buildings)
        value = share * plan[FIRST_CITY_CIRCLE + building]
        if building >= GUILD_HALL:
            value += bonus_of(state, rules, seat, building)
        worth += value if occupies(state, seat, building) else waiting * value
        buildings = without_lowest(buildings)
    return worth


@kernel
def _island_worth(state: Any, rules: Any, seat: int, plan: Any) -> float:
    """The work of the seat's quarries and plantations, the latter as far as there are plants for them."""
    manned = state.tile_colonists[seat, QUARRY]
    worth = plan[QUARRY] * (manned + UNMANNED * (state.tiles[seat, QUARRY] - manned))
    for good in range(N_GOODS):
        tiles = state.tiles[seat, good]
        works = capacity(state, seat, good)
        could = tiles if good == CORN else min(tiles, plant_circles(state, rules, seat, good))
        worth += plan[good] * (works + UNMANNED * (could - works) + UNMANNED * plan[FUTURE] * (tiles - could))
        if could > 0:
            worth += plan[NEW_KIND] * (1.0 if works > 0 else UNMANNED)
    return worth


@kernel
def lead_after(state: Any, rules: Any, action: int, plan: Any, rivals: float) -> float:
    """The actor's worth less ``rivals`` times the others' mean, with the action done and its phase played out."""
    return _lead_on(imagined(state), rules, action, plan, rivals)


@kernel
def _lead_on(copies: Any, rules: Any, action: int, plan: Any, rivals: float) -> float:
    """As `lead_after`, on a copy, which the caller keeps."""
    ahead = copies[0]
    me = ahead.actor
    apply_action(ahead, rules, action)
    finish_phase(ahead, rules, plan)
    others = 0.0
    for seat in range(ahead.seats):
        if seat != me:
            others += position_worth(ahead, rules, seat, plan)
    return position_worth(ahead, rules, me, plan) - rivals * others / max(1, ahead.seats - 1)
