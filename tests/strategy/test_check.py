"""The compliance report: good strategies pass, each kind of bad one fails where it should."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesim.games.game import Game
from rulesim.strategy import check as c
from rulesim.strategy.check import CHECKS, check_strategy
from rulesim.strategy.contract import StrategyError
from rulesim.strategy.examination import examine
from rulesim.strategy.template import write_template

PYTHON = ", compiled=False"


def failed(spec: str, seconds: float = 5.0) -> dict[str, str]:
    """The failed checks of a short examination with their details."""
    checks = check_strategy("puerto_rico", spec, states=60, seconds=seconds)
    assert tuple(one.check for one in checks) == CHECKS
    return {one.check: one.detail for one in checks if not one.passed}


def test_the_template_passes_and_the_report_tells_how_often_it_was_asked(game: Game, tmp_path: Path) -> None:
    checks = check_strategy("puerto_rico", str(write_template(game, "mine", tmp_path)), states=60)
    assert [one.check for one in checks if not one.passed] == []
    details = {one.check: one.detail for one in checks}
    counts = [int(part.split()[0]) for part in details[c.LEGAL].removeprefix("decisions: ").split(", ")]
    assert len(counts) == len(game.players)
    assert min(counts) >= 60


@pytest.mark.parametrize(
    ("body", "options", "check", "says"),
    [
        ("return 0.5", "", c.LOADS, "returns a float"),
        ("return 0.5", PYTHON, c.WHOLE, "answered 0.5"),
        ("return None", PYTHON, c.WHOLE, "answered None"),
        ("raise ValueError('oops')", PYTHON, c.WHOLE, "raised ValueError: oops"),
        ("return 62", "", c.LEGAL, "answered 62, which is not legal"),
        ("return -1", "", c.LEGAL, "answered -1"),
        ("state.vp_pool -= 1\n    return first(legal)", "", c.CLEAN, "the position changed"),
        ("rules.vp_pool += 1\n    return first(legal)", "", c.CLEAN, "the rules changed"),
        ("legal.words[0] |= 1\n    return 0", "", c.CLEAN, "the legal actions changed"),
        ("return nth(legal, state.stack[0] % count(legal))", "", c.FAIR, "when the hidden things were redrawn"),
        ("import time\n    return nth(legal, time.time_ns() % count(legal))", PYTHON, c.REPEATS, "when asked again"),
    ],
)
def test_what_breaks_the_contract(game: Game, plugin: Any, body: str, options: str, check: str, says: str) -> None:
    lines: list[dict[str, Any]] = []
    examine(game, str(plugin("bad", body, options)), 30, 5.0, lines.append)
    failures = {line["check"]: line["detail"] for line in lines if not line.get("passed", True)}
    assert says in failures[check]


@pytest.mark.parametrize("options", ["", PYTHON])
def test_a_strategy_that_never_answers(plugin: Any, options: str) -> None:
    body = "n = 0\n    while me.seat >= 0:\n        n += 1\n    return n"
    assert "no answer within 0.3 s" in failed(str(plugin("endless", body, options)), seconds=0.3)[c.ENDS]


def test_a_strategy_that_ends_the_process(plugin: Any) -> None:
    body = "import os\n    os._exit(3)"
    assert "ended early (exit code 3" in failed(str(plugin("leaves", body, PYTHON)))[c.ENDS]


def test_a_file_that_does_not_load(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("import nothing_of_this_name\n")
    assert "No module named" in failed(str(tmp_path / "broken.py"))[c.LOADS]


def test_what_plays_otherwise_interpreted(plugin: Any) -> None:
    body = "return nth(legal, INTERPRETED % count(legal))"
    path = plugin("two_faced", body)
    path.write_text("from rulesim.kernel.jit import INTERPRETED\n" + path.read_text())
    assert "compiled" in failed(str(path))[c.PLAIN]


def test_bad_input() -> None:
    with pytest.raises(StrategyError, match="did you mean 'random'"):
        check_strategy("puerto_rico", "rnadom")


@pytest.mark.parametrize("spec", ["random(luck=1)", "a b", "nowhere.py"])
def test_what_is_refused(game: Game, spec: str) -> None:
    lines: list[dict[str, Any]] = []
    examine(game, spec, 30, 5.0, lines.append)
    assert [list(line) for line in lines] == [["refused"]]
