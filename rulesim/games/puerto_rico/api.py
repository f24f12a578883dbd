"""What a Puerto Rico strategy may use: the words of the game and questions about a position.

Plugins write ``import rulesim.games.puerto_rico.api as pr``. Beside the words it offers

- `plan`: a table of what a strategy thinks things are worth;
- `advise` and the ``best_…`` functions: the best choice for a plan, one a kind of decision;
- `role_gain` and the ``…_gain`` functions: what a role brings a seat now;
- `imagined`, `finish_phase`, `position_worth`, `lead_after`: looking ahead without what is hidden;
- `clone` and `apply_action`: looking ahead by hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.puerto_rico.advice import (
    ahead,
    barrel_worth,
    best_building,
    best_circle,
    best_hacienda,
    best_large_building,
    best_load,
    best_privilege,
    best_sale,
    best_store,
    best_tile,
    building_worth,
    crowding,
    doubloon_worth,
    first_of,
    is_to_be_had,
    load_worth,
    manning_worth,
    may_be_manned,
    open_plant,
    plant_circles,
    plant_colonists,
    saves_for,
    tile_worth,
)
from rulesim.games.puerto_rico.builder import building_price
from rulesim.games.puerto_rico.captain import load_options, ships_for
from rulesim.games.puerto_rico.craftsman import capacity
from rulesim.games.puerto_rico.forecast import (
    advise,
    best_role,
    budget,
    builder_gain,
    colonists_due,
    craftsman_gain,
    distance,
    kinds_produced,
    mayor_gain,
    overtime,
    production,
    purchase_gain,
    role_gain,
    sale,
    settler_gain,
    shipping_gain,
    storable,
    trader_gain,
    unmanned_bonus,
)
from rulesim.games.puerto_rico.lookahead import (
    finish_phase,
    imagined,
    lead_after,
    position_worth,
)
from rulesim.games.puerto_rico.moves import apply_action, is_over
from rulesim.games.puerto_rico.plan import (
    BARREL,
    COLONIST,
    CROWDING,
    DOUBLOON,
    FIRST_ROLE,
    FUTURE,
    LEAST_SALE,
    NEW_KIND,
    PLAN_ENTRIES,
    PURCHASE,
    RIVALS,
    SPACE,
    SPOILAGE,
    TASTES,
    plan,
)
from rulesim.games.puerto_rico.scoring import barrels_of, bonus_of, large_building_bonus, printed_vp, tie_break
from rulesim.games.puerto_rico.state import STATE, empty_circles, is_violet, next_seat, occupies, sum_over
from rulesim.games.puerto_rico.trader import sale_income
from rulesim.games.puerto_rico.vocabulary import *  # noqa: F403
from rulesim.kernel.bits import holds, lowest, popcount, without_lowest
from rulesim.kernel.jit import kernel

__all__ = [
    "BARREL", "COLONIST", "CROWDING", "DOUBLOON", "FIRST_ROLE", "FUTURE", "LEAST_SALE", "NEW_KIND", "PLAN_ENTRIES",
    "PURCHASE", "RIVALS", "SPACE", "SPOILAGE", "TASTES", "advise", "ahead", "apply_action", "barrel_worth",
    "barrels_of", "best_building", "best_circle", "best_hacienda", "best_large_building", "best_load",
    "best_privilege", "best_role", "best_sale", "best_store", "best_tile", "bonus_of", "budget", "builder_gain",
    "building_price", "building_worth", "capacity", "clone", "colonists_due", "craftsman_gain", "crowding",
    "distance", "doubloon_worth", "empty_circles", "finish_phase", "first_of", "holds", "imagined", "is_over",
    "is_to_be_had", "is_violet", "kinds_produced", "large_building_bonus", "lead_after", "load_options",
    "load_worth", "lowest", "manning_worth", "may_be_manned", "mayor_gain", "next_seat", "occupies", "open_plant",
    "overtime", "owns", "plan", "plant_circles", "plant_colonists", "popcount", "position_worth", "printed_vp",
    "production", "purchase_gain", "role_gain", "sale", "sale_income", "saves_for", "score_now", "settler_gain",
    "shipping_gain", "ships_for", "storable", "sum_over", "tie_break", "tile_worth", "trader_gain",
    "unmanned_bonus", "without_lowest",
]  # fmt: skip


@kernel
def owns(state: Any, seat: int, building: int) -> bool:
    """Whether the seat has the building, occupied or not."""
    return holds(state.owned[seat], building)


@kernel
def score_now(state: Any, rules: Any, seat: int) -> int:
    """The seat's score if the game ended now."""
    return state.vp[seat] + printed_vp(state, rules, seat) + large_building_bonus(state, rules, seat)


@kernel
def clone(state: Any) -> Any:
    """A copy of the position for looking ahead, as an array of one state.

    Hand the array to a helper that uses ``copies[0]``: in compiled code a record does not keep its array,
    which is freed after the last use of the array itself.
    """
    copy = np.empty(1, STATE)
    copy[0] = state
    return copy
