"""`rulesim openings`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest


@pytest.fixture
def played(rulesim: Any, tmp_path: Path) -> Path:
    """A small run."""
    file = tmp_path / "small.toml"
    file.write_text(
        'game = "puerto_rico"\nplayers = 3\nstrategies = ["random"]\ndesign = "self_play"\nblocks = 40\nopenings = 2\n'
    )
    assert rulesim("run", file, "--jobs", 1, "--quiet").code == 0
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
        (["--against", "table"], "--against table: expected seat or strategy"),
        (["--adjust", "none"], "--adjust none: expected holm or bh"),
        (["--out", "lines.xlsx"], "expected a file that ends in .csv, .parquet"),
        (["--plot", "lines.gif"], "expected a file that ends in .png, .svg, .pdf"),
        (["--out", "nowhere/lines.csv"], "there is no folder nowhere"),
    ],
)
def test_bad_input_is_one_message_and_exit_code_2(rulesim: Any, played: Path, arguments: list[str], says: str) -> None:
    ended = rulesim("openings", played, *arguments)
    assert ended.code == 2
    assert says in ended.err
    assert "Traceback" not in ended.err
    assert not list(Path().glob("*lines*"))


def test_run_without_rows_says_so(rulesim: Any, played: Path) -> None:
    rulesim("run", "small.toml", "--jobs", 1, "--quiet", "--set", "record=summary", "--out", "sums")
    ended = rulesim("openings", "sums")
    assert ended.code == 2
    assert 'only a summary was kept (record = "summary")' in ended.err
