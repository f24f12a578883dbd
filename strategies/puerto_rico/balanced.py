"""A bit of everything."""

from typing import Any

import rulesim.games.puerto_rico.api as pr
from rulesim.strategy import Parameter, helper, strategy

PLAN = pr.plan()


@helper
def saves(state: Any, rules: Any, me: Any) -> bool:
    """Early it saves for the factory, in the last part of the game for a large building."""
    share = pr.ahead(state, rules)
    if share > me.params[2]:
        return pr.saves_for(state, rules, me.seat, pr.FACTORY, me.params[0])
    goal = pr.best_large_building(state, rules, me.seat, PLAN)
    return goal >= 0 and pr.saves_for(state, rules, me.seat, goal, me.params[1])


@strategy(
    "puerto_rico",
    parameters=[
        Parameter("factory_saving", 6.0, 0.0, 20.0, "doubloons from which it saves for the factory"),
        Parameter("large_saving", 8.0, 0.0, 20.0, "doubloons from which it saves for a large building"),
        Parameter("late", 0.5, 0.0, 1.0, "share of the game ahead at which large buildings come before the factory"),
    ],
)
def balanced(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Weighs every role by what it brings and what it brings the others, and buys what pays."""
    if state.stage == pr.BUILD and saves(state, rules, me):
        return pr.PASS
    return pr.advise(state, rules, legal, PLAN)
