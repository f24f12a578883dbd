"""Traces, ours and other programs' (§N.3.17)."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

from rulesim.experiment.line_up import line_up
from rulesim.experiment.trace import TraceError, replay, trace_games
from rulesim.games.position import Position
from rulesim.games.registry import load_game


@pytest.fixture(scope="module")
def lines() -> list[dict[str, Any]]:
    """The trace of one game with three players."""
    game = load_game("puerto_rico")
    return [json.loads(line) for line in trace_games(game.rules(3), line_up(game, "random", 3), 3, 1)]


def check(lines: list[dict[str, Any]], **rules: Any) -> Any:
    return replay([json.dumps(line) for line in lines], **rules)


def changed(lines: list[dict[str, Any]], at: int, **changes: Any) -> list[dict[str, Any]]:
    return [*lines[:at], {**lines[at], **changes}, *lines[at + 1 :]]


def test_our_own_traces(lines: list[dict[str, Any]]) -> None:
    seen = check(lines)
    assert (seen.games, seen.decisions, seen.difference) == (1, len(lines) - 1, None)


def test_the_last_line_is_the_end(lines: list[dict[str, Any]]) -> None:
    assert lines[-1]["position"]["phase"] == "over"
    assert lines[-1]["legal"] == []
    assert lines[-1]["action"] is None


def test_legal_actions_are_a_set(lines: list[dict[str, Any]]) -> None:
    assert check([{**line, "legal": line["legal"][::-1]} for line in lines]).difference is None


def test_the_first_difference_is_named(lines: list[dict[str, Any]]) -> None:
    at = next(i for i, line in enumerate(lines) if i > 20 and len(line["legal"]) > 1)
    fewer = check(changed(lines, at, legal=lines[at]["legal"][1:])).difference
    assert (fewer.line, fewer.decision, fewer.key) == (at + 1, at + 1, "legal")
    illegal = check(changed(lines, at, action="role:nothing")).difference
    assert (illegal.line, illegal.key, illegal.found) == (at + 1, "action", "role:nothing")
    position = json.loads(json.dumps(lines[at]["position"]))
    position["seats"][1]["doubloons"] += 1
    money = check(changed(lines, at, position=position)).difference
    assert (money.line, money.key) == (at + 1, "position.seats[1].doubloons")
    assert money.found == money.expected + 1


def test_a_trace_that_stops_early(lines: list[dict[str, Any]]) -> None:
    assert check(lines[:10]).difference.found == "the end of the file"
    assert check(lines[:10] + [{**line, "game_number": 1} for line in lines]).difference.key == "game_number"


def test_other_rules_give_a_difference(lines: list[dict[str, Any]]) -> None:
    assert check(lines, changes={"roles.prospector": 3, "setup.ship_minimum": 1}).difference is not None


@cache
def foreign(seed: int) -> list[dict[str, Any]]:
    """A trace as a program with its own random numbers writes it: it shuffles otherwise."""
    shuffle, lines = random.Random(seed), []
    position = Position.new("puerto_rico", 5, seed)
    while not position.is_over:
        legal = position.legal()
        action = shuffle.choice(legal)
        given = position.to_dict()
        given["streams"] = {"nature": "mersenne", "seats": []}
        lines.append({"game_number": "a", "position": given, "legal": legal, "action": action})
        position.state["nature"] += np.uint64(1)
        position = position.apply(action)
    given = position.to_dict()
    del given["streams"]
    return [*lines, {"game_number": "a", "position": given, "legal": [], "action": None}]


def shuffles(lines: list[dict[str, Any]]) -> list[int]:
    """Where the face-down stack grew, which only a shuffle of the discard does (§A.2.9)."""
    sizes = [len(line["position"]["plantations"]["stack"]) for line in lines]
    return [at for at in range(1, len(lines)) if sizes[at] > sizes[at - 1]]


def test_foreign_traces_with_shuffles_of_their_own() -> None:
    lines = foreign(4)
    assert shuffles(lines)
    assert check(lines).difference is None


def test_foreign_shuffles_must_keep_the_tiles() -> None:
    lines = foreign(4)
    at = shuffles(lines)[0]
    position = json.loads(json.dumps(lines[at]["position"]))
    stack = position["plantations"]["stack"]
    stack[0] = next(kind for kind in ("corn", "coffee") if kind != stack[0])
    difference = check(changed(lines, at, position=position)).difference
    assert (difference.line, difference.key) == (at + 1, "position.plantations.stack")
    assert Counter(difference.expected) != Counter(difference.found)


def test_without_a_shuffle_the_order_counts_in_foreign_traces_too() -> None:
    lines = foreign(4)
    position = json.loads(json.dumps(lines[1]["position"]))
    stack = position["plantations"]["stack"]
    other = next(at for at, kind in enumerate(stack) if kind != stack[0])
    stack[0], stack[other] = stack[other], stack[0]
    assert check(changed(lines, 1, position=position)).difference.key == "position.plantations.stack[0]"


def test_our_own_traces_must_shuffle_as_we_do() -> None:
    game = load_game("puerto_rico")
    lines = [json.loads(line) for line in trace_games(game.rules(5), line_up(game, "random", 5), 4, 1)]
    at = shuffles(lines)[0]
    position = json.loads(json.dumps(lines[at]["position"]))
    position["plantations"]["stack"].sort()
    assert check(changed(lines, at, position=position)).difference.key.startswith("position.plantations.stack")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "line 1: not JSON"),
        ("[]", "line 1: expected an object"),
        ('{"game_number": 0, "position": {}, "action": null}', "'legal' is missing"),
        ('{"game_number": 0, "position": {}, "legal": 3, "action": null}', "legal: expected a list"),
    ],
)
def test_what_is_no_trace(line: str, says: str) -> None:
    with pytest.raises(TraceError, match=says):
        replay([line])


def test_a_position_that_cannot_be_read_is_a_difference(lines: list[dict[str, Any]]) -> None:
    difference = check(changed(lines, 3, position={"game": "chess"})).difference
    assert (difference.line, difference.key) == (4, "position")
