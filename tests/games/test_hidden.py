"""What no player knows: drawn anew it stays complete, what is seen stays, and it may be left out of a position."""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesim.games.completion import complete_position
from rulesim.games.position import Position
from rulesim.games.reading import PositionError
from rulesim.games.registry import game_names, load_game

GAMES = game_names()
STACKS = {
    "puerto_rico": ("plantations.stack",),
    "el_capitan": ("cards.destination.deck", "cards.link.deck"),
    "captains_of_industry": ("progress.deck", "leaders.deck"),
}


@cache
def game_positions(name: str, players: int, seed: int) -> list[dict[str, Any]]:
    """Positions of the first 300 moves of a random game, as JSON."""
    here, chance, found = Position.new(name, players, seed), random.Random(seed), []
    for move in range(300):
        if here.is_over:
            break
        if move % 7 == 0:
            found.append(here.to_dict())
        here.apply_number(chance.choice(here.legal_numbers()))
    return found


@st.composite
def positions(draw: Any) -> dict[str, Any]:
    """Any position of some random games."""
    name = draw(st.sampled_from(GAMES))
    players = draw(st.sampled_from(load_game(name).players))
    found = game_positions(name, players, 1)
    return found[draw(st.integers(0, len(found) - 1))]


def at(data: Any, path: str) -> Any:
    for key in path.split("."):
        data = data[key]
    return data


def without(data: dict[str, Any], path: str) -> None:
    """Remove a key, in place."""
    *parents, last = path.split(".")
    for key in parents:
        data = data[key]
    del data[last]


def seen(data: dict[str, Any]) -> dict[str, Any]:
    """What the actor knows of a position: all but the order of stacks, streams, and the hands of others."""
    known = copy.deepcopy(data)
    del known["streams"]
    for path in STACKS[data["game"]]:
        without(known, path)
    if data["game"] == "captains_of_industry":
        for number, seat in enumerate(known["seats"], 1):
            if number != data["actor"]:
                seat["leaders"] = len(seat["leaders"])
    return known


def hidden_cards(data: dict[str, Any]) -> list[str]:
    """Everything that the actor does not see."""
    cards = [card for path in STACKS[data["game"]] for card in at(data, path)]
    if data["game"] == "captains_of_industry":
        others = [seat["leaders"] for number, seat in enumerate(data["seats"], 1) if number != data["actor"]]
        cards += [card for hand in others for card in hand]
    return sorted(cards)


MANY = settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@MANY
@given(data=positions(), key=st.integers(0, 2**64 - 1))
def test_a_redraw_keeps_what_is_seen_and_every_piece(data: dict[str, Any], key: int) -> None:
    here = Position.from_dict(data)
    legal = here.legal_numbers()
    here.rules.game.redraw_hidden(here.rules, here.state[0], key)
    after = here.to_dict()
    assert seen(after) == seen(data)
    assert hidden_cards(after) == hidden_cards(data)
    assert not here.broken_laws()
    assert here.legal_numbers() == legal


@MANY
@given(data=positions(), key=st.integers(0, 2**64 - 1), seed=st.integers(0, 99))
def test_a_redraw_does_not_depend_on_what_was_hidden(data: dict[str, Any], key: int, seed: int) -> None:
    """The same with every stack shuffled before, and the other hands dealt otherwise."""
    other, chance = copy.deepcopy(data), random.Random(seed)
    for path in STACKS[data["game"]]:
        chance.shuffle(at(other, path))
    drawn = []
    for one in (data, other):
        here = Position.from_dict(one)
        here.rules.game.redraw_hidden(here.rules, here.state[0], key)
        again = here.to_dict()
        # Counters of shuffles are public: how often a stack was shuffled so far.
        again["streams"] = None
        drawn.append(again)
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize("name", GAMES)
def test_every_order_is_equally_likely(name: str) -> None:
    """The top of each stack over 600 redraws: as often each card as its share (chi-squared, three sigma and more)."""
    here = Position.new(name, 4, 5)
    for path in STACKS[name]:
        cards = at(here.to_dict(), path)
        kinds = sorted(set(hidden_cards(here.to_dict())) & set(cards))
        tops = []
        for key in range(600):
            drawn = here.copy()
            drawn.rules.game.redraw_hidden(drawn.rules, drawn.state[0], key * 7919)
            tops.append(at(drawn.to_dict(), path)[0])
        pool = hidden_cards(here.to_dict()) if path == "leaders.deck" else cards
        pool = [card for card in pool if card in kinds]
        expected = np.array([pool.count(kind) for kind in kinds]) / len(pool) * 600
        counted = np.array([tops.count(kind) for kind in kinds])
        freedom = len(kinds) - 1
        assert ((counted - expected) ** 2 / expected).sum() < freedom + 5 * np.sqrt(2 * freedom) + 5


