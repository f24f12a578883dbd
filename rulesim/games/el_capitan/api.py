"""What an El Capitán strategy may use: the words of the game and questions about a position.

Plugins write ``import rulesim.games.el_capitan.api as el``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.el_capitan.forecast import *  # noqa: F403
from rulesim.games.el_capitan.kinds import *  # noqa: F403
from rulesim.games.el_capitan.moves import apply_action  # noqa: F401
from rulesim.games.el_capitan.planning import *  # noqa: F403
from rulesim.games.el_capitan.state import STATE, can_pay  # noqa: F401
from rulesim.games.el_capitan.vocabulary import *  # noqa: F403
from rulesim.kernel.jit import kernel


@kernel
def clone(state: Any) -> Any:
    """A copy of the position for looking ahead, as an array of one state: use ``clone(state)[0]``."""
    copy = np.empty(1, STATE)
    copy[0] = state
    return copy
