"""A bit of everything."""

from typing import Any

import rulesim.games.puerto_rico.api as pr
from rulesim.strategy import Parameter, helper, strategy

PLAN = pr.plan(
    corn=4.4, indigo=0.7, sugar=2, tobacco=2.6, coffee=2.6, quarry=6.4,
    indigo_plant=0.7, sugar_mill=0.2, coffee_roaster=2.9,
    small_market=2.5, hacienda=0.6, construction_hut=1.3, small_warehouse=0.9, hospice=0.6, office=1.4,
    large_market=1.7, large_warehouse=2.7,
    factory=2, university=1, harbor=8.1, wharf=7,
    guild_hall=2.8, residence=0.7, fortress=0.7, customs_house=3.3, city_hall=0.4,
    settler=-0.19, mayor=-0.26, builder=-0.84, craftsman=0.09, trader=0.26, captain=0.4, prospector_1=0.26,
    prospector_2=0.09,
    doubloon=1.05, barrel=0.34, colonist=1.99, new_kind=0.77, future=0.25, rivals=0.84, purchase=0, space=0.09,
    crowding=0.39, spoilage=0.9,
)  # fmt: skip


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
        Parameter("factory_saving", 10.0, 0.0, 20.0, "doubloons from which it saves for the factory"),
        Parameter("large_saving", 9.0, 0.0, 20.0, "doubloons from which it saves for a large building"),
        Parameter("late", 0.51, 0.0, 1.0, "share of the game ahead at which large buildings come before the factory"),
    ],
)
def balanced(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Weighs every role by what it brings and what it brings the others, and buys what pays.

    It has no favourite role: quarries, a few kinds of goods, a market, the factory or the harbor when
    the money is there, and large buildings late.
    Wins 30 % of mixed four-player games. `large_building_rush` and `corn_shipper` hold it level;
    `hacienda_settler` and `coffee_trader` lose to it.
    """
    if state.stage == pr.BUILD and saves(state, rules, me):
        return pr.PASS
    return pr.advise(state, rules, legal, PLAN)
