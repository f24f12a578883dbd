"""All the plants, then the guild hall."""

from typing import Any

import rulesim.games.puerto_rico.api as pr
from rulesim.strategy import Parameter, helper, strategy

PLAN = pr.plan(
    corn=4.8, indigo=0.7, sugar=2.1, tobacco=2.6, coffee=1.8, quarry=6.3,
    small_indigo_plant=1.5, small_sugar_mill=1.5, indigo_plant=2, sugar_mill=2, tobacco_storage=3, coffee_roaster=3,
    small_market=2.9, hacienda=0.5, construction_hut=2, small_warehouse=1.1, hospice=0.6, office=1.1,
    large_market=2.3, large_warehouse=3,
    factory=7, university=1, wharf=7.2,
    guild_hall=10, customs_house=3.5,
    settler=0.01, mayor=0.04, builder=-1.23, craftsman=-0.12, trader=0.26, captain=-0.47, prospector_1=0.09,
    prospector_2=0.09,
    doubloon=1.23, barrel=0.36, colonist=1.99, new_kind=0.39, future=0.25, rivals=1.07, purchase=0, space=0.1,
    crowding=0.54, spoilage=0.91,
)  # fmt: skip


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
        Parameter("plants", 5.0, 0.0, 6.0, "production buildings from which it goes for the guild hall"),
    ],
)
def guild_hall(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Builds production buildings of every kind, which pay for the guild hall and count in it.

    Plants of five kinds make goods to sell and ship; from five plants on the money is kept for the hall.
    Wins 26 % of mixed four-player games. Behind the shippers, `corn_shipper` and `harbor_shipper`; ahead
    of `coffee_trader` and `hacienda_settler`.
    """
    goes = plants(state, me.seat) >= me.params[2] and pr.is_to_be_had(state, rules, me.seat, pr.GUILD_HALL)
    if state.stage == pr.PICK_ROLE:
        rich = pr.budget(state, rules, me.seat) + rules.builder_discount >= rules.cost[pr.GUILD_HALL]
        return pr.best_role(state, rules, legal, PLAN, pr.BUILDER if goes and rich else -1, me.params[0])
    if state.stage == pr.BUILD and goes and pr.saves_for(state, rules, me.seat, pr.GUILD_HALL, me.params[1]):
        return pr.PASS
    return pr.advise(state, rules, legal, PLAN)
