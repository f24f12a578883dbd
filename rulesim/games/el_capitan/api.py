"""What an El Capitán strategy may use: the words of the game and questions about a position.

Plugins write ``import rulesim.games.el_capitan.api as el``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.el_capitan.fortresses import fortress_space
from rulesim.games.el_capitan.kinds import *  # noqa: F403
from rulesim.games.el_capitan.loans import amount_due, debts
from rulesim.games.el_capitan.majority import earliest, first_colour, second_colour, value_of, warehouses_in
from rulesim.games.el_capitan.moves import apply_action, is_over
from rulesim.games.el_capitan.payday import most_warehouses
from rulesim.games.el_capitan.pirate import buildings
from rulesim.games.el_capitan.ports import free_harbour
from rulesim.games.el_capitan.state import STATE, can_pay, first_turn, in_harbour, next_seat, place_of
from rulesim.games.el_capitan.vocabulary import *  # noqa: F403
from rulesim.games.el_capitan.warehouses import next_space, run_allows, supply_allows
from rulesim.kernel.bits import holds, lowest, popcount, without_lowest
from rulesim.kernel.jit import kernel
