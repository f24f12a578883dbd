"""Random legal games: what must hold after every action, whatever is played."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesim.games.position import Position
from tests.games.captains_of_industry import plain_reading

# Not part of a position: scratch of the running turn, and the records behind the outcome rows.
SCRATCH = {"quote", "to_buy", "next_buy", "buys", "bill", "place_good"}
RECORDS = {
    "start_place",
    "player_sales",
    "public_sales",
    "advance_ms",
    "bank_purchases",
    "unsold",
    "cash_at",
    "rounds_of",
}
STACKS = {"progress", "leaders", "built_card", "built_side", "built_owner"}


def builder(here, chance):
    """A legal action: of the turn's actions mostly a costly one, so that all rules are met."""
    numbers = here.legal_numbers()
    names = [here.action_name(number) for number in numbers]
    costly = [number for number, name in zip(numbers, names, strict=True) if name.startswith(("est", "res", "exp"))]
    return chance.choice(costly if costly and chance.random() < 0.5 else numbers)


def money_flow(before, action, after):
    """Dollars that the bank pays to each seat in a step, as a plain reading has it (rivals' payments apart)."""
    players, actor = before["players"], before["actor"] - 1
    flow, points = [0] * players, [0] * players
    kind, _, what = action.partition(":")
    if kind == "buy":
        good, _, source = what.partition(":")
        if source == "bank":
            flow[actor] -= 13
        elif int(source) != actor + 1:
            market = plain_reading.BOUGHT_IN[good]
            paid = plain_reading.price(before, market, int(source) - 1)
            flow[actor] -= paid
            flow[int(source) - 1] += paid
            points[int(source) - 1] += plain_reading.sale_points(before, int(source) - 1, good)
    if action.endswith(":overtime"):
        facility = what.removesuffix(":overtime")
        flow[actor] -= plain_reading.FACILITIES[facility][3] * before["seats"][actor]["facilities"][facility]
    return flow, points


def board_after_turn(before, action):
    """The board at the end of the turn, before the round's end: what the last action changed is filled in."""
    board = json.loads(json.dumps(before))
    kind, _, what = action.partition(":")
    if kind == "price":
        market, _, dollars = what.partition(":")
        board["markets"][market]["prices"][before["actor"] - 1] = int(dollars)
    if kind == "card":
        zone = before["pending"]["for"].removeprefix("estate:")
        card, _, side = what.partition(":")
        board["zones"][zone].append({"card": card, "side": side, "owner": before["actor"]})
    return board


def check_step(before, action, after):
    """Money and Market Share as a plain reading of the rules has them."""
    flow, points = money_flow(before, action, after)
    if before["stage"] != "return":
        board = board_after_turn(before, action)
        round_ends = before["turn_index"] == before["players"] - 1 and (
            after["stage"] in ("return", "over") or after["turn_index"] == 0
        )
        if round_ends:
            flow = [paid + rent for paid, rent in zip(flow, plain_reading.rent(board), strict=True)]
            if after["stage"] in ("return", "over") or after["age"] > before["age"]:
                sold, scored = plain_reading.age_end(board)
                flow = [paid + sale for paid, sale in zip(flow, sold, strict=True)]
                points = [old + new for old, new in zip(points, scored, strict=True)]
    for seat, (old, new) in enumerate(zip(before["seats"], after["seats"], strict=True)):
        assert new["money"] - old["money"] == flow[seat], (action, seat + 1)
        assert new["ms"] - old["ms"] == points[seat], (action, seat + 1)


@pytest.mark.parametrize("players", [3, 4, 5])
@settings(max_examples=2, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_random_games_keep_the_rules(players, seed):
    """Laws, legal actions, money and Market Share at every decision."""
    chance = random.Random(seed)
    here = Position.new("captains_of_industry", players, seed=seed)
    data = here.to_dict()
    while not here.is_over:
        assert not here.broken_laws()
        legal = here.legal()
        assert legal and set(legal) == plain_reading.legal(data), data
        action = builder(here, chance)
        name = here.action_name(action)
        here.apply_number(action)
        before, data = data, here.to_dict()
        check_step(before, name, data)
    assert not here.broken_laws()
    rows = here.scores()
    parts = [column.name for column in here.rules.game.seat_columns if column.part]
    for row, own in zip(rows, data["seats"], strict=True):
        assert row["score"] == sum(row[part] for part in parts)
        assert row["cash_3"] == own["money"]
    assert sum(row["money_place"] for row in rows) <= 35


def different_fields(one, other):
    return [
        name
        for name in one.dtype.names
        if name not in SCRATCH | RECORDS | STACKS and one[name].tobytes() != other[name].tobytes()
    ]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_positions_are_lossless(players):
    """Position, JSON, position: the same game with the same choices, at a third of the decisions and the end."""
    chance = random.Random(players)
    here = Position.new("captains_of_industry", players, seed=players)
    while True:
        again = None
        if chance.random() < 1 / 3 or here.is_over:
            again = Position.from_dict(json.loads(here.to_json()), here.rules)
            assert not different_fields(here.state, again.state)
            assert np.array_equal(here.minds["stream"], again.minds["stream"])
            assert again == here and again.legal() == here.legal() and not again.broken_laws()
        if here.is_over:
            break
        action = builder(here, chance)
        here.apply_number(action)
        if again:
            again.apply_number(action)
            assert again == here


def test_a_position_plays_on_like_the_original():
    """Shuffles to come are part of the position, and so is the score at the end."""
    chance = random.Random(11)
    here = Position.new("captains_of_industry", 4, seed=11)
    for _ in range(150):
        here.apply_number(builder(here, chance))
    again = Position.from_dict(here.to_dict())
    while not here.is_over:
        action = builder(here, chance)
        here.apply_number(action)
        again.apply_number(action)
    assert again == here
    totals = ("score", "tie_break", "dominance", "leaders", "money_place", "cash_3")
    assert [[row[key] for key in totals] for row in here.scores()] == [
        [row[key] for key in totals] for row in again.scores()
    ]


def transcript(games):
    """A digest of whole random games: every position and every legal set."""
    digest = hashlib.sha256()
    for seed in range(games):
        chance = random.Random(seed)
        here = Position.new("captains_of_industry", 3 + seed % 3, seed=seed)
        while not here.is_over:
            digest.update(here.to_json().encode() + " ".join(here.legal()).encode())
            here.apply_number(builder(here, chance))
        digest.update(json.dumps(here.scores()).encode())
    return digest.hexdigest()


def test_compiled_and_interpreted_play_alike():
    script = "from tests.games.captains_of_industry.test_random_games import transcript; print(transcript(3))"
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        cwd=Path(__file__).parents[3], env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == transcript(3)
