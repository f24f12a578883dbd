"""The large buildings as early as possible."""

from typing import Any

import rulesim.games.puerto_rico.api as pr
from rulesim.strategy import Parameter, strategy

PLAN = pr.plan()


@strategy(
    "puerto_rico",
    parameters=[
        Parameter("eagerness", 1.0, 0.0, 5.0, "VP by which it prefers the builder when it can pay a large building"),
        Parameter("saving", 6.0, 0.0, 20.0, "doubloons from which it saves for a large building"),
        Parameter("start", 0.6, 0.0, 1.0, "share of the game ahead below which it saves for large buildings"),
    ],
)
def large_building_rush(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Saves for large buildings from the middle of the game on, and ends it with a full city."""
    if state.stage == pr.PICK_ROLE:
        goal = pr.best_large_building(state, rules, me.seat, PLAN)
        wanted = pr.BUILDER if goal >= 0 and pr.budget(state, rules, me.seat) + 1 >= rules.cost[goal] else -1
        return pr.best_role(state, rules, legal, PLAN, wanted, me.params[0])
    if state.stage == pr.BUILD and pr.ahead(state, rules) < me.params[2]:
        goal = pr.best_large_building(state, rules, me.seat, PLAN)
        if goal >= 0 and pr.saves_for(state, rules, me.seat, goal, me.params[1]):
            return pr.PASS
    return pr.advise(state, rules, legal, PLAN)
