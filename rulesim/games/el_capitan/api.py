"""What an El Capitán strategy may use: the words of the game and questions about a position.

Plugins write ``import rulesim.games.el_capitan.api as el``.
"""

from __future__ import annotations

from rulesim.games.el_capitan.kinds import *  # noqa: F403
from rulesim.games.el_capitan.vocabulary import *  # noqa: F403
