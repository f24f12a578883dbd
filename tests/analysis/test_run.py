"""Every frame of a run against plain sums over its stored rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from rulesim.analysis.run import Run
from rulesim.errors import InputError

LABELS = ["a", "b", "c(x=1.5)", "d"]


@pytest.fixture
def run(made_up: Any) -> Run:
    return made_up(LABELS)


def plain(rows: pd.DataFrame, value: str) -> dict[str, float]:
    """Estimate of a mean and its standard error from block means."""
    means = rows.groupby("block")[value].mean()
    return {
        "estimate": rows[value].mean(),
        "error": means.std(ddof=1) / np.sqrt(len(means)),
        "games": len(rows),
        "blocks": len(means),
    }


def check(row: dict[str, Any], rows: pd.DataFrame, value: str, name: str = "estimate") -> None:
    """One row of a frame is the plain estimate."""
    expected = plain(rows, value)
    assert row[name] == pytest.approx(expected["estimate"])
    assert row["error"] == pytest.approx(expected["error"])
    assert (row["games"], row["blocks"]) == (expected["games"], expected["blocks"])
    assert row["low"] <= row[name] <= row["high"]


def check_mean(row: dict[str, Any], rows: pd.DataFrame, value: str, name: str) -> None:
    """As `check`, with Student's interval of the block means."""
    check(row, rows, value, name)
    interval = stats.ttest_1samp(rows.groupby("block")[value].mean(), 0).confidence_interval(0.95)
    assert (row["low"], row["high"]) == pytest.approx((interval.low, interval.high))


def test_win_shares(run: Run) -> None:
    rows, frame = run.to_pandas(), run.win_shares()
    assert sorted(frame["strategy"]) == sorted(LABELS)
    assert frame["win_share"].to_list() == sorted(frame["win_share"], reverse=True)
    for row in frame.iter_rows(named=True):
        check(row, rows[rows.strategy == row["strategy"]], "win_share", "win_share")


def test_winners_share_the_win(run: Run) -> None:
    rows = run.to_pandas()
    for _, table in rows.groupby("game"):
        best = table[["score", "tie_break"]].apply(tuple, axis=1).max()
        winners = [(score, more) == best for score, more in zip(table.score, table.tie_break, strict=True)]
        assert table.win_share.to_list() == pytest.approx([won / sum(winners) for won in winners])


def test_scores(run: Run) -> None:
    rows, frame = run.to_pandas(), run.scores()
    for row in frame.iter_rows(named=True):
        own = rows[rows.strategy == row["strategy"]]
        check_mean(row, own, "score", "score")
        assert row["deep_mines"] == pytest.approx(own.deep_mines.mean())
        assert row["deep_mines"] + row["fines"] == pytest.approx(row["score"])


def test_seats(run: Run) -> None:
    rows, frame = run.to_pandas(), run.seats()
    assert frame["seat"].to_list() == [1, 2, 3]
    for row in frame.iter_rows(named=True):
        own = rows[rows.seat == row["seat"]]
        check(row, own, "win_share", "win_share")
        assert row["score"] == pytest.approx(own.score.mean())


def test_seats_by_strategy(run: Run) -> None:
    rows, frame = run.to_pandas(), run.seats(by_strategy=True)
    assert len(frame) == len(LABELS) * 3
    for row in frame.iter_rows(named=True):
        check(row, rows[(rows.strategy == row["strategy"]) & (rows.seat == row["seat"])], "win_share", "win_share")


def test_line_ups(run: Run) -> None:
    rows, frame = run.to_pandas(), run.line_ups()
    assert len(frame) == 4 * 3
    for row in frame.iter_rows(named=True):
        own = rows[(rows.line_up == row["line_up"]) & (rows.strategy == row["strategy"])]
        check(row, own, "win_share", "win_share")
        assert row["score"] == pytest.approx(own.score.mean())


def test_lengths(run: Run) -> None:
    games, frame = run.to_pandas().drop_duplicates("game"), run.lengths()
    assert frame["measure"].to_list() == ["days", "decisions", "choices", "lead_changes", "decided_by_half"]
    for row in frame.iter_rows(named=True):
        if row["measure"] == "decided_by_half":
            watched = games[games.seating == 0]
            check(row, watched.assign(early=watched.decided_at <= 50), "early", "mean")
        else:
            own = games[games.seating == 0] if row["measure"] == "lead_changes" else games
            check_mean(row, own, row["measure"], "mean")


def test_ends(run: Run) -> None:
    games, frame = run.to_pandas().drop_duplicates("game"), run.ends()
    assert frame["end"].to_list() == ["mine_empty", "gold_gone"]
    for bit, row in enumerate(frame.iter_rows(named=True)):
        check(row, games.assign(met=games.reason // 2**bit % 2), "met", "share")


@pytest.mark.parametrize("column", ["score", "deep_mines", "fines"])
def test_histograms(run: Run, column: str) -> None:
    rows, frame = run.to_pandas(), run.histogram(column)
    counts = rows.groupby(["strategy", column], observed=True)["win_share"].agg(["size", "mean"])
    assert len(frame) == len(counts)
    for row in frame.iter_rows(named=True):
        expected = counts.loc[(row["strategy"], row["value"])]
        assert (row["rows"], row["win_share"]) == (expected["size"], pytest.approx(expected["mean"]))


def test_histogram_of_a_set_counts_its_members(run: Run) -> None:
    rows, frame = run.to_pandas(), run.histogram("tools")
    for row in frame.iter_rows(named=True):
        owns = rows.tools // 2 ** ["pick", "lamp"].index(row["value"]) % 2 == 1
        own = rows[owns & (rows.strategy == row["strategy"])]
        assert (row["rows"], row["win_share"]) == (len(own), pytest.approx(own.win_share.mean()))


def test_histogram_of_lengths(run: Run) -> None:
    days = run.to_pandas().drop_duplicates("game").days.value_counts()
    assert dict(run.histogram("days").select("value", "rows").iter_rows()) == days.to_dict()


def test_unknown_histogram_names_those_that_are_kept(run: Run) -> None:
    with pytest.raises(InputError, match=r"'luck'.*score"):
        run.histogram("luck")


def test_sets_expand_to_a_column_for_each_member(run: Run) -> None:
    frame = run.games(expand=True).collect()
    assert frame["tools_lamp"].to_list() == [tools // 2 == 1 for tools in frame["tools"]]
    assert frame["reason_mine_empty"].to_list() == [reason % 2 == 1 for reason in frame["reason"]]


def test_strategy_that_fills_the_table_has_a_certain_share(made_up: Any) -> None:
    row = made_up(["alone"]).win_shares().row(0, named=True)
    assert (row["win_share"], row["low"], row["high"]) == pytest.approx((1 / 3, 1 / 3, 1 / 3))


def test_single_block_has_estimates_without_intervals(made_up: Any) -> None:
    frame = made_up(LABELS, blocks=1).win_shares()
    assert frame["win_share"].is_finite().all()
    assert frame["low"].is_nan().all()
