"""What a data file must fulfil beyond the range of each number: a game that makes sense."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesim.games.captains_of_industry.vocabulary import (
    FACILITIES,
    GOODS,
    MARKETS,
    MAX_ADVANCES,
    MAX_ESTATE_CARDS,
    MAX_SPACES,
    TIERS,
    ZONES,
)
from rulesim.games.ruleset import RulesError, Ruleset, nearest

MAX_NEED = 24
"""Most units of one good that one action may cost."""
MAX_PROGRESS = 32
"""Room for the progress deck."""

_WHEN = {
    "ms_per_unit_sold": ("on_sale",),
    "unlock": ("passive",),
    "extra_goods": ("on_production",),
    "rent_bonus": ("rent",),
    "sell_before_demand": ("before_demand",),
    "ms_per_facility": ("age_end", "game_end"),
    "ms_per_real_estate": ("age_end", "game_end"),
    "ms_per_advance_owned_by_others": ("game_end",),
}


def check(ruleset: Ruleset, values: dict[str, Any]) -> None:
    """Refuse numbers, a market graph or cards that make no game.

    Raises
    ------
    RulesError
        With the first fault: what, where, and what was expected.
    """
    advances = ruleset.rows("advances")
    for faults in (
        _price_track(values),
        _progress(values),
        _market_graph(values),
        _facilities(values),
        _estate(values, ruleset.rows("estate_cards")),
        _advances(values, advances),
        _locks(values, advances),
    ):
        for fault in faults:
            raise RulesError(f"rules: {fault}")


def _price_track(values: dict[str, Any]) -> Iterator[str]:
    low, high, step = (values[f"price_track.{key}"] for key in ("lowest", "highest", "step"))
    if high < low:
        yield f"price_track.highest = {high}: expected at least price_track.lowest = {low}"
    elif (high - low) % step != 0:
        yield f"price_track.step = {step}: does not lead from {low} to {high}"


def _progress(values: dict[str, Any]) -> Iterator[str]:
    city, needed = values["progress.city_cards"], values["progress.city_cards_to_end_age"]
    county = values["progress.county_cards"]
    if needed > city:
        yield f"progress.city_cards_to_end_age = {needed}: there are only {city} City cards, the Age would never end"
    if city + county > MAX_PROGRESS:
        yield f"progress: {city} City and {county} County cards; expected at most {MAX_PROGRESS} together"


def _market_graph(values: dict[str, Any]) -> Iterator[str]:
    bought_in: dict[str, str] = {}
    for name in MARKETS:
        sector, zones, accepts, locked, player_buys = (
            values[f"markets.{name}.{key}"] for key in ("sector", "zones", "accepts", "locked", "player_buys")
        )
        for key, names in (("zones", zones), ("accepts", accepts), ("locked", locked)):
            if len(set(names)) < len(names):
                yield f"markets.{name}.{key}: a name stands there twice"
        if sector == "none" and zones:
            yield f"markets.{name} has zones but no sector: demand needs both"
        if sector != "none" and not zones:
            yield f"markets.{name}.zones is empty: a market of a sector needs at least one zone"
        if sector == "none" and accepts and not player_buys:
            yield f"markets.{name}: neither players nor the public buy there"
        for good in locked:
            if good not in accepts:
                yield f"markets.{name}.locked: {good} is not accepted there at all"
        for good in accepts if player_buys else ():
            if good in bought_in:
                yield f"markets.{name}: players buy {good} in {bought_in[good]} already; expected one market a good"
            bought_in[good] = name


def _buyable(values: dict[str, Any]) -> set[str]:
    return {
        good for name in MARKETS if values[f"markets.{name}.player_buys"] for good in values[f"markets.{name}.accepts"]
    }


def _facilities(values: dict[str, Any]) -> Iterator[str]:
    open_goods = {
        good
        for name in MARKETS
        for good in values[f"markets.{name}.accepts"]
        if good not in values[f"markets.{name}.locked"]
    }
    buyable = _buyable(values)
    for name in FACILITIES:
        made = values[f"facilities.{name}.produces"]
        if made not in open_goods:
            yield f"facilities.{name}.produces = {made}: no market takes {made} without an Advance"
        for key in ("build", "expand"):
            good = values[f"facilities.{name}.{key}"]
            if good != "none" and good not in buyable:
                yield f"facilities.{name}.{key} = {good}: players can buy {good} in no market"
    cards, doubles = values["facility_cards.cards"], values["facility_cards.double_cards"]
    if doubles > cards:
        yield f"facility_cards.double_cards = {doubles}: there are only {cards} cards of a type"
    largest = doubles * values["facility_cards.double_size"] + (cards - doubles) * values["facility_cards.single_size"]
    units = values["facility_cards.build_units"] + values["facility_cards.expand_units_per_size"] * largest
    if units > MAX_NEED:
        yield f"facility_cards: expanding up to size {largest} would cost {units} goods; expected at most {MAX_NEED}"


def _estate(values: dict[str, Any], cards: list[str]) -> Iterator[str]:
    buyable = _buyable(values)
    spaces = sum(values[f"estate.spaces.{tier}"] for tier in TIERS)
    if spaces > MAX_SPACES:
        yield f"estate.spaces: {spaces} spaces in a zone; expected at most {MAX_SPACES}"
    for zone in ZONES:
        for tier in TIERS:
            goods = values[f"estate.cost.{zone}.{tier}"]
            if len(goods) > MAX_SPACES:
                yield f"estate.cost.{zone}.{tier}: {len(goods)} goods; expected at most {MAX_SPACES}"
            for good in goods:
                if good not in buyable:
                    yield f"estate.cost.{zone}.{tier}: players can buy {good} in no market"
    if len(cards) > MAX_ESTATE_CARDS:
        yield f"estate_cards: {len(cards)} designs; expected at most {MAX_ESTATE_CARDS}"
    for card in cards:
        if values[f"estate_cards.{card}.copies"] > 0:
            for side in "ab":
                if not any(values[f"estate_cards.{card}.{side}"]):
                    yield f"estate_cards.{card}.{side} shows no demand"


def _advances(values: dict[str, Any], names: list[str]) -> Iterator[str]:
    if len(names) > MAX_ADVANCES:
        yield f"advances: {len(names)} of them; expected at most {MAX_ADVANCES}"
    if names and "research" not in _buyable(values):
        yield "advances cost research, but players can buy research in no market"
    for name in names:
        tier, effect, when, amount, good, market = (
            values[f"advances.{name}.{key}"] for key in ("tier", "effect", "when", "amount", "good", "market")
        )
        place = f"advances.{name}"
        if when not in _WHEN[effect]:
            yield f"{place}.when = {when}: {effect} works {' or '.join(_WHEN[effect])}"
        if effect == "unlock":
            if market == "none" or good not in values[f"markets.{market}.locked"]:
                yield f"{place} unlocks {good} in {market}, where it is not locked"
        elif amount == 0 and tier > 0:
            yield f"{place}.amount = 0: {effect} would do nothing"
        if effect == "ms_per_unit_sold" and good == "none":
            yield f"{place}.good = none: expected one of {', '.join(GOODS)}"
        prereq = values[f"advances.{name}.prereq"]
        for needed in prereq:
            if needed not in names:
                yield f"{place}.prereq: there is no Advance {needed!r}{nearest(needed, names)}"
            if needed == name:
                yield f"{place}.prereq: it needs itself"
        if tier > 0 and prereq and not any(0 < values[f"advances.{needed}.tier"] <= tier for needed in prereq):
            yield f"{place}.prereq: {' and '.join(prereq)} cannot be had by Age {tier}"


def _locks(values: dict[str, Any], advances: list[str]) -> Iterator[str]:
    """A lock without a key is a mistake; a key out of the game (tier 0) is a choice."""
    keys = {
        (values[f"advances.{name}.good"], values[f"advances.{name}.market"])
        for name in advances
        if values[f"advances.{name}.effect"] == "unlock"
    }
    for market in MARKETS:
        for good in values[f"markets.{market}.locked"]:
            if (good, market) not in keys:
                yield f"markets.{market}.locked: no Advance unlocks {good} there"
