"""What taking a role would bring each seat now, in VP, at the worth that a plan gives to things.

Forecasts are cheap: every seat is looked at once, as if it acted alone in the order of the table.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.puerto_rico.advice import (
    ahead,
    barrel_worth,
    best_building,
    best_circle,
    best_hacienda,
    best_load,
    best_privilege,
    best_sale,
    best_store,
    best_tile,
    building_worth,
    doubloon_worth,
    tile_worth,
)
from rulesim.games.puerto_rico.craftsman import capacity
from rulesim.games.puerto_rico.plan import COLONIST, FIRST_ROLE, PURCHASE, RIVALS, SPOILAGE
from rulesim.games.puerto_rico.rules import MOST_PRICE, MOST_QUARRIES
from rulesim.games.puerto_rico.scoring import LARGE_BUILDINGS, barrels_of, bonus_of
from rulesim.games.puerto_rico.state import next_seat, occupies
from rulesim.games.puerto_rico.vocabulary import (
    BUILD,
    BUILDER,
    CAPTAIN,
    CONSTRUCTION_HUT,
    CRAFTSMAN,
    DRAW_TILE,
    FACTORY,
    GUILD_HALL,
    HARBOR,
    KEEP,
    LARGE_MARKET,
    LARGE_WAREHOUSE,
    LOAD,
    MAX_SHIPS,
    MAYOR,
    N_GOODS,
    OFFICE,
    PICK_ROLE,
    PLACE_COLONIST,
    PROSPECTOR_1,
    QUARRY,
    SELL,
    SETTLER,
    SMALL_MARKET,
    SMALL_WAREHOUSE,
    TAKE_PRIVILEGE,
    TAKE_TILE,
    TRADER,
    WHARF,
)
from rulesim.kernel.bits import after, first, lowest, without_lowest
from rulesim.kernel.jit import kernel

RIVALS_TILE = 0.7
"""A rival's tile is worth somewhat less: we have had the first choice."""

OVERTIME_ROUND = 25
OVERTIME_PULL = 0.1
"""From which round on a game drags, and VP for each round more."""


@kernel
def distance(state: Any, picker: int, seat: int) -> int:
    """Turns from the picker to a seat: 0 for himself."""
    turns = seat - picker
    return turns + state.seats if turns < 0 else turns


@kernel
def colonists_due(state: Any, rules: Any, picker: int, seat: int) -> int:
    """Colonists that the seat gets and has circles for, if the picker takes the mayor (§A.3.1-2)."""
    due = (state.ship_colonists + state.seats - 1 - distance(state, picker, seat)) // state.seats
    if seat == picker:
        due += min(state.supply, rules.mayor_privilege)
    return min(due, max(0, state.island[seat] + state.city_circles[seat] - state.colonists[seat]))


@kernel
def production(state: Any, seat: int) -> int:
    """Barrels that the seat produces in a craftsman phase from what the supply has."""
    total = 0
    for good in range(N_GOODS):
        total += min(capacity(state, seat, good), state.barrels[good])
    return total


@kernel
def kinds_produced(state: Any, seat: int) -> int:
    """Kinds that the seat produces in a craftsman phase."""
    kinds = 0
    for good in range(N_GOODS):
        if min(capacity(state, seat, good), state.barrels[good]) > 0:
            kinds += 1
    return kinds


@kernel
def sale(state: Any, rules: Any, picker: int, seat: int) -> int:
    """Doubloons that the seat's best sale brings, if the picker takes the trader (§A.6.2-3)."""
    free = rules.house_spaces - state.house_barrels
    if free <= 0:
        return 0
    office = occupies(state, seat, OFFICE)
    best = -1
    for good in range(N_GOODS):
        if state.goods[seat, good] > 0 and (office or state.house[good] == 0):
            best = max(best, rules.price[good])
    if best < 0:
        return 0
    if seat == picker:
        best += rules.trader_bonus
    if occupies(state, seat, SMALL_MARKET):
        best += rules.small_market
    if occupies(state, seat, LARGE_MARKET):
        best += rules.large_market
    return best


@kernel
def budget(state: Any, rules: Any, seat: int) -> int:
    """Doubloons that the seat can spend on a large building, its quarries included."""
    return min(
        state.doubloons[seat] + min(state.tile_colonists[seat, QUARRY], rules.column[GUILD_HALL]),
        rules.cost[GUILD_HALL],
    )


@kernel
def purchase_gain(state: Any, rules: Any, seat: int, plan: Any, money: int, discount: int) -> float:
    """What the best purchase brings the seat beyond its price; ``discount`` is the builder's."""
    share = ahead(state, rules)
    quarries = min(state.tile_colonists[seat, QUARRY], MOST_QUARRIES)
    room = min(max(rules.city_spaces - state.city_spaces[seat], 0), 4)
    options = rules.affordable[quarries, min(money + discount, MOST_PRICE)] & rules.fits[room]
    options &= state.on_sale & ~state.owned[seat]
    doubloon = doubloon_worth(plan, share)
    best = 0.0
    while options != np.uint64(0):
        building = lowest(options)
        price = max(0, rules.cost[building] - min(quarries, rules.column[building]) - discount)
        best = max(best, building_worth(state, rules, seat, building, plan, share) - doubloon * price)
        options = without_lowest(options)
    return best


