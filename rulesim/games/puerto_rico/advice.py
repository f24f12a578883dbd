"""Good choices for a plan, one function a kind of decision. They look, never write."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.puerto_rico.builder import building_price
from rulesim.games.puerto_rico.plan import BARREL, CROWDING, DOUBLOON, FUTURE, LEAST_SALE, NEW_KIND, SPACE
from rulesim.games.puerto_rico.scoring import bonus_of
from rulesim.games.puerto_rico.trader import sale_income
from rulesim.games.puerto_rico.vocabulary import (
    CAPTAIN,
    CITY_HALL,
    COFFEE,
    CORN,
    FIRST_CITY_CIRCLE,
    FIRST_VIOLET,
    GUILD_HALL,
    HACIENDA,
    HACIENDA_DRAW,
    HACIENDA_QUARRY,
    HACIENDA_SKIP,
    INDIGO,
    LARGE_PLANT,
    LOAD_WHARF,
    MAX_SHIPS,
    MAYOR,
    N_BUILDINGS,
    N_GOODS,
    PASS,
    QUARRY,
    RESIDENCE,
    SMALL_PLANT,
    SUGAR,
    TOBACCO,
)
from rulesim.kernel.bits import after, first, has, holds, lowest, without_lowest
from rulesim.kernel.jit import kernel

GOOD_OF = np.array([INDIGO, SUGAR, INDIGO, SUGAR, TOBACCO, COFFEE])
"""The good of a production building."""

USUAL_ROUNDS = 14.0
BUILDINGS_A_ROUND = 0.85
COLONISTS_A_ROUND = 1.25
CHIPS_A_ROUND = 2.2
"""How long a game lasts, and what each seat builds, takes in and ships in a round of it, about (chips: at most)."""

HURRY = 0.1
"""Share of the game ahead below which money is spent, not saved."""

WHARF_WAITS = 100.0
"""More than any number of barrels."""


@kernel
def ahead(state: Any, rules: Any) -> float:
    """The share of the game that is still ahead: 0.8 to 1 at its start, 0 in its last round.

    The nearest of the three ends (§A.8.1) at the usual pace.
    """
    if state.ended != 0:
        return 0.0
    fullest = 0
    for seat in range(state.seats):
        fullest = max(fullest, state.city_spaces[seat])
    rounds = (rules.city_spaces - fullest) / BUILDINGS_A_ROUND
    rounds = min(rounds, state.supply / (COLONISTS_A_ROUND * state.seats))
    rounds = min(rounds, state.vp_pool / (CHIPS_A_ROUND * state.seats))
    return min(1.0, rounds / USUAL_ROUNDS)


@kernel
def doubloon_worth(plan: Any, share: float) -> float:
    """VP that a doubloon is worth with a share of the game ahead: near the end there is little left to buy."""
    return plan[DOUBLOON] * (0.15 + 0.85 * min(1.0, 3.0 * share))


@kernel
def barrel_worth(state: Any, plan: Any, share: float) -> float:
    """VP that a barrel is worth with a share of the game ahead: it must still be shipped or sold."""
    if state.ended != 0 and not holds(state.free_roles, CAPTAIN):
        return 0.0
    return plan[BARREL] * (0.5 + 0.5 * min(1.0, 4.0 * share))


@kernel
def crowding(state: Any, seat: int, plan: Any) -> float:
    """What a colonist for one more circle does not do elsewhere: nothing while there are enough colonists."""
    circles = state.island[seat] + state.city_circles[seat]
    return plan[CROWDING] if circles >= state.colonists[seat] else 0.0


@kernel
def plant_circles(state: Any, rules: Any, seat: int, good: int) -> int:
    """Circles of the seat's production buildings for a good, occupied or not."""
    circles = 0
    if good != CORN:
        if holds(state.owned[seat], LARGE_PLANT[good]):
            circles += rules.circles[LARGE_PLANT[good]]
        if SMALL_PLANT[good] >= 0 and holds(state.owned[seat], SMALL_PLANT[good]):
            circles += rules.circles[SMALL_PLANT[good]]
    return circles


@kernel
def plant_colonists(state: Any, seat: int, good: int) -> int:
    """Colonists in the seat's production buildings for a good."""
    colonists = 0
    if good != CORN:
        colonists += state.building_colonists[seat, LARGE_PLANT[good]]
        if SMALL_PLANT[good] >= 0:
            colonists += state.building_colonists[seat, SMALL_PLANT[good]]
    return colonists


@kernel
def may_be_manned(state: Any) -> bool:
    """Whether a mayor phase can still come before the game ends."""
    return state.ended == 0 or holds(state.free_roles, MAYOR)


