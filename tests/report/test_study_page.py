"""Pages of studies: results survive being stored, the page says all of it, and how to get it again."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from rulesim.analysis.run import Run
from rulesim.errors import InputError
from rulesim.experiment.setup import prepare
from rulesim.experiment.spec import make_experiment
from rulesim.report.sensitivity_sentences import sensitivity_sentences
from rulesim.report.solve_sentences import solve_sentences
from rulesim.report.study_commands import remake
from rulesim.report.study_page import is_study, study_json, write_study
from rulesim.studies import sensitivity, solve
from rulesim.studies.store import open_study, store_solution
from tests.report.examples import RULES, effects, solution
from tests.report.test_studies import evaluation, review

RANGES = {"buildings.factory.cost": [4.0, 10.0], "setup.doubloons": [0.0, 6.0]}


def manifest(study: str, **changes: Any) -> dict[str, Any]:
    """Of an experiment as the command line makes it, with what was asked."""
    plain = {"game": "puerto_rico", "players": 4, "strategies": ["balanced", "random"], "blocks": 20, "seed": 7,
             "record": "summary", "openings": 0}  # fmt: skip
    asked = {"patterns": ["buildings.*.cost"], "ranges": [["price.corn", 0.0, 3.0]], "grouped": False}
    setup = prepare(make_experiment({**plain, **changes}))
    return {"study": study, "target": "win_share(seat=1)=25%", "ranges": {"setup.doubloons": [0.0, 8.0]},
            "asked": asked, **setup.manifest()}  # fmt: skip


def stored(folder: Path, name: str, **changes: Any) -> Path:
    """The folder of a study: morris, sobol or solve."""
    if name == "solve":
        store_solution(folder, manifest(name, **changes), solve.as_dict(solution()))
    else:
        method: Any = name
        store_solution(folder, manifest("sensitivity", **changes), sensitivity.as_dict(effects(method)))
    return folder


def texts(page: Path) -> str:
    """The words of a page, in a line."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page.read_text(encoding="utf-8"))).split()).replace("\xa0", " ")


@pytest.mark.parametrize("method", ["morris", "sobol"])
def test_a_stored_sensitivity_comes_back(method: Any, tmp_path: Path) -> None:
    study, found = open_study(stored(tmp_path / "study", method)), effects(method)
    again = sensitivity.from_dict(study.result, study.manifest)
    assert again.frame.equals(found.frame, null_equal=True)
    assert {**vars(again), "frame": 0} == {**vars(found), "frame": 0}


def test_a_stored_solution_comes_back(tmp_path: Path) -> None:
    study, found = open_study(stored(tmp_path / "study", "solve")), solution()
    again = solve.from_dict(study.result, study.manifest)
    assert again.frame.equals(found.frame)
    assert {**vars(again), "frame": 0} == {**vars(found), "frame": 0}


@pytest.mark.parametrize(("name", "figures"), [("morris", ["morris", "effects"]), ("sobol", ["sobol"]),
                                               ("solve", ["solution"])])  # fmt: skip
def test_the_page_says_all_that_was_found(name: str, figures: list[str], tmp_path: Path) -> None:
    page = write_study(stored(tmp_path / "study", name), tmp_path / "page")
    text = texts(page)
    said = solve_sentences(solution()) if name == "solve" else sensitivity_sentences(effects(name))  # type: ignore[arg-type]
    for sentence in said:
        assert " ".join(sentence.split()) in text
    if name != "solve":
        assert all(rule.split(".", 1)[-1] in text for rule in RULES)
    html = page.read_text(encoding="utf-8")
    assert re.findall(r'<figure id="figure-(\w+)"', html) == figures
    assert {file.stem for file in (tmp_path / "page").glob("*.png")} == set(figures)
    assert "http" not in html
    assert "rulesim report again" in text


def test_one_command_plays_a_study_again(tmp_path: Path) -> None:
    study = open_study(stored(tmp_path / "study", "morris", rules={"price": {"sugar": 3}}))
    files, commands = remake(study)
    assert files == {}
    assert commands[0].replace(" \\\n ", "") == (
        "rulesim sensitivity puerto_rico -p 4 --metric seat_spread --method morris --rules 'buildings.*.cost' "
        "--vary price.corn=0:3 --trajectories 10 --set price.sugar=3 -s balanced,random --blocks 20 --seed 7 "
        "--out again"
    )
    commands = remake(open_study(stored(tmp_path / "solved", "solve")))[1]
    assert commands[0].replace(" \\\n ", "") == (
        "rulesim solve puerto_rico -p 4 --target 'win_share(seat=1)=25%' --vary setup.doubloons=0:8 -s balanced,random "
        "--blocks 60 --seed 7 --out again"
    )


@pytest.mark.parametrize("name", ["morris", "solve"])
def test_a_script_where_no_command_can_say_it(name: str, tmp_path: Path) -> None:
    study = open_study(stored(tmp_path / "study", name, design="pair_mixtures"))
    files, commands = remake(study)
    assert commands == ["python study.py", "rulesim report again"]
    assert 'design = "pair_mixtures"' in files["experiment.toml"]
    compile(files["study.py"], "study.py", "exec")
    assert "25%" in files["study.py"] if name == "solve" else "'price.corn': (0.0, 3.0)" in files["study.py"]


def test_an_evaluated_position_and_a_reviewed_game_have_pages(tmp_path: Path) -> None:
    one = evaluation(0.2, 0.8, 0.1)
    one.about.update({"preset": "seed", "rules_changed": {}, "position": {"game": "puerto_rico"}, "games": 900})
    one.save(tmp_path / "evaluation")
    again = review(("a", one), ("b", one))
    again.about.update({"preset": "seed", "rules_changed": {"price.corn": [0, 1]}, "games": 900})
    again.about.pop("position", None)
    again.save(tmp_path / "review")
    page = write_study(tmp_path / "evaluation", tmp_path / "page")
    assert json.loads((tmp_path / "page" / "position.json").read_text()) == {"game": "puerto_rico"}
    assert "b is the best action" in texts(page)
    assert "computed from playouts" in texts(page)
    page = write_study(tmp_path / "review", tmp_path / "page")
    assert "--set price.corn=1" in texts(page)
    assert not (tmp_path / "page" / "position.json").exists()
    assert {study_json(tmp_path / name)["game"] for name in ("evaluation", "review")} == {"puerto_rico"}


def test_other_folders_are_told_apart(tmp_path: Path) -> None:
    folder = stored(tmp_path / "study", "morris")
    with pytest.raises(InputError, match="the folder of a study \\(sensitivity\\), not of a run"):
        Run(folder)
    (folder / "result.json").unlink()
    with pytest.raises(InputError, match="not finished"):
        write_study(folder, tmp_path / "page")
    assert not (tmp_path / "page").exists()
    assert not is_study(tmp_path)
    with pytest.raises(InputError, match="not the folder of a study"):
        open_study(tmp_path)
