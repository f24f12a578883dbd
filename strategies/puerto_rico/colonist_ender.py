"""Out of colonists before the others are ready."""

from typing import Any

import rulesim.games.puerto_rico.api as pr
from rulesim.strategy import Parameter, helper, strategy

PLAN = pr.plan()


@helper
def lead(state: Any, rules: Any, seat: int) -> int:
    """Printed VP of the seat's buildings beyond those of the best rival: what everybody can see."""
    best = 0
    for other in range(state.seats):
        if other != seat:
            best = max(best, pr.printed_vp(state, rules, other))
    return pr.printed_vp(state, rules, seat) - best


@helper
def wanted_role(state: Any, rules: Any, me: Any) -> int:
    """The mayor empties the ship: early to work ahead of the others, late to end the game in the lead."""
    if state.ended != 0:
        return -1
    early = pr.ahead(state, rules) > 1.0 - me.params[1]
    return pr.MAYOR if early or lead(state, rules, me.seat) >= me.params[2] else -1


@strategy(
    "puerto_rico",
    parameters=[
        Parameter("eagerness", 0.7, 0.0, 5.0, "VP by which it prefers the mayor"),
        Parameter("early", 0.5, 0.0, 1.0, "first part of the game in which it always likes the mayor"),
        Parameter("lead", 2.0, -10.0, 20.0, "printed VP ahead of the best rival from which it hurries to the end"),
    ],
)
def colonist_ender(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Takes the mayor again and again, works with more colonists than the others and runs the supply out."""
    if state.stage == pr.PICK_ROLE:
        return pr.best_role(state, rules, legal, PLAN, wanted_role(state, rules, me), me.params[0])
    return pr.advise(state, rules, legal, PLAN)
