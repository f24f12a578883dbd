"""The tree of openings against plain sums over the stored rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import stats

from rulesim.analysis.multiple import adjusted
from rulesim.analysis.openings import Openings, share_error
from rulesim.analysis.ratios import Means
from rulesim.analysis.run import Run
from rulesim.errors import InputError
from tests.made_up import made_up_run

LABELS = ["a", "b", "c", "d"]
MOVES = ["opening_1", "opening_2", "opening_3"]


@pytest.fixture(scope="module")
def run(mining: None, tmp_path_factory: pytest.TempPathFactory) -> Run:
    return made_up_run(tmp_path_factory.mktemp("openings") / "run", LABELS, blocks=50, openings=3, variants=["other"])


@pytest.fixture(scope="module")
def rows(run: Run) -> pd.DataFrame:
    """The plays of the base, each with the averages of its cells."""
    rows = run.variant("base").to_pandas().assign(strategy=lambda frame: frame.strategy.astype(str))
    rows[MOVES] = rows[MOVES].fillna("(no further choice)")
    for name, cell in (("seat", ["line_up", "seat"]), ("strategy", ["line_up", "seat", "strategy"])):
        rows[f"average_{name}"] = rows.groupby(cell)["win_share"].transform("mean")
    return rows


def named(found: Openings) -> pl.DataFrame:
    """The lines that are no others."""
    return found.frame.filter((pl.col("lines") == 1) & (pl.col("depth") > 0))


def plays_of(rows: pd.DataFrame, line: str) -> pd.DataFrame:
    for column, move in zip(MOVES, line.split(" > "), strict=False):
        rows = rows[rows[column] == move]
    return rows


@pytest.mark.parametrize("filters", [{}, {"seat": 2}, {"strategy": "b"}, {"strategy": "b", "seat": 3}])
@pytest.mark.parametrize("against", ["seat", "strategy"])
def test_lines_are_plain_means(run: Run, rows: pd.DataFrame, filters: dict[str, Any], against: Any) -> None:
    found = run.openings(least=5, against=against, **filters)
    for name, value in filters.items():
        rows = rows[rows[name] == value]
    assert found.frame["plays"][0] == len(rows)
    assert len(named(found)) > 10
    for row in named(found).iter_rows(named=True):
        own = plays_of(rows, row["line"])
        before = plays_of(rows, row["parent"]) if row["parent"] else rows
        assert (row["plays"], row["blocks"]) == (len(own), own.block.nunique())
        assert row["played"] == pytest.approx(len(own) / len(before))
        assert row["win_share"] == pytest.approx(own.win_share.mean())
        assert row["score"] == pytest.approx(own.score.mean())
        assert row["average"] == pytest.approx(own[f"average_{against}"].mean())
        assert row["difference"] == pytest.approx(row["win_share"] - row["average"])


def test_children_add_up_to_their_parent(run: Run) -> None:
    frame = run.openings(least=200).frame
    assert (frame["lines"] > 1).any()
    for row in frame.iter_rows(named=True):
        children = frame.filter((pl.col("parent") == row["line"]) & (pl.col("depth") == row["depth"] + 1))
        if len(children):
            assert children["plays"].sum() == row["plays"]
            assert children["played"].sum() == pytest.approx(1)
            assert (children["plays"] * children["win_share"]).sum() == pytest.approx(row["plays"] * row["win_share"])


def test_rare_lines_stand_together(run: Run, rows: pd.DataFrame) -> None:
    frame = run.openings(depth=1, least=150).frame
    counts = rows["opening_1"].value_counts()
    rare = counts[counts < 150]
    other = frame.filter(pl.col("lines") > 1).row(0, named=True)
    assert (other["move"], other["plays"]) == (f"other ({len(rare)} lines)", rare.sum())
    assert other["adjusted_p"] is None
    assert set(frame["move"]) - {"", other["move"]} == set(counts[counts >= 150].index)


def test_all_plays_stand_first_and_do_not_differ(run: Run) -> None:
    row = run.openings().frame.row(0, named=True)
    assert (row["line"], row["depth"], row["played"]) == ("", 0, 1)
    assert (row["win_share"], row["low"], row["high"]) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert (row["difference"], row["difference_low"], row["difference_high"]) == pytest.approx((0, 0, 0), abs=1e-12)


def test_parents_stand_before_their_children(run: Run) -> None:
    seen = {""}
    for line, parent in run.openings(least=5).frame.select("line", "parent").iter_rows():
        assert parent in seen
        seen.add(line)


def test_p_values_are_adjusted_for_all_lines_together(run: Run) -> None:
    found = run.openings(least=20)
    tested = found.frame.filter(pl.col("p_value").is_not_null())
    assert found.count == len(tested)
    assert tested["adjusted_p"].to_list() == pytest.approx(adjusted(tested["p_value"]).tolist())
    assert not tested["move"].str.contains("no further|other").any()


def test_variants_have_their_own_openings(run: Run) -> None:
    own = run.variant("other").openings(depth=1).frame
    assert own["plays"][0] == run.openings(depth=1).frame["plays"][0]
    assert own["score"][0] > run.openings(depth=1).frame["score"][0]


def means_of_share(wins: int, plays: int, average: float, error: float | None = None) -> Means:
    share = wins / plays
    error = np.sqrt(share * (1 - share) / plays) if error is None else error
    one = np.array([plays])
    value = np.array([[share], [0.0]])
    return Means(
        one,
        one,
        value,
        value * 0,
        np.array([[average], [0.0]]),
        np.array([[error], [0.0]]),
        one,
        one,
        one,
        value[:, :0],
    )


@pytest.mark.parametrize(("wins", "plays"), [(0, 30), (1, 40), (5, 60)])
def test_few_wins_have_the_error_of_the_score_test(wins: int, plays: int) -> None:
    error = share_error(means_of_share(wins, plays, 0.25))[0]
    assert error == pytest.approx(np.sqrt(0.25 * 0.75 / plays), rel=1e-6)
    z = (wins / plays - 0.25) / error
    exact = stats.binomtest(wins, plays, 0.25).pvalue
    assert 2 * stats.norm.sf(abs(z)) > exact / 3


def test_usual_shares_keep_their_clustered_error() -> None:
    assert share_error(means_of_share(50, 100, 0.25, error=0.08))[0] == pytest.approx(0.08)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"depth": 4}, "depth 4: expected 1 to 3"),
        ({"depth": 0}, "depth 0: expected 1 to 3"),
        ({"seat": 4}, "seat 4: expected 1 to 3"),
        ({"strategy": "e"}, "no strategy 'e': expected one of a, b, c, d"),
        ({"least": 0}, "least 0: expected"),
        ({"against": "table"}, "against 'table': expected one of seat, strategy"),
    ],
)
def test_bad_input_is_named(run: Run, options: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says):
        run.openings(**options)


def test_run_without_openings_says_so(made_up: Any) -> None:
    with pytest.raises(InputError, match="no openings were logged"):
        made_up(LABELS).openings()


def test_run_without_rows_says_so(made_up: Any, tmp_path: Path) -> None:
    run = made_up(LABELS, openings=2)
    for file in (tmp_path / "run" / "games").iterdir():
        file.unlink()
    with pytest.raises(InputError, match="only a summary was kept"):
        run.openings()
