"""The rules record: all rule numbers, ready for the compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.captains_of_industry.checks import check
from rulesim.games.captains_of_industry.vocabulary import (
    EFFECTS,
    FACILITIES,
    GOODS,
    LEADERS,
    MARKETS,
    MAX_ADVANCES,
    MAX_AGES,
    MAX_ESTATE_CARDS,
    MAX_SPACES,
    N_FACILITIES,
    N_GOODS,
    N_LEADERS,
    N_MARKETS,
    N_SECTORS,
    N_TIERS,
    N_ZONES,
    SECTORS,
    SIDES,
    TIERS,
    ZONES,
)
from rulesim.games.ruleset import Ruleset
from rulesim.kernel.records import record

MOST_COST = 10
"""Highest cost of an Advance in units of research."""

_SCALARS = {
    "start_cash": "setup.start_cash",
    "start_leaders": "setup.start_leaders",
    "ages": "setup.ages",
    "lowest_price": "price_track.lowest",
    "highest_price": "price_track.highest",
    "bank_price": "bank.good_price",
    "city_cards": "progress.city_cards",
    "county_cards": "progress.county_cards",
    "city_to_end": "progress.city_cards_to_end_age",
    "markers": "progress.markers",
    "printed_markers": "progress.printed_markers",
    "new_markers": "progress.new_markers_per_round",
    "leaders_drawn": "management.leaders_drawn",
    "leaders_returned": "management.leaders_returned",
    "unit_sold": "scoring.unit_sold",
    "sector_dominance": "scoring.sector_dominance",
    "facility_cards": "facility_cards.cards",
    "double_cards": "facility_cards.double_cards",
    "double_size": "facility_cards.double_size",
    "single_size": "facility_cards.single_size",
    "build_units": "facility_cards.build_units",
    "expand_units": "facility_cards.expand_units_per_size",
    "overtime_multiplier": "facility_cards.overtime_multiplier",
    "rent": "estate.rent",
    "facility_min_size": "leader_facility.min_size",
    "facility_min_size_ms": "leader_facility.min_size_ms",
    "largest_of_type_ms": "leader_facility.largest_of_type_ms",
    "largest_overall_ms": "leader_facility.largest_overall_ms",
    "ties_count": "leader_facility.ties_count",
    "dollars_per_step": "leader_money.dollars",
    "dollars_cap": "leader_money.cap",
}

RULES = record(
    [
        ("players", np.int64),
        *((name, np.int64) for name in _SCALARS),
        ("money_places", np.int64, (3,)),
        ("round_up", np.int64),
        # The prices of a track, and sets of markets, as bits.
        ("price_track", np.uint64),
        ("own_marker_markets", np.uint64),
        ("open_markets", np.uint64, (N_GOODS,)),
        # Markets; -1: none.
        ("sector", np.int64, (N_MARKETS,)),
        ("adjacent", np.int64, (N_MARKETS, N_ZONES)),
        ("player_buys", np.int64, (N_MARKETS,)),
        ("sold_in", np.int64, (N_GOODS,)),
        # Facilities; -1: no such cost.
        ("produces", np.int64, (N_FACILITIES,)),
        ("build_good", np.int64, (N_FACILITIES,)),
        ("expand_good", np.int64, (N_FACILITIES,)),
        ("overtime", np.int64, (N_FACILITIES,)),
        # Real estate.
        ("spaces", np.int64),
        ("bronze_spaces", np.int64),
        ("space_tier", np.int64, (MAX_SPACES,)),
        ("automatic_demand", np.int64, (N_SECTORS,)),
        ("estate_units", np.int64, (N_ZONES, N_TIERS)),
        ("estate_cost", np.int64, (N_ZONES, N_TIERS, MAX_SPACES)),
        ("estate_need", np.int64, (N_ZONES, N_TIERS, N_GOODS)),
        ("n_estate_cards", np.int64),
        ("card_tier", np.int64, (MAX_ESTATE_CARDS,)),
        ("card_copies", np.int64, (MAX_ESTATE_CARDS,)),
        ("card_demand", np.int64, (MAX_ESTATE_CARDS, 2, N_SECTORS)),
        # Advances, and sets of them as bits.
        ("n_advances", np.int64),
        ("advance_cost", np.int64, (MAX_ADVANCES,)),
        ("effect", np.int64, (MAX_ADVANCES,)),
        ("effect_amount", np.int64, (MAX_ADVANCES,)),
        ("effect_good", np.int64, (MAX_ADVANCES,)),
        ("effect_market", np.int64, (MAX_ADVANCES,)),
        ("for_sale", np.uint64, (MAX_AGES + 1,)),
        ("cost_at_most", np.uint64, (MOST_COST + 1,)),
        ("no_prerequisite", np.uint64),
        ("leads_to", np.uint64, (MAX_ADVANCES,)),
        ("at_age_end", np.uint64),
        ("at_game_end", np.uint64),
        # Leader cards.
        ("leader_copies", np.int64, (N_LEADERS,)),
        ("leader_ms", np.int64, (N_LEADERS,)),
    ]
)


def rules_record(ruleset: Ruleset, players: int) -> Any:
    """The rules record for a player count, as a record array of length 1.

    Raises
    ------
    RulesError
        If the numbers, the market graph or the cards make no game together.
    """
    values: dict[str, Any] = ruleset.at(players)
    check(ruleset, values)
    rules = np.zeros(1, RULES)
    rules["players"] = players
    for field, name in _SCALARS.items():
        rules[field] = int(values[name])
    rules["money_places"] = values["scoring.money_places"]
    rules["round_up"] = values["scoring.money_tie_rounding"] == "ceil"
    track = range(values["price_track.lowest"], values["price_track.highest"] + 1, values["price_track.step"])
    rules["price_track"] = _bits(track)
    _markets(rules[0], values)
    _facilities(rules[0], values)
    _estate(rules[0], values, ruleset.rows("estate_cards"))
    _advances(rules[0], values, ruleset.rows("advances"))
    for index, leader in enumerate(LEADERS):
        name = "leaders." + leader.replace(":", ".")
        rules["leader_copies"][0, index] = values[f"{name}.copies"]
        rules["leader_ms"][0, index] = values.get(f"{name}.ms", 0)
    return rules


def _bits(members: Any) -> int:
    return sum(1 << int(member) for member in members)


def _place(names: tuple[str, ...], name: str) -> int:
    """Number of a name; -1 for "none"."""
    return -1 if name == "none" else names.index(name)


def _markets(rules: Any, values: dict[str, Any]) -> None:
    """The market graph."""
    rules.sold_in[:] = -1
    for market, name in enumerate(MARKETS):
        rules.sector[market] = _place(SECTORS, values[f"markets.{name}.sector"])
        rules.player_buys[market] = values[f"markets.{name}.player_buys"]
        for zone in values[f"markets.{name}.zones"]:
            rules.adjacent[market, ZONES.index(zone)] = 1
        for good_name in values[f"markets.{name}.accepts"]:
            good = GOODS.index(good_name)
            if good_name not in values[f"markets.{name}.locked"]:
                rules.open_markets[good] |= np.uint64(1 << market)
            if rules.player_buys[market]:
                rules.sold_in[good] = market
    sold_in = [rules.sold_in[GOODS.index(good)] for good in values["bank.own_marker_in"]]
    rules.own_marker_markets = _bits({market for market in sold_in if market >= 0})


def _facilities(rules: Any, values: dict[str, Any]) -> None:
    for index, name in enumerate(FACILITIES):
        rules.produces[index] = _place(GOODS, values[f"facilities.{name}.produces"])
        rules.build_good[index] = _place(GOODS, values[f"facilities.{name}.build"])
        rules.expand_good[index] = _place(GOODS, values[f"facilities.{name}.expand"])
        rules.overtime[index] = values[f"facilities.{name}.overtime_per_size"]


def _estate(rules: Any, values: dict[str, Any], cards: list[str]) -> None:
    spaces = [tier for tier, name in enumerate(TIERS) for _ in range(values[f"estate.spaces.{name}"])]
    rules.spaces = len(spaces)
    rules.space_tier[: len(spaces)] = spaces
    rules.bronze_spaces = values["estate.spaces.bronze"]
    rules.automatic_demand[:] = values["estate.automatic_demand"]
    for zone, zone_name in enumerate(ZONES):
        for tier, tier_name in enumerate(TIERS):
            goods = values[f"estate.cost.{zone_name}.{tier_name}"]
            rules.estate_units[zone, tier] = len(goods)
            for unit, good_name in enumerate(goods):
                rules.estate_cost[zone, tier, unit] = GOODS.index(good_name)
                rules.estate_need[zone, tier, GOODS.index(good_name)] += 1
    rules.n_estate_cards = len(cards)
    for index, card in enumerate(cards):
        rules.card_tier[index] = TIERS.index(values[f"estate_cards.{card}.tier"])
        rules.card_copies[index] = values[f"estate_cards.{card}.copies"]
        for side, side_name in enumerate(SIDES):
            rules.card_demand[index, side] = values[f"estate_cards.{card}.{side_name}"]


def _advances(rules: Any, values: dict[str, Any], names: list[str]) -> None:
    rules.n_advances = len(names)
    for index, name in enumerate(names):
        row = {key: values[f"advances.{name}.{key}"] for key in ("tier", "cost", "prereq", "when", "effect")}
        here = np.uint64(1 << index)
        rules.advance_cost[index] = row["cost"]
        rules.effect[index] = EFFECTS.index(row["effect"])
        rules.effect_amount[index] = values[f"advances.{name}.amount"]
        rules.effect_good[index] = _place(GOODS, values[f"advances.{name}.good"])
        rules.effect_market[index] = _place(MARKETS, values[f"advances.{name}.market"])
        if row["tier"] > 0:
            rules.for_sale[row["tier"] :] |= here
        rules.cost_at_most[row["cost"] :] |= here
        if not row["prereq"]:
            rules.no_prerequisite |= here
        for needed in row["prereq"]:
            rules.leads_to[names.index(needed)] |= here
        if row["when"] == "age_end":
            rules.at_age_end |= here
        if row["when"] == "game_end":
            rules.at_game_end |= here
