"""Reviewing games: the last move is the outcome, mistakes are found, and nothing depends on the jobs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import rulesim
from rulesim.analysis.review import Review
from rulesim.errors import InputError
from rulesim.experiment.trace import trace_line
from rulesim.experiment.trace_games import TraceError, read_games, traced_game
from rulesim.games.position import Position


@pytest.fixture(scope="module")
def reviewed(trace: Path) -> Review:
    return rulesim.review(trace, "random", playouts=4)


def as_trace(path: Path, *steps: tuple[Position, str | None]) -> Path:
    """A file with positions and the actions chosen there."""
    lines = [
        trace_line(here, here.legal_numbers(), here.action_number(action) if action else None, 4)
        for here, action in steps
    ]
    path.write_text("\n".join(lines) + "\n")
    return path


def test_the_last_move_of_a_game_is_its_outcome(trace: Path, reviewed: Review) -> None:
    lines = [json.loads(line) for line in trace.read_text().splitlines()]
    scores = Position.from_dict(lines[-1]["position"]).scores()
    best = max((row["score"], row["tie_break"]) for row in scores)
    won = [(row["score"], row["tie_break"]) == best for row in scores]
    end = reviewed.curve.filter(pl.col("move") == len(lines) - 1).tail(3)
    assert end["win_share"].to_list() == [one / sum(won) for one in won]
    assert reviewed.about["scores"] == [row["score"] for row in scores]
    last = reviewed.moves["move"].max()
    if last == len(lines) - 1:
        after = reviewed.curve.filter(pl.col("move") == last).head(3)
        assert after["win_share"].to_list() == end["win_share"].to_list()


def test_every_choice_is_there_and_no_forced_move(trace: Path, reviewed: Review) -> None:
    lines = [json.loads(line) for line in trace.read_text().splitlines()]
    choices = [number for number, line in enumerate(lines, 1) if len(line["legal"]) > 1]
    assert reviewed.moves["move"].to_list() == choices
    assert reviewed.moves["action"].to_list() == [lines[number - 1]["action"] for number in choices]
    assert reviewed.moves["seat"].to_list() == [lines[number - 1]["position"]["actor"] for number in choices]
    shares = reviewed.curve.group_by("move").agg(pl.col("win_share").sum())
    # The last move is there twice if it was a choice: estimated, and as it ended.
    assert all(min(abs(total - 1), abs(total - 2)) < 1e-9 for total in shares["win_share"])
    assert (reviewed.moves["playouts"] == 4).all()
    assert (reviewed.moves["loss_low"] <= reviewed.moves["loss_high"]).all()


def test_a_mistake_is_found(decided: Position, tmp_path: Path) -> None:
    after = decided.apply("ship:corn:3")
    assert after.is_over
    found = rulesim.review(as_trace(tmp_path / "x.jsonl", (decided, "ship:corn:3"), (after, None)), "random")
    row = found.costliest().row(0, named=True)
    assert (row["move"], row["seat"], row["action"], row["best"]) == (1, 1, "ship:corn:3", "ship:indigo:3")
    assert (row["loss"], row["established"], row["row"]) == (1, True, 1)
    assert found.curve["win_share"].to_list() == [0, 1, 0] * 2
    assert found.about["game_number"] == 4
    good = decided.apply("ship:indigo:3")
    found = rulesim.review(as_trace(tmp_path / "y.jsonl", (decided, "ship:indigo:3"), (good, None)), "random")
    assert found.costliest().is_empty()


def test_choices_in_a_row_that_miss_the_same_are_one_mistake(reviewed: Review) -> None:
    rows: dict[str, list[Any]] = {
        "move": [1, 2, 3, 5, 6], "seat": [1, 1, 2, 1, 1], "best": ["a", "a", "a", "a", "b"],
        "loss": [0.1, 0.3, 0.2, 0.0, 0.4], "loss_low": [0.0] * 5, "established": [False, True, False, False, False],
    }  # fmt: skip
    found = Review(reviewed.about, pl.DataFrame(rows), reviewed.curve, reviewed.actions).costliest()
    assert found["move"].to_list() == [2, 6, 3]
    assert found["row"].to_list() == [2, 1, 1]


def test_the_result_does_not_depend_on_the_jobs(trace: Path, tmp_path: Path) -> None:
    part = tmp_path / "part.jsonl"
    part.write_text("\n".join(trace.read_text().splitlines()[-60:]))
    one, two = (rulesim.review(part, "random", playouts=4, jobs=jobs) for jobs in (1, 2))
    assert one.moves.equals(two.moves)
    assert one.curve.equals(two.curve)


def test_stored_and_loaded(reviewed: Review, tmp_path: Path) -> None:
    loaded = Review.load(reviewed.save(tmp_path / "r"))
    assert loaded.moves.equals(reviewed.moves)
    assert loaded.curve.equals(reviewed.curve)
    assert loaded.actions.equals(reviewed.actions)
    assert loaded.about == json.loads(json.dumps(reviewed.about))


def test_an_unfinished_trace_is_reviewed_as_far_as_it_goes(trace: Path, tmp_path: Path) -> None:
    part = tmp_path / "part.jsonl"
    part.write_text("\n".join(trace.read_text().splitlines()[:12]))
    found = rulesim.review(part, "random", playouts=2)
    assert (found.about["moves"], found.about["scores"]) == (12, None)


def test_choices_so_far_are_counted(trace: Path) -> None:
    game = read_games(trace.read_text().splitlines())[0]
    position = game.position(40)
    made = [len(line["legal"]) > 1 and line["position"]["actor"] for _, line in game.lines[:39]]
    assert position.minds["choices"].tolist() == [made.count(seat) for seat in (1, 2, 3)]


def test_which_game_and_which_move(trace: Path) -> None:
    lines = trace.read_text().splitlines()
    other = [json.dumps({**json.loads(line), "game_number": 7}) for line in lines]
    games = read_games([*lines, *other])
    assert [game.number for game in games] == [0, 7]
    assert traced_game(games, 7) is games[1]
    with pytest.raises(TraceError, match="the trace has 2 games: choose one of their numbers, 0, 7"):
        traced_game(games)
    with pytest.raises(TraceError, match="the trace has no game 3: expected one of 0, 7"):
        traced_game(games, 3)
    moves = games[0].moves
    with pytest.raises(TraceError, match=f"move {moves + 1}: game 0 has {moves} moves: expected 1 to {moves}"):
        games[0].position(moves + 1)
    with pytest.raises(TraceError, match="the trace is empty"):
        read_games(["", " "])


def test_a_line_that_does_not_add_up(trace: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in trace.read_text().splitlines()[:5]]
    lines[3]["position"]["vp_pool"] += 1
    bad = tmp_path / "bad.jsonl"
    bad.write_text("\n".join(map(json.dumps, lines)))
    with pytest.raises(InputError, match=r"bad.jsonl: line 4: position: VP chips: 76 in the position, 75 in a game"):
        rulesim.review(bad, "random")
    lines[3]["position"]["vp_pool"] -= 1
    lines[3]["action"] = "role:king"
    bad.write_text("\n".join(map(json.dumps, lines)))
    with pytest.raises(InputError, match=r"bad.jsonl: line 4: action 'role:king' is not legal here"):
        rulesim.review(bad, "random")
