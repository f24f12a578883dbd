"""Evaluating positions: known answers, common luck, hidden things, any number of jobs."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import rulesim
from rulesim.analysis.evaluation import BEST, POSSIBLE, WORSE, Evaluation
from rulesim.errors import InputError, RunError
from rulesim.experiment.line_up import line_up
from rulesim.experiment.playouts import PlayoutTable, win_shares
from rulesim.games.position import Position
from rulesim.games.registry import game_names
from tests.studies.few_playouts import results

ROOT = Path(__file__).parents[2]


def middle(name: str, moves: int = 40, seed: int = 2) -> Position:
    """A position some moves into a game, at which there is a choice."""
    here = Position.new(name, 3, seed)
    while moves > 0 or len(here.legal_numbers()) < 2:
        numbers = here.legal_numbers()
        here.apply_number(numbers[seed * moves % len(numbers)])
        moves -= 1
    return here


def test_an_action_that_wins_by_force_is_ranked_first(decided: Position) -> None:
    found = rulesim.evaluate(decided, "random", playouts=200)
    assert found.frame["action"].to_list() == ["ship:indigo:3", "ship:corn:3"]
    assert found.frame["verdict"].to_list() == [BEST, WORSE]
    assert found.frame["win_share"].to_list() == [1, 0]
    assert found.frame["score"].to_list() == [35, 31]
    assert found.frame["alike"].to_list() == [True, True]
    row = found.frame.row(1, named=True)
    assert (row["loss"], row["score_loss"]) == (1, 4)
    assert 0.5 < row["loss_low"] < 1
    others = found.seats.filter(pl.col("action") == "ship:corn:3")
    assert others["win_share"].to_list() == [0, 1, 0]
    assert others["score"].to_list() == [31, 33, 29]


@pytest.mark.parametrize("name", game_names())
def test_playouts_are_common_luck_and_do_not_depend_on_how_they_are_divided(name: str) -> None:
    """An action played twice gives the same results, number by number; other numbers, other luck."""
    here = middle(name)
    action = here.legal_numbers()[0]
    table = PlayoutTable(here, line_up(here.rules.game, "random", 3), 1, 0, peek=False)
    once = table.play(action, 0, 12)
    table.play(here.legal_numbers()[1], 3, 2)
    again = [table.play(action, first, 4) for first in (8, 0, 4)]
    assert (once[8:] == again[0]).all()
    assert (once[:8] == [*again[1], *again[2]]).all()
    assert len({row.tobytes() for row in once}) > 6


def test_the_result_does_not_depend_on_the_jobs() -> None:
    here = Position.new("captains_of_industry", 3, 4)
    found = rulesim.evaluate(here, "random", playouts=60, seed=3)
    again = rulesim.evaluate(here, "random", playouts=60, seed=3, jobs=1)
    assert found.frame.equals(again.frame)
    assert found.seats.equals(again.seats)
    assert not found.frame.equals(rulesim.evaluate(here, "random", playouts=60, seed=4).frame)


def test_hidden_stacks_do_not_matter_unless_one_peeks() -> None:
    here = middle("puerto_rico", 12)
    data = here.to_dict()
    data["plantations"]["stack"].sort()
    other = Position.from_dict(data)
    absent = copy.deepcopy(data)
    del absent["plantations"]["stack"]
    settings = {"playouts": 40, "error": 0.01}
    honest = [rulesim.evaluate(one, "random", **settings) for one in (here, other, absent)]
    assert honest[0].frame.equals(honest[1].frame) and honest[0].frame.equals(honest[2].frame)
    peeking = [rulesim.evaluate(one, "random", peek=True, **settings) for one in (here, other)]
    assert not peeking[0].frame.equals(peeking[1].frame)
    assert (honest[0].about["hidden"], peeking[0].about["hidden"]) == ("redrawn", "as given")


def test_memory_and_choices_of_the_strategies_go_on(tmp_path: Path) -> None:
    """A strategy that plays on only where it remembers 7; each choice must follow the one before."""
    plugin = tmp_path / "elephant.py"
    plugin.write_text(
        "from rulesim.strategy import strategy, first\n"
        "@strategy('puerto_rico')\n"
        "def elephant(state, rules, legal, me):\n"
        "    '''Fails where it forgot.'''\n"
        "    if me.memory[0] != 7 + me.choices:\n"
        "        return -1\n"
        "    me.memory[0] += 1\n"
        "    return first(legal)\n"
    )
    here = Position.new("puerto_rico", 3)
    with pytest.raises(RunError, match=r"'elephant.py:elephant' \(seat 1\) answered -1, which is not legal"):
        rulesim.evaluate(here, str(plugin), playouts=2, jobs=1)
    here.minds["choices"] = [3, 5, 5]  # seat 1 makes the first choice, which is given: its fourth
    here.minds["memory"][:, 0] = [11, 12, 12]
    assert len(rulesim.evaluate(here, str(plugin), playouts=2, jobs=1).frame) == len(here.legal())
    here.minds["choices"][0] = 4
    with pytest.raises(RunError, match=r"\(seat 1\) answered -1"):
        rulesim.evaluate(here, str(plugin), playouts=2, jobs=1)


def test_plain_python_plays_the_same(tmp_path: Path) -> None:
    text = (
        "from rulesim.strategy import strategy, nth, below, count\n"
        "@strategy('puerto_rico'{})\n"
        "def {}(state, rules, legal, me):\n"
        "    '''Anything.'''\n"
        "    return nth(legal, below(me, count(legal)))\n"
    )
    (tmp_path / "compiled.py").write_text(text.format("", "compiled"))
    (tmp_path / "plain.py").write_text(text.format(", compiled=False", "plain"))
    here = middle("puerto_rico", 150)
    found = [rulesim.evaluate(here, str(tmp_path / name), playouts=4) for name in ("compiled.py", "plain.py")]
    assert found[0].frame.equals(found[1].frame)


@pytest.mark.parametrize("name", game_names())
def test_interpreted_playouts_are_the_same(name: str) -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "error", "-m", "tests.studies.few_playouts", name]
    plain = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert plain.returncode == 0, plain.stderr
    assert json.loads(plain.stdout) == results(name)


def test_win_shares_are_shared_between_equals() -> None:
    import numpy as np

    rows = np.array([[[5, 1], [5, 1], [3, 9]], [[5, 1], [5, 2], [3, 9]]])
    assert win_shares(rows).tolist() == [[30, 30, 0], [0, 60, 0]]


def test_one_action_is_valued_all_the_same() -> None:
    here = Position.new("puerto_rico", 3, 1)
    while len(here.legal_numbers()) > 1:
        here.apply_number(here.legal_numbers()[-1])
    found = rulesim.evaluate(here, "random", playouts=50)
    assert found.frame["verdict"].to_list() == [BEST]
    assert found.frame["playouts"].to_list() == [50]
    assert found.seats["win_share"].sum() == pytest.approx(1)


def test_stored_and_loaded(decided: Position, tmp_path: Path) -> None:
    found = rulesim.evaluate(decided, "random", playouts=20)
    loaded = Evaluation.load(found.save(tmp_path / "new" / "folder"))
    assert loaded.frame.equals(found.frame)
    assert loaded.seats.equals(found.seats)
    assert loaded.about == json.loads(json.dumps(found.about))
    with pytest.raises(InputError, match="holds no complete evaluation"):
        Evaluation.load(tmp_path)


@pytest.mark.parametrize(
    ("settings", "says"),
    [({"playouts": 1}, "playouts = 1: expected 2 to 200,000"), ({"error": 0.7}, "error = 0.7: expected a probability")],
)
def test_bad_numbers(decided: Position, settings: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says):
        rulesim.evaluate(decided, "random", **settings)


def test_a_game_that_is_over(decided: Position) -> None:
    with pytest.raises(InputError, match="the game is over, there is nothing to decide"):
        rulesim.evaluate(decided.apply("ship:corn:3"), "random")


def test_verdicts_are_words() -> None:
    assert len({BEST, POSSIBLE, WORSE}) == 3
