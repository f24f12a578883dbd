"""The rules record: all rule numbers for one player count, ready for the compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.puerto_rico.vocabulary import (
    BUILDINGS,
    FIRST_VIOLET,
    GOODS,
    MAX_SHIPS,
    N_BUILDINGS,
    N_GOODS,
    PROSPECTOR_1,
)
from rulesim.games.ruleset import RulesError, Ruleset
from rulesim.kernel.records import MAX_SEATS, record

MOST_QUARRIES = 12
MOST_PRICE = 36
"""Prices above this many doubloons count as this many: no cost is that high."""

_SCALARS = {
    "vp_pool": "setup.vp_pool",
    "colonists": "setup.colonists",
    "ship_colonists": "setup.ship_colonists",
    "ship_minimum": "setup.ship_minimum",
    "prospectors": "setup.prospectors",
    "picks_per_round": "setup.picks_per_round",
    "face_up_tiles": "setup.face_up_tiles",
    "quarries": "setup.quarries",
    "role_coin": "roles.coin",
    "prospector": "roles.prospector",
    "mayor_privilege": "roles.mayor_privilege",
    "builder_discount": "roles.builder_discount",
    "craftsman_privilege": "roles.craftsman_privilege",
    "trader_bonus": "roles.trader_bonus",
    "barrel_vp": "roles.barrel_vp",
    "captain_bonus": "roles.captain_bonus",
    "small_market": "effects.small_market",
    "large_market": "effects.large_market",
    "small_warehouse": "effects.small_warehouse",
    "large_warehouse": "effects.large_warehouse",
    "single_barrels": "effects.single_barrels",
    "harbor": "effects.harbor",
    "guild_hall_small": "effects.guild_hall_small",
    "guild_hall_large": "effects.guild_hall_large",
    "fortress": "effects.fortress",
    "customs_house": "effects.customs_house",
    "city_hall": "effects.city_hall",
    "island_spaces": "spaces.island",
    "city_spaces": "spaces.city",
    "house_spaces": "spaces.trading_house",
    "hacienda_hut_quarry": "switches.hacienda_hut_quarry",
    "hacienda_reshuffle": "switches.hacienda_reshuffle",
    "free_discard": "switches.free_discard",
}

RULES = record(
    [
        ("players", np.int64),
        *((name, np.int64) for name in _SCALARS),
        ("largest_ship", np.int64),
        ("doubloons", np.int64, (MAX_SEATS,)),
        ("start_tile", np.int64, (MAX_SEATS,)),
        ("capacity", np.int64, (MAX_SHIPS,)),
        ("plantations", np.int64, (N_GOODS,)),
        ("goods", np.int64, (N_GOODS,)),
        ("price", np.int64, (N_GOODS,)),
        ("factory", np.int64, (N_GOODS + 1,)),
        ("residence", np.int64, (13,)),
        ("cost", np.int64, (N_BUILDINGS,)),
        ("printed_vp", np.int64, (N_BUILDINGS,)),
        ("column", np.int64, (N_BUILDINGS,)),
        ("circles", np.int64, (N_BUILDINGS,)),
        ("copies", np.int64, (N_BUILDINGS,)),
        ("spaces", np.int64, (N_BUILDINGS,)),
        # Sets of buildings, as bits.
        ("affordable", np.uint64, (MOST_QUARRIES + 1, MOST_PRICE + 1)),
        ("fits", np.uint64, (5,)),
        ("violet", np.uint64),
        ("roles_in_play", np.uint64),
    ]
)


def rules_record(ruleset: Ruleset, players: int) -> Any:
    """The rules record for a player count, as a record array of length 1.

    Raises
    ------
    RulesError
        If the numbers make no game together (more starting tiles than tiles, say).
    """
    values: dict[str, Any] = ruleset.at(players)
    rules = np.zeros(1, RULES)
    rules["players"] = players
    for field, name in _SCALARS.items():
        rules[field] = int(values[name])
    rules["largest_ship"] = values["switches.captain_ship"] == "largest"
    indigo = int(values["setup.indigo_seats"])
    for seat in range(players):
        tile = "indigo" if seat < indigo else "corn"
        rules["start_tile"][0, seat] = GOODS.index(tile)
        rules["doubloons"][0, seat] = max(0, values["setup.doubloons"] + values[f"seat_money.{tile}"])
    rules["capacity"] = values["setup.cargo_ships"]
    for index, good in enumerate(GOODS):
        rules["plantations"][0, index] = values[f"plantations.{good}"]
        rules["goods"][0, index] = values[f"goods.{good}"]
        rules["price"][0, index] = values[f"price.{good}"]
    rules["factory"] = values["effects.factory"]
    rules["residence"] = values["effects.residence"]
    for index, building in enumerate(BUILDINGS):
        for field, name in (
            ("cost", "cost"), ("printed_vp", "vp"), ("column", "column"),
            ("circles", "circles"), ("copies", "copies"), ("spaces", "size"),
        ):  # fmt: skip
            rules[field][0, index] = values[f"buildings.{building}.{name}"]
    _sets(rules)
    _consistent(rules, players, indigo)
    return rules


def _sets(rules: Any) -> None:
    """Fill the sets of buildings and roles."""
    cost, column, spaces = rules["cost"][0], rules["column"][0], rules["spaces"][0]
    for quarries in range(MOST_QUARRIES + 1):
        price = np.maximum(0, cost - np.minimum(quarries, column))  # §A.4.2
        rules["affordable"][0, quarries] = _sets_of(price <= np.arange(MOST_PRICE + 1)[:, None])
    rules["fits"][0] = _sets_of(spaces <= np.arange(5)[:, None])
    rules["violet"] = _sets_of(np.arange(N_BUILDINGS) >= FIRST_VIOLET)
    rules["roles_in_play"] = (1 << (PROSPECTOR_1 + int(rules["prospectors"][0]))) - 1


def _sets_of(chosen: Any) -> Any:
    """Sets of buildings, as bits, from booleans (…, buildings)."""
    return chosen @ (np.uint64(1) << np.arange(N_BUILDINGS, dtype=np.uint64))


def _consistent(rules: Any, players: int, indigo: int) -> None:
    """Refuse numbers that make no game together."""
    if indigo > players:
        raise RulesError(f"rules: setup.indigo_seats = {indigo}: there are only {players} seats")
    starters = np.bincount(rules["start_tile"][0, :players], minlength=N_GOODS)
    for good, needed, there in zip(GOODS, starters, rules["plantations"][0], strict=True):
        if needed > there:
            raise RulesError(f"rules: plantations.{good} = {there}: {needed} seats start with one")
    cards = PROSPECTOR_1 + int(rules["prospectors"][0])
    if rules["picks_per_round"][0] > cards:
        raise RulesError(
            f"rules: setup.picks_per_round = {rules['picks_per_round'][0]}: only {cards} role cards are in play"
        )
