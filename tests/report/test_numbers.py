"""Numbers as texts."""

from __future__ import annotations

from math import nan

import polars as pl
import pytest

from rulesim.report.numbers import Scale, duration, wrapped


def scale(low: float, high: float) -> Scale:
    return Scale.of(pl.DataFrame({"low": [low], "high": [high]}), 100)


def test_narrow_intervals_get_two_decimals() -> None:
    row = {"estimate": 0.3123, "low": 0.3119, "high": 0.3127}
    assert scale(row["low"], row["high"]).sentence(row, unit="%") == "31.23 % [31.19, 31.27]"


def test_wide_intervals_get_one_decimal() -> None:
    row = {"estimate": 0.312, "low": 0.308, "high": 0.316}
    assert scale(row["low"], row["high"]).sentence(row, unit="%") == "31.2 % [30.8, 31.6]"


def test_single_block_shows_no_interval() -> None:
    row = {"estimate": 0.312, "low": nan, "high": nan}
    assert scale(nan, nan).sentence(row, unit="%") == "31.2 %"
    assert scale(nan, nan).interval(nan, nan) == "–"


def test_lopsided_intervals_are_not_written_with_plus_minus() -> None:
    assert scale(0.3, 0.32).give_or_take(0.31, 0.3, 0.32) == "31.0 ±1.0"
    assert scale(0, 0.2).give_or_take(0.01, 0, 0.2) == "1.0 [0.0, 20.0]"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.04, "0.04 s"), (4.26, "4.3 s"), (59.7, "1 min 0 s"), (200, "3 min 20 s"), (7500, "2 h 5 min")],
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_long_labels_break_after_commas_and_lose_nothing() -> None:
    label = "shipper(corn=1.5,warehouse=0.25,luck=12)"
    lines = wrapped(label, 20).split("\n")
    assert lines == ["shipper(corn=1.5,", "warehouse=0.25,", "luck=12)"]
    assert "".join(wrapped("x" * 70, 20).split("\n")) == "x" * 70
