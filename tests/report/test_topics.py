"""Ratings, metagame and luck: tables hold the figures, sentences claim what is established, figures can be read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import polars as pl
import pytest

from rulesim.analysis.metagame import Metagame
from rulesim.analysis.run import Run
from rulesim.errors import InputError
from rulesim.report.luck_plot import luck_figure
from rulesim.report.luck_sentences import luck_findings
from rulesim.report.luck_sheets import luck_sheet
from rulesim.report.metagame_plot import graph_figure, sweep_figure
from rulesim.report.metagame_sentences import cycle_text, long_run, metagame_findings, metagame_title
from rulesim.report.metagame_sheets import metagame_sheets
from rulesim.report.ratings_plot import ratings_figure
from rulesim.report.ratings_sentences import ratings_findings
from rulesim.report.ratings_sheets import ratings_sheets
from rulesim.report.run_comparison import comparison_findings, comparison_sheets
from rulesim.report.variant_figures import variant_figure_sheet
from tests.made_up import made_up_run
from tests.report.test_plots import assert_readable

LONG = "a_strategy_with_a_very_long_name(first=1.5,second=0.25)"


@pytest.fixture(scope="module")
def three_players(mining: None, tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("topics")
    return made_up_run(folder / "three", ["shipper", "builder", LONG, "random"], blocks=60)


@pytest.fixture(scope="module")
def two_players(mining: None, tmp_path_factory: pytest.TempPathFactory) -> Metagame:
    run = made_up_run(tmp_path_factory.mktemp("topics") / "two", ["shipper", "builder", "random"], 2, blocks=60)
    return run.metagame()


def assert_complete(sheets: list[Any]) -> None:
    """Every row has a cell under every header, every table says how many blocks it is based on."""
    for sheet in sheets:
        assert sheet.rows, sheet.name
        assert all(len(row) == len(sheet.headers) for row in sheet.rows), sheet.name
        assert "block" in sheet.note, sheet.name
    assert len({sheet.name for sheet in sheets}) == len(sheets)


def test_ratings(three_players: Run) -> None:
    found = three_players.ratings()
    sheets = ratings_sheets(found)
    assert_complete(sheets)
    best = found.frame.row(0, named=True)
    assert sheets[0].rows[0][0].text == best["strategy"] == "random"
    assert sheets[0].rows[0][1].text == f"+{best['rating']:.1f}"
    sentences = ratings_findings(found)
    assert f"random is rated highest: {best['rating']:.1f} points [{best['low']:.1f}, " in sentences[0]
    assert any("Seat 3 is worth" in sentence for sentence in sentences)
    assert_readable(ratings_figure(found))


def test_metagame_of_two_players(two_players: Metagame) -> None:
    sheets = metagame_sheets(two_players)
    assert_complete(sheets)
    assert [header for header in sheets[0].headers if "%" in header and "interval" not in header] == [
        "alpha-rank %", "replicator %", "equilibrium %",
    ]  # fmt: skip
    assert sheets[0].rows[0][:2][1].text == "100.0"
    assert long_run(two_players).startswith("random takes over: mass 100 % [")
    assert "Dominated" in " ".join(metagame_findings(two_players))
    assert not any("Not told" in sentence for sentence in metagame_findings(two_players))
    assert_readable(graph_figure(two_players))
    assert_readable(sweep_figure(two_players))


def test_metagame_that_a_round_robin_does_not_tell(three_players: Run) -> None:
    found = three_players.metagame()
    assert_complete(metagame_sheets(found))
    assert sum("Not told by this run" in sentence for sentence in metagame_findings(found)) == 3
    assert_readable(graph_figure(found))
    with pytest.raises(InputError, match="pair_mixtures"):
        sweep_figure(found)


def test_many_strategies_round_the_circle(two_players: Metagame) -> None:
    names = [f"strategy_number_{number}" for number in range(14)]
    arrows = pl.DataFrame(
        {
            "strategy": names[:-1],
            "better": names[1:],
            "lead": [0.1] * 13,
            "established": [True] * 13,
            "best": [True] * 13,
        }
    )
    mass = pl.DataFrame({"strategy": names, "mass": [1 / 14] * 14, "low": [0.0] * 14, "high": [1.0] * 14})
    found = replace(two_players, strategies=names, arrows=arrows, alpha_rank=mass)
    assert_readable(graph_figure(found))


def test_a_cycle_is_shown_as_a_cycle(two_players: Metagame) -> None:
    steps = [("shipper", "builder"), ("builder", "random"), ("random", "shipper")]
    arrows = pl.DataFrame(steps, schema=["strategy", "better"], orient="row").with_columns(
        lead=pl.lit(0.1), established=pl.lit(True), best=pl.lit(True)
    )
    found = replace(two_players, arrows=arrows, cycles=[["shipper", "builder", "random"]])
    assert cycle_text(found.cycles[0]) == "shipper → builder → random → shipper"
    assert "shipper → builder → random → shipper" in metagame_title(found)
    assert any("every step established" in sentence for sentence in metagame_findings(found))
    assert_readable(graph_figure(found))


def test_luck(three_players: Run) -> None:
    sheet = luck_sheet(three_players)
    assert_complete([sheet])
    rows = {row["source"]: row for row in three_players.luck().iter_rows(named=True)}
    shown = {row[0].text: row for row in sheet.rows}
    assert shown["luck in all"][2].text == f"{100 * rows['luck']['share']:.1f}"
    assert f"Luck is {100 * rows['luck']['share']:.1f} % [" in luck_findings(three_players)[0]
    for metric in ("win_share", "score"):
        assert_readable(luck_figure(three_players, metric))


def test_luck_and_diversity_of_variants(made_up: Any) -> None:
    run = made_up(["a", "b"], players=3, blocks=60, variants=["stronger a"], effect=6)
    sheet = variant_figure_sheet(run)
    assert_complete([sheet])
    figures = {(row[0].text, row[1].text): row for row in sheet.rows}
    assert len(figures) == 6
    assert figures["skill, % of variance", "stronger a"][4].key > 0
    assert float(figures["skill, % of variance", "stronger a"][6].key) < 0.05
    base, changed = (run.variant(name).luck().filter(run.luck()["source"] == "luck") for name in run.variants)
    assert figures["luck, % of variance", "base"][2].key == pytest.approx(base["share"][0])
    assert figures["luck, % of variance", "stronger a"][4].key == pytest.approx(changed["share"][0] - base["share"][0])


def test_diversity_that_a_round_robin_does_not_tell(made_up: Any) -> None:
    sheet = variant_figure_sheet(made_up(["a", "b", "c", "d"], variants=["stronger a"]))
    assert len(sheet.rows) == 4
    assert "pair_mixtures" in sheet.note


def test_two_runs_on_the_same_luck(mining: None, tmp_path: Any) -> None:
    from rulesim.analysis.run_comparison import compare_runs

    one, two = (
        made_up_run(tmp_path / name, ["a", "b", "c"], blocks=60, variants=["stronger a"], effect=5).variant(variant)
        for name, variant in (("one", "base"), ("two", "stronger a"))
    )
    frame = compare_runs(one, two)
    paired = (
        one.compare().of("strategy", "win_share").filter(one.compare().of("strategy", "win_share")["strategy"] == "a")
    )
    row = frame.filter((frame["strategy"] == "a") & (frame["metric"] == "win_share")).row(0, named=True)
    assert row["difference"] == pytest.approx(paired["difference"][0])
    assert row["high"] - row["low"] == pytest.approx(paired["high"][0] - paired["low"][0], rel=0.25)
    assert row["established"]
    assert_complete(comparison_sheets(one, frame, "holm"))
    assert "established" in comparison_findings(one, two, frame)[1]


def test_runs_that_did_not_play_the_same_blocks(mining: None, tmp_path: Any) -> None:
    from rulesim.analysis.run_comparison import compare_runs

    base = made_up_run(tmp_path / "base", ["a", "b", "c"], blocks=10)
    others = {
        "different seeds": {"seed": 2, "blocks": 10},
        "different numbers of blocks": {"blocks": 12},
        "different game": {"blocks": 10, "game": "puerto_rico"},
    }
    for number, (reason, options) in enumerate(others.items()):
        with pytest.raises(InputError, match=reason):
            compare_runs(base, made_up_run(tmp_path / str(number), ["a", "b", "c"], **options))
    with pytest.raises(InputError, match="d in one of them only"):
        compare_runs(base, made_up_run(tmp_path / "d", ["a", "b", "c", "d"], blocks=10))
