"""What a Puerto Rico strategy may use: the words of the game and questions about a position.

Plugins write ``import rulesim.games.puerto_rico.api as pr``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.puerto_rico.advice import *  # noqa: F403
from rulesim.games.puerto_rico.builder import building_price
from rulesim.games.puerto_rico.captain import load_options, ships_for
from rulesim.games.puerto_rico.craftsman import capacity
from rulesim.games.puerto_rico.forecast import *  # noqa: F403
from rulesim.games.puerto_rico.lookahead import *  # noqa: F403
from rulesim.games.puerto_rico.moves import apply_action, is_over
from rulesim.games.puerto_rico.plan import *  # noqa: F403
from rulesim.games.puerto_rico.scoring import barrels_of, large_building_bonus, printed_vp, tie_break
from rulesim.games.puerto_rico.state import STATE, empty_circles, is_violet, next_seat, occupies, sum_over
from rulesim.games.puerto_rico.trader import sale_income
from rulesim.games.puerto_rico.vocabulary import *  # noqa: F403
from rulesim.kernel.bits import holds, lowest, popcount, without_lowest
from rulesim.kernel.jit import kernel

__all__ = [
    "apply_action", "barrels_of", "building_price", "capacity", "clone", "empty_circles", "holds", "is_over",
    "is_violet", "large_building_bonus", "load_options", "lowest", "next_seat", "occupies", "owns",
    "popcount", "printed_vp", "sale_income", "score_now", "ships_for", "sum_over", "tie_break", "without_lowest",
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
    """A copy of the position for looking ahead, as an array of one state: use ``clone(state)[0]``."""
    copy = np.empty(1, STATE)
    copy[0] = state
    return copy
