"""All the plants, then the guild hall."""

from typing import Any

import rulesim.games.puerto_rico.api as pr
from rulesim.strategy import Parameter, helper, strategy

PLAN = pr.plan()


@helper
def plants(state: Any, seat: int) -> int:
    """Production buildings in the seat's city."""
    owned = 0
    for building in range(pr.FIRST_VIOLET):
        if pr.owns(state, seat, building):
            owned += 1
    return owned


@strategy(
    "puerto_rico",
    parameters=[
        Parameter("eagerness", 1.0, 0.0, 5.0, "VP by which it prefers the builder when it can pay the guild hall"),
        Parameter("saving", 6.0, 0.0, 20.0, "doubloons from which it saves for the guild hall"),
        Parameter("plants", 4.0, 0.0, 6.0, "production buildings from which it goes for the guild hall"),
    ],
)
def guild_hall(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Builds production buildings of every kind, which pay for the guild hall and count in it."""
    goes = plants(state, me.seat) >= me.params[2] and pr.is_to_be_had(state, rules, me.seat, pr.GUILD_HALL)
    if state.stage == pr.PICK_ROLE:
        rich = pr.budget(state, rules, me.seat) + 1 >= rules.cost[pr.GUILD_HALL]
        return pr.best_role(state, rules, legal, PLAN, pr.BUILDER if goes and rich else -1, me.params[0])
    if state.stage == pr.BUILD and goes and pr.saves_for(state, rules, me.seat, pr.GUILD_HALL, me.params[1]):
        return pr.PASS
    return pr.advise(state, rules, legal, PLAN)
