"""Estimates by the value of a column."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rulesim.errors import InputError


def test_means_are_those_of_the_rows_and_errors_those_of_block_residuals(made_up: Any) -> None:
    run = made_up(["a", "b", "c"], blocks=60)
    rows = run.to_pandas()
    frame = run.by_value("tie_break")
    assert frame["value"].to_list() == [0, 1]
    for row in frame.iter_rows(named=True):
        own = rows[rows.tie_break == row["value"]]
        assert row["win_share"] == pytest.approx(own.win_share.mean())
        assert row["score"] == pytest.approx(own.score.mean())
        residuals = (own.win_share - row["win_share"]).groupby(own.block).sum()
        k = len(residuals)
        assert row["error"] == pytest.approx(np.sqrt((residuals**2).sum() * k / (k - 1)) / len(own))
        assert row["low"] < row["win_share"] < row["high"] and row["plays"] == len(own)


def test_by_a_column_that_every_block_fills_equally_it_is_the_estimate_of_the_seats(made_up: Any) -> None:
    """Each strategy sits once in each seat of a block: the number of rows is fixed, the ratio a plain mean."""
    run = made_up(["a", "b", "c"], blocks=60)
    by_days = run.by_value("days")
    assert by_days["plays"].sum() == len(run.to_pandas())


@pytest.mark.parametrize(("column", "message"), [("tie_braek", "did you mean 'tie_break'"), ("seat", "no outcome")])
def test_unknown_columns(made_up: Any, column: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        made_up(["a", "b", "c"], blocks=4).by_value(column)
