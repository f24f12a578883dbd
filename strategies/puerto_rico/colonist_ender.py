"""Out of colonists before the others are ready."""

from typing import Any

import rulesim.games.puerto_rico.api as pr
from rulesim.strategy import Parameter, helper, strategy

PLAN = pr.plan(
    corn=4.4, indigo=0.7, sugar=1.9, tobacco=2.6, coffee=1.6, quarry=6.4,
    indigo_plant=0.5, sugar_mill=0.2, coffee_roaster=1.9,
    small_market=2.5, hacienda=0.5, construction_hut=1.3, small_warehouse=1.1, hospice=0.5, office=2,
    large_market=1.9, large_warehouse=2.7,
    factory=2, university=1, harbor=8.1, wharf=4.6,
    guild_hall=2.6, residence=0.7, fortress=4, customs_house=2.7, city_hall=0.4,
    settler=0.34, mayor=0.6, builder=-1.51, craftsman=1.01, trader=0.63, captain=0.12, prospector_1=0.38,
    prospector_2=0.09,
    doubloon=0.9, barrel=0.34, colonist=3, new_kind=0.8, future=0.25, rivals=1.41, purchase=0, space=0.08,
    crowding=0.44, spoilage=0.33,
)  # fmt: skip


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
        Parameter("eagerness", 0.3, 0.0, 5.0, "VP by which it prefers the mayor"),
        Parameter("early", 0.3, 0.0, 1.0, "first part of the game in which it always likes the mayor"),
        Parameter("lead", 6.0, -10.0, 20.0, "printed VP ahead of the best rival from which it hurries to the end"),
    ],
)
def colonist_ender(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Takes the mayor again and again, works with more colonists than the others and runs the supply out.

    With a lead in buildings it hurries to the end; without, it lives on the points of its many workers
    and a fortress.
    Wins 26 % of mixed four-player games. Behind `harbor_shipper` and `city_hall`; ahead of
    `hacienda_settler` and `coffee_trader`.
    """
    if state.stage == pr.PICK_ROLE:
        return pr.best_role(state, rules, legal, PLAN, wanted_role(state, rules, me), me.params[0])
    return pr.advise(state, rules, legal, PLAN)
