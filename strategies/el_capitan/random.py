"""Random play that comes to an end."""

from typing import Any

import rulesim.games.el_capitan.api as el
from rulesim.strategy import below, count, nth, strategy


@strategy("el_capitan")
def random(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Draws the kind of action first (build, reopen, fortress, sail, loan, buy, pirate, end), then the action.

    Drawing among all legal actions would buy cards most of the time: everybody would be broke
    in a few turns and no phase would ever be built to its end.
    """
    if state.stage != el.BEFORE and state.stage != el.AFTER:
        return nth(legal, below(me, count(legal)))
    kinds = 0
    for kind in range(el.N_KINDS):
        kinds += el.count_of_kind(legal, kind) > 0
    drawn = below(me, kinds)
    for kind in range(el.N_KINDS):
        actions = el.count_of_kind(legal, kind)
        if actions > 0:
            if drawn == 0:
                return el.nth_of_kind(legal, kind, below(me, actions))
            drawn -= 1
    return -1
