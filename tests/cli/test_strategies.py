"""`rulesim strategies`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

BAD = """
from rulesim.strategy import strategy

@strategy("puerto_rico", compiled=False)
def bad(state, rules, legal, me):
    '''Answers what it should not.'''
    return 0.5
"""


def test_list(rulesim: Any) -> None:
    assert "random" in rulesim("strategies", "list", "puerto_rico").out
    listed = json.loads(rulesim("strategies", "list", "--json").out)
    assert "random" in [one["name"] for one in listed["strategies"]]
    assert listed["broken"] == []


def test_list_shows_a_broken_file_among_good_ones(rulesim: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("own").mkdir()
    Path("own/broken.py").write_text("1 / 0\n")
    Path("own/good.py").write_text(BAD)
    monkeypatch.setenv("RULESIM_STRATEGIES", "own")
    listed = json.loads(rulesim("strategies", "list", "puerto_rico", "--json").out)
    assert {"bad", "random"} <= {one["name"] for one in listed["strategies"]}
    assert [one["reason"] for one in listed["broken"]] == ["line 1: ZeroDivisionError: division by zero"]
    table = rulesim("strategies", "list", "puerto_rico")
    assert table.code == 0
    assert "ZeroDivisionError" in table.out


def test_show(rulesim: Any) -> None:
    assert rulesim("strategies", "new", "mine").code == 0
    shown = rulesim("strategies", "show", "mine.py(quarries=2)")
    assert "Say here what it plans" in shown.out
    assert "quarries that it wants before plantations" in shown.out
    assert json.loads(rulesim("strategies", "show", "mine.py", "--json").out)["parameters"][0]["default"] == 3
    assert "expected 0 to 8" in rulesim("strategies", "show", "mine.py(quarries=9)").err


def test_new_overwrites_nothing(rulesim: Any) -> None:
    assert rulesim("strategies", "new", "mine", "--out", "own").code == 0
    again = rulesim("strategies", "new", "mine", "--out", "own")
    assert again.code == 2
    assert "exists already" in again.err


def test_check(rulesim: Any) -> None:
    ended = rulesim("strategies", "check", "random", "--states", 20, "--json")
    assert ended.code == 0
    assert all(one["passed"] for one in json.loads(ended.out))


def test_check_of_a_bad_one(rulesim: Any) -> None:
    Path("bad.py").write_text(BAD)
    ended = rulesim("strategies", "check", "bad.py", "--states", 20)
    assert ended.code == 1
    assert "answered 0.5" in ended.out
