"""Reading positions in the notation of §N.1: from JSON to the kernel's record."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from rulesim.games.puerto_rico.builder import build_options
from rulesim.games.puerto_rico.captain import load_options
from rulesim.games.puerto_rico.craftsman import privilege_options
from rulesim.games.puerto_rico.mayor import place_options
from rulesim.games.puerto_rico.notation import PHASES, cards_in_play, ships_in_play
from rulesim.games.puerto_rico.rules import rules_record
from rulesim.games.puerto_rico.settler import hacienda_options, take_options
from rulesim.games.puerto_rico.state import MAX_STACK, STATE
from rulesim.games.puerto_rico.storage import storage_options, warehouse_slots
from rulesim.games.puerto_rico.trader import sell_options
from rulesim.games.puerto_rico.vocabulary import (
    BUILD,
    BUILDINGS,
    DRAW_TILE,
    ENDS,
    GOODS,
    HACIENDA,
    KEEP,
    LOAD,
    MAX_SHIPS,
    N_ROLES,
    OVER,
    PICK_ROLE,
    PLACE_COLONIST,
    ROLES,
    SELL,
    STORE,
    TAKE_PRIVILEGE,
    TAKE_TILE,
    TILES,
)
from rulesim.games.reading import Node, PositionError
from rulesim.games.ruleset import RulesError

KEYS = (
    "game", "players", "round", "governor", "phase", "picker", "actor", "picks", "roles", "colonists", "vp_pool",
    "goods", "plantations", "trading_house", "ships", "buildings_left", "seats", "in_phase", "end", "streams",
)  # fmt: skip
SEAT_KEYS = ("doubloons", "vp", "goods", "san_juan", "to_place", "island", "city")
SHIP_KEYS = ("capacity", "good", "barrels")
PHASE_KEYS = (
    "stage", "quarry_taken", "hacienda_used", "produced", "wharf_used", "passed", "captain_bonus_paid", "kept",
)  # fmt: skip
STAGE_OF = {place: stage for stage, place in PHASES.items()}

_OPTIONS = {
    DRAW_TILE: hacienda_options,
    TAKE_TILE: take_options,
    PLACE_COLONIST: place_options,
    BUILD: build_options,
    TAKE_PRIVILEGE: privilege_options,
    SELL: sell_options,
    STORE: storage_options,
    KEEP: storage_options,
}


def rules_of_position(rules: Any, data: Mapping[str, Any]) -> Any:
    """The rules with the cargo ships that the position lists, where these are others.

    Raises
    ------
    PositionError
        If the rules know no such ships.
    """
    position = Node(data, "", KEYS)
    if not position.items("ships"):
        return rules
    usual = rules.record[0]["capacity"].tolist()
    ships = position.nodes("ships", SHIP_KEYS)
    if len(ships) > MAX_SHIPS:
        raise PositionError(f"position: ships: {len(ships)} ships; expected at most {MAX_SHIPS}")
    capacity = [ship.whole("capacity", default=usual[index]) for index, ship in enumerate(ships)]
    capacity += [0] * (MAX_SHIPS - len(capacity))
    if capacity == usual:
        return rules
    try:
        ruleset = rules.ruleset.override({"setup.cargo_ships": {rules.players: capacity}}, "position: ships")
    except RulesError as error:
        raise PositionError(str(error)) from None
    return replace(rules, ruleset=ruleset, record=rules_record(ruleset, rules.players))


def from_dict(rules: Any, data: Mapping[str, Any]) -> Any:
    """The state record, in an array of length 1, of a position for these rules.

    What is absent is 0 (§N.1). Random streams that are absent or not ours become zeros.

    Raises
    ------
    PositionError
        For what the notation or the rules do not know, with the key.
    """
    position = Node(data, "", KEYS)
    states = np.zeros(1, STATE)
    state = states[0]
    state.seats = rules.players
    _read_round(rules, state, position)
    _read_roles(rules, state, position)
    _read_supply(rules, state, position)
    _read_ships(rules, state, position)
    _read_seats(rules, state, position)
    _read_in_phase(rules, state, position)
    _read_nature(state, position)
    _set_decision(rules, state, position)
    return states


def _read_round(rules: Any, state: Any, position: Node) -> None:
    """Whose turn it is in which phase (§N.3.2-3)."""
    phase = position.value.get("phase")
    phases = list(dict.fromkeys(name for name, _ in PHASES.values()))
    position.name("phase", phases)
    between = phase in ("role", "over")
    state.round_number = position.whole("round", low=1, default=1)
    state.governor = position.seat("governor", rules.players)
    state.picker = position.seat("picker", rules.players, required=not between)
    state.actor = position.seat("actor", rules.players, required=phase != "over")
    if between and state.picker >= 0:
        raise position.error("picker", position.value["picker"], f"null in the phase {phase}")
    if phase == "over" and state.actor >= 0:
        raise position.error("actor", position.value["actor"], "null in the phase over")
    most = int(rules.record[0]["picks_per_round"])
    state.picks = position.whole("picks", 0 if between else 1, most - 1 if phase == "role" else most)
    state.ended = sum(1 << end for end in set(position.names("end", ENDS)))


def _read_roles(rules: Any, state: Any, position: Node) -> None:
    """Exactly the cards in play (§N.3.1), with enough of them left for the picks to come."""
    cards = cards_in_play(rules)
    names = [ROLES[role] for role in cards]
    roles = position.node("roles", names)
    for role in range(N_ROLES):
        state.taken_by[role] = -1
        if role in cards:
            if ROLES[role] not in roles.value:
                raise PositionError(f"position: roles: {ROLES[role]!r} is missing; expected {', '.join(names)}")
            card = roles.node(ROLES[role], ("coins", "taken_by"))
            state.role_coins[role] = card.whole("coins")
            state.taken_by[role] = card.seat("taken_by", rules.players, required=False)
            if state.taken_by[role] < 0:
                state.free_roles |= np.uint64(1 << role)
    free = int(state.free_roles).bit_count()
    to_come = int(rules.record[0]["picks_per_round"]) - int(state.picks)
    if free < to_come:
        raise PositionError(f"position: roles: {free} cards are free, but {to_come} picks of the round are to come")


def _read_supply(rules: Any, state: Any, position: Node) -> None:
    """Colonists, VP, goods, tiles and buildings that belong to nobody."""
    record = rules.record[0]
    colonists = position.node("colonists", ("supply", "ship"))
    state.supply, state.ship_colonists = colonists.whole("supply"), colonists.whole("ship")
    state.vp_pool = position.whole("vp_pool")
    state.barrels[:] = position.counts("goods", GOODS)
    house = position.names("trading_house", GOODS)
    if len(house) > record["house_spaces"]:
        raise PositionError(f"position: trading_house: {len(house)} goods; expected at most {record['house_spaces']}")
    state.house[:] = np.bincount(house, minlength=len(GOODS))
    state.house_barrels = len(house)
    state.copies[:] = position.counts("buildings_left", BUILDINGS)
    state.on_sale = _bits(state.copies > 0)
    tiles = position.node("plantations", ("stack", "row", "discard", "quarries"))
    stack = tiles.names("stack", GOODS)
    if len(stack) > MAX_STACK:
        raise PositionError(f"position: plantations.stack: {len(stack)} tiles; expected at most {MAX_STACK}")
    state.stack[: len(stack)] = stack[::-1]
    state.stack_tiles = len(stack)
    state.face_up[:] = np.bincount(tiles.names("row", GOODS), minlength=len(GOODS))
    state.discard[:] = tiles.counts("discard", GOODS)
    state.quarries = tiles.whole("quarries")


def _read_ships(rules: Any, state: Any, position: Node) -> None:
    """No ship overfull, no two with the same good (§A.7.3)."""
    capacity = rules.record[0]["capacity"].tolist()
    state.ship_good[:] = -1
    ships = position.nodes("ships", SHIP_KEYS)
    if len(ships) > ships_in_play(rules):
        raise PositionError(f"position: ships: {len(ships)} ships; expected {ships_in_play(rules)}")
    for index, ship in enumerate(ships):
        ship.whole("capacity", capacity[index], capacity[index], default=capacity[index])
        good = ship.name("good", GOODS, required=False)
        barrels = ship.whole("barrels", high=capacity[index])
        if (good >= 0) != (barrels > 0):
            raise ship.error("barrels", barrels, "barrels on a ship with a good, and none on a ship without")
        if good >= 0 and good in state.ship_good.tolist():
            raise ship.error("good", GOODS[good], "another good than on the other ships")
        state.ship_good[index], state.ship_load[index] = good, barrels


def _read_seats(rules: Any, state: Any, position: Node) -> None:
    seats = position.nodes("seats", SEAT_KEYS)
    if len(seats) != rules.players:
        raise PositionError(f"position: seats: {len(seats)} entries; expected one for each of {rules.players} players")
    for seat, node in enumerate(seats):
        state.doubloons[seat], state.vp[seat] = node.whole("doubloons"), node.whole("vp")
        state.goods[seat] = node.counts("goods", GOODS)
        state.san_juan[seat] = node.whole("san_juan")
        to_place = node.whole("to_place")
        if to_place and (position.value["phase"] != "mayor" or seat != state.actor):
            raise node.error("to_place", to_place, "0 for everybody but the actor of the mayor phase")
        state.to_place = max(int(state.to_place), to_place)
        _read_island(rules, state, seat, node)
        _read_city(rules, state, seat, node)
        state.colonists[seat] = (
            state.san_juan[seat] + to_place + state.tile_colonists[seat].sum() + state.city_colonists[seat]
        )


def _read_island(rules: Any, state: Any, seat: int, node: Node) -> None:
    island = node.node("island", TILES)
    for kind, name in enumerate(TILES):
        if name in island.value:
            state.tiles[seat, kind], state.tile_colonists[seat, kind] = island.pair(name)
    tiles, spaces = int(state.tiles[seat].sum()), int(rules.record[0]["island_spaces"])
    if tiles > spaces:
        raise PositionError(f"position: {island.place}: {tiles} tiles; expected at most {spaces}")
    state.island[seat] = tiles


def _read_city(rules: Any, state: Any, seat: int, node: Node) -> None:
    record = rules.record[0]
    city = node.node("city", BUILDINGS)
    for building, name in enumerate(BUILDINGS):
        if name in city.value:
            colonists = city.whole(name, high=int(record["circles"][building]))
            state.building_colonists[seat, building] = colonists
            state.owned[seat] |= np.uint64(1 << building)
            if colonists:
                state.occupied[seat] |= np.uint64(1 << building)
            state.city_colonists[seat] += colonists
            state.city_circles[seat] += record["circles"][building]
            state.city_spaces[seat] += record["spaces"][building]
    if state.city_spaces[seat] > record["city_spaces"]:
        raise PositionError(
            f"position: {city.place}: takes {state.city_spaces[seat]} spaces; expected at most {record['city_spaces']}"
        )


def _read_in_phase(rules: Any, state: Any, position: Node) -> None:
    """What the phase has to remember, and with it the kind of decision (§N.3.6-10)."""
    memory = position.node("in_phase", PHASE_KEYS)
    phase, found = position.value["phase"], memory.value.get("stage")
    expected = [stage for name, stage in PHASES.values() if name == phase]
    if found not in expected:
        wanted = " or ".join(stage or "null" for stage in expected)
        raise memory.error("stage", found, f"{wanted} in the phase {phase}")
    state.stage = STAGE_OF[phase, found]
    state.quarry_taken = memory.seats("quarry_taken", rules.players)
    state.hacienda_used = memory.seats("hacienda_used", rules.players)
    state.wharf_used = memory.seats("wharf_used", rules.players)
    state.passed = memory.seats("passed", rules.players)
    state.captain_bonus_paid = memory.flag("captain_bonus_paid")
    state.produced[:] = memory.counts("produced", GOODS)
    state.kept[:] = memory.counts("kept", GOODS)
    if phase in ("mayor", "storage"):
        state.turns = (state.actor - state.picker) % rules.players + 1
    if state.stage == STORE:
        stored = int(np.count_nonzero(state.kept))
        state.slots = max(0, int(warehouse_slots(state, rules.record[0], int(state.actor))) - stored)


def _read_nature(state: Any, position: Node) -> None:
    """Key and counter of the shuffles to come."""
    streams = position.node("streams", ("nature", "seats"))
    text = streams.value.get("nature")
    if isinstance(text, str) and re.fullmatch("[0-9a-f]{24}", text):
        state.nature, state.reshuffles = np.uint64(int(text[:16], 16)), int(text[16:], 16)


def _set_decision(rules: Any, state: Any, position: Node) -> None:
    """The actor's options, of which there must be some."""
    stage, seat, record = int(state.stage), int(state.actor), rules.record[0]
    if stage == OVER:
        return
    if stage == PICK_ROLE:
        state.options = state.free_roles
    elif stage == LOAD:
        state.options = np.uint64(load_options(state, record, seat))
    else:
        state.options = np.uint64(_OPTIONS[stage](state, record))
    who, phase = f"position: seat {seat + 1}", position.value["phase"]
    if stage == DRAW_TILE and not int(state.occupied[seat]) >> HACIENDA & 1:
        raise PositionError(f"{who} has no occupied hacienda; expected in_phase.stage = take")
    if stage == STORE and state.slots == 0:
        raise PositionError(f"{who} has no warehouse left to fill; expected in_phase.stage = keep")
    if stage == LOAD and state.passed >> seat & 1:
        raise PositionError(f"{who} is the actor, but in_phase.passed has it passed already")
    if stage == PLACE_COLONIST and not 0 < state.to_place <= _empty_circles(state, seat):
        raise PositionError(
            f"{who} has {state.to_place} colonists to place on {_empty_circles(state, seat)} empty circles; "
            "expected at least one, and not more than circles"
        )
    if state.options == 0:
        raise PositionError(f"{who} has nothing to decide in the phase {phase}")


def _empty_circles(state: Any, seat: int) -> int:
    circles = int(state.island[seat]) + int(state.city_circles[seat])
    return circles - int(state.tile_colonists[seat].sum()) - int(state.city_colonists[seat])


def _bits(chosen: Any) -> np.uint64:
    return np.uint64(sum(1 << int(index) for index in np.flatnonzero(chosen)))