@kernel
def storable(state: Any, rules: Any, seat: int) -> int:
    """About how many barrels the seat can keep after a captain phase (§A.7.7)."""
    barrels = rules.single_barrels
    if occupies(state, seat, SMALL_WAREHOUSE):
        barrels += 3 * rules.small_warehouse
    if occupies(state, seat, LARGE_WAREHOUSE):
        barrels += 3 * rules.large_warehouse
    return barrels


@kernel
def shipping_gain(state: Any, rules: Any, picker: int, me: int, plan: Any) -> float:
    """What a captain phase brings one seat beyond the worth of its barrels, less the rivals' mean.

    Each seat in turn loads all that there is room for, then its wharf; what it cannot store spoils.
    """
    room = np.zeros(N_GOODS, np.int64)
    empty_ships = 0
    largest = 0
    for ship in range(MAX_SHIPS):
        if state.ship_load[ship] > 0:
            room[state.ship_good[ship]] = max(1, rules.capacity[ship] - state.ship_load[ship] + 1)
        elif rules.capacity[ship] > 0:
            empty_ships += 1
            largest = max(largest, rules.capacity[ship])
    barrel = barrel_worth(state, plan, ahead(state, rules))
    mine = 0.0
    others = 0.0
    seat = picker
    for turn in range(state.seats):
        shipped = 0
        loadings = 0
        stuck = 0
        most_stuck = 0
        for good in range(N_GOODS):
            barrels = state.goods[seat, good]
            if barrels > 0:
                if room[good] == 0 and empty_ships > 0:
                    empty_ships -= 1
                    room[good] = largest + 1  # one more than the room, so that 1 means full, 0 no ship
                    largest -= 1
                loaded = min(barrels, max(room[good] - 1, 0))
                if loaded > 0:
                    room[good] -= loaded
                    shipped += loaded
                    loadings += 1
                stuck += barrels - loaded
                most_stuck = max(most_stuck, barrels - loaded)
        if most_stuck > 0 and occupies(state, seat, WHARF):
            shipped += most_stuck
            stuck -= most_stuck
            loadings += 1
        gain = shipped * (1.0 - barrel)
        if occupies(state, seat, HARBOR):
            gain += loadings * rules.harbor
        if turn == 0 and shipped > 0:
            gain += rules.captain_bonus
        gain -= plan[SPOILAGE] * barrel * max(0, stuck - storable(state, rules, seat))
        if seat == me:
            mine = gain
        else:
            others += gain
        seat = next_seat(state, seat)
    return mine - plan[RIVALS] * others / max(1, state.seats - 1)


@kernel
def settler_gain(state: Any, rules: Any, picker: int, me: int, plan: Any) -> float:
    """The best tile, less what rivals get by theirs: they are taken to like what we like."""
    if state.island[me] >= rules.island_spaces:
        return 0.0
    share = ahead(state, rules)
    plantation = 0.0
    for good in range(N_GOODS):
        if state.face_up[good] > 0:
            plantation = max(plantation, tile_worth(state, rules, me, good, plan, share))
    quarry = plantation
    if state.quarries > 0:
        quarry = max(plantation, tile_worth(state, rules, me, QUARRY, plan, share))
    mine = quarry if me == picker or occupies(state, me, CONSTRUCTION_HUT) else plantation
    return mine - RIVALS_TILE * plan[RIVALS] * (plantation if me == picker else quarry)


@kernel
def unmanned_bonus(state: Any, rules: Any, seat: int) -> int:
    """The bonus of the seat's large buildings that still wait for a colonist."""
    bonus = 0
    waiting = state.owned[seat] & ~state.occupied[seat] & LARGE_BUILDINGS
    while waiting != np.uint64(0):
        bonus += bonus_of(state, rules, seat, lowest(waiting))
        waiting = without_lowest(waiting)
    return bonus


@kernel
def mayor_gain(state: Any, rules: Any, picker: int, me: int, plan: Any) -> float:
    """The worth of the colonists that find an empty circle, less the rivals' mean."""
    others = 0
    for seat in range(state.seats):
        if seat != me:
            others += colonists_due(state, rules, picker, seat)
    mine = colonists_due(state, rules, picker, me)
    share = ahead(state, rules)
    gain = max(0.1, share) * plan[COLONIST] * (mine - plan[RIVALS] * others / max(1, state.seats - 1))
    return gain + (1.0 - share) ** 3 * unmanned_bonus(state, rules, me)


