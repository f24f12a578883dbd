"""What an El Capitán strategy may use: the words of the game and questions about a position.

Plugins write ``import rulesim.games.el_capitan.api as el``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.el_capitan.forecast import (
    city_income,
    fortress_income,
    has_fortress,
    majority_income,
    payday_income,
    paydays_left,
    protection_in,
)
from rulesim.games.el_capitan.fortresses import fortress_space
from rulesim.games.el_capitan.kinds import *  # noqa: F403
from rulesim.games.el_capitan.kinds import count_of_kind, nth_of_kind
from rulesim.games.el_capitan.loans import amount_due, debts
from rulesim.games.el_capitan.majority import first_colour, second_colour, value_of, warehouses_in
from rulesim.games.el_capitan.moves import apply_action, is_over
from rulesim.games.el_capitan.payday import most_warehouses
from rulesim.games.el_capitan.planning import (
    follow,
    fortress_worth,
    free_pirate_move,
    price_of,
    pursue,
    wanted_loan,
    warehouse_worth,
    weights,
)
from rulesim.games.el_capitan.ports import free_harbour
from rulesim.games.el_capitan.state import STATE, can_pay, colour_of, first_turn, in_harbour, next_seat
from rulesim.games.el_capitan.vocabulary import *  # noqa: F403
from rulesim.games.el_capitan.warehouses import next_space, run_allows, supply_allows
from rulesim.games.el_capitan.ways import NOWHERE, find_ways, first_step, go_on, harbour_for, move_ship
from rulesim.kernel.bits import holds, lowest, popcount, without_lowest
from rulesim.kernel.jit import kernel

__all__ = [
    "NOWHERE", "amount_due", "apply_action", "can_pay", "city_income", "clone", "colour_of", "count_of_kind",
    "debts", "find_ways", "first_colour", "first_step", "first_turn", "follow", "fortress_income",
    "fortress_space", "fortress_worth", "free_harbour", "free_pirate_move", "go_on", "harbour_for",
    "has_fortress", "holds", "in_harbour", "is_over", "lowest", "majority_income", "most_warehouses",
    "move_ship", "next_seat", "next_space", "nth_of_kind", "payday_income", "paydays_left", "popcount",
    "price_of", "protection_in", "pursue", "run_allows", "second_colour", "supply_allows", "value_of",
    "wanted_loan", "warehouse_worth", "warehouses_in", "weights", "without_lowest",
]  # fmt: skip


@kernel
def clone(state: Any) -> Any:
    """A copy of the position for looking ahead, as an array of one state.

    Hand the array to a helper that uses ``copies[0]``: in compiled code a record does not keep its array,
    which is freed after the last use of the array itself.
    """
    copy = np.empty(1, STATE)
    copy[0] = state
    return copy