@MANY
@given(data=positions())
def test_hidden_stacks_may_be_left_out(data: dict[str, Any]) -> None:
    """They are made of what is nowhere else: after a redraw the same as with the stacks given."""
    given_data = copy.deepcopy(data)
    for path in STACKS[data["game"]]:
        without(given_data, path)
    if data["game"] == "captains_of_industry":
        given_data["seats"] = [
            {**seat, "leaders": len(seat["leaders"])} if number != data["actor"] else seat
            for number, seat in enumerate(data["seats"], 1)
        ]
    here = complete_position(json.loads(json.dumps(given_data)))
    assert seen(here.to_dict()) == seen(data)
    if not (data["game"] == "captains_of_industry" and data["stage"] == "return"):
        # At an Age's end the County cards drawn lie aside; the deck is renewed before it is used.
        assert hidden_cards(here.to_dict()) == hidden_cards(data)


def counts_in(data: Any, path: tuple[Any, ...] = ()) -> Any:
    """Every whole number of a position with the path to it."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        if isinstance(value, int) and not isinstance(value, bool):
            yield (*path, key)
        yield from counts_in(value, (*path, key))


# Numbers that the rules conserve nothing of: who and when, money of a bank without end, and goods markers (§1).
FREE = {
    "puerto_rico": {"players", "round", "governor", "picker", "actor", "picks", "coins", "taken_by", "doubloons",
                    "capacity", "quarry_taken", "hacienda_used", "passed", "wharf_used", "produced", "kept"},
    "el_capitan": {"players", "phase", "round", "start_player", "actor", "harbour", "history", "harbours"},
    "captains_of_industry": {"players", "age", "round", "actor", "turn_index", "order", "next_order", "money", "ms",
                             "dominance", "prices", "owner", "markers", "units"},
}  # fmt: skip


@MANY
@given(data=positions(), choice=st.randoms(use_true_random=False), more=st.booleans())
def test_a_piece_too_many_or_too_few_is_noticed(data: dict[str, Any], choice: Any, more: bool) -> None:
    """Whatever is counted in a position: one more or one less breaks a law, or cannot be read."""
    paths = [path for path in counts_in(data) if not FREE[data["game"]] & set(path)]
    if not paths:
        return
    path = choice.choice(paths)
    changed = copy.deepcopy(data)
    target = changed
    for key in path[:-1]:
        target = target[key]
    if target[path[-1]] == 0 and not more:
        return
    target[path[-1]] += 1 if more else -1
    with pytest.raises(PositionError, match=r"^position: "):
        complete_position(changed)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"colonists": {"supply": 51, "ship": 2}}, "colonists: 53 in the position, 58 in a game of three: 5 too few"),
        ({"vp_pool": 80}, "VP chips: 80 in the position, 75 in a game of three: 5 too many"),
        ({"goods": None}, "missing: goods; only what is hidden may be left out: plantations.stack"),
        ({"plantations": {"row": ["corn"]}}, "missing: plantations.discard, plantations.quarries"),
        ({"seats": None}, "seats: 0 entries"),
    ],
)
def test_what_does_not_add_up_is_named(change: dict[str, Any], says: str) -> None:
    data = Position.new("puerto_rico", 3).to_dict() | change
    with pytest.raises(PositionError, match=says):
        complete_position({key: value for key, value in data.items() if value is not None})


def test_a_hand_of_unknown_cards() -> None:
    data = Position.new("captains_of_industry", 3, 1).to_dict()
    other = next(number for number in range(3) if number + 1 != data["actor"])
    data["seats"][other]["leaders"] = 5
    with pytest.raises(PositionError, match="cards in hand: 12 in the position, 13 in a game of three: 1 too few"):
        complete_position(data)
    data["seats"][other]["leaders"] = -1
    with pytest.raises(PositionError, match=r"leaders = -1: expected a list of cards, or how many there are"):
        complete_position(data)
    data["seats"][data["actor"] - 1]["leaders"] = 4
    data["seats"][other]["leaders"] = 4
    with pytest.raises(PositionError, match="is to decide, and knows its hand"):
        complete_position(data)