@kernel
def building_worth(state: Any, rules: Any, seat: int, building: int, plan: Any, share: float) -> float:
    """What a building that the seat does not own would bring it, in VP, its price not counted.

    ``share`` is what is `ahead` of the game.
    """
    at_work = plan[FIRST_CITY_CIRCLE + building]
    bonus = 0
    if building < FIRST_VIOLET:
        good = GOOD_OF[building]
        circles = plant_circles(state, rules, seat, good)
        waiting = min(state.tiles[seat, good] - circles, rules.circles[building])
        at_work += plan[good] * (waiting if waiting > 0 else plan[FUTURE])
        if circles == 0:
            at_work += plan[NEW_KIND]
    elif building >= GUILD_HALL and may_be_manned(state):
        bonus += bonus_of(state, rules, seat, building)
        if building == CITY_HALL:
            bonus += rules.city_hall  # it counts itself (§A.8.3)
    at_work = max(0.0, at_work - crowding(state, seat, plan))
    return rules.printed_vp[building] + bonus + share * at_work - plan[SPACE] * rules.spaces[building]


@kernel
def best_building(state: Any, rules: Any, legal: Any, plan: Any) -> int:
    """The purchase that brings the actor most for its money, or a pass where none is worth its price."""
    seat = state.actor
    share = ahead(state, rules)
    doubloon = doubloon_worth(plan, share)
    best = PASS
    most = 0.0
    building = first(legal)
    while building != PASS:
        price = building_price(state, rules, seat, building)
        net = building_worth(state, rules, seat, building, plan, share) - doubloon * price
        if net > most:
            most = net
            best = building
        building = after(legal, building)
    return best


@kernel
def tile_worth(state: Any, rules: Any, seat: int, kind: int, plan: Any, share: float) -> float:
    """What one more tile of a kind would bring the seat, in VP."""
    worth = plan[kind]
    if kind == QUARRY:
        worth *= max(0.0, 1.0 - 0.15 * state.tiles[seat, QUARRY])  # cheap buildings have few columns
    elif kind != CORN and plant_circles(state, rules, seat, kind) <= state.tiles[seat, kind]:
        worth *= plan[FUTURE]
    if kind != QUARRY and state.tiles[seat, kind] == 0:
        worth += plan[NEW_KIND]
    worth = share * max(0.0, worth - crowding(state, seat, plan))
    if holds(state.owned[seat], RESIDENCE):
        island = state.island[seat]
        worth += rules.residence[min(island + 1, rules.island_spaces)] - rules.residence[island]
    return worth


@kernel
def best_tile(state: Any, rules: Any, legal: Any, plan: Any) -> int:
    """The tile that brings the actor most. A tile is always better than none."""
    share = ahead(state, rules)
    best = PASS
    most = -1.0
    kind = first(legal)
    while kind != PASS:
        worth = tile_worth(state, rules, state.actor, kind, plan, share)
        if worth > most:
            most = worth
            best = kind
        kind = after(legal, kind)
    return best


@kernel
def best_hacienda(legal: Any, plan: Any) -> int:
    """A quarry where the hacienda brings one, else the hidden tile if the plan likes haciendas."""
    if has(legal, HACIENDA_QUARRY):
        return HACIENDA_QUARRY
    if plan[FIRST_CITY_CIRCLE + HACIENDA] > 0 and has(legal, HACIENDA_DRAW):
        return HACIENDA_DRAW
    return HACIENDA_SKIP


@kernel
def open_plant(state: Any, rules: Any, seat: int, good: int) -> int:
    """The circle of a plant for the good that has room for a colonist; -1 where there is none."""
    if good == CORN:
        return -1
    plant = LARGE_PLANT[good]
    if not _has_open_circle(state, rules, seat, plant):
        plant = SMALL_PLANT[good]
        if plant < 0 or not _has_open_circle(state, rules, seat, plant):
            return -1
    return FIRST_CITY_CIRCLE + plant


@kernel
def _has_open_circle(state: Any, rules: Any, seat: int, building: int) -> bool:
    return holds(state.owned[seat], building) and state.building_colonists[seat, building] < rules.circles[building]


@kernel
def manning_worth(state: Any, rules: Any, seat: int, building: int, plan: Any, share: float) -> float:
    """What the first colonist in a violet building brings the seat, in VP."""
    worth = share * plan[FIRST_CITY_CIRCLE + building]
    if building >= GUILD_HALL:  # it counts at the end only, so manning it can wait
        late = 1.0 - share
        worth += late * late * late * bonus_of(state, rules, seat, building)
    return worth


@kernel
def best_circle(state: Any, rules: Any, legal: Any, plan: Any) -> int:
    """The circle where the actor's next colonist brings most."""
    seat = state.actor
    share = max(0.03, ahead(state, rules))  # in the last round, too, what produces may still matter
    best = first(legal)
    most = 0.0
    if has(legal, QUARRY):
        most = share * plan[QUARRY]
        best = QUARRY
    for good in range(N_GOODS):
        fields = state.tile_colonists[seat, good]
        workers = fields if good == CORN else plant_colonists(state, seat, good)
        if fields < state.tiles[seat, good] or fields > workers:
            # A field and a worker in a plant produce together (§A.5.1).
            worth = share * (plan[good] if fields > 0 else plan[good] + plan[NEW_KIND])
            circle = good
            if fields > workers:
                circle = open_plant(state, rules, seat, good)
            elif good != CORN and fields == workers:
                worth *= 0.5  # the first half of a pair
                if state.to_place < 2 or open_plant(state, rules, seat, good) < 0:
                    worth = 0.0
            if worth > most and circle >= 0:
                most = worth
                best = circle
    idle = state.owned[seat] & ~state.occupied[seat] & rules.violet
    while idle != np.uint64(0):
        building = lowest(idle)
        worth = manning_worth(state, rules, seat, building, plan, share)
        if worth > most:
            most = worth
            best = FIRST_CITY_CIRCLE + building
        idle = without_lowest(idle)
    return best


