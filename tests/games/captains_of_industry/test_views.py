"""Positions as text and as files that somebody may have spoilt."""

from __future__ import annotations

import copy
import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesim.games.position import Position
from rulesim.games.reading import PositionError
from tests.games.captains_of_industry.setting_up import play, position

STONE_MARKET = "consumables_commercial"


def somewhere(decisions: int) -> Position:
    """A position in the middle of a random game."""
    chance, here = random.Random(5), Position.new("captains_of_industry", 4, seed=5)
    for _ in range(decisions):
        here.apply_number(chance.choice(here.legal_numbers()))
    return here


def test_text_views():
    """Readable in 100 columns, whatever has been built."""
    text = str(position())
    assert "Captains of Industry, 4 players: Age 1, round 1\nSeat 1 picks an action\n" in text
    chance, here = random.Random(8), Position.new("captains_of_industry", 5, seed=8)
    while not here.is_over:
        if here.to_dict()["stage"] == "action":
            assert max(map(len, str(here).splitlines())) <= 100
        here.apply_number(chance.choice(here.legal_numbers()))
    assert "The game is over" in str(here)


def test_every_move_has_its_sentence():
    market = {STONE_MARKET: {"units": {"stone": [1, 1, 0, 0]}, "prices": [4, 4, None, None]}}
    start = position(markets=market, seats={1: {"own_marker_at_start": True}})
    here = play(start, "build:farm")

    def said(here, action):
        return here.rules.game.describe_action(here.rules, here.state[0], here.action_number(action))

    assert said(start, "build:farm") == "seat 1 builds the farm"
    assert said(start, "manage") == "seat 1 manages markets: draws a leader card and sets prices"
    assert said(here, "buy:stone:2") == "seat 1 buys stone from seat 2 for $4"
    assert said(here, "buy:stone:1") == "seat 1 uses own stone"
    here = here.apply("buy:stone:1")
    assert said(here, "place:corn:consumables_residential") == "seat 1 places corn on consumables residential"
    bank = play(start, "build:university")
    assert said(bank, "buy:lumber:bank") == "seat 1 buys lumber from the bank for $13"


def paths(value, prefix=()):
    """Every place in a JSON value."""
    yield prefix
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from paths(item, (*prefix, key))


FULL = [here.to_dict() for here in map(somewhere, (60, 63, 66, 150))]
PLACES = [(index, path) for index, data in enumerate(FULL) for path in paths(data) if path]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["corn", "buy", "farm"]) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=4,
)


@settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(place=st.sampled_from(PLACES), value=JSON | st.integers(0, 9))
def test_any_damage_gives_a_message_or_a_position(place, value):
    """Whatever stands in a position file: a PositionError, or a position that can be played and written."""
    index, path = place
    data = copy.deepcopy(FULL[index])
    target = data
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    try:
        here = Position.from_dict(data)
    except PositionError as error:
        assert "\n" not in str(error)
        return
    assert here.legal()
    assert Position.from_dict(json.loads(here.to_json()), here.rules) == here
    str(here.apply(here.legal()[0]))


@pytest.mark.parametrize("stage", ["buy", "place", "price", "card"])
def test_a_stage_without_its_pending_part(stage):
    data = Position.new("captains_of_industry", 4).to_dict()
    data["stage"] = stage
    with pytest.raises(PositionError, match="position"):
        Position.from_dict(data)
