"""The faces of the 18 destination and 36 link cards, read from the rule numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from rulesim.games.el_capitan.vocabulary import (
    BASE_CITIES,
    CITIES,
    DECKS,
    MOST_SEALS,
    N_DESTINATIONS,
    N_LINKS,
    PAIRS,
)
from rulesim.games.ruleset import RulesError


def destination_cards(values: dict[str, Any]) -> list[tuple[int, int, int]]:
    """City, seals and price of each destination card.

    Raises
    ------
    RulesError
        If they are not 18.
    """
    cards = []
    for name in BASE_CITIES:
        copies, prices = (values[f"destination_cards.{name}.{key}"] for key in ("copies", "price"))
        for seals in range(1, MOST_SEALS + 1):
            cards += [(CITIES.index(name), seals, prices[seals - 1])] * copies[seals - 1]
    return _counted(cards, N_DESTINATIONS, "destination_cards.*.copies")


def link_cards(values: dict[str, Any]) -> list[tuple[int, int, int]]:
    """First city, second city (as the name shows them) and price of each link card.

    Raises
    ------
    RulesError
        If they are not 36.
    """
    cards = []
    for one, other in PAIRS:
        copies, price = (values[f"link_cards.{one}-{other}.{key}"] for key in ("copies", "price"))
        cards += [(CITIES.index(one), CITIES.index(other), price)] * copies
    return _counted(cards, N_LINKS, "link_cards.*.copies")


def _counted(cards: list[tuple[int, int, int]], expected: int, where: str) -> list[tuple[int, int, int]]:
    if len(cards) != expected:
        raise RulesError(f"rules: {where}: {len(cards)} cards in all, expected {expected}")
    return cards


def card_name(rules: Any, card: int) -> str:
    """A card as the notation shows it."""
    return card_names(rules)[card]


def card_names(rules: Any) -> list[str]:
    """All cards by their numbers, as the notation shows them."""
    return _names(*(rules[field].tobytes() for field in ("card_city", "card_seals", "link_first", "link_second")))


@lru_cache(8)
def _names(*faces: bytes) -> list[str]:
    city, seals, one, other = (np.frombuffer(face, np.int64).tolist() for face in faces)
    return [
        *(f"{DECKS[0]}:{CITIES[to]}:{steps}" for to, steps in zip(city, seals, strict=True)),
        *(f"{DECKS[1]}:{CITIES[first]}-{CITIES[second]}" for first, second in zip(one, other, strict=True)),
    ]
