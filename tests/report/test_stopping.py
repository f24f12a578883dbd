"""What is shown of a stopping rule: sentences, tables, plain data, figure, page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from rich.console import Console

from rulesim.analysis.run import Run
from rulesim.analysis.stopping import ALWAYS, CORRECTED, COUNTED
from rulesim.api import plan, run
from rulesim.report.html import write_report
from rulesim.report.stopping_plot import stopping_figure
from rulesim.report.stopping_sentences import outlook_sentences, stopping_sentences
from rulesim.report.stopping_sheets import stopping_sheets
from rulesim.report.tables import run_json, run_tables

SMALL: dict[str, Any] = {
    "game": "puerto_rico", "players": 3, "strategies": ["random"], "design": "self_play", "blocks": 4000, "seed": 7,
    "jobs": 1, "record": "summary",
}  # fmt: skip
SEAT = {"between": [0.0, 0.1], "seat": 1}


@pytest.fixture(scope="module")
def decided(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run({**SMALL, "stop": SEAT}, tmp_path_factory.mktemp("decided") / "run")


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run({**SMALL, "stop": {"half_width": 0.07}}, tmp_path_factory.mktemp("narrow") / "run")


def printed(shown: Run) -> str:
    console = Console(width=300)
    with console.capture() as capture:
        for part in run_tables(shown):
            console.print(part)
    return capture.get()


def test_a_run_tells_its_raw_and_its_corrected_estimate(decided: Run) -> None:
    stopped = decided.stopped
    assert stopped is not None
    assert stopped.test is not None
    assert stopped.frame["method"].to_list() == [COUNTED, CORRECTED, ALWAYS]
    raw, corrected, always = stopped.frame.iter_rows(named=True)
    seat = decided.estimates("seat", "win_share").filter(pl.col("seat") == 1).row(0, named=True)
    assert raw["estimate"] == pytest.approx(seat["estimate"] - 1 / 3)
    assert abs(corrected["estimate"] - stopped.test.middle) < abs(raw["estimate"] - stopped.test.middle)
    assert always["low"] < raw["low"] < raw["high"] < always["high"]
    assert decided.finished


def test_sentences_say_where_why_and_what(decided: Run, narrow: Run) -> None:
    stopped = decided.stopped
    assert stopped is not None
    first, second = stopping_sentences(decided)
    assert first.startswith(
        f"Decided after {stopped.blocks} of at most 4,000 blocks: win share of seat 1 less an equal"
    )
    assert "bounds -2.94 and 2.94" in first
    assert CORRECTED in second
    (only,) = stopping_sentences(narrow)
    assert only.startswith(f"Stopped after {narrow.n_blocks} of at most 4,000 blocks: no 95 % interval of win share by")
    assert "wider than ±7 percentage points" in only


def test_terminal_and_json_show_it(decided: Run, narrow: Run) -> None:
    for shown in (decided, narrow):
        text = printed(shown)
        assert all(sentence[:60] in text for sentence in stopping_sentences(shown))
        assert "stopped by its rule, of at most 4,000 blocks" in text
        data = json.loads(json.dumps(run_json(shown), allow_nan=False))["stopped"]
        assert (data["decision"], data["blocks"], data["most"]) == (
            shown.manifest["decision"], shown.n_blocks, 4000,
        )  # fmt: skip
        assert [[look["blocks"], look["value"]] for look in data["looks"]] == shown.manifest["looks"]
    assert [row["seat"] for row in data["estimates"]] == [1, 2, 3]


def test_every_interval_of_a_width_rule_is_shown_with_its_always_valid_one(narrow: Run) -> None:
    stopped = narrow.stopped
    assert stopped is not None
    assert (stopped.frame["half_width"] <= 0.07).all()
    assert (stopped.frame["always_low"] < stopped.frame["low"]).all()
    (sheet,) = stopping_sheets(narrow)
    assert [row[0].text for row in sheet.rows] == ["seat 1", "seat 2", "seat 3"]


def test_the_figure_shows_every_look_that_was_judged(decided: Run, narrow: Run) -> None:
    for shown in (decided, narrow):
        stopped = shown.stopped
        assert stopped is not None
        path, factor = stopping_figure(shown, stopped).axes[0].lines[0], 1 if stopped.test else 100
        judged = stopped.looks.drop_nulls()
        assert np.array_equal(path.get_xdata(), judged["blocks"])
        assert np.allclose(path.get_ydata(), factor * judged["value"].to_numpy())


def test_the_page_has_a_section_and_the_experiment_can_be_played_again(decided: Run, tmp_path: Path) -> None:
    page = write_report(decided, tmp_path / "page")
    assert "Stopping rule" in page.read_text()
    again = run(page.parent / "experiment.toml", tmp_path / "again")
    assert again.manifest["looks"] == decided.manifest["looks"]


def test_an_undecided_run_says_so(tmp_path: Path) -> None:
    undecided = run({**SMALL, "blocks": 60, "stop": {"between": [0.0, 0.01], "seat": 1}}, tmp_path / "run")
    assert stopping_sentences(undecided)[0].startswith(
        "Not decided after the maximum of 60 blocks: win share of seat 1"
    )
    wide = run({**SMALL, "blocks": 60, "stop": {"half_width": 0.01}}, tmp_path / "wide")
    assert stopping_sentences(wide)[0].startswith("Not narrow enough after the maximum of 60 blocks")


@pytest.fixture
def short_pilots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesim.experiment.pilot.SECONDS", 0.3)


def test_plan_expects_blocks_and_says_what_cannot_be_met(short_pilots: None, tmp_path: Path) -> None:
    outlook = plan({**SMALL, "stop": SEAT}).stop
    assert outlook is not None
    rows = {row["if_true"]: row for row in outlook.frame.iter_rows(named=True)}
    seat = run({**SMALL, "blocks": 2000}, tmp_path / "run").estimates("seat", "win_share").row(0, named=True)
    deviation = seat["error"] * np.sqrt(2000)
    at_ends = 0.9 * np.log(19) / (0.5 * (0.1 / deviation) ** 2)
    assert rows["lower"]["blocks"] == pytest.approx(at_ends, rel=0.1)
    assert "Expected blocks (Wald's approximation)" in outlook_sentences(outlook)[0]
    far = plan({**SMALL, "blocks": 100, "stop": {"half_width": 0.001}}).stop
    assert far is not None
    assert "it cannot be met within 100 blocks" in outlook_sentences(far)[0]
    assert not far.frame["in_reach"][0]


def test_random_line_ups_are_planned_like_others(short_pilots: None, tmp_path: Path) -> None:
    drawn = {"design": "random_lineups", "line_up_count": 3, "strategies": ["random", "balanced", "corn_shipper"]}
    many = {**SMALL, **drawn, "players": 2, "blocks": 30}
    outlook = plan(many)
    assert len(outlook.setup.plan.line_ups) == 3
    assert outlook.pilot.seconds > 0
    played = run({**many, "stop": {"half_width": 0.2}}, tmp_path / "run")
    assert played.estimates("strategy", "win_share")["games"].n_unique() == 1  # 2 line-ups each
