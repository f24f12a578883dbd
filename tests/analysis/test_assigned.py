"""Assigned lines: against plain sums, and against worths that are known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from rulesim.analysis.lines import FREE, BookTree
from rulesim.analysis.multiple import adjusted
from rulesim.analysis.run import Run
from rulesim.errors import InputError
from tests.analysis.assigned_runs import LINES, WORTH, assigned_run

KEYS = ["block", "line_up", "seating", "seat"]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return assigned_run(tmp_path_factory.mktemp("assigned") / "run")


@pytest.fixture(scope="module")
def rows(run: Run) -> pd.DataFrame:
    """All rows, with the win share and the score of the same seat of the same game of the base."""
    rows = pl.concat(run.parts()).with_columns(pl.col("line").cast(pl.String)).collect().to_pandas()
    base = rows[rows.variant == "base"][[*KEYS, "win_share", "score"]]
    return rows.merge(base, on=KEYS, suffixes=("", "_base"))


def row_of(found: Any, line: str) -> dict[str, Any]:
    return found.frame.row(by_predicate=pl.col("line") == line, named=True)


def test_the_tree_of_a_book() -> None:
    tree = BookTree.of({**LINES, "free": [], "once more": ["role:settler"]})
    assert tree.moves == [
        (), ("role:settler",), ("role:mayor",), ("role:mayor", "role:settler"), ("role:mayor", "role:*"), (FREE,)
    ]  # fmt: skip
    assert tree.names == ["", "a, once more", "", "b then a", "b then b", "free"]
    assert tree.parents == [0, 0, 0, 2, 2, 0]
    assert tree.of_line["b then b"] == [0, 2, 4]


def test_beginnings_of_a_single_line_are_left_out() -> None:
    assert BookTree.of({"x": ["1", "2", "3"], "y": ["4"]}).moves == [(), ("1", "2", "3"), ("4",)]


def test_beginnings_of_lines_can_be_looked_at(run: Run, rows: pd.DataFrame) -> None:
    found = run.assigned(depth=1)
    assert found.lines["line"].to_list() == ["role:settler", "role:mayor"]
    assert found.lines["name"].to_list() == ["a", ""]
    assert found.lines["plays"].to_list() == [(rows.line == "a").sum(), rows.line.isin(["b then a", "b then b"]).sum()]
    assert (found.depth, found.longest) == (1, 2)


@pytest.mark.parametrize(("line", "told"), [("role:settler", ["a"]), ("role:mayor", ["b then a", "b then b"])])
def test_worths_are_differences_to_the_same_games_of_the_base(
    run: Run, rows: pd.DataFrame, line: str, told: list[str]
) -> None:
    row, own = row_of(run.assigned(), line), rows[rows.line.isin(told)]
    assert (row["plays"], row["blocks"]) == (len(own), own.block.nunique())
    assert row["win_share"] == pytest.approx(own.win_share.mean())
    assert row["reference"] == pytest.approx(own.win_share_base.mean())
    assert row["difference"] == pytest.approx((own.win_share - own.win_share_base).mean())
    assert row["score_difference"] == pytest.approx((own.score - own.score_base).mean())
    made = own[own.line_made >= 1]
    assert row["made"] == pytest.approx(len(made) / len(own))
    assert row["where_made"] == pytest.approx((made.win_share - made.win_share_base).mean())


def test_observed_are_those_who_began_so_in_the_base(run: Run, rows: pd.DataFrame) -> None:
    base = rows[rows.variant == "base"]
    average = base.groupby(["line_up", "seat"]).win_share.transform("mean")
    for line, own in (
        ("role:settler", base.opening_1 == "role:settler"),
        ("role:mayor", base.opening_1 == "role:mayor"),
        ("role:mayor > role:settler", (base.opening_1 == "role:mayor") & (base.opening_2 == "role:settler")),
        ("role:mayor > role:*", base.opening_1 == "role:mayor"),
    ):
        row = row_of(run.assigned(), line)
        assert row["observed_plays"] == own.sum()
        assert row["observed"] == pytest.approx((base.win_share - average)[own].mean())
        assert row["gap"] == pytest.approx(row["difference"] - row["observed"])


def test_seats_and_strategies_can_be_chosen(run: Run, rows: pd.DataFrame) -> None:
    own = rows[(rows.line == "a") & (rows.seat == 2) & (rows.strategy == "weak")]
    row = row_of(run.assigned(seat=2, strategy="weak"), "role:settler")
    assert (row["plays"], row["difference"]) == (len(own), pytest.approx((own.win_share - own.win_share_base).mean()))
    frame = run.assigned(by_seat=True).lines.filter(pl.col("line") == "role:settler")
    for seat, plays in frame.select("seat", "plays").iter_rows():
        assert plays == ((rows.line == "a") & (rows.seat == seat)).sum()


def test_where_every_seat_is_told_the_average_line_is_the_reference(tmp_path: Path) -> None:
    run = assigned_run(tmp_path / "run", seat=None)
    rows = pl.concat(run.parts()).filter(pl.col("variant") == "assigned").collect().to_pandas()
    average = rows.groupby(["line_up", "seat"]).win_share.transform("mean")
    found = run.assigned()
    assert found.reference == "average"
    own = rows.line == "a"
    row = row_of(found, "role:settler")
    assert row["reference"] == pytest.approx(average[own].mean())
    assert row["difference"] == pytest.approx((rows.win_share - average)[own].mean())
    assert row["where_made"] is None


def test_paired_lines_are_compared_with_the_base(tmp_path: Path) -> None:
    run = assigned_run(tmp_path / "run", seat=2, assign="paired")
    rows = pl.concat(run.parts()).collect().to_pandas()
    base, own = (rows[(rows.variant == name) & (rows.seat == 2)].win_share.to_numpy() for name in ("base", "a"))
    row = row_of(run.assigned(), "role:settler")
    assert row["difference"] == pytest.approx((own - base).mean())
    blocks = (own - base).reshape(run.n_blocks, -1).mean(axis=1)
    half = (row["difference_high"] - row["difference_low"]) / 2
    assert half == pytest.approx(1.972 * blocks.std(ddof=1) / np.sqrt(run.n_blocks), rel=1e-3)


def test_p_values_are_adjusted_together(run: Run) -> None:
    found = run.assigned()
    both = pl.concat([found.frame["p_value"], found.frame["gap_p"]])
    together = pl.concat([found.frame["adjusted_p"], found.frame["gap_adjusted_p"]])
    assert found.count == both.drop_nulls().len() == 8
    assert together.drop_nulls().to_list() == pytest.approx(adjusted(both.drop_nulls()).tolist())
    assert found.frame["p_value"][0] is None


def test_assignment_finds_the_worth_where_observation_misleads(tmp_path: Path) -> None:
    """The free mix of lines is worth 0.4 · -4 + 0.3 · 3; three in four lines that are told can be made."""
    free = 0.4 * WORTH["a"] + 0.3 * WORTH["b then a"] + 0.3 * WORTH["b then b"]
    covered, runs = 0, 60
    for seed in range(runs):
        found = assigned_run(tmp_path / str(seed), blocks=40, seed=seed).assigned()
        row = row_of(found, "role:settler")
        covered += row["score_difference_low"] <= 0.75 * (WORTH["a"] - free) <= row["score_difference_high"]
    assert covered / runs > 0.87
    row = row_of(assigned_run(tmp_path / "large", blocks=600).assigned(), "role:settler")
    assert row["difference"] < 0 < row["observed"]
    assert row["adjusted_p"] < 0.001 and row["gap_adjusted_p"] < 0.001


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"depth": 3}, "depth 3: expected 1 to 2"),
        ({"seat": 4}, "seat 4: expected 1 to 3"),
        ({"strategy": "wek"}, "no strategy 'wek'.*did you mean 'weak'"),
    ],
)
def test_bad_input_is_named(run: Run, options: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says):
        run.assigned(**options)


def test_run_without_lines_says_so(made_up: Any) -> None:
    with pytest.raises(InputError, match="no lines were assigned"):
        made_up(["a", "b", "c"]).assigned()
