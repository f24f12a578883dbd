"""Openings as tree, table, sentences and figure."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import polars as pl
import pytest
from rich.console import Console

from rulesim.analysis.multiple import ALPHA
from rulesim.analysis.openings import Openings
from rulesim.analysis.run import Run
from rulesim.report.openings_plot import icicle_figure
from rulesim.report.openings_sentences import OBSERVED, findings, headline
from rulesim.report.openings_sheets import opening_sheet, opening_tree
from tests.made_up import made_up_run
from tests.report.test_plots import texts_of


@pytest.fixture(scope="module")
def run(mining: None, tmp_path_factory: pytest.TempPathFactory) -> Run:
    return made_up_run(tmp_path_factory.mktemp("openings") / "run", ["a", "b", "c", "d"], blocks=50, openings=3)


@pytest.fixture(scope="module")
def found(run: Run) -> Openings:
    return run.openings(least=100)


def printed(found: Openings) -> str:
    console = Console(width=140, force_terminal=False)
    with console.capture() as capture:
        console.print(opening_tree(found))
    return capture.get()


def test_tree_shows_every_line_with_its_numbers_in_columns(found: Openings) -> None:
    lines = printed(found).splitlines()
    assert sum("role:" in line or "other (" in line or "no further" in line for line in lines) <= len(found.frame)
    first = found.frame.filter(pl.col("depth") == 1).row(0, named=True)
    line = next(line for line in lines if "── role:settler " in line)
    for text in (f"{first['plays']:,}", f"{100 * first['win_share']:.1f}", f"[{100 * first['difference_low']:.1f}, "):
        assert text in line
    ends = {line.rindex("]") < line.index("[") + 40 for line in lines[1:]}
    assert ends == {True}
    assert len({line.index("[") for line in lines[1:]}) == 1


def test_moves_that_all_went_on_with_stand_on_one_row(run: Run) -> None:
    found = run.openings(least=1)
    chain = next(
        row for row in found.frame.filter(pl.col("depth") == 2).iter_rows(named=True)
        if len(found.children(row["line"])) == 1
    )  # fmt: skip
    after = found.children(chain["line"])["move"][0]
    assert f"{chain['move']} > {after} " in printed(found)


def test_sheet_has_a_row_for_each_line(found: Openings) -> None:
    sheet = opening_sheet(found)
    assert [row[0].text for row in sheet.rows] == found.frame["line"].to_list()[1:]
    assert all(len(row) == len(sheet.headers) for row in sheet.rows)
    assert f"{found.count} lines tested together (Holm, 5 %)" in sheet.note


def with_effect(found: Openings, line: str, difference: float, adjusted_p: float) -> Openings:
    """The same with other numbers of one line."""
    here = pl.col("line") == line
    values = {"difference": difference, "difference_low": difference - 0.01, "difference_high": difference + 0.01,
              "adjusted_p": adjusted_p}  # fmt: skip
    frame = found.frame.with_columns(
        pl.when(here).then(value).otherwise(name).alias(name) for name, value in values.items()
    )
    return Openings(frame, found.depth, found.seat, found.strategy, found.least, found.against, found.adjust)


def test_sentences_claim_what_is_established(found: Openings) -> None:
    none = Openings(
        found.frame.with_columns(adjusted_p=pl.when(pl.col("adjusted_p").is_not_null()).then(1.0)),
        found.depth, found.seat, found.strategy, found.least, found.against, found.adjust,
    )  # fmt: skip
    assert "no line is established to differ" in headline(none)
    assert not any("most above" in sentence or "most below" in sentence for sentence in findings(none))
    one = with_effect(none, "role:mayor", 0.123, ALPHA / 10)
    assert f"1 of {one.count} lines won more than the average, 0 less" in headline(one)
    (above,) = [sentence for sentence in findings(one) if "most above" in sentence]
    assert "role:mayor: it won" in above
    assert "+12.3 [11.3, 13.3], adjusted p = 0.005" in above
    assert findings(one)[-1] == OBSERVED


def test_sentences_name_whose_plays_they_are(run: Run) -> None:
    found = run.openings(seat=2, strategy="b")
    plays = found.frame["plays"][0]
    assert f"In the {plays} plays of b in seat 2 the first choice was" in findings(found)[0]
    assert "same strategy" in findings(run.openings(against="strategy"))[1]


@pytest.mark.parametrize("least", [1, 100, 10**6])
def test_texts_of_the_figure_stay_inside_and_apart(run: Run, least: int) -> None:
    figure = icicle_figure(run.openings(least=least))
    texts = texts_of(figure)
    width, height = figure.bbox.size
    for text, box in texts:
        assert box.x0 > -1 and box.x1 < width + 1 and box.y0 > -1 and box.y1 < height + 1, text
    for (one, first), (other, second) in combinations(texts, 2):
        across = min(first.x1, second.x1) - max(first.x0, second.x0)
        down = min(first.y1, second.y1) - max(first.y0, second.y0)
        assert across < 2 or down < 2, (one, other)


def test_boxes_of_a_choice_fill_the_height(found: Openings) -> None:
    boxes: list[Any] = icicle_figure(found).axes[0].patches
    first = [box.get_height() for box in boxes if box.get_x() == 0.5]
    assert sum(first) == pytest.approx(1)
