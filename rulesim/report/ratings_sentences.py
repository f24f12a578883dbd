"""What ratings say, in sentences."""

from __future__ import annotations

from itertools import pairwise
from math import isnan

import polars as pl

from rulesim.analysis.ratings import Ratings
from rulesim.report.numbers import Scale, counted, p_text


def best_rated(found: Ratings) -> str:
    """The title of the ratings: the first and the last."""
    scale = Scale.of(found.frame)
    first, last = found.frame.row(0, named=True), found.frame.row(-1, named=True)
    return (
        f"{first['strategy']} is rated highest: {scale.sentence(first, 'rating', 'points')} above average; "
        f"{last['strategy']} lowest: {scale.sentence(last, 'rating')}"
    )


def ratings_findings(found: Ratings) -> list[str]:
    """The findings, most important first."""
    return [f"{best_rated(found)}.", *_leads(found), *_unrated(found), *_seats(found), *_fit(found)]


def _leads(found: Ratings) -> list[str]:
    """Whether the first is told from the second, and how many neighbours are not told apart."""
    names = found.frame["strategy"].to_list()
    scale = Scale.of(found.frame)
    lead, low, high = found.lead(names[0], names[1])
    if isnan(low):
        return []
    text = f"It leads {names[1]} by {scale.value(lead)} points {scale.interval(low, high)}"
    told = [found.lead(one, two)[1] > 0 for one, two in pairwise(names)]
    apart = f"{sum(told)} of {counted(len(told), 'pair')} of neighbours have intervals of their lead above zero"
    return [f"{text}; {apart} (each on its own, not adjusted for their number)."]


def _unrated(found: Ratings) -> list[str]:
    return [f"{row['strategy']} is not rated: it {row['reason']}." for row in found.unrated.iter_rows(named=True)]


def _seats(found: Ratings) -> list[str]:
    frame = found.seats
    if frame["effect"].null_count():
        return ["The seats cannot be rated: some seat always came before or after the others."]
    scale, ordered = Scale.of(frame), frame.sort("effect", descending=True)
    best, worst = ordered.row(0, named=True), ordered.row(-1, named=True)
    return [
        f"Seat {best['seat']} is worth {scale.sentence(best, 'effect', 'points')}, "
        f"seat {worst['seat']} {scale.sentence(worst, 'effect')}, against the mean of the seats."
    ]


def _fit(found: Ratings) -> list[str]:
    """How well one number for each strategy describes the pairs."""
    if found.fit.is_empty():
        return []
    established = int(found.fit["established"].sum())
    row = found.fit.sort(pl.col("misfit").abs(), descending=True).row(0, named=True)
    scale = Scale.of(found.fit, 100)
    largest = (
        f"the largest misfit: {row['strategy']} comes before {row['other']} in {scale.value(row['observed'])} % of "
        f"their games, by the ratings in {scale.value(row['predicted'])} %, "
        f"{scale.value(row['misfit'])} {scale.interval(row['low'], row['high'])} (adjusted {p_text(row['adjusted_p'])})"
    )
    pairs = counted(len(found.fit), "pair")
    if established:
        return [
            f"One number for each strategy does not say all: {established} of {pairs} fare differently from what the "
            f"ratings say; {largest}."
        ]
    return [f"The ratings describe all {pairs} within what chance explains; {largest}."]
