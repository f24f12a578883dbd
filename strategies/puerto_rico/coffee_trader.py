"""Coffee and tobacco for the trading house."""

from typing import Any

import numpy as np

import rulesim.games.puerto_rico.api as pr
from rulesim.strategy import Parameter, helper, strategy

PLAN = pr.plan(
    corn=4.8, indigo=0.7, sugar=1.9, tobacco=5, coffee=7, quarry=6.4,
    indigo_plant=0.5, sugar_mill=0.2, coffee_roaster=2.5,
    small_market=4, hacienda=0.5, construction_hut=1.3, small_warehouse=1.1, hospice=0.6, office=1.4,
    large_market=1.7, large_warehouse=2.7,
    factory=3, university=1, harbor=8.1, wharf=7,
    guild_hall=2.7, residence=0.7, fortress=0.4, customs_house=2.6, city_hall=0.4,
    settler=-0.19, mayor=0.04, builder=-1.23, craftsman=0.09, trader=0.6, captain=-0.03, prospector_1=0.09,
    prospector_2=0.09,
    doubloon=0.9, barrel=0.34, colonist=1.99, new_kind=0.8, future=0.25, rivals=1.04, purchase=0, space=0.1,
    crowding=0.39, spoilage=0.48,
)  # fmt: skip
DEAR_TILES = np.array([pr.COFFEE, pr.TOBACCO])


@helper
def wanted_role(state: Any, rules: Any, me: Any) -> int:
    """Sell when it pays; produce when a dear good can then be sold."""
    if pr.sale(state, rules, me.seat, me.seat) >= me.params[1]:
        return pr.TRADER
    for good in (pr.COFFEE, pr.TOBACCO):
        if pr.capacity(state, me.seat, good) > 0 and state.goods[me.seat, good] == 0 and state.house[good] == 0:
            return pr.CRAFTSMAN
    return -1


@strategy(
    "puerto_rico",
    parameters=[
        Parameter("eagerness", 0.5, 0.0, 5.0, "VP by which it prefers to sell, or to produce what it can sell"),
        Parameter("income", 4.0, 1.0, 10.0, "doubloons of a sale from which it wants the trader"),
        Parameter("fields", 1.0, 0.0, 6.0, "coffee and tobacco plantations that it takes before anything else"),
    ],
)
def coffee_trader(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Grows coffee and tobacco, sells them dear with the markets and turns the money into buildings.

    It calls the craftsman when a dear good can be sold next, and the trader when the sale pays; a few
    barrels make few points on ships.
    Wins 20 % of mixed four-player games. Shippers, `corn_shipper` first, outrun it; it beats
    `hacienda_settler`.
    """
    if state.stage == pr.PICK_ROLE:
        return pr.best_role(state, rules, legal, PLAN, wanted_role(state, rules, me), me.params[0])
    if state.stage == pr.TAKE_TILE:
        dear = state.tiles[me.seat, pr.COFFEE] + state.tiles[me.seat, pr.TOBACCO]
        kind = pr.first_of(legal, DEAR_TILES)
        if kind >= 0 and dear < me.params[2]:
            return kind
    return pr.advise(state, rules, legal, PLAN)
