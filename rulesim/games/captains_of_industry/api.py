"""What a Captains of Industry strategy may use: the words of the game and questions about a position.

Plugins write ``import rulesim.games.captains_of_industry.api as coi``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.captains_of_industry.advances import advances_ms
from rulesim.games.captains_of_industry.advice import *  # noqa: F403
from rulesim.games.captains_of_industry.age_end import sector_markers
from rulesim.games.captains_of_industry.buying import lowest_price
from rulesim.games.captains_of_industry.decks import redraw_hidden
from rulesim.games.captains_of_industry.moves import apply_action, is_over, legal_actions
from rulesim.games.captains_of_industry.outlook import *  # noqa: F403
from rulesim.games.captains_of_industry.scoring import final_ms, leader_value, leaders_ms, money_ms, tie_break
from rulesim.games.captains_of_industry.state import STATE, facility_types, market_demand, markets_of
from rulesim.games.captains_of_industry.turn import estate_bill, facility_bill
from rulesim.games.captains_of_industry.vocabulary import *  # noqa: F403
from rulesim.games.captains_of_industry.vocabulary import N_ACTIONS
from rulesim.kernel.bits import holds, lowest, popcount, without_lowest
from rulesim.kernel.jit import kernel
from rulesim.kernel.records import legal_dtype
from rulesim.kernel.streams import below

LEGAL = legal_dtype(N_ACTIONS)

__all__ = [
    "advances_ms",
    "apply_action",
    "clone",
    "empty_legal",
    "estate_bill",
    "facility_bill",
    "facility_types",
    "final_ms",
    "holds",
    "imagine",
    "is_over",
    "leader_value",
    "leaders_ms",
    "legal_actions",
    "lowest",
    "lowest_price",
    "market_demand",
    "markets_of",
    "money_ms",
    "popcount",
    "sector_markers",
    "tie_break",
    "without_lowest",
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


@kernel
def imagine(state: Any, me: Any) -> Any:
    """A copy as `clone`, with the decks in an order drawn from the strategy's own stream: nobody may see them."""
    copy = clone(state)
    redraw_hidden(copy[0], np.uint64(below(me, 1 << 31)))
    return copy


@kernel
def empty_legal() -> Any:
    """Room for the legal actions of a copy, as an array of one set; hand it to a helper, as with `clone`."""
    return np.zeros(1, LEGAL)
