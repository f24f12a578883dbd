"""`rulesim play`, `trace`, `replay`, `position`, `warmup` and `bench`."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rulesim.games.position import Position

PLAY = ("puerto_rico", "--players", 3, "--strategies", "random", "--seed", 5)
FAILING = """
from rulesim.strategy import strategy

@strategy("puerto_rico"{options})
def failing(state, rules, legal, me):
    '''Fails.'''
    {body}
"""


def test_play(rulesim: Any) -> None:
    ended = rulesim("play", *PLAY)
    assert ended.code == 0
    assert ended.out.startswith("Round 1\n  random  seat 1 takes the ")
    assert "(forced)" in ended.out
    assert "place" in ended.out
    assert "ended by: " in ended.out
    assert rulesim("play", *PLAY).out == ended.out
    assert rulesim("play", *PLAY, "--number", 1).out != ended.out


def test_play_log_is_the_trace_of_the_game(rulesim: Any) -> None:
    assert rulesim("play", *PLAY, "--log", "game.jsonl").code == 0
    assert rulesim("trace", *PLAY, "--out", "-").out == Path("game.jsonl").read_text()


@pytest.mark.parametrize(
    ("body", "options", "says"),
    [
        ("raise ValueError('oops')", ", compiled=False", "raised ValueError: oops"),
        ("return 62", "", "answered 62"),
        ("return 0.5", ", compiled=False", "answered 0.5: expected the number of a legal action"),
        ("return None", ", compiled=False", "answered None"),
    ],
)
def test_a_failing_strategy_fails_the_game(rulesim: Any, body: str, options: str, says: str) -> None:
    Path("failing.py").write_text(FAILING.format(body=body, options=options))
    ended = rulesim("play", "puerto_rico", "-p", 3, "-s", "random,failing.py,random", "--seed", 5)
    assert ended.code == 1
    assert says in ended.err
    assert "strategy 'failing.py:failing' (seat 2)" in ended.err
    assert "rulesim play puerto_rico --players 3 --strategies random,failing.py,random --seed 5 --number 0" in ended.err


def test_the_replay_command_names_the_rules(rulesim: Any) -> None:
    Path("failing.py").write_text(FAILING.format(body="return 62", options=""))
    changes = ("--preset", "english", "--set", "buildings.factory.cost=9", "--set", "setup.cargo_ships=[5, 6, 8]")
    ended = rulesim("play", "puerto_rico", "-p", 4, "-s", "failing.py", *changes)
    assert ended.code == 1
    line = next(line for line in ended.err.splitlines() if "replay:" in line)
    words = shlex.split(line.split("replay: rulesim ")[1])
    assert words[-6:] == ["--preset", "english", "--set", "setup.cargo_ships=[5, 6, 8]", *changes[2:4]]
    assert rulesim(*words).err == ended.err


@pytest.mark.parametrize(
    ("command", "options"),
    [
        (["play", "--log", "x.jsonl"], ""),
        (["trace", "--out", "x.jsonl"], ", compiled=False"),
        (["bench"], ""),
        (["bench"], ", compiled=False"),
    ],
)
def test_a_strategy_that_never_answers(command: list[str], options: str) -> None:
    """Compiled or not, in a game that is driven decision by decision or by the compiled loop."""
    body = "n = 0\n    while me.seat >= 0:\n        n += 1\n    return n"
    Path("endless.py").write_text(FAILING.format(body=body, options=options).replace("failing", "endless"))
    more = ["puerto_rico", "-p", "3", "-s", "random,endless.py,random", "--decision-seconds", "0.2"]
    code = "from rulesim.cli.main import run; run()"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    ended = subprocess.run(
        [sys.executable, "-c", code, command[0], *more, *command[1:]],
        capture_output=True, text=True, env=environment, timeout=120,
    )  # fmt: skip
    assert ended.returncode == 1
    assert "strategy 'endless.py:endless' (seat 2) did not answer within 0.2 seconds" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert [path.name for path in Path().iterdir() if path.is_file()] == ["endless.py"]


def test_a_strategy_that_does_not_compile_is_bad_input(rulesim: Any) -> None:
    Path("failing.py").write_text(FAILING.format(body="return 0.5", options=""))
    ended = rulesim("play", "puerto_rico", "-p", 3, "-s", "failing.py")
    assert ended.code == 2
    assert "returns a float" in ended.err


def test_trace_and_replay(rulesim: Any) -> None:
    traced = rulesim("trace", *PLAY, "--games", 2, "--out", "games.jsonl")
    assert traced.code == 0
    assert "games.jsonl: 2 games" in traced.err
    replayed = rulesim("replay", "games.jsonl")
    assert replayed.code == 0
    assert "2 games" in replayed.out
    lines = Path("games.jsonl").read_text().splitlines()
    data = json.loads(lines[10])
    data["position"]["vp_pool"] -= 1
    Path("games.jsonl").write_text("\n".join([*lines[:10], json.dumps(data), *lines[11:]]))
    differs = rulesim("replay", "games.jsonl")
    assert differs.code == 1
    assert "line 11 (game 0, decision 11) differs\n  position.vp_pool" in differs.out
    assert json.loads(rulesim("replay", "games.jsonl", "--json").out)["difference"]["line"] == 11


def test_a_failed_trace_leaves_no_file(rulesim: Any) -> None:
    Path("failing.py").write_text(FAILING.format(body="return 62", options=""))
    ended = rulesim("trace", "puerto_rico", "-p", 3, "-s", "failing.py", "--out", "games.jsonl")
    assert ended.code == 1
    assert [path.name for path in Path().iterdir() if path.is_file()] == ["failing.py"]


def test_what_is_no_trace(rulesim: Any) -> None:
    Path("no.jsonl").write_text("{\n")
    ended = rulesim("replay", "no.jsonl")
    assert ended.code == 2
    assert "no.jsonl: line 1: not JSON" in ended.err
    ended = rulesim("position", "show", "no.jsonl")
    assert (ended.code, "no.jsonl: position: not JSON" in ended.err) == (2, True)


def test_position(rulesim: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.new("puerto_rico", 4)
    Path("start.json").write_text(position.to_json())
    assert "Puerto Rico, 4 players: round 1" in rulesim("position", "show", "start.json").out
    legal = rulesim("position", "legal", "start.json")
    assert legal.out.split() == position.legal()
    assert json.loads(rulesim("position", "legal", "start.json", "--json").out) == position.legal()
    after = rulesim("position", "apply", "start.json", "role:settler", "take:quarry")
    assert json.loads(after.out) == position.apply("role:settler").apply("take:quarry").to_dict()
    monkeypatch.setattr("sys.stdin", io.StringIO(after.out))
    assert "take:" in rulesim("position", "legal", "-").out


def test_bad_positions_and_actions(rulesim: Any) -> None:
    position = Position.new("puerto_rico", 4)
    Path("start.json").write_text(position.to_json())
    wrong = rulesim("position", "apply", "start.json", "role:setler")
    assert wrong.code == 2
    assert "did you mean 'role:settler'" in wrong.err
    Path("bad.json").write_text(position.to_json().replace('"phase": "role"', '"phase": "rolle"'))
    assert rulesim("position", "show", "bad.json").code == 2


def test_a_position_that_breaks_a_law_is_shown_with_a_warning(rulesim: Any) -> None:
    text = Position.new("puerto_rico", 4).to_json()
    Path("odd.json").write_text(text.replace('"vp_pool": 100', '"vp_pool": 90'))
    ended = rulesim("position", "show", "odd.json")
    assert ended.code == 0
    assert "warning: VP chips: 90 in the position, 100 in a game of four: 10 too few" in ended.err


def test_bench(rulesim: Any) -> None:
    found = json.loads(rulesim("bench", *PLAY, "--games", 30, "--json").out)
    assert found["games"] == 30
    for name in ("games_per_cpu_s", "games_per_s", "decisions_per_s"):
        assert found[name] > 0
    assert 100 < found["decisions_per_game"] < 2000
    assert "games_per_cpu_s" in rulesim("bench", *PLAY, "--games", 30).out


def test_warmup(rulesim: Any) -> None:
    ended = rulesim("warmup", "puerto_rico")
    assert ended.code == 0
    assert "puerto_rico: random" in ended.err
