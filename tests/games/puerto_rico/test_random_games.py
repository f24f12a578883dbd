"""Random legal games: what must hold after every action, whatever is played."""

import json
import random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesim.games.position import Position
from rulesim.games.ruleset import RulesError
from tests.games.puerto_rico import plain_reading
from tests.games.puerto_rico.setting_up import GAME, rules

SWITCHES = st.fixed_dictionaries(
    {},
    optional={
        "hacienda_hut_quarry": st.booleans(),
        "captain_ship": st.sampled_from(["most_barrels", "largest"]),
        "hacienda_reshuffle": st.booleans(),
        "free_discard": st.booleans(),
    },
)


def eager(here, chance):
    """A legal action: mostly anything but a pass, so that cities, ships and islands fill up."""
    numbers = here.legal_numbers()
    names = [here.action_name(number) for number in numbers]
    active = [number for number, name in zip(numbers, names, strict=True) if name not in ("pass", "hacienda:skip")]
    return chance.choice(active if active and chance.random() < 0.9 else numbers)


def different_fields(one, other):
    return [name for name in one.dtype.names if one[name].tobytes() != other[name].tobytes()]


def check_step(before, action, after, switches):
    """Money, VP, production and legal actions as a plain reading of the rules has them."""
    moves = zip(before["seats"], after["seats"], strict=True)
    paid, won = plain_reading.payments(before, action), plain_reading.points(before, action)
    for number, (old, new) in enumerate(moves):
        assert new["doubloons"] - old["doubloons"] == paid[number], (action, number + 1)
        assert new["vp"] - old["vp"] == won[number], (action, number + 1)
    if action == "role:craftsman":
        gains = plain_reading.production(before, before["actor"])
        for old, new, gained in zip(before["seats"], after["seats"], gains, strict=True):
            assert new["goods"] == {good: count + gained[good] for good, count in old["goods"].items()}
    assert after["vp_pool"] == max(0, before["vp_pool"] - sum(won))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@settings(max_examples=2, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), switches=SWITCHES)
def test_random_games_keep_the_rules(players, seed, switches):
    """Laws, legal actions, money and VP at every decision; final scores."""
    chance = random.Random(seed)
    here = Position.new("puerto_rico", players, seed=seed, rules=rules(players, **switches))
    data = here.to_dict()
    while not here.is_over:
        assert not here.broken_laws()
        legal = here.legal()
        assert legal and set(legal) == plain_reading.legal(data, **switches), data
        action = eager(here, chance)
        name = here.action_name(action)
        here.apply_number(action)
        before, data = data, here.to_dict()
        check_step(before, name, data, switches)
    assert not here.broken_laws()
    assert data["phase"] == "over" and data["end"] and here.legal() == []
    assert [own["score"] for own in here.scores()] == plain_reading.scores(data)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_positions_are_lossless(players):
    """Position, JSON, position: every field of the record comes back, at a third of the decisions and at the end."""
    chance = random.Random(players)
    here = Position.new("puerto_rico", players, seed=players, rules=rules(players, free_discard=players % 2 == 0))
    while True:
        if chance.random() < 1 / 3 or here.is_over:
            again = Position.from_dict(json.loads(here.to_json()), here.rules)
            assert not different_fields(here.state, again.state)
            assert np.array_equal(here.minds["stream"], again.minds["stream"])
            assert again.legal() == here.legal() and again == here
        if here.is_over:
            break
        here.apply_number(eager(here, chance))


@pytest.mark.parametrize("players", [2, 5])
def test_text_views_of_a_whole_game(players):
    """A sentence for every legal move, names of seats from 1, and lines of at most 100 columns."""
    chance = random.Random(players)
    here = Position.new("puerto_rico", players, seed=players)
    while not here.is_over:
        for number in here.legal_numbers():
            sentence = here.rules.game.describe_action(here.rules, here.state[0], number)
            assert sentence.startswith(f"seat {here.actor} ") and "_" not in sentence and len(sentence) < 80
        if chance.random() < 0.2:
            assert max(map(len, str(here).splitlines())) <= 100 and "_" not in str(here)
        here.apply_number(eager(here, chance))
    assert "The game is over" in str(here)


def some_value(rule, players, draw):
    """A value that the rules file accepts, often at an end of its range."""
    old = rule.at(players)
    if isinstance(old, bool):
        return draw(st.booleans())
    if isinstance(old, str):
        return draw(st.sampled_from(rule.choices))
    low, high = (int(end) for end in rule.allowed)
    number = st.sampled_from([low, high]) | st.integers(low, high)
    return [draw(number) for _ in old] if isinstance(old, tuple) else draw(number)


@settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data(), players=st.integers(2, 5), seed=st.integers(0, 2**32))
def test_other_rule_numbers_make_games_too(data, players, seed):
    """Any numbers within their ranges: either refused together, or games that keep the laws."""
    known = GAME.base_rules.rules
    names = data.draw(st.lists(st.sampled_from(sorted(known)), max_size=40, unique=True))
    changes = {name: some_value(known[name], players, data.draw) for name in names}
    try:
        chosen = GAME.rules(players, changes=changes)
    except RulesError:
        return
    chance = random.Random(seed)
    here = Position.new("puerto_rico", players, seed=seed, rules=chosen)
    for _ in range(300):
        if here.is_over:
            break
        assert not here.broken_laws() and here.legal_numbers()
        here.apply_number(eager(here, chance))
    assert not different_fields(here.state, Position.from_dict(here.to_dict(), chosen).state)


def test_a_position_plays_on_like_the_original():
    """Shuffles to come are part of the position."""
    chance = random.Random(11)
    here = Position.new("puerto_rico", 4, seed=11)
    for _ in range(100):
        here.apply_number(eager(here, chance))
    again = Position.from_dict(here.to_dict())
    while not here.is_over:
        action = eager(here, chance)
        here.apply_number(action)
        again.apply_number(action)
    assert not different_fields(here.state, again.state)