@kernel
def builder_gain(state: Any, rules: Any, picker: int, me: int, plan: Any) -> float:
    """The best purchase, less what the rivals can spend."""
    others = 0.0
    for seat in range(state.seats):
        if seat != me:
            others += budget(state, rules, seat)
    discount = rules.builder_discount if picker == me else 0
    mine = purchase_gain(state, rules, me, plan, state.doubloons[me] + state.role_coins[BUILDER], discount)
    return mine - plan[RIVALS] * plan[PURCHASE] * others / max(1, state.seats - 1)


@kernel
def craftsman_gain(state: Any, rules: Any, picker: int, me: int, plan: Any) -> float:
    """The barrels and the factory's money, less the rivals' mean."""
    share = ahead(state, rules)
    barrel = barrel_worth(state, plan, share)
    doubloon = doubloon_worth(plan, share)
    others = 0.0
    mine = 0.0
    for seat in range(state.seats):
        made = production(state, seat)
        gain = made * barrel
        if made > 0:
            if seat == picker:
                gain += barrel * rules.craftsman_privilege
            if occupies(state, seat, FACTORY):
                gain += doubloon * rules.factory[kinds_produced(state, seat)]
        if seat == me:
            mine = gain
        else:
            others += gain
    return mine - plan[RIVALS] * others / max(1, state.seats - 1)


@kernel
def trader_gain(state: Any, rules: Any, picker: int, me: int, plan: Any) -> float:
    """The money of the best sale, less the rivals' mean."""
    others = 0
    for seat in range(state.seats):
        if seat != me:
            others += sale(state, rules, picker, seat)
    mine = sale(state, rules, picker, me)
    share = ahead(state, rules)
    cost = barrel_worth(state, plan, share) if mine > 0 else 0.0  # the barrel is gone
    return doubloon_worth(plan, share) * (mine - plan[RIVALS] * others / max(1, state.seats - 1)) - cost


@kernel
def role_gain(state: Any, rules: Any, seat: int, role: int, plan: Any) -> float:
    """What the seat gains by taking the role now: its coins, what it brings, less what it brings the rivals."""
    doubloon = doubloon_worth(plan, ahead(state, rules))
    gain = doubloon * state.role_coins[role] + plan[FIRST_ROLE + role]
    if role == SETTLER:
        gain += settler_gain(state, rules, seat, seat, plan)
    elif role == MAYOR:
        gain += mayor_gain(state, rules, seat, seat, plan)
    elif role == BUILDER:
        gain += builder_gain(state, rules, seat, seat, plan)
    elif role == CRAFTSMAN:
        gain += craftsman_gain(state, rules, seat, seat, plan)
    elif role == TRADER:
        gain += trader_gain(state, rules, seat, seat, plan)
    elif role == CAPTAIN:
        if barrels_of(state, seat) > 0:
            gain += shipping_gain(state, rules, seat, seat, plan)
    elif role >= PROSPECTOR_1:
        gain += doubloon * rules.prospector
    return gain


@kernel
def overtime(state: Any, role: int) -> float:
    """VP by which the roles that can end the game pull in a game that drags on, so that no line-up plays for ever."""
    if role in (MAYOR, BUILDER, CRAFTSMAN, CAPTAIN):
        return OVERTIME_PULL * max(0, state.round_number - OVERTIME_ROUND)
    return 0.0


@kernel
def best_role(state: Any, rules: Any, legal: Any, plan: Any, favourite: int, eagerness: float) -> int:
    """The role with most gain for the actor.

    ``favourite`` is the role that the plan is after in this position (-1: none); it counts ``eagerness``
    VP more than its gain.
    """
    best = first(legal)
    most = -1000.0
    role = best
    while role >= 0:
        gain = role_gain(state, rules, state.actor, role, plan) + overtime(state, role)
        if role == favourite:
            gain += eagerness
        if gain > most:
            most = gain
            best = role
        role = after(legal, role)
    return best


@kernel
def advise(state: Any, rules: Any, legal: Any, plan: Any) -> int:
    """The best action for a plan in any decision."""
    stage = state.stage
    if stage == PLACE_COLONIST:
        return best_circle(state, rules, legal, plan)
    if stage == PICK_ROLE:
        return best_role(state, rules, legal, plan, -1, 0.0)
    if stage == BUILD:
        return best_building(state, rules, legal, plan)
    if stage == TAKE_TILE:
        return best_tile(state, rules, legal, plan)
    if stage == DRAW_TILE:
        return best_hacienda(legal, plan)
    if stage == SELL:
        return best_sale(state, rules, legal, plan)
    if stage == LOAD:
        return best_load(state, rules, legal, plan)
    if stage == TAKE_PRIVILEGE:
        return best_privilege(state, rules, legal, plan)
    return best_store(state, rules, legal, plan, stage == KEEP)
