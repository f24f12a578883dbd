"""Assigned lines as table, sentences, data and figure."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from rich.console import Console

from rulesim.analysis.assigned import Assigned
from rulesim.analysis.run import Run
from rulesim.report import assigned_view
from rulesim.report.assigned_plot import dumbbell_figure
from rulesim.report.assigned_sentences import WHY, findings, headline
from rulesim.report.assigned_sheets import assigned_sheet
from tests.analysis.assigned_runs import assigned_run
from tests.report.test_plots import texts_of


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return assigned_run(tmp_path_factory.mktemp("assigned") / "run", blocks=300)


@pytest.fixture(scope="module")
def found(run: Run) -> Assigned:
    return run.assigned()


def points(value: float) -> str:
    return f"{100 * value:+.1f}"


def test_sentences_tell_worths_gaps_and_why(found: Assigned) -> None:
    settler = found.frame.row(by_predicate=pl.col("line") == "role:settler", named=True)
    text = " ".join(findings(found))
    assert f"{settler['plays'] + 0:,}" not in headline(found)
    assert "900 plays were told a line, drawn at random" in text
    assert "8 comparisons tested together (Holm, 5 %)" in text
    assert f"Worth least is role:settler: {points(settler['difference'])} [" in text
    assert f"and there {points(settler['where_made'])} [" in text
    assert f"most for role:settler: who chose it won {points(settler['observed'])} [" in text
    assert text.endswith(WHY)


def test_nothing_is_claimed_without_its_test(found: Assigned) -> None:
    tested = {name: pl.when(pl.col(name).is_not_null()).then(0.9) for name in ("adjusted_p", "gap_adjusted_p")}
    none = replace(found, frame=found.frame.with_columns(**tested))
    assert headline(none) == "No line of 4 is established to be worth more or less than free play"
    text = " ".join(findings(none))
    assert "Worth" not in text and "misleads" not in text
    assert "is established for none" in text


def test_sheet_has_worth_observation_and_gap_side_by_side(found: Assigned) -> None:
    sheet = assigned_sheet(found)
    assert [row[0].text for row in sheet.rows] == found.lines["line"].to_list()
    assert sheet.headers == [
        "line", "name", "told", "made %", "worth", "adjusted p", "where legal", "chose it", "observed", "gap",
        "adjusted p",
    ]  # fmt: skip
    first = found.lines.row(0, named=True)
    worth, observed, gap = (sheet.rows[0][place] for place in (4, 8, 9))
    assert worth.text.startswith(points(first["difference"]))
    assert observed.text.startswith(points(first["observed"]))
    assert gap.key == pytest.approx(worth.key - observed.key)


def test_of_many_lines_the_best_and_the_worst_are_shown(found: Assigned) -> None:
    sheet = assigned_sheet(found, most=2)
    worths = found.lines.sort("difference", descending=True)["line"]
    assert [row[0].text for row in sheet.rows] == [worths[0], worths[-1]]
    assert "2 lines between left out" in sheet.note


def test_data_are_ready_for_json(found: Assigned) -> None:
    data = json.loads(json.dumps(assigned_view.as_dict(found), allow_nan=False))
    assert (data["assign"], data["reference"], data["comparisons_tested"]) == ("random", "base", 8)
    assert [line["line"] for line in data["lines"]] == found.frame["line"].to_list()


@pytest.mark.parametrize("options", [{}, {"by_seat": True}])
def test_texts_of_the_figure_stay_inside_and_apart(run: Run, options: dict[str, Any]) -> None:
    figure = dumbbell_figure(run.assigned(**options))
    texts = texts_of(figure)
    width, height = figure.bbox.size
    for text, box in texts:
        assert box.x0 > -1 and box.x1 < width + 1 and box.y0 > -1 and box.y1 < height + 1, text
    for (one, first), (other, second) in combinations(texts, 2):
        across = min(first.x1, second.x1) - max(first.x0, second.x0)
        down = min(first.y1, second.y1) - max(first.y0, second.y0)
        assert across < 2 or down < 2, (one, other)


def test_lines_that_nobody_chose_are_drawn_without_an_observation(found: Assigned) -> None:
    names = ["observed", "observed_low", "observed_high", "gap", "gap_low", "gap_high", "gap_p", "gap_adjusted_p"]
    alone = replace(found, frame=found.frame.with_columns(pl.lit(None, pl.Float64).alias(name) for name in names))
    assert len(dumbbell_figure(alone).axes[0].lines) == 1 + 2 * len(found.lines)
    assert not any("misleads" in sentence for sentence in findings(alone))


def test_parts_print(found: Assigned) -> None:
    console = Console(width=100, force_terminal=False)
    with console.capture() as capture:
        for part in assigned_view.parts(found):
            console.print(part)
    assert max(map(len, capture.get().splitlines())) <= 100


def test_a_run_without_any_choice_of_the_line(tmp_path: Path) -> None:
    sheet = assigned_sheet(assigned_run(tmp_path / "run", blocks=4, seat=1, assign="paired").assigned())
    assert {row[5].text for row in sheet.rows} == {"–"}, "too few plays for a test"
