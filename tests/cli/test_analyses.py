"""`rulesim ratings`, `metagame`, `luck` and `compare` on stored runs."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.made_up import made_up_run


@pytest.fixture
def run(mining: None, tmp_path: Path) -> Path:
    made_up_run(tmp_path / "run", ["a", "b", "c"], players=2, blocks=40)
    return tmp_path / "run"


def test_tables_and_findings(rulesim: Any, run: Path) -> None:
    for command, texts in {
        "ratings": ("Ratings of the strategies", "95 % interval", "c is rated highest"),
        "metagame": ("The metagame", "Best responses", "c is played"),
        "luck": ("Luck and skill", "single game", "Luck is"),
    }.items():
        ended = rulesim(command, run)
        assert ended.code == 0, ended.err
        assert all(text in ended.out for text in texts), command


def test_json_is_clean(rulesim: Any, run: Path) -> None:
    ratings = json.loads(rulesim("ratings", run, "--json").out)
    assert [row["strategy"] for row in ratings["strategies"]] == ["c", "b", "a"]
    metagame = json.loads(rulesim("metagame", run, "--json").out)
    assert metagame["alpha_rank"][0]["strategy"] == "c"
    assert metagame["missing"] == {}
    luck = json.loads(rulesim("luck", run, "--json").out)
    assert {row["source"] for row in luck["score"]} >= {"strategy", "single game"}


def test_two_runs_are_compared(rulesim: Any, run: Path) -> None:
    shutil.copytree(run, "again")
    ended = rulesim("compare", run, "again")
    assert ended.code == 0, ended.err
    assert "0 of" in ended.out and "established" in ended.out
    data = json.loads(rulesim("compare", run, "again", "--json").out)
    assert data["blocks"] == 40 and data["findings"]
    ended = rulesim("compare", run, run)
    assert (ended.code, ended.out) == (2, "") and "cannot be compared with itself" in ended.err


def test_a_folder_that_is_misspelt_or_holds_runs(rulesim: Any, run: Path) -> None:
    for folder, says in (
        (run.parent / "rum", f"there is no such folder; did you mean '{run}'?"),
        (run.parent, "not the folder of a run (it has no manifest.json); it holds the runs run"),
        (run / "manifest.json", "is a file; expected the folder of a run"),
    ):
        ended = rulesim("luck", folder)
        assert (ended.code, ended.out) == (2, "") and says in ended.err


def test_a_manifest_of_something_else(rulesim: Any, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    for text, says in (("{}", "not the manifest of a run"), ("", "not JSON"), ('{"study": "solve"}', "of a study")):
        (tmp_path / "other" / "manifest.json").write_text(text)
        for command in (["ratings"], ["metagame"], ["luck"], ["openings"], ["plot"], ["compare", "other"]):
            ended = rulesim(*command, "other")
            assert (ended.code, ended.out) == (2, "") and says in ended.err, command


def test_a_folder_without_games(rulesim: Any, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for command in ("ratings", "metagame", "luck"):
        for folder, reason in (("nowhere", "there is no such folder"), ("empty", "not the folder of a run")):
            ended = rulesim(command, folder)
            assert (ended.code, ended.out) == (2, "")
            assert reason in ended.err


def test_an_unknown_variant(rulesim: Any, run: Path) -> None:
    ended = rulesim("metagame", run, "--variant", "bas")
    assert ended.code == 2
    assert "did you mean 'base'" in ended.err


def test_a_run_that_kept_only_its_summary(rulesim: Any, run: Path) -> None:
    for file in (run / "games").iterdir():
        file.unlink()
    ended = rulesim("ratings", run)
    assert ended.code == 2
    assert "the run kept only its summary" in ended.err
    assert "--set record=games" in ended.err
    assert rulesim("metagame", run).code == 0
    assert rulesim("luck", run).code == 0


def test_runs_of_different_games(rulesim: Any, run: Path, tmp_path: Path) -> None:
    made_up_run(tmp_path / "other", ["a", "b", "c"], players=3, blocks=4, seed=2)
    ended = rulesim("ratings", run, "other")
    assert ended.code == 2
    assert "different numbers of players, 3 and 2" in ended.err
    ended = rulesim("compare", run, "other")
    assert ended.code == 2
    assert "cannot be compared" in ended.err


def test_nothing_played_yet(rulesim: Any, run: Path) -> None:
    manifest = json.loads((run / "manifest.json").read_text())
    (run / "manifest.json").write_text(json.dumps({**manifest, "blocks_done": 0}))
    for command in ("ratings", "metagame", "luck"):
        ended = rulesim(command, run)
        assert ended.code == 2
        assert "nothing was played yet" in ended.err
