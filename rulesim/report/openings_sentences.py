"""What the openings of a run show, in sentences. They tell what was observed, never what a line is worth."""

from __future__ import annotations

from typing import Any

import polars as pl

from rulesim.analysis.multiple import ALPHA
from rulesim.analysis.openings import Openings
from rulesim.report.numbers import Scale, counted, p_text, whole
from rulesim.report.verdict import difference_text, tested_together

FEW_BLOCKS = 30
MOST_MOVES = 3

OBSERVED = (
    "These are observations, not worths: who played a line chose it, and a strategy that likes it may be better or "
    "worse anyway, as may the positions in which it was possible. What a line itself is worth is told by an "
    "experiment that assigns lines ([openings] with a book and assign)."
)


def whose(found: Openings) -> str:
    """The plays that the lines are of: ``all plays``, ``builder in seat 2``."""
    seat = f"seat {found.seat}" if found.seat else ""
    if found.strategy:
        return f"{found.strategy} in {seat}" if seat else found.strategy
    return seat or "all plays"


def average_text(found: Openings) -> str:
    """What lines are compared with."""
    who = "of the same strategy in that seat and line-up" if found.against == "strategy" else "of seat and line-up"
    return f"the average {who}"


def how_tested(found: Openings) -> str:
    """``24 lines tested together (Holm, 5 %)``."""
    return tested_together(found.count, "line", adjust=found.adjust)


def headline(found: Openings) -> str:
    """The title of the tree: how many lines differ from the average, and the best."""
    established = found.frame.filter(pl.col("adjusted_p") < ALPHA)
    if not found.count:
        return f"Openings of {whose(found)}: {_nothing(found)}"
    if established.is_empty():
        return f"Openings of {whose(found)}: no line is established to differ from the average"
    better = int((established["difference"] > 0).sum())
    return (
        f"Openings of {whose(found)}: {better} of {counted(found.count, 'line')} won more than the average, "
        f"{len(established) - better} less"
    )


def _nothing(found: Openings) -> str:
    """Why no line can be compared with the average."""
    if (found.frame["lines"] == 1).all():
        return "no choice was made in two ways by seats of one kind"
    return f"none of the moves between which there was a choice came up {whole(found.least)} times"


def findings(found: Openings) -> list[str]:
    """The findings, most important first."""
    first = found.frame.filter(pl.col("depth") == 1)
    sentences = [_most_played(found, first)]
    if not found.count:
        return [*sentences, f"There is nothing to compare: {_nothing(found)}."]
    established = found.frame.filter(pl.col("adjusted_p") < ALPHA).sort("difference", descending=True)
    better, worse = (established.filter(sign) for sign in (pl.col("difference") > 0, pl.col("difference") < 0))
    sentences.append(
        f"Of {how_tested(found)}, {len(better)} won more than {average_text(found)} and {len(worse)} won less; "
        f"for the other {found.count - len(established)} a difference is not established."
    )
    if len(better):
        sentences.append(f"The most above it is {_line(better.row(0, named=True))}")
    if len(worse):
        sentences.append(f"The most below it is {_line(worse.row(-1, named=True))}")
    blocks = int(found.frame["blocks"][0])
    if blocks < FEW_BLOCKS:
        sentences.append(f"With only {counted(blocks, 'block')} the intervals are wide, and themselves rough.")
    return [*sentences, OBSERVED]


def _most_played(found: Openings, first: pl.DataFrame) -> str:
    """Which first moves come up most."""
    plays = int(found.frame["plays"][0])
    named = first.filter(pl.col("lines") == 1).sort("plays", descending=True, maintain_order=True).head(MOST_MOVES)
    scale = Scale(100)
    moves = [
        f"{row['move']} in {scale.value(row['played'])} % {scale.interval(row['played_low'], row['played_high'])}"
        for row in named.iter_rows(named=True)
    ]
    if not moves:
        return f"No first choice was made in {whole(found.least)} of the {whole(plays)} plays or more."
    of = "" if whose(found) == "all plays" else f" of {whose(found)}"
    return f"In the {whole(plays)} plays{of} the first choice was {', '.join(moves)}."


def _line(row: dict[str, Any]) -> str:
    """``a > b: it won 59.2 % [56.7, 61.6] of 1,568 plays where the average is 35.8 %: +23.4 …``."""
    scale = Scale.of(pl.DataFrame({"low": [row["low"]], "high": [row["high"]]}), 100)
    bounds = {"difference": row["difference"], "low": row["difference_low"], "high": row["difference_high"]}
    apart = difference_text(scale, bounds)
    return (
        f"{row['line']}: it won {scale.sentence(row, 'win_share', '%')} of {whole(row['plays'])} plays where the "
        f"average is {scale.value(row['average'])} %: {apart}, adjusted {p_text(row['adjusted_p'])}."
    )
