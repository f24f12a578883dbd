"""Random legal games: what must hold after every action, whatever is played."""

import hashlib
import itertools
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesim.games.position import Position
from rulesim.games.ruleset import RulesError
from tests.games.el_capitan import plain_reading
from tests.games.el_capitan.setting_up import GAME, rules

EXPANSIONS = ("porto", "lisboa", "canarias")
SETS = [chosen for size in range(4) for chosen in itertools.combinations(EXPANSIONS, size)]


def kind(name):
    return name.split(":")[0]


def next_number(here, chance):
    """A legal action: the kind first, and seldom the end of the turn where more could be done."""
    numbers = here.legal_numbers()
    kinds = sorted({kind(here.action_name(number)) for number in numbers} - {"loan"}) or ["loan"]
    if chance.random() < 0.1:
        kinds = sorted({kind(here.action_name(number)) for number in numbers})
    chosen = chance.choice(
        [word for word in kinds if word != "end" or len(kinds) == 1 or chance.random() < 0.5] or ["end"]
    )
    return chance.choice([number for number in numbers if kind(here.action_name(number)) == chosen])


def decisions(players, expansions, seed, most=300):
    """The decisions of a random game, the last one included."""
    chance = random.Random(seed)
    here = Position.new("el_capitan", players, seed=seed, rules=rules(players, *expansions))
    for _ in range(most):
        yield here, chance
        if here.is_over:
            return
        here.apply_number(next_number(here, chance))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@settings(max_examples=2, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), expansions=st.sampled_from(SETS))
def test_laws_and_legal_actions(players, seed, expansions):
    """Pieces, cards, loan cards and money with the bank; legal actions as a plain reading has them."""
    numbers = rules(players, *expansions).ruleset.at(players)
    for here, _ in decisions(players, expansions, seed, 200):
        assert not here.broken_laws()
        data, names = here.to_dict(), here.legal()
        assert len(names) == len(set(names)) and set(names) == plain_reading.legal(data, numbers), data


@pytest.mark.parametrize("expansions", SETS, ids="-".join)
def test_whole_games_keep_the_laws(expansions):
    """Every expansion set, to the end of the game."""
    for players in (2, 3, 4, 5):
        *_, (here, _) = decisions(players, expansions, 7 * players, 6000)
        assert here.is_over and not here.broken_laws()
        for seat in here.scores():
            assert seat["score"] == sum(seat[column.name] for column in GAME.seat_columns if column.part)


@pytest.mark.parametrize(
    ("players", "expansions"), [(2, EXPANSIONS), (3, ()), (4, ("porto", "lisboa")), (5, EXPANSIONS)]
)
def test_paydays(players, expansions):
    """What the paydays of random games pay, by a plain reading."""
    numbers = rules(players, *expansions).ruleset.at(players)
    seen, before, earned = 0, None, None
    for here, _ in decisions(players, expansions, players, 1500):
        data = here.to_dict()
        after = [seat["proliferation"] + seat["majorities"] + seat["fortress_income"] for seat in here.scores()]
        if before and after != earned:
            paid = [new - old for new, old in zip(after, earned, strict=True)]
            assert paid == plain_reading.payday(before, numbers)
            seen += 1
        before, earned = data, after
    assert seen >= 1


@pytest.mark.parametrize(("players", "expansions"), [(2, EXPANSIONS), (3, ()), (5, EXPANSIONS)])
def test_positions_are_lossless(players, expansions):
    """Position, JSON, position: at every decision."""
    for here, _ in decisions(players, expansions, players):
        text = here.to_json()
        assert Position.from_dict(json.loads(text), here.rules).to_json() == text


def test_a_position_plays_on_like_the_original():
    """Expansions, hands, decks and the shuffles to come are part of the position."""
    *_, (here, chance) = decisions(3, EXPANSIONS, 9, 60)
    again = Position.from_dict(json.loads(here.to_json()))
    while not here.is_over:
        assert here == again
        number = next_number(here, chance)
        here.apply_number(number)
        again.apply_number(number)


def test_text_views():
    """A sentence for every legal move, names of seats from 1, and lines of at most 100 columns."""
    for here, chance in decisions(2, EXPANSIONS, 5):
        for number in here.legal_numbers():
            sentence = GAME.describe_action(here.rules, here.state[0], number)
            assert sentence.startswith(f"seat {here.actor} ") and "_" not in sentence and len(sentence) < 100
        if chance.random() < 0.2:
            assert max(map(len, str(here).splitlines())) <= 100 and "_" not in str(here)


def digest():
    """A number for everything that happens in some random games."""
    found = hashlib.sha256()
    for players, expansions in ((2, EXPANSIONS), (3, ("canarias",)), (4, ()), (5, ("porto", "lisboa"))):
        for here, _ in decisions(players, expansions, 100 + players, 150):
            found.update(f"{here.actor} {here.legal()}".encode())
        found.update(here.to_json().encode())
    return found.hexdigest()


def test_compiled_and_interpreted_code_agree():
    """The same games under NUMBA_DISABLE_JIT=1, without a single warning."""
    code = "from tests.games.el_capitan.test_random_games import digest; print(digest())"
    setting = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(Path(__file__).parents[3])}
    command = [sys.executable, "-W", "error", "-c", code]
    run = subprocess.run(command, env=setting, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == digest()


def test_hidden_cards_drawn_anew():
    """Only the decks change, and they hold the same cards."""
    for here, _ in itertools.islice(decisions(3, (), 4), 30, 31):
        before = here.to_dict()
        GAME.redraw_hidden(here.rules, here.state[0], 12345)
        after = here.to_dict()
        for kind_of_card in ("destination", "link"):
            old, new = (data["cards"][kind_of_card].pop("deck") for data in (before, after))
            assert old != new and sorted(old) == sorted(new)
        assert before.pop("streams")["nature"] != after.pop("streams")["nature"] and before == after


def some_value(rule, players, draw):
    """A value that the rules file accepts, often at an end of its range."""
    old = rule.at(players)
    if isinstance(old, bool):
        return draw(st.booleans())
    low, high = (int(end) for end in rule.allowed)
    number = st.sampled_from([low, high]) | st.integers(low, high)
    return [draw(number) for _ in old] if isinstance(old, tuple) else draw(number)


@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data(), players=st.integers(2, 5), seed=st.integers(0, 2**32))
def test_other_rule_numbers_make_games_too(data, players, seed):
    """Any numbers within their ranges: either refused together, or games that keep the laws."""
    fixed = ("row", "column", "closing_spaces", "triangle_space", "copies")
    known = {name: rule for name, rule in GAME.base_rules.rules.items() if name.rpartition(".")[2] not in fixed}
    names = data.draw(st.lists(st.sampled_from(sorted(known)), max_size=60, unique=True))
    changes = {name: some_value(known[name], players, data.draw) for name in names}
    try:
        chosen = GAME.rules(players, changes=changes)
    except RulesError:
        return
    chance = random.Random(seed)
    here = Position.new("el_capitan", players, seed=seed, rules=chosen)
    for _ in range(400):
        if here.is_over:
            break
        assert not here.broken_laws()
        here.apply_number(next_number(here, chance))
    assert Position.from_dict(here.to_dict(), chosen) == here
