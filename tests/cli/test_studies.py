"""`rulesim sweep`, `rulesim sensitivity` and `rulesim solve`."""

from __future__ import annotations

import json
import shlex
from html import unescape
from pathlib import Path
from typing import Any

import pytest

TABLE = ["puerto_rico", "-p", 3, "-s", "random,balanced", "--jobs", 1]


@pytest.fixture(autouse=True)
def fewer_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesim.studies.indices.DRAWS", 40)
    monkeypatch.setattr("rulesim.studies.solve.DRAWS", 100)


def test_sweep_shows_every_point(rulesim: Any) -> None:
    ended = rulesim("sweep", *TABLE, "--vary", "setup.doubloons=0:3", "--blocks", 6)
    assert ended.code == 0
    for text in ("Win share by strategy", "2 (base)", "spread", "comparisons with the base tested together", "sweep"):
        assert text in ended.out
    data = json.loads(rulesim("sweep", *TABLE, "--vary", "setup.doubloons=0:3", "--blocks", 6, "--json", "-q").out)
    assert data["sweep"]["axes"][0]["values"] == [0, 1, 2, 3]
    assert {row["setup.doubloons"] for row in data["sweep"]["points"]} == {0, 1, 2, 3}


def test_sensitivity_ranks_rules(rulesim: Any) -> None:
    asked = ["sensitivity", *TABLE, "-m", "score", "--vary", "setup.doubloons=0:12", "--vary", "price.corn=0:1",
             "--blocks", 6, "--trajectories", 3, "--out", "s"]  # fmt: skip
    ended = rulesim(*asked)
    assert ended.code == 0
    for text in ("What score depends on", "μ*", "noise", "adjusted p", "Findings", "setup.doubloons"):
        assert text in ended.out
    data = json.loads(rulesim(*asked, "--json", "-q").out)
    assert {row["name"] for row in data["rules"]} == {"setup.doubloons", "price.corn"}
    assert (Path("s") / "figure.png").exists()


def test_solve_finds_a_value(rulesim: Any) -> None:
    asked = ["solve", *TABLE, "-t", "score(balanced)=45", "--vary", "setup.doubloons=0:8", "--blocks", 12]
    ended = rulesim(*asked, "--out", "there")
    assert ended.code == 0
    assert "Solution" in ended.out
    data = json.loads(rulesim(*asked, "--json", "-q").out)
    assert data["metric"] == "score(balanced)"
    assert [row["value"] for row in data["values"]] == list(range(9))
    assert json.loads(Path("there/result.json").read_text())["best"] == data["best"]
    ended = rulesim("solve", *TABLE, "-t", "seat_spread=0", "--vary", "setup.doubloons=2:3", "--blocks", 4)
    assert (ended.code, "No solution" in ended.out) == (0, True)


def test_solve_for_a_rule_without_any_influence(rulesim: Any) -> None:
    """Three players have no prospector card, so what it pays matters to nobody."""
    asked = ["solve", *TABLE, "-t", "score=45", "--blocks", 4, "-q"]
    ended = rulesim(*asked, "--vary", "roles.prospector=0:3", "--out", "there")
    assert (ended.code, ended.out) == (2, "") and "has no influence on score" in ended.err
    assert not Path("there/result.json").exists()


@pytest.mark.parametrize(
    "asked",
    [
        ["sensitivity", *TABLE, "-m", "score", "--vary", "setup.doubloons=0:12", "--rules", "price.*", "--blocks", 2,
         "--trajectories", 2, "--set", "price.corn=1"],
        ["sensitivity", *TABLE, "-m", "score", "--rules", "price.*", "--rules", "setup.*", "--groups", "--method",
         "sobol", "--samples", 2, "--blocks", 2],
        ["solve", *TABLE, "-t", "score(balanced)=45", "--vary", "setup.doubloons=0:3", "--blocks", 3, "--seed", 5],
    ],
)  # fmt: skip
def test_the_page_tells_the_command_that_plays_the_study_again(rulesim: Any, asked: list[Any]) -> None:
    assert rulesim(*asked, "--out", "s", "-q").code == 0
    ended = rulesim("report", "s")
    assert (ended.code, ended.out) == (0, "s/report/index.html\n")
    page = unescape(Path("s/report/index.html").read_text(encoding="utf-8"))
    command = page[page.index(f"rulesim {asked[0]} puerto_rico") : page.index("\nrulesim report again")]
    assert rulesim(*shlex.split(command.replace("\\\n", ""))[1:], "-q").code == 0
    assert Path("again/result.json").read_text() == Path("s/result.json").read_text()
    shown = rulesim("report", "s", "--json").out
    assert json.loads(shown) == json.loads(Path("s/result.json").read_text())
    assert rulesim(*asked, "--out", "s", "-q").code == 0, "a report in the folder is no stranger"


def test_a_folder_that_is_neither_run_nor_study_is_told(rulesim: Any) -> None:
    Path("photos").mkdir()
    ended = rulesim("report", "photos")
    assert (ended.code, ended.out) == (2, "")
    assert "photos: not the folder of a run or a study (it has no manifest.json)" in ended.err
    assert "there is no such folder" in rulesim("report", "nowhere").err
    assert list(Path("photos").iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["sweep", *TABLE], "Missing option '--vary'"),
        (["sweep", *TABLE, "--vary", "price.cron=0:2"], "did you mean 'price.corn'"),
        (["sweep", *TABLE, "--vary", "price.corn=0:2:0"], "step = 0"),
        (["sweep", *TABLE, "--vary", "price.corn=0:1", "--vary", "price.corn=2"], "there twice"),
        (["sweep", *TABLE, "--vary", "price.corn=0:1000000000"], "1,000,000,001 points"),
        (["sensitivity", *TABLE, "--method", "moris"], "'moris' is not one of 'morris', 'sobol'"),
        (["sensitivity", *TABLE, "--samples", "8"], "expected --trajectories"),
        (["sensitivity", *TABLE, "--vary", "price.corn"], "expected PATH=LOW:HIGH"),
        (["sensitivity", *TABLE, "--rules", "price.*", "-m", "win_share"], "whose"),
        (["sensitivity", *TABLE, "--rules", "price.*", "--trajectories", "0"], "'--trajectories'"),
        (["sensitivity", *TABLE, "--rules", "price.*", "--trajectories", "1000000000"], "points, more than 100,000"),
        (["sensitivity", *TABLE, "--rules", "price.*", "-m", "seat_spred"], "did you mean 'seat_spread'"),
        (["solve", *TABLE, "-s", "greedy", "-t", "win_share(greedy)=0.4", "--vary", "price.corn=0:1"], "seat=N"),
        (["solve", *TABLE, "-t", "score", "--vary", "price.corn"], "expected metric=value"),
        (["solve", *TABLE, "-t", "score=1", "--vary", "roles.mayor_privilege"], "no range to vary it in"),
        (["solve", *TABLE, "-t", "score=1", "--vary", "price.corn=3:1"], "expected low below high"),
        (["solve", *TABLE, "-t", "score=1", "--vary", "price.corn=0:1", "--blocks", "1"], "--blocks"),
    ],
)
def test_bad_input_is_one_message_and_exit_code_2(rulesim: Any, arguments: list[Any], says: str) -> None:
    ended = rulesim(*arguments)
    assert ended.code == 2
    assert says in ended.err
    assert "Traceback" not in ended.err
    assert list(Path().iterdir()) == []
