"""`rulesim openings`."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from rulesim.experiment.runner import run_experiment
from rulesim.experiment.spec import make_experiment

SMALL = """
game = "puerto_rico"
players = 3
strategies = ["random"]
design = "self_play"
blocks = 40
openings = 2
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small run; tests get a copy."""
    folder = tmp_path_factory.mktemp("made") / "small"
    run_experiment(make_experiment({**tomllib.loads(SMALL), "jobs": 1}), folder)
    return folder


@pytest.fixture
def played(made: Path) -> Path:
    """A small run, beside a file."""
    shutil.copytree(made, "runs/small")
    Path("small.toml").write_text(SMALL)
    return Path("runs/small")


def test_tree_and_findings(rulesim: Any, played: Path) -> None:
    ended = rulesim("openings", played, "--seat", 1, "--least", 3)
    assert ended.code == 0
    for text in ("Openings of seat 1", "role:", "to av.", "observations, not worths", "40 blocks"):
        assert text in ended.out


def test_nothing_to_compare_is_said(rulesim: Any, played: Path) -> None:
    ended = rulesim("openings", played, "--seat", 1)
    assert ended.code == 0
    assert "none of the moves between which there was a choice came up 30 times" in ended.out


def test_json_and_files_hold_all_lines(rulesim: Any, played: Path) -> None:
    ended = rulesim("openings", played, "--json", "--out", "lines.csv", "--least", 5)
    data = json.loads(ended.out)
    assert (data["depth"], data["least"], data["against"]) == (2, 5, "seat")
    frame = pl.read_csv("lines.csv")
    assert frame["plays"].to_list() == [line["plays"] for line in data["lines"]]
    rulesim("openings", played, "--out", "lines.parquet", "--plot", "lines.svg", "--least", 5)
    assert pl.read_parquet("lines.parquet")["plays"].to_list() == frame["plays"].to_list()
    assert "<svg" in Path("lines.svg").read_text()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--depth", "3"], "depth 3: expected 1 to 2"),
        (["--seat", "4"], "seat 4: expected 1 to 3"),
        (["--strategy", "randm"], "did you mean 'random'"),
        (["--variant", "bsae"], "did you mean 'base'"),
        (["--against", "table"], "'table' is not one of 'seat', 'strategy'"),
        (["--adjust", "none"], "'none' is not one of 'holm', 'bh'"),
        (["--out", "lines.xlsx"], "expected a file that ends in .csv, .parquet"),
        (["--plot", "lines.gif"], "expected a file that ends in .png, .svg, .pdf"),
        (["--out", "small.toml/lines.csv"], "small.toml: there is a file of that name; expected a folder"),
    ],
)
def test_bad_input_is_one_message_and_exit_code_2(rulesim: Any, played: Path, arguments: list[str], says: str) -> None:
    ended = rulesim("openings", played, *arguments)
    assert ended.code == 2
    assert says in ended.err
    assert "Traceback" not in ended.err
    assert not list(Path().glob("*lines*"))


def test_run_without_rows_says_so(rulesim: Any, played: Path) -> None:
    Path("small.toml").write_text(SMALL)
    rulesim("run", "small.toml", "--jobs", 1, "--quiet", "--set", "record=summary", "--out", "sums")
    ended = rulesim("openings", "sums")
    assert ended.code == 2
    assert 'only a summary was kept (record = "summary")' in ended.err


LINES = """
game = "puerto_rico"
players = 3
strategies = ["random"]
design = "self_play"
blocks = 60
[openings]
depth = 2
only = ["role:*"]
seat = 1
assign = "random"
lines = {"builder" = ["role:builder"], "mayor" = ["role:mayor"], "as they like" = []}
"""


@pytest.fixture
def assigned(rulesim: Any, tmp_path: Path) -> Path:
    """A small run with lines."""
    file = tmp_path / "lines.toml"
    file.write_text(LINES)
    ended = rulesim("run", file, "--jobs", 1)
    assert ended.code == 0
    assert "Lines: what they are worth, and what is observed" in ended.out
    return Path("runs/lines")


def test_assigned_lines_are_shown_beside_what_is_observed(rulesim: Any, assigned: Path) -> None:
    ended = rulesim("openings", assigned, "--plot", "dumbbell.png", "--out", "worth.csv")
    assert ended.code == 0
    for text in ("role:builder", "(as they like)", "60 plays were told a line, drawn at random", "gap"):
        assert text in ended.out
    assert Path("dumbbell.png").read_bytes().startswith(b"\x89PNG")
    data = json.loads(rulesim("openings", assigned, "--json").out)
    assert data["reference"] == "base"
    free = next(line for line in data["lines"] if line["name"] == "as they like")
    assert (free["difference"], free["made"], free["adjusted_p"]) == (0, 1, None)
    assert pl.read_csv("worth.csv")["plays"].to_list() == [line["plays"] for line in data["lines"]]
    played = rulesim("openings", assigned, "--played", "--least", 2)
    assert "Openings of all plays" in played.out
    assert json.loads(rulesim("report", assigned, "--json").out)["lines"] == data
    assert rulesim("report", assigned, "--out", "page").code == 0
    again = rulesim("run", "page/experiment.toml", "--json", "--quiet")
    assert json.loads(again.out)["lines"] == data


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--depth", 2], "depth 2: expected 1 to 1"),
        (["--least", 2], "--least: only for the tree of what was played; expected --played"),
        (["--seat", 4], "seat 4: expected 1 to 3"),
        (["--played", "--by-seat"], "--by-seat: only for lines that were assigned"),
    ],
)
def test_bad_options_of_assigned_lines(rulesim: Any, assigned: Path, arguments: list[str], says: str) -> None:
    ended = rulesim("openings", assigned, *arguments)
    assert ended.code == 2
    assert says in ended.err


def test_lines_that_are_drawn_need_rows(rulesim: Any, tmp_path: Path) -> None:
    file = tmp_path / "lines.toml"
    file.write_text(LINES)
    ended = rulesim("run", file, "--set", "record=summary")
    assert ended.code == 2
    assert 'expected "games"' in ended.err


def test_a_line_that_cannot_be_played_is_bad_input_and_leaves_nothing(rulesim: Any, tmp_path: Path) -> None:
    file = tmp_path / "lines.toml"
    file.write_text(LINES.replace('"random"\nlines', '"paired"\nseat = "table"\nlines').replace("seat = 1\n", ""))
    file.write_text(file.read_text().split("lines =")[0] + 'lines = {twice = ["role:mayor", "role:mayor"]}\n')
    ended = rulesim("run", file, "--out", "there", "-q")
    assert (ended.code, ended.out) == (2, "")
    for text in ("line 'twice': move 2, 'role:mayor', is not legal for seat 2", "legal: ", "mayor (taken by seat 1)"):
        assert text in ended.err
    assert "go on with" not in ended.err and not Path("there").exists()
