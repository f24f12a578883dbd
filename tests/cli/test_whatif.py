"""`rulesim whatif`, `rulesim plan`, and `rulesim run` on a file with variants."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

QUESTION = ["whatif", "puerto_rico", "-p", 3, "-s", "random,balanced", "--set", "setup.doubloons=0", "--blocks", 30]
EXPERIMENT = """
game = "puerto_rico"
players = 3
strategies = ["random"]
design = "self_play"
blocks = 30
[[variant]]
name = "poorer"
rules.setup.doubloons = 0
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "poorer.toml"
    path.write_text(EXPERIMENT)
    return path


@pytest.fixture
def short_pilots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesim.experiment.pilot.SECONDS", 0.2)


def test_whatif_shows_differences_and_a_verdict(rulesim: Any) -> None:
    ended = rulesim(*QUESTION, "--jobs", 1)
    assert ended.code == 0
    for text in ("What if setup.doubloons=0?", "Win share by strategy", "adjusted p", "What changed", "gain"):
        assert text in ended.out
    assert "comparisons tested together (Holm" in ended.out
    assert [path.name.startswith("whatif_puerto_rico_") for path in Path("runs").iterdir()] == [True]
    again = rulesim(*QUESTION, "--jobs", 1)
    assert again.out == ended.out


def test_whatif_as_json(rulesim: Any) -> None:
    ended = rulesim(*QUESTION, "--json", "--quiet", "--adjust", "bh", "--out", "there")
    data = json.loads(ended.out)["whatif"]
    assert data["adjust"] == "bh"
    assert [variant["name"] for variant in data["variants"]] == ["base", "setup.doubloons=0"]
    row = data["comparisons"][0]
    assert row["difference"] == pytest.approx(row["changed"] - row["base"])
    assert set(data["verdict"]) == {"setup.doubloons=0"}
    assert ended.err == ""


def test_run_compares_the_variants_of_a_file(rulesim: Any, file: Path) -> None:
    ended = rulesim("run", file, "--jobs", 1)
    assert ended.code == 0
    assert "2 variants on the same blocks: base, poorer" in ended.err
    assert "poorer: setup.doubloons: " in ended.out
    assert "Win share by seat" in ended.out
    page = Path(rulesim("report", "runs/poorer", "--out", "page").out.strip()).read_text()
    assert "What “poorer” changes" in page
    assert (Path("page") / "differences_1.png").exists()
    again = rulesim("run", "page/experiment.toml", "--json", "--quiet")
    assert json.loads(again.out)["whatif"] == json.loads(rulesim("report", "runs/poorer", "--json").out)["whatif"]


def test_plan_tells_what_a_run_takes_and_detects(rulesim: Any, file: Path, short_pilots: None) -> None:
    ended = rulesim("plan", file, "--detect", 0.05)
    assert ended.code == 0
    for text in ("30 blocks of 2 games = 60 games", "memory", "80 %", "95 %", "unpaired", "blocks for 5"):
        assert text in ended.out
    data = json.loads(rulesim("plan", file, "--detect", 0.05, "--json").out)
    frame = {(row["power"], row["pairing"]): row for row in data["detectable"]}
    assert frame[0.8, "paired"]["blocks"] < frame[0.95, "paired"]["blocks"]
    assert data["pilot"]["blocks"] >= 20
    assert not Path("runs").exists()


def test_plan_without_variants_compares_who_plays(rulesim: Any, file: Path, short_pilots: None) -> None:
    file.write_text(EXPERIMENT.split("[[")[0])
    assert "win share of two seats" in rulesim("plan", file).out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["whatif", "puerto_rico", "-p", "3"], "Missing option '--set'"),
        (["whatif", "puerto_rico", "-p", "3", "--set", "buildings.factroy.cost=8"], "buildings.factory"),
        (["whatif", "puerto_rico", "-p", "3", "--set", "price.corn=0", "-s", "random"], "it changes nothing"),
        (
            ["whatif", "puerto_rico", "-p", "3", "--set", "price.corn=1", "--adjust", "bonf"],
            "not one of 'holm', 'bh'",
        ),
        (["whatif", "puerto_rico", "-p", "3", "--set", "price.corn=1", "-s", "rnadom"], "did you mean 'random'"),
        (["plan", "nowhere.toml"], "there is no such file"),
    ],
)
def test_bad_input_is_one_message_and_exit_code_2(rulesim: Any, arguments: list[str], says: str) -> None:
    ended = rulesim(*arguments)
    assert ended.code == 2
    assert says in ended.err
    assert "Traceback" not in ended.err
    assert list(Path().iterdir()) == []
