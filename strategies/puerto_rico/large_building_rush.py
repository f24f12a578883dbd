"""The large buildings as early as possible."""

from typing import Any

import rulesim.games.puerto_rico.api as pr
from rulesim.strategy import Parameter, helper, strategy

PLAN = pr.plan()


@helper
def next_large(state: Any, rules: Any, seat: int) -> int:
    """The large building to be had that is worth most to the seat; -1 where there is none."""
    best = -1
    most = -1.0
    share = pr.ahead(state, rules)
    for building in range(pr.GUILD_HALL, pr.N_BUILDINGS):
        if pr.is_to_be_had(state, rules, seat, building):
            worth = pr.building_worth(state, rules, seat, building, PLAN, share)
            if worth > most:
                most = worth
                best = building
    return best


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
        goal = next_large(state, rules, me.seat)
        wanted = pr.BUILDER if goal >= 0 and pr.budget(state, rules, me.seat) + 1 >= rules.cost[goal] else -1
        return pr.best_role(state, rules, legal, PLAN, wanted, me.params[0])
    if state.stage == pr.BUILD and 0.1 < pr.ahead(state, rules) < me.params[2]:
        goal = next_large(state, rules, me.seat)
        if goal >= 0 and pr.saves_for(state, rules, me.seat, goal, me.params[1]):
            return pr.PASS
    return pr.advise(state, rules, legal, PLAN)
