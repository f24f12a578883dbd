"""The rules record: all rule numbers for one player count, ready for the compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.el_capitan import cards_in_play as deck
from rulesim.games.el_capitan.sea_chart import chart
from rulesim.games.el_capitan.vocabulary import (
    BASE_CITIES,
    CANARIAS,
    CITIES,
    EXPANSIONS,
    HATCHED,
    LOANS,
    MAX_FORTRESSES,
    MAX_HARBOURS,
    MAX_PHASES,
    N_CARDS,
    N_CITIES,
    N_DESTINATIONS,
    N_LINKS,
    N_SPACES,
)
from rulesim.games.ruleset import RulesError, Ruleset
from rulesim.kernel.records import record

MOST_PRICE = 30
"""More money than this buys nothing more: no card is dearer."""
ELSEWHERE = N_CITIES
"""Row of the sailing tables for a ship that lies in no city."""
FIRST_CLOSING_SPACE = 3
"""On an earlier space the newcomer could be the head that it shuts down (§5 A24)."""

_SCALARS = {
    "money": "setup.money",
    "warehouses": "setup.warehouses",
    "fortresses": "setup.fortresses",
    "warehouses_per_phase": "setup.warehouses_per_phase",
    "neutral_per_phase": "setup.neutral_per_phase",
    "fortresses_per_phase": "setup.fortresses_per_phase",
    "phases": "setup.phases",
    "triangle": "setup.triangle",
    "run": "limits.run",
    "run_with_neutral": "limits.run_with_neutral",
    "rounds": "limits.rounds",
    "second_place_divisor": "payday.second_place_divisor",
    "second_place": "payday.second_place",
    "bonus_cities": "payday.bonus_cities",
    "tie_break": "payday.tie_break",
    "step_price": "pirate.step_price",
}

RULES = record(
    [
        ("players", np.int64),
        *((name, np.int64) for name in _SCALARS),
        ("bonus", np.int64, (MAX_PHASES,)),
        ("protection", np.int64, (MAX_PHASES,)),
        ("proliferation", np.int64, (N_CITIES + 1,)),
        ("face_up", np.int64, (2,)),
        ("loan_amount", np.int64, (len(LOANS),)),
        ("loan_cards", np.int64, (len(LOANS),)),
        ("loan_due", np.int64, (len(LOANS), 2)),
        # The cities. In play: as bits; whether the pirate ship is in play, and the harbour where it starts.
        ("in_play", np.uint64),
        ("pirate", np.int64),
        ("pirate_harbour", np.int64),
        ("harbours", np.int64, (N_CITIES,)),
        ("harbour_price", np.int64, (N_CITIES, MAX_HARBOURS)),
        ("fortress_spaces", np.int64, (N_CITIES,)),
        ("fortress_price", np.int64, (N_CITIES, MAX_FORTRESSES)),
        ("value", np.int64, (N_CITIES, N_SPACES + 1)),
        ("closing", np.int64, (N_CITIES, N_SPACES)),
        ("pays_everyone", np.int64, (N_CITIES,)),
        ("pays_at_once", np.int64, (N_CITIES,)),
        ("removes_closed", np.int64, (N_CITIES,)),
        ("distance", np.int64, (N_CITIES, N_CITIES)),
        # The sailing cards: what they are, and where each leads from each city (last row: from elsewhere).
        ("card_price", np.int64, (N_CARDS,)),
        ("card_city", np.int64, (N_DESTINATIONS,)),
        ("card_seals", np.int64, (N_DESTINATIONS,)),
        ("link_first", np.int64, (N_LINKS,)),
        ("link_second", np.int64, (N_LINKS,)),
        ("sail_targets", np.uint64, (N_CITIES + 1, N_DESTINATIONS)),
        ("links_to_first", np.uint64, (N_CITIES + 1,)),
        ("links_to_second", np.uint64, (N_CITIES + 1,)),
        # Sets of cards, as bits: what money buys; cards that have the name of one before them (`original`).
        ("affordable", np.uint64, (MOST_PRICE + 1,)),
        ("twins", np.uint64),
        ("original", np.int64, (N_CARDS,)),
    ]
)


def rules_record(ruleset: Ruleset, players: int) -> Any:
    """The rules record for a player count, as a record array of length 1.

    Raises
    ------
    RulesError
        If the numbers make no game together (17 destination cards, say).
    """
    values: dict[str, Any] = ruleset.at(players)
    rules = np.zeros(1, RULES)
    row = rules[0]
    row.players = players
    for field, name in _SCALARS.items():
        row[field] = int(values[name])
    row.bonus[:] = values["payday.bonus"]
    row.protection[:] = values["pirate.protection"]
    row.proliferation[1:] = [values[f"proliferation.cities_{n}"] for n in range(1, N_CITIES + 1)]
    row.face_up[:] = values["setup.face_up_destinations"], values["setup.face_up_links"]
    for kind, loan in enumerate(LOANS):
        row.loan_amount[kind] = values[f"loans.{loan}.amount"]
        row.loan_cards[kind] = values[f"loans.{loan}.cards"]
        row.loan_due[kind] = values[f"loans.{loan}.repay"], values[f"loans.{loan}.repay_extended"]
    _cities(row, values)
    _cards(row, values)
    _consistent(row)
    return rules


def _cities(rules: Any, values: dict[str, Any]) -> None:
    """The board and the expansion tiles in play."""
    spots: dict[int, tuple[int, int]] = {}
    for city, name in enumerate(CITIES):
        table = f"cities.{name}." if name in BASE_CITIES else f"expansion_cities.{name}."
        harbours, fortresses = values[table + "harbours"], values[table + "fortresses"]
        rules.harbours[city] = len(harbours)
        rules.harbour_price[city, : len(harbours)] = harbours
        rules.fortress_spaces[city] = len(fortresses)
        rules.fortress_price[city, : len(fortresses)] = fortresses
        rules.value[city, :HATCHED] = values[table + "spaces"]
        rules.value[city, HATCHED] = values[table + "hatched"]
        for space in _closing_spaces(table, values, rules.triangle != 0):
            rules.closing[city, space - 1] = 1
        rules.pays_everyone[city] = name in EXPANSIONS  # §2.11.58
        rules.pays_at_once[city] = values.get(table + "immediate_payment", False)
        rules.removes_closed[city] = values.get(table + "closed_are_removed", False)
        if name in BASE_CITIES or values[f"expansions.{name}"]:
            rules.in_play |= np.uint64(1 << city)
            spots[city] = values[table + "row"], values[table + "column"]
    rules.pirate = CANARIAS in spots
    rules.pirate_harbour = values["expansion_cities.canarias.pirate_harbour"] - 1
    rules.distance[:] = chart(spots)


def _closing_spaces(table: str, values: dict[str, Any], triangle: bool) -> list[int]:
    """The closing spaces of a city (from 1), checked."""
    spaces = [space for space in values[table + "closing_spaces"] if space != 0]
    with_triangle = [*spaces, values[table + "triangle_space"]] if values[table + "triangle_space"] else spaces
    for space in with_triangle:
        if space < FIRST_CLOSING_SPACE or with_triangle.count(space) > 1:
            raise RulesError(
                f"rules: {table}closing_spaces and triangle_space = {with_triangle}: "
                f"expected different spaces from {FIRST_CLOSING_SPACE} to {N_SPACES} (0: none)"
            )
    return with_triangle if triangle else spaces


def _cards(rules: Any, values: dict[str, Any]) -> None:
    """The two decks, and where each card leads from each city."""
    destinations, links = deck.destination_cards(values), deck.link_cards(values)
    rules.card_city[:], rules.card_seals[:], destination_prices = zip(*destinations, strict=True)
    rules.link_first[:], rules.link_second[:], link_prices = zip(*links, strict=True)
    rules.card_price[:] = destination_prices + link_prices
    rules.sail_targets[:] = _sail_targets(rules.distance, destinations)
    for place in range(N_CITIES):
        rules.links_to_first[place] = _bits(rules.link_second == place)
        rules.links_to_second[place] = _bits(rules.link_first == place)
    rules.affordable[:] = [_bits(rules.card_price <= money) for money in range(MOST_PRICE + 1)]
    faces: list[Any] = [("destination", *card) for card in destinations] + [("link", *card) for card in links]
    rules.original[:] = [faces.index(face) for face in faces]
    rules.twins = _bits(rules.original != np.arange(N_CARDS))


def _sail_targets(distance: Any, destinations: list[tuple[int, int, int]]) -> Any:
    """The cities to which each destination card leads from each city and from elsewhere.

    Straight to the named city, or as far as the seals go; never back to the city itself (§2.3.13, §N.3.6).
    """
    table = np.zeros((N_CITIES + 1, N_DESTINATIONS), np.uint64)
    for card, (city, seals, _) in enumerate(destinations):
        reached = (distance >= 1) & (distance <= seals)
        reached[:, city] = True
        reached[city, city] = False
        table[:N_CITIES, card] = [_bits(row) for row in reached]
        table[ELSEWHERE, card] = 1 << city
    return table


def _bits(chosen: Any) -> int:
    return int.from_bytes(np.packbits(chosen, bitorder="little").tobytes(), "little")


def _consistent(rules: Any) -> None:
    """Refuse numbers that make no game together."""
    if rules.loan_amount[0] >= rules.loan_amount[1]:
        raise RulesError(
            f"rules: loans.small.amount = {rules.loan_amount[0]}: expected less than that of the large loan"
        )
    needed = max(rules.warehouses_per_phase, rules.neutral_per_phase)
    if rules.warehouses < needed:
        raise RulesError(f"rules: setup.warehouses = {rules.warehouses}: a phase takes {needed}")
    if rules.fortresses < rules.fortresses_per_phase:
        raise RulesError(f"rules: setup.fortresses = {rules.fortresses}: a phase takes {rules.fortresses_per_phase}")
    if rules.warehouses_per_phase <= rules.neutral_per_phase:
        raise RulesError(
            f"rules: setup.neutral_per_phase = {rules.neutral_per_phase}: expected less than "
            f"setup.warehouses_per_phase = {rules.warehouses_per_phase} (§2.10.46)"
        )
