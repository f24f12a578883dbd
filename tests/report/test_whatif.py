"""What is said of variants: only what the tests support, with what is missing."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from rulesim.analysis.run import Run
from rulesim.report.difference_plot import difference_figure
from rulesim.report.verdict import how_tested, verdict
from rulesim.report.whatif import whatif_sheets
from tests.made_up import made_up_run
from tests.report.test_plots import texts_of, title

LABELS = ["a", "b", "c"]


@pytest.fixture(scope="module")
def changed(mining: None, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The first strategy gains much in the one variant and more in the other."""
    return made_up_run(tmp_path_factory.mktemp("changed") / "run", LABELS, blocks=200, variants=["more", "most"])


@pytest.fixture(scope="module")
def same(mining: None, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The variant has other luck, but no effect."""
    return made_up_run(tmp_path_factory.mktemp("same") / "run", LABELS, variants=["same"], effect=0)


def test_the_verdict_tells_what_is_established(changed: Run) -> None:
    compared = changed.compare()
    said = verdict(changed, compared)
    assert list(said) == ["more", "most"]
    row = compared.of("strategy", "win_share").row(0, named=True)
    assert row["variant"] == "most"
    text = next(sentence for sentence in said["most"] if sentence.startswith("a: win share"))
    assert f"{100 * row['base']:.1f} → {100 * row['changed']:.1f} %" in text
    assert f"+{100 * row['difference']:.1f}" in text and "adjusted p < 0.001" in text


def test_nothing_is_claimed_where_nothing_is_established(same: Run) -> None:
    compared = same.compare()
    assert compared.counts("same")[0] == 0
    (sentences,) = verdict(same, compared).values()
    assert sentences[0].startswith("“same”: no difference to the base is established")
    assert not any("→" in sentence or "became more equal" in sentence for sentence in sentences[1:])
    assert any(re.search(r"takes about [\d,]+ blocks \([\d,]+ more\)", sentence) for sentence in sentences)


def test_the_blocks_for_a_given_difference_are_told(same: Run) -> None:
    compared = same.compare()

    def blocks(detect: float) -> int:
        text = " ".join(verdict(same, compared, detect)["same"])
        return int(re.search(r"takes about ([\d,]+) blocks", text)[1].replace(",", ""))  # type: ignore[index]

    assert blocks(0.01) == pytest.approx(4 * blocks(0.02), rel=0.1)


def test_the_number_of_comparisons_is_told(changed: Run) -> None:
    compared = changed.compare("bh")
    assert f"{compared.count} comparisons tested together (Benjamini-Hochberg" in how_tested(compared)


def test_tables_hold_every_comparison(changed: Run) -> None:
    compared = changed.compare()
    sheets = {sheet.name: sheet for sheet in whatif_sheets(changed, compared, all_rows=True)}
    rows = sum(len(sheet.rows) for name, sheet in sheets.items() if name.startswith("whatif"))
    seat_scores = 2 * changed.manifest["players"]
    assert rows == len(compared.frame) - seat_scores
    assert len(sheets["balance"].rows) == 2 * len(changed.variants)


def test_the_figure_is_readable(changed: Run) -> None:
    compared = changed.compare()
    figure = difference_figure(changed, compared, "most")
    found, tested = compared.counts("most")
    row = compared.of("strategy", "win_share").filter(pl.col("variant") == "most").row(0, named=True)
    largest = f"of win shares the largest is {row['strategy']} {100 * row['difference']:+.1f} "
    assert title(figure).startswith(f"most: {found} of {tested} differences to the base established; {largest}")
    width, height = figure.bbox.size
    for text, box in texts_of(figure):
        assert box.x0 > -1 and box.x1 < width + 1 and box.y0 > -1 and box.y1 < height + 1, text


@pytest.mark.parametrize("blocks", [1, 2])
def test_few_blocks_claim_nothing(made_up: Any, blocks: int) -> None:
    run = made_up(LABELS, blocks=blocks, variants=["most"], effect=20)
    compared = run.compare()
    assert compared.counts("most")[0] == 0
    assert whatif_sheets(run, compared, all_rows=True)
    assert "nothing can be established" in verdict(run, compared)["most"][1]
    assert difference_figure(run, compared, "most")


def test_one_strategy_alone_has_seats_to_compare(made_up: Any, tmp_path: Path) -> None:
    run = made_up(["alone"], variants=["most"])
    names = [sheet.name for sheet in whatif_sheets(run, run.compare(), all_rows=True)]
    assert "whatif-seats" in names and "whatif-strategies" not in names


def test_what_differs_in_no_block_is_counted_apart(changed: Run) -> None:
    compared = changed.compare()
    assert "more differ in no block" not in how_tested(compared)  # all comparisons of made-up outcomes differ
    same_everywhere = pl.Series("tested", [False, False] + [True] * (len(compared.frame) - 2))
    fewer = replace(compared, frame=compared.frame.with_columns(same_everywhere))
    assert how_tested(fewer).endswith("; 2 more differ in no block")
