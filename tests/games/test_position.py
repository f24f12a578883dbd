"""Positions whatever the game: bad input, and driving a game by hand."""

import copy
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesim.games.position import Position, PositionError
from rulesim.games.registry import load_game

START = Position.new("puerto_rico", 4, seed=1)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "position: expected a JSON object"),
        (None, "position: expected a JSON object"),
        ({}, "position: the key 'game' is missing"),
        ({"game": "puerto_rico"}, "position: the key 'players' is missing"),
        ({"game": "puerto rico", "players": 4}, "expected one of .*did you mean 'puerto_rico'"),
        ({"game": ["puerto_rico"], "players": 4}, "position: game = "),
        ({"game": "puerto_rico", "players": 6}, "players = 6: expected a whole number from 2 to 5"),
        ({"game": "puerto_rico", "players": "4"}, "players = '4': expected a whole number from 2 to 5"),
        ({"game": "puerto_rico", "players": True}, "players = True: expected a whole number"),
        ({"game": "puerto_rico", "players": [4]}, "expected a whole number from 2 to 5"),
        ({"game": "puerto_rico", "players": 4.0}, "expected a whole number from 2 to 5"),
    ],
)
def test_bad_input(data, message):
    with pytest.raises(PositionError, match=message):
        Position.from_dict(data)


def test_bad_json():
    with pytest.raises(PositionError, match="position: not JSON"):
        Position.from_json("{")
    assert Position.from_json(START.to_json()) == START


def test_rules_for_another_table():
    rules = load_game("puerto_rico").rules(3)
    with pytest.raises(PositionError, match="4 players, but the rules given are those of puerto_rico"):
        Position.from_dict(START.to_dict(), rules)


def test_illegal_action():
    with pytest.raises(PositionError) as refused:
        START.apply("role:setler")
    assert "action 'role:setler' is not legal here; legal: role:settler, role:mayor" in str(refused.value)
    assert "did you mean 'role:settler'?" in str(refused.value)


def test_apply_returns_a_new_position():
    before = START.to_dict()
    after = START.apply("role:mayor")
    assert START.to_dict() == before and after != START
    assert START.actor == 1 and not START.is_over


def test_luck_follows_seed_and_number():
    def stack(seed, number):
        return Position.new("puerto_rico", 4, seed, number).to_dict()["plantations"]["stack"]

    assert stack(1, 0) == stack(1, 0)
    assert len({tuple(stack(seed, number)) for seed in range(3) for number in range(3)}) == 9


def test_redrawn_stack_holds_the_same_tiles():
    """What is hidden is drawn anew: by the key alone, whatever the true order is."""
    game, here = START.rules.game, START.copy()
    game.redraw_hidden(here.rules, here.state[0], 5)
    before, after = START.to_dict(), here.to_dict()
    assert before["plantations"]["stack"] != after["plantations"]["stack"]
    assert sorted(before["plantations"]["stack"]) == sorted(after["plantations"]["stack"])
    for data in (before, after):
        del data["plantations"]["stack"], data["streams"]["nature"]
    assert before == after and not here.broken_laws()
    other = START.to_dict()
    other["plantations"]["stack"].reverse()
    other = Position.from_dict(other)
    game.redraw_hidden(other.rules, other.state[0], 5)
    assert other == here


def test_broken_laws_are_named():
    data = START.to_dict()
    data["goods"]["corn"] = 9
    data["seats"][2]["vp"] = 3
    data["buildings_left"]["wharf"] = 3
    broken = Position.from_dict(data).broken_laws()
    assert broken == {"corn barrels": (9, 10), "VP chips": (103, 100), "wharf copies": (3, 2)}


def test_text_views():
    """Readable in 100 columns; every legal move has its sentence."""
    text = str(START)
    assert max(map(len, text.splitlines())) <= 100
    assert "Puerto Rico, 4 players: round 1, governor is seat 1" in text and "Seat 1 picks a role" in text
    here = START.apply("role:builder")
    game = here.rules.game
    moves = {name: game.describe_action(here.rules, here.state[0], here.action_number(name)) for name in here.legal()}
    assert moves["build:small_sugar_mill"] == "seat 1 builds the small sugar mill for 1 doubloon"
    assert moves["pass"] == "seat 1 builds nothing"


def paths(value, prefix=()):
    """Every place in a JSON value."""
    yield prefix
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from paths(item, (*prefix, key))


FULL = START.apply("role:settler").to_dict()
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["corn", "wharf", "settler"]) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=4,
)


@settings(max_examples=200, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(path=st.sampled_from([path for path in paths(FULL) if path]), value=JSON)
def test_any_damage_gives_a_message_or_a_position(path, value):
    """Whatever stands in a position file: a PositionError, or a position that can be played and written."""
    data = copy.deepcopy(FULL)
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
