"""Tables, sentences and figures of sweeps and studies say what the frames say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesim.analysis.run import Run
from rulesim.api import sensitivity, solve
from rulesim.errors import InputError
from rulesim.experiment.runner import run_experiment
from rulesim.experiment.spec import make_experiment
from rulesim.report.figures import figure, figure_names
from rulesim.report.sensitivity_plot import sensitivity_figure
from rulesim.report.sensitivity_sheets import sensitivity_sheet
from rulesim.report.solve_plot import solve_figure
from rulesim.report.solve_sentences import solve_sentences, solve_sheet
from rulesim.report.style import figure_bytes
from rulesim.report.sweep_plot import sweep_figure
from rulesim.report.sweep_sentences import sweep_sentences
from rulesim.report.sweep_sheets import points_line, sweep_sheets

EXPERIMENT: dict[str, Any] = {
    "game": "puerto_rico", "players": 3, "strategies": ["balanced", "corn_shipper"], "blocks": 20, "openings": 0,
    "record": "summary", "jobs": 1,
}  # fmt: skip


@pytest.fixture(autouse=True)
def fewer_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesim.studies.indices.DRAWS", 40)
    monkeypatch.setattr("rulesim.studies.solve.DRAWS", 100)


def swept(folder: Path, sweep: dict[str, Any]) -> Run:
    return Run(run_experiment(make_experiment({**EXPERIMENT, "sweep": sweep}), folder))


def test_one_axis(tmp_path: Path) -> None:
    run = swept(tmp_path / "run", {"setup.doubloons": [0, 1, 8]})
    assert points_line(run) == "3 points: setup.doubloons 0, 1, 8 (base 2)"
    sheet = sweep_sheets(run, 60)[0]
    assert [row[0].text for row in sheet.rows] == ["0", "1", "2 (base)", "8"]
    assert sheet.headers == ["setup.doubloons", "balanced", "corn_shipper", "spread"]
    assert [row[1].key for row in sheet.rows] == run.sweep()["estimate"].to_list()[:4]
    sentences = sweep_sentences(run)
    assert "differences to the base" in sentences[0]
    assert any(sentence.startswith("setup.doubloons=8: ") and "score" in sentence for sentence in sentences)
    names = figure_names(run)
    assert names[:2] == ["sweep_win_share_strategy", "sweep_spread_strategy"]
    for name in names:
        if name.startswith("sweep"):
            assert figure_bytes(figure(run, name))


def test_two_axes(tmp_path: Path) -> None:
    run = swept(tmp_path / "run", {"setup.doubloons": [1, 2], "price.corn": [0, 1, 2]})
    sheet = sweep_sheets(run, 4)[0]
    assert (len(sheet.rows), sheet.left_out) == (4, 2)
    names = figure_names(run)
    assert names[:2] == ["sweep_win_share_strategy", "sweep_spread_strategy"]
    for name in names:
        if name.startswith("sweep"):
            assert figure_bytes(figure(run, name))


def test_three_axes_have_no_figure(tmp_path: Path) -> None:
    run = swept(tmp_path / "run", {"setup.doubloons": [1, 2], "price.corn": [1], "price.sugar": [1]})
    assert not any(name.startswith("sweep") for name in figure_names(run))
    with pytest.raises(InputError, match="a figure shows one or two axes"):
        sweep_figure(run)


def test_studies(tmp_path: Path) -> None:
    ranges = {"setup.doubloons": (0, 12), "price.corn": (0, 4)}
    for method, size in (("morris", 4), ("sobol", 4)):
        found = sensitivity(EXPERIMENT, "score", tmp_path / method, method=method, size=size, ranges=ranges)  # type: ignore[arg-type]
        assert [row[0].text for row in sensitivity_sheet(found).rows] == found.frame["name"].to_list()
        assert figure_bytes(sensitivity_figure(found))


def test_a_solution(tmp_path: Path) -> None:
    found = solve(EXPERIMENT, "score=45.5", "setup.doubloons", 0, 9)
    assert found.status == "solved"
    assert found.real_low <= found.real <= found.real_high  # type: ignore[operator]
    assert [row[0].key for row in solve_sheet(found).rows] == list(range(10))
    assert "score=45.5 is met at setup.doubloons" in solve_sentences(found)[0]
    assert figure_bytes(solve_figure(found))