@kernel
def best_sale(state: Any, rules: Any, legal: Any, plan: Any) -> int:
    """The dearest good that may be sold, or a pass where it brings too little for the plan."""
    best = PASS
    most = plan[LEAST_SALE] - 0.5
    good = first(legal)
    while good != PASS:
        income = sale_income(state, rules, state.actor, good)
        if income > most:
            most = income
            best = good
        good = after(legal, good)
    return best


@kernel
def load_worth(state: Any, rules: Any, action: int, plan: Any) -> float:
    """What a loading is worth to the actor, in barrels: cheap goods go before dear ones.

    Room on the cargo ships is contended, the own wharf is not: it can wait. Of equal empty ships the
    smallest is best: it is emptied soonest.
    """
    seat = state.actor
    if action >= LOAD_WHARF:
        good = action - LOAD_WHARF
        worth = state.goods[seat, good] - WHARF_WAITS
    else:
        good = action // MAX_SHIPS
        ship = action % MAX_SHIPS
        room = rules.capacity[ship] - state.ship_load[ship]
        worth = min(state.goods[seat, good], room) - 0.01 * room
    return worth - 0.2 * plan[DOUBLOON] * rules.price[good]


@kernel
def best_load(state: Any, rules: Any, legal: Any, plan: Any) -> int:
    """The loading that is worth most; never a pass."""
    best = PASS
    most = -1000.0
    action = first(legal)
    while action >= 0 and action != PASS:
        worth = load_worth(state, rules, action, plan)
        if worth > most:
            most = worth
            best = action
        action = after(legal, action)
    return best


@kernel
def best_store(state: Any, rules: Any, legal: Any, plan: Any, single: bool) -> int:
    """The kind worth most to keep: all its barrels, or a single one."""
    best = first(legal)
    most = -1.0
    good = best
    while good >= 0 and good != PASS:
        barrels = 1 if single else state.goods[state.actor, good]
        worth = barrels * plan[BARREL] + 0.5 * plan[DOUBLOON] * rules.price[good]
        if worth > most:
            most = worth
            best = good
        good = after(legal, good)
    return best


@kernel
def best_privilege(state: Any, rules: Any, legal: Any, plan: Any) -> int:
    """The barrel worth most: a dear one to sell, or one more of a kind that fills a ship."""
    best = PASS
    most = -1.0
    good = first(legal)
    while good != PASS:
        worth = plan[BARREL] + 0.02 * state.goods[state.actor, good]
        if state.goods[state.actor, good] <= 1:
            worth += 0.3 * plan[DOUBLOON] * rules.price[good]
        if worth > most:
            most = worth
            best = good
        good = after(legal, good)
    return best


@kernel
def is_to_be_had(state: Any, rules: Any, seat: int, building: int) -> bool:
    """Whether the seat could still build the building, money apart: one is on sale and it has room for it."""
    room = rules.city_spaces - state.city_spaces[seat]
    return holds(state.on_sale & ~state.owned[seat], building) and rules.spaces[building] <= room


@kernel
def saves_for(state: Any, rules: Any, seat: int, building: int, doubloons: float) -> bool:
    """Whether the seat, being asked to build, should rather keep its money for a building.

    So if the building is to be had, costs more than the seat has, at least ``doubloons`` are there, and
    there is time to earn the rest: more of the game ahead than `HURRY`.
    """
    money = state.doubloons[seat]
    if money < doubloons or ahead(state, rules) < HURRY or not is_to_be_had(state, rules, seat, building):
        return False
    return building_price(state, rules, seat, building) > money


@kernel
def best_large_building(state: Any, rules: Any, seat: int, plan: Any) -> int:
    """The large building still to be had that is worth most to the seat; -1 where there is none."""
    share = ahead(state, rules)
    best = -1
    most = -1.0
    for building in range(GUILD_HALL, N_BUILDINGS):
        if is_to_be_had(state, rules, seat, building):
            worth = building_worth(state, rules, seat, building, plan, share)
            if worth > most:
                most = worth
                best = building
    return best


@kernel
def first_of(legal: Any, order: Any) -> int:
    """The first action of an order of preference that is legal; -1 where none is."""
    for index in range(len(order)):
        if has(legal, order[index]):
            return int(order[index])
    return -1
