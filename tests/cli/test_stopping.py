"""Stopping rules on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

EXPERIMENT = """
game = "puerto_rico"
players = 3
strategies = ["random"]
design = "self_play"
blocks = 4000
record = "summary"
stop = {between = [0.0, 0.1], seat = 1}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "seat.toml"
    path.write_text(EXPERIMENT)
    return path


def test_run_stops_and_says_so(rulesim: Any, file: Path) -> None:
    ended = rulesim("run", file, "--jobs", 1)
    assert ended.code == 0
    assert "stops once it is decided whether the win share of seat 1 less an equal share is 0 or 0.1" in ended.err
    assert "Stopping rule" in ended.out
    data = json.loads(rulesim("run", file, "--json", "--quiet").out)  # the stored run, which is decided
    assert data["finished"]
    assert data["stopped"]["blocks"] == data["blocks"] < data["blocks_asked"] == 4000


def test_plan_tells_the_expected_blocks(rulesim: Any, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesim.experiment.pilot.SECONDS", 0.2)
    assert "Expected blocks (Wald's approximation)" in rulesim("plan", file).out
    frame = json.loads(rulesim("plan", file, "--json").out)["stop"]["frame"]
    assert [row["if_true"] for row in frame] == ["lower", "middle", "upper"]


def test_a_bad_rule_is_one_message(rulesim: Any, file: Path) -> None:
    ended = rulesim("run", file, "--set", "stop.seat=7")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.strip() == "Error: stop.seat = 7: expected a seat from 1 to 3"
    assert not Path("runs").exists()
