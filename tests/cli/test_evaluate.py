"""`rulesim evaluate` and `rulesim review`."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulesim.analysis.evaluation import Evaluation
from rulesim.analysis.review import Review
from rulesim.experiment.line_up import line_up
from rulesim.experiment.trace import trace_games
from rulesim.games.position import Position
from rulesim.games.registry import load_game

QUIET = ("--strategies", "random", "-q")


@pytest.fixture
def start() -> str:
    """A position file without its hidden stack."""
    data = Position.new("puerto_rico", 3, 1).to_dict()
    del data["plantations"]["stack"]
    Path("start.json").write_text(json.dumps(data))
    return "start.json"


@cache
def last_moves() -> str:
    """The end of the trace of a game."""
    game = load_game("puerto_rico")
    return "".join(line + "\n" for line in list(trace_games(game.rules(3), line_up(game, "random", 3), 4, 1))[-20:])


@pytest.fixture
def traced() -> str:
    """A file with the last moves of a game."""
    Path("game.jsonl").write_text(last_moves())
    return "game.jsonl"


def test_evaluate(rulesim: Any, start: str) -> None:
    ended = rulesim("evaluate", start, *QUIET, "-n", 40, "--out", "study", "--plot", "actions.png")
    assert (ended.code, ended.err) == (0, "")
    assert "Legal actions of seat 1, best first" in ended.out
    assert "hidden things redrawn" in ended.out
    assert len(Evaluation.load("study").frame) == 6
    assert Path("actions.png").read_bytes()[:4] == b"\x89PNG"
    loud = rulesim("evaluate", start, "--strategies", "random", "-n", 40)
    assert loud.out == ended.out


def test_evaluate_as_json(rulesim: Any, start: str) -> None:
    found = json.loads(rulesim("evaluate", start, *QUIET, "-n", 40, "--json", "--peek").out)
    assert found["hidden"] == "as given"
    assert [row["rank"] for row in found["actions"]] == [1, 2, 3, 4, 5, 6]
    assert len(found["seats"]) == 18
    assert len(found["findings"]) >= 2


def test_review_and_a_move_of_a_trace(rulesim: Any, traced: str) -> None:
    ended = rulesim("review", traced, *QUIET, "-n", 20, "--out", "study", "--plot", "curve.svg")
    assert (ended.code, ended.err) == (0, "")
    assert "Costliest moves" in ended.out
    assert "At the end seat" in ended.out
    review = Review.load("study")
    assert "<svg" in Path("curve.svg").read_text()
    data = json.loads(rulesim("review", traced, *QUIET, "-n", 20, "--json").out)
    assert len(data["choices"]) == len(review.moves)
    move = review.moves["move"][0]
    one = json.loads(rulesim("evaluate", "--trace", traced, "--move", move, *QUIET, "-n", 20, "--json").out)
    assert one["actor"] == review.moves["seat"][0]
    assert {row["action"] for row in one["actions"]} == set(
        review.actions.filter(review.actions["move"] == move)["action"]
    )


BAD = [
    (("evaluate", "nowhere.json"), "nowhere.json: cannot be read"),
    (("evaluate",), "give a position file, or --trace FILE with --move NUMBER"),
    (("evaluate", "start.json", "--trace", "game.jsonl"), "give a position file, or --trace"),
    (("evaluate", "--trace", "game.jsonl"), "--trace and --move: give both"),
    (("evaluate", "start.json", "--game-number", "2"), "--game-number: only with --trace"),
    (("evaluate", "--trace", "game.jsonl", "--move", "900"), "move 900: game 0 has 19 moves: expected 1 to 19"),
    (("evaluate", "--trace", "game.jsonl", "--move", "1", "--game-number", "3"), "the trace has no game 3"),
    (("evaluate", "over.json"), "the game is over, there is nothing to decide"),
    (("evaluate", "few.json"), "few.json: position: colonists: 53 in the position, 58 in a game of three: 5 too few"),
    (("evaluate", "row.json"), "missing: plantations.row; only what is hidden may be left out: plantations.stack"),
    (("evaluate", "game.jsonl"), "a trace? it takes --trace FILE --move NUMBER"),
    (("evaluate", "start.json", "-n", "1000000000000"), "playouts = 1000000000000: expected 2 to 200,000"),
    (("evaluate", "start.json", "--out", "start.json/x"), "start.json: there is a file of that name"),
    (("evaluate", "start.json", "--plot", "start.json/x.png"), "start.json: there is a file of that name"),
    (("evaluate", "start.json", "--plot", "x.bmp"), "x.bmp"),
    (("evaluate", "start.json", "--out", "start.json"), "there is a file of that name; expected a folder"),
    (("review", "start.json"), "start.json: line 1: expected an object with game_number"),
    (("review", "nowhere.jsonl"), "nowhere.jsonl: cannot be read"),
    (("review", "game.jsonl", "--adjust", "none"), "'none' is not one of 'holm', 'bh'"),
    (("review", "game.jsonl", "--preset", "no"), "unknown preset 'no'"),
]


@pytest.mark.parametrize(("arguments", "says"), BAD, ids=[says for _, says in BAD])
def test_bad_input(rulesim: Any, start: str, traced: str, arguments: tuple[str, ...], says: str) -> None:
    data = json.loads(Path(start).read_text())
    end = json.loads(Path(traced).read_text().splitlines()[-1])["position"]
    Path("over.json").write_text(json.dumps(end))
    few = {**data, "colonists": {**data["colonists"], "supply": data["colonists"]["supply"] - 5}}
    Path("few.json").write_text(json.dumps(few))
    without = {key: value for key, value in data["plantations"].items() if key != "row"}
    Path("row.json").write_text(json.dumps({**data, "plantations": {**without, "stack": []}}))
    ended = rulesim(arguments[0], *QUIET, *arguments[1:])
    assert ended.code == 2
    assert says in ended.err
    assert len(ended.err.splitlines()) == 1
    assert ended.out == ""


def test_strategies_of_another_number_or_game(rulesim: Any, start: str) -> None:
    ended = rulesim("evaluate", start, "-s", "random,random", "-q")
    assert (ended.code, "2 strategies for 3 players: expected 3" in ended.err) == (2, True)
    ended = rulesim("evaluate", start, "-s", "monopolist", "-q")
    assert (ended.code, "unknown strategy 'monopolist' of puerto_rico" in ended.err) == (2, True)


def test_rules_of_the_position(rulesim: Any, start: str) -> None:
    ended = rulesim("evaluate", start, *QUIET, "-n", 5, "--set", "components.vp=[70, 70, 100, 122]")
    assert ended.code == 2
    assert "VP" in ended.err or "components" in ended.err
