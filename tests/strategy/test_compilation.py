"""Compiling a plugin against the contract."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesim.experiment.line_up import entry
from rulesim.games.registry import load_game
from rulesim.kernel.jit import INTERPRETED
from rulesim.strategy import StrategyError

HEAD = """
from rulesim.strategy import below, count, first, has, nth, strategy, uniform

@strategy("puerto_rico")
def plugin(state, rules, legal, me):
    '''A plugin for tests.'''
"""

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


def compiled(tmp_path: Path, body: str) -> object:
    path = tmp_path / "plugin.py"
    path.write_text(HEAD + "".join(f"    {line}\n" for line in body.split("\n")))
    return entry(load_game("puerto_rico"), str(path)).strategy.compile(load_game("puerto_rico"))


@pytest.mark.parametrize(
    "body",
    [
        "if has(legal, 3):\n    return 3\nreturn below(me, 2)",
        "n = below(me, count(legal))\nif n > 2:\n    n = n - 1\nreturn nth(legal, n)",
        "return state.stage if uniform(me) < 0.5 else below(me, 4)",
        "return legal.words[0]",
        "return me.seat + first(legal)",
    ],
)
def test_whole_numbers_of_any_kind_are_answers(tmp_path: Path, body: str) -> None:
    assert compiled(tmp_path, body) is not None


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("return me.params[0]", "returns a float"),
        ("return me.seat > 1", "returns true or false"),
        ("pass", "returns nothing"),
        ("if me.seat:\n    return 1", "returns a number on some paths and nothing on others"),
        ("return unknown_name", "does not compile"),
        ("return state.doublons[0]", "doublons"),
    ],
)
def test_anything_else_is_refused_in_words(tmp_path: Path, body: str, says: str) -> None:
    with pytest.raises(StrategyError, match=says) as caught:
        compiled(tmp_path, body)
    assert str(tmp_path / "plugin.py") in str(caught.value)
