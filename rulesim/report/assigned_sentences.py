"""What assigned lines are worth, in sentences. Every claim is backed by an adjusted test."""

from __future__ import annotations

from typing import Any

import polars as pl

from rulesim.analysis.assigned import Assigned
from rulesim.analysis.multiple import ALPHA
from rulesim.report.numbers import Scale, counted, p_text, whole
from rulesim.report.verdict import difference_text, tested_together

WHY = (
    "Who chooses a line may be better or worse anyway, and chooses it in positions that suit it: what is observed "
    "mixes that with the worth of the line, and the assignment takes it out."
)


def against(found: Assigned) -> str:
    """What the worth of a line is the difference to."""
    if found.reference == "base":
        return "the same seat of the same games with nobody told anything"
    return "the average of seat and line-up where every seat was told a line at random"


def how_tested(found: Assigned) -> str:
    """``16 comparisons tested together (Holm, 5 %)``."""
    return tested_together(found.count, "comparison", adjust=found.adjust)


def who(row: dict[str, Any]) -> str:
    """A line, with its seat if each seat stands on its own."""
    return f"{row['line']} in seat {row['seat']}" if row["seat"] is not None else str(row["line"])


def headline(found: Assigned) -> str:
    """The title: how many lines are established to be worth something, and the best."""
    lines = found.lines
    known = lines.filter(pl.col("adjusted_p") < ALPHA)
    if known.is_empty():
        return f"No line of {len(lines)} is established to be worth more or less than {_short(found)}"
    better, worse = int((known["difference"] > 0).sum()), int((known["difference"] < 0).sum())
    row = known.sort("difference", descending=True).row(0 if better else -1, named=True)
    return (
        f"Of {counted(len(lines), 'line')}, {better or 'none'} {'are' if better > 1 else 'is'} worth more than "
        f"{_short(found)} and {worse or 'none'} less; {'most' if better else 'least'} {who(row)}: "
        f"{points(row, 'difference')}"
    )


def _short(found: Assigned) -> str:
    return "free play" if found.reference == "base" else "the average line"


def findings(found: Assigned) -> list[str]:
    """The findings, most important first."""
    lines = found.lines
    known = lines.filter(pl.col("adjusted_p") < ALPHA).sort("difference", descending=True)
    above, below = known.filter(pl.col("difference") > 0), known.filter(pl.col("difference") < 0)
    plays = int(lines.filter(pl.col("parent") == "")["plays"].sum())
    told = "drawn at random" if found.assign == "random" else "each on the same blocks as free play"
    sentences = [
        f"{whole(plays)} plays were told a line, {told}. Of {how_tested(found)}, {len(above)} show a line that is "
        f"worth more than {_short(found)} and {len(below)} one that is worth less; the worth is the difference of win "
        f"share to {against(found)}."
    ]
    if len(above):
        sentences.append(f"Worth most is {_worth(above.row(0, named=True))}")
    if len(below):
        sentences.append(f"Worth least is {_worth(below.row(-1, named=True))}")
    return [*sentences, *_gaps(lines)]


def _worth(row: dict[str, Any]) -> str:
    """``role:builder: +1.9 [1.2, 2.6] points of win share (adjusted p < 0.001).``, and where it could be made."""
    text = f"{who(row)}: {points(row, 'difference')} points of win share (adjusted {p_text(row['adjusted_p'])})"
    made = Scale(100).sentence({"low": row["made_low"], "high": row["made_high"], "made": row["made"]}, "made", "%")
    if row["made"] == 1:
        return f"{text}."
    if row["where_made"] is None:
        return f"{text}; it could be made in full in {made} of the plays that were told so."
    return f"{text}; it was legal in {made} of the plays that were told so, and there {points(row, 'where_made')}."


def points(row: dict[str, Any], name: str) -> str:
    """``+1.9 [1.2, 2.6]``, in percentage points."""
    bounds = {"difference": row[name], "low": row[f"{name}_low"], "high": row[f"{name}_high"]}
    if any(value is None for value in bounds.values()):
        return "not known"
    return difference_text(Scale.of(pl.DataFrame({"low": [bounds["low"]], "high": [bounds["high"]]}), 100), bounds)


def _gaps(lines: pl.DataFrame) -> list[str]:
    """Where what is observed misleads, and why."""
    known = lines.filter(pl.col("gap_adjusted_p") < ALPHA).sort(pl.col("gap").abs(), descending=True)
    if not lines["gap_adjusted_p"].count():
        return []
    if known.is_empty():
        return [f"That the worth of a line differs from what is observed is established for none. {WHY}"]
    row = known.row(0, named=True)
    return [
        f"What is observed misleads for {counted(len(known), 'line')}, most for {who(row)}: who chose it won "
        f"{points(row, 'observed')} points more than the average, but told to whoever sits there it is worth "
        f"{points(row, 'difference')}, a gap of {points(row, 'gap')} (adjusted {p_text(row['gap_adjusted_p'])}). {WHY}"
    ]
