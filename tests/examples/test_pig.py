"""The example game: complete, and as strong as theory says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import rulesim
from rulesim import InputError, Position
from rulesim.games.registry import load_game
from rulesim.games.ruleset import RulesError

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
TARGET, SIDES = 100, 6


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULESIM_GAMES", str(EXAMPLES))


def turn_distribution(points: int, hold: int) -> dict[int, float]:
    """The chance of each gain of a turn that is held at ``hold`` points or at the target; 0: lost."""
    chance, ends = {0: 1.0}, dict.fromkeys([0], 0.0)
    for turn in range(TARGET + SIDES):
        here = chance.pop(turn, 0.0)
        if turn >= hold or points + turn >= TARGET:
            ends[turn] = ends.get(turn, 0.0) + here
            continue
        ends[0] += here / SIDES
        for face in range(2, SIDES + 1):
            chance[turn + face] = chance.get(turn + face, 0.0) + here / SIDES
    return ends


def chance_of_the_first_seat(hold_first: int, hold_second: int) -> float:
    """The chance that the first of two seats wins, by backward induction over all pairs of points."""
    first = [turn_distribution(points, hold_first) for points in range(TARGET)]
    second = [turn_distribution(points, hold_second) for points in range(TARGET)]
    to_move = np.zeros((2, TARGET, TARGET))  # chance of the first seat, by who is to move and both points
    for total in range(2 * TARGET - 2, -1, -1):
        for a in range(max(0, total - TARGET + 1), min(TARGET, total + 1)):
            b = total - a
            won = sum(p * (1.0 if a + g >= TARGET else to_move[1, a + g, b]) for g, p in first[a].items() if g)
            lost = sum(p * (0.0 if b + g >= TARGET else to_move[0, a, b + g]) for g, p in second[b].items() if g)
            # x = won + first[0] * y and y = lost + second[0] * x: a lost turn leads to the other's turn.
            to_move[0, a, b] = (won + first[a][0] * lost) / (1 - first[a][0] * second[b][0])
            to_move[1, a, b] = lost + second[b][0] * to_move[0, a, b]
    return float(to_move[0, 0, 0])


def test_win_shares_are_those_of_theory(tmp_path: Path) -> None:
    experiment = {
        "game": "pig", "players": 2, "design": "fixed", "blocks": 20_000, "seed": 7,
        "strategies": ["hold_at(points=20)", "hold_at(points=40)"],
    }  # fmt: skip
    run = rulesim.run(experiment, tmp_path / "run")
    exact = {
        ("hold_at", 1): chance_of_the_first_seat(20, 40),
        ("hold_at", 2): 1 - chance_of_the_first_seat(40, 20),
        ("hold_at(points=40)", 1): chance_of_the_first_seat(40, 20),
        ("hold_at(points=40)", 2): 1 - chance_of_the_first_seat(20, 40),
    }
    found = {(row["strategy"], row["seat"]): row for row in run.seats(by_strategy=True).iter_rows(named=True)}
    assert found.keys() == exact.keys()
    for key, row in found.items():
        assert abs(row["win_share"] - exact[key]) < 4 * row["error"], key


def test_a_game_keeps_its_law_and_its_notation() -> None:
    position = Position.new("pig", 3, seed=5)
    assert position.legal() == ["roll"]
    while not position.is_over:
        assert position.broken_laws() == {}
        assert Position.from_dict(position.to_dict()) == position
        position = position.apply(position.legal()[-1] if position.to_dict()["turn"] >= 15 else "roll")
    assert max(seat["score"] for seat in position.scores()) >= TARGET
    assert "over" in str(position)


def test_numbers_that_make_no_game_are_refused() -> None:
    pig = load_game("pig")
    with pytest.raises(RulesError, match="a face of a die with 6 sides"):
        pig.rules(2, changes={"die.bust": 7})
    with pytest.raises(RulesError, match="the last seat"):
        pig.rules(5, changes={"goal.handicap": 25})
    with pytest.raises(InputError, match="phase"):
        Position.from_dict({**Position.new("pig", 2).to_dict(), "phase": "sleep"})


def test_a_handicap_moves_every_later_seat_ahead() -> None:
    rules = load_game("pig").rules(3, changes={"goal.handicap": 4})
    assert [seat["score"] for seat in Position.new("pig", 3, rules=rules).scores()] == [0, 4, 8]
