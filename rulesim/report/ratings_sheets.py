"""The tables of ratings."""

from __future__ import annotations

import polars as pl

from rulesim.analysis.ratings import Ratings
from rulesim.report.numbers import NO_INTERVAL, Scale, counted
from rulesim.report.sheets import INTERVAL, Cell, Sheet, count_cell, p_cell, text_cell
from rulesim.report.verdict import tested_together

POINTS = "400 points are odds of 10 to 1 to come before the other"
MOST_MISFITS = 8


def ratings_sheets(found: Ratings) -> list[Sheet]:
    """Strategies, those that cannot be rated, seats, and what the ratings do not describe."""
    made = [_strategies(found)]
    if len(found.unrated):
        made.append(_unrated(found))
    if found.seats["effect"].null_count() == 0:
        made.append(_seats(found))
    return [*made, *([_misfits(found)] if len(found.fit) else [])]


def based_on(found: Ratings) -> str:
    """What the ratings are based on."""
    return f"{counted(found.games, 'game')} in {counted(found.blocks, 'block')}"


def _strategies(found: Ratings) -> Sheet:
    scale = Scale.of(found.frame)
    chances = found.frame.select(low=pl.col("beats_low"), high=pl.col("beats_high"))
    percent = Scale.of(chances, 100)
    rows = [
        [
            text_cell(row["strategy"]),
            Cell(scale.signed(row["rating"]), row["rating"]),
            Cell(scale.interval(row["low"], row["high"]), row["low"]),
            Cell(percent.value(row["beats_average"]), row["beats_average"], row["beats_average"]),
            Cell(percent.interval(row["beats_low"], row["beats_high"]), row["beats_low"]),
            Cell(_part(row["first"], found.units), row["first"]),
            count_cell(row["games"]),
        ]
        for row in found.frame.iter_rows(named=True)
    ]
    headers = ["strategy", "rating", INTERVAL, "beats average %", INTERVAL, "first in %", "games"]
    note = (
        f"{based_on(found)}; Plackett-Luce with ties and seats, mean 0, {POINTS}; beats average: comes before an "
        "average strategy in seats that are alike; first in: part of the resampled blocks in which it is rated highest"
    )
    return Sheet("ratings", "Ratings of the strategies", headers, rows, note)


def _part(share: float, units: int) -> str:
    return f"{100 * share:.1f}" if units > 1 else NO_INTERVAL


def _unrated(found: Ratings) -> Sheet:
    rows = [
        [text_cell(row["strategy"]), text_cell(row["reason"]), count_cell(row["games"])]
        for row in found.unrated.iter_rows(named=True)
    ]
    note = (
        "their worth would be infinite or could be any number; the others are rated from their games among themselves"
    )
    return Sheet("unrated", "Strategies that cannot be rated", ["strategy", "why", "games"], rows, note, 2)


def _seats(found: Ratings) -> Sheet:
    scale = Scale.of(found.seats)
    rows = [
        [
            Cell(f"seat {row['seat']}", row["seat"]),
            Cell(scale.signed(row["effect"]), row["effect"]),
            Cell(scale.interval(row["low"], row["high"]), row["low"]),
        ]
        for row in found.seats.iter_rows(named=True)
    ]
    note = f"points that a seat adds to the rating of who sits there, mean 0; {based_on(found)}"
    return Sheet("rating-seats", "What the seats are worth", ["seat", "points", INTERVAL], rows, note)


def _misfits(found: Ratings) -> Sheet:
    frame = found.fit.sort(pl.col("misfit").abs(), descending=True)
    scale, left_out = Scale.of(frame, 100), max(0, len(frame) - MOST_MISFITS)
    rows = [
        [
            text_cell(row["strategy"]),
            text_cell(row["other"]),
            Cell(scale.value(row["observed"]), row["observed"]),
            Cell(scale.value(row["predicted"]), row["predicted"]),
            Cell(scale.signed(row["misfit"]), row["misfit"]),
            Cell(scale.interval(row["low"], row["high"]), row["low"]),
            p_cell(row["adjusted_p"], star=False),
        ]
        for row in frame.head(MOST_MISFITS).iter_rows(named=True)
    ]
    headers = ["strategy", "other", "before it %", "by rating %", "misfit", INTERVAL, "adjusted p"]
    note = f"{based_on(found)}; {tested_together(len(frame), 'pair')}, a tie counts half"
    if left_out:
        note += f"; the largest misfits, {counted(left_out, 'smaller one')} left out"
    return Sheet("rating-fit", "What the ratings do not describe", headers, rows, note, 2)
