"""What stays the same whatever is played."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.captains_of_industry.notation import advance_names, estate_card_names
from rulesim.games.captains_of_industry.vocabulary import (
    CITY,
    COUNTY,
    FACILITIES,
    LEADERS,
    MARKETS,
    OVER,
    RETURN,
    SECTORS,
)


def laws(rules: Any, state: Any) -> dict[str, tuple[int, int]]:
    """Each conservation law with (counted, expected)."""
    record = rules.record[0]
    return {
        **_facility_cards(record, state),
        **_estate_cards(rules, state),
        **_leader_cards(record, state),
        **_progress_cards(record, state),
        **_markers(rules, state),
        **_bookkeeping(rules, state),
        **_limits(record, state),
    }


def _facility_cards(record: Any, state: Any) -> dict[str, tuple[int, int]]:
    """Piles and stacks hold all icons of each type."""
    doubles, singles = int(record["double_cards"]), int(record["facility_cards"] - record["double_cards"])
    double_size, single_size = int(record["double_size"]), int(record["single_size"])
    expected = doubles * double_size + singles * single_size
    return {
        f"icons of {name}": (
            int(state.facility[:, index].sum())
            + int(state.double_left[index]) * double_size
            + int(state.single_left[index]) * single_size,
            expected,
        )
        for index, name in enumerate(FACILITIES)
    }


def _estate_cards(rules: Any, state: Any) -> dict[str, tuple[int, int]]:
    record = rules.record[0]
    built = [
        int(state.built_card[zone, space]) for zone in range(len(state.built)) for space in range(state.built[zone])
    ]
    found = {
        f"cards {name}": (built.count(card) + int(state.cards_left[card]), int(record["card_copies"][card]))
        for card, name in enumerate(estate_card_names(rules))
    }
    found["real estate owned"] = (int(state.estates.sum()), len(built))
    return found


def _leader_cards(record: Any, state: Any) -> dict[str, tuple[int, int]]:
    deck = state.leaders[: state.leader_cards].tolist()
    found = {
        f"leader cards {name}": (
            deck.count(leader) + int(state.hand[:, leader].sum()),
            int(record["leader_copies"][leader]),
        )
        for leader, name in enumerate(LEADERS)
    }
    found["cards in hand"] = (int(state.hand.sum()), int(state.hand_cards.sum()))
    return found


def _progress_cards(record: Any, state: Any) -> dict[str, tuple[int, int]]:
    """The County cards drawn with the last City card of an Age lie aside until the returns are over."""
    deck = state.progress[: state.progress_cards].tolist()
    city = (deck.count(CITY) + int(state.city_shown), int(record["city_cards"]))
    county = deck.count(COUNTY), int(record["county_cards"])
    return {"City cards": city} if state.stage == RETURN else {"City cards": city, "County cards": county}


def _markers(rules: Any, state: Any) -> dict[str, tuple[int, int]]:
    """Markers lie where their good is accepted, and markers have prices unless they wait for them."""
    counted = state.units.sum(axis=2)
    found = {"markers": (int(counted.sum()), int(state.stock.sum()))}
    waiting = np.array([int(state.to_price) >> market & 1 for market in range(len(MARKETS))], bool)
    unpriced = (state.stock > 0) & (state.price < 0)
    if state.actor >= 0:
        unpriced[waiting, int(state.actor)] = False
    found["markers without a price"] = (int(unpriced.sum()), 0)
    found["prices without a marker"] = (int(((state.stock == 0) & (state.price > 0)).sum()), 0)
    return found


def _bookkeeping(rules: Any, state: Any) -> dict[str, tuple[int, int]]:
    """Each seat's bank is the sum of its sources."""
    record, found = rules.record[0], {}
    for seat in range(rules.players):
        dominance = int(record["sector_dominance"]) * int(state.dominance[seat].sum())
        sources = int(state.player_sales[seat]) + int(state.public_sales[seat]) + int(state.advance_ms[seat])
        found[f"Market Share of seat {seat + 1}"] = (int(state.ms[seat]), sources + dominance)
        owned = int(state.advances[seat])
        found[f"Advances of seat {seat + 1}"] = (owned >> len(advance_names(rules)), 0)
    return found


def _limits(record: Any, state: Any) -> dict[str, tuple[int, int]]:
    """What there is at most: progress markers, and one award of dominance a sector and Age end."""
    ages = int(state.age) - (0 if state.stage in (RETURN, OVER) else 1)
    on_board = int(state.markers) + int(state.wheel)
    found = {"progress markers beyond those of the game": (max(0, on_board - int(record["markers"])), 0)}
    for sector, name in enumerate(SECTORS):
        awards = int(state.dominance[:, sector].sum())
        found[f"awards for {name} beyond those of the Age ends"] = max(0, awards - ages), 0
    return found
