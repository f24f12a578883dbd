"""A full island."""

from typing import Any

import rulesim.games.puerto_rico.api as pr
from rulesim.strategy import Parameter, helper, strategy

PLAN = pr.plan()


@helper
def wanted_role(state: Any, rules: Any, me: Any) -> int:
    """With the hacienda at work a settler phase brings two tiles."""
    room = rules.island_spaces - state.island[me.seat]
    if room >= 2 and pr.occupies(state, me.seat, pr.HACIENDA):
        return pr.SETTLER
    # Then the colonists for all that land.
    idle = state.island[me.seat] + state.city_circles[me.seat] - state.colonists[me.seat]
    return pr.MAYOR if idle >= me.params[1] else -1


@strategy(
    "puerto_rico",
    parameters=[
        Parameter("eagerness", 0.5, 0.0, 5.0, "VP by which it prefers the settler with a hacienda, and then the mayor"),
        Parameter("idle", 4.0, 1.0, 20.0, "empty circles from which it wants the mayor"),
        Parameter("saving", 7.0, 0.0, 20.0, "doubloons from which it saves for the residence once the island fills"),
    ],
)
def hacienda_settler(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Fills its island two tiles at a time, brings colonists by hospice and mayor, and counts it in a residence."""
    if state.stage == pr.PICK_ROLE:
        return pr.best_role(state, rules, legal, PLAN, wanted_role(state, rules, me), me.params[0])
    settled = state.island[me.seat] >= rules.island_spaces - 3
    if state.stage == pr.BUILD and settled and pr.saves_for(state, rules, me.seat, pr.RESIDENCE, me.params[2]):
        return pr.PASS
    return pr.advise(state, rules, legal, PLAN)
