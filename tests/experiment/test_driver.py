"""One game driven by hand is the game that the compiled loop plays."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesim.experiment.driver import OneGame
from rulesim.experiment.line_up import entry, line_up
from rulesim.experiment.playing import Outcomes, Table
from rulesim.games.registry import load_game
from rulesim.strategy.contract import StrategyError
from rulesim.strategy.template import write_template


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A plugin with parameters."""
    return write_template(load_game("puerto_rico"), "mine", tmp_path_factory.mktemp("own"))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("number", [0, 7])
def test_the_same_game_as_the_table_plays(players: int, number: int, mine: Path) -> None:
    game = load_game("puerto_rico")
    rules = game.rules(players)
    entries = line_up(game, ["random", f"{mine}(shipping=2.5)", *["random"] * (players - 2)], players)
    outcomes = Outcomes.empty(rules, 1, 1, 4)
    Table(rules, entries, [range(players)], seed=11).play(number, 1, outcomes)
    one = OneGame(rules, entries, 11, number)
    decisions = list(one)
    seat_rows, game_row = one.outcome()
    assert (seat_rows == outcomes.seat_rows[0, 0]).all()
    assert (game_row == outcomes.game_rows[0, 0, 2:-2]).all()
    assert [len(decisions), sum(not one.forced for one in decisions)] == list(outcomes.game_rows[0, 0, :2])


def test_labels_show_parameters_that_are_not_the_defaults(mine: Path) -> None:
    made = entry(load_game("puerto_rico"), f"{mine}(shipping=2.5,quarries=3)")  # three quarries are the default
    assert made.label == "mine.py:mine(shipping=2.5)"
    assert made.spec == f"{mine}(quarries=3,shipping=2.5)"
    assert list(made.values[:2]) == [3, 2.5]


def test_one_strategy_is_taken_for_all_seats() -> None:
    game = load_game("puerto_rico")
    assert [one.label for one in line_up(game, "random", 3)] == ["random"] * 3
    with pytest.raises(StrategyError, match="2 strategies for 3 players: expected 3, or 1 for all seats"):
        line_up(game, "random,random", 3)
