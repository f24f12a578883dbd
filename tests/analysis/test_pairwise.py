"""Strategies against each other: right where there is another way to the same number."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from rulesim.errors import InputError


def test_at_a_table_of_two_it_is_the_win_share(made_up: Any) -> None:
    run = made_up(["a", "b"], players=2, blocks=50)
    shares, pairs = run.win_shares().sort("strategy"), run.pairwise().sort("strategy")
    assert pairs["games"].to_list() == shares["games"].to_list()
    for mine, name in (("share", "win_share"), ("error", "error"), ("low", "low"), ("high", "high")):
        assert pairs[mine].to_list() == pytest.approx(shares[name].to_list())


@pytest.mark.parametrize("labels", [["a", "b"], ["a", "b", "c", "d"]], ids=["copies", "four"])
def test_all_pairs_of_seats_are_counted(made_up: Any, labels: list[str]) -> None:
    """With two strategies at tables of three, one of them sits there twice."""
    run = made_up(labels, blocks=20)
    rows = run.games().select("block", "game", "seat", "strategy", "place").collect()
    both = rows.join(rows, on="game", suffix="_other").filter(pl.col("strategy") != pl.col("strategy_other"))
    points = 0.5 + 0.5 * (pl.col("place_other").cast(int) - pl.col("place").cast(int)).sign()
    blocks = both.group_by("strategy", "strategy_other", "block").agg(points=points.mean(), games=pl.len())
    expected = blocks.group_by("strategy", "strategy_other").agg(
        share=pl.col("points").mean(), error=pl.col("points").std() / 20**0.5, games=pl.col("games").sum()
    )
    for row in run.pairwise().iter_rows(named=True):
        found = expected.filter((pl.col("strategy") == row["strategy"]) & (pl.col("strategy_other") == row["other"]))
        assert found.row(0, named=True) == pytest.approx(
            {"strategy": row["strategy"], "strategy_other": row["other"],
             "share": row["share"], "error": row["error"], "games": row["games"]}
        )  # fmt: skip


def test_opposite_cells_add_up_to_one(made_up: Any) -> None:
    frame = made_up(["a", "b", "c"]).pairwise()
    turned = frame.select(strategy="other", other="strategy", against="share")
    both = frame.join(turned, on=["strategy", "other"])
    assert len(both) == 6
    assert (both["share"] + both["against"]).to_list() == pytest.approx([1] * 6)


def test_estimates_are_of_one_variant(made_up: Any) -> None:
    run = made_up(["a", "b", "c"], variants=["more"])
    base, more = run.variant("base").pairwise(), run.variant("more").pairwise()
    assert run.pairwise().equals(base)
    ahead = (pl.col("strategy") == "a") & (pl.col("other") == "b")
    assert more.filter(ahead)["low"][0] > base.filter(ahead)["high"][0]


def test_a_single_block_has_no_interval(made_up: Any) -> None:
    frame = made_up(["a", "b", "c"], blocks=1).pairwise()
    assert frame["low"].is_nan().all() and frame["high"].is_nan().all()


def test_a_summary_has_no_rows(made_up: Any) -> None:
    run = made_up(["a", "b", "c"])
    for file in run.folder.row_files():
        file.unlink()
    assert not run.keeps_rows
    with pytest.raises(InputError, match="only a summary was kept"):
        run.pairwise()
