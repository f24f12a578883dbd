"""One action ahead."""

from typing import Any

import rulesim.games.puerto_rico.api as pr
from rulesim.strategy import Parameter, after, first, helper, strategy

PLAN = pr.plan()


@helper
def most_worth(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """The action after which the position is best, once its phase is played out."""
    best = -1
    most = -1000.0
    action = first(legal)
    while action >= 0:
        worth = pr.lead_after(state, rules, action, PLAN, me.params[0])
        if state.stage == pr.PICK_ROLE:
            worth += pr.overtime(state, action)
            if action == pr.BUILDER:
                worth -= me.params[1]
        if worth > most:
            most = worth
            best = action
        action = after(legal, action)
    return best


@strategy(
    "puerto_rico",
    parameters=[
        Parameter("envy", 1.0, 0.0, 2.0, "how much the mean of the rivals' positions counts against the own one"),
        Parameter("patience", 0.5, 0.0, 5.0, "VP that the builder phase must bring beyond the others to be called"),
    ],
)
def greedy(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Tries every action on a copy, plays its phase out and takes what leaves it best off at once."""
    if state.stage in (pr.PLACE_COLONIST, pr.DRAW_TILE, pr.STORE, pr.KEEP):
        return pr.advise(state, rules, legal, PLAN)
    return most_worth(state, rules, legal, me)
