"""What an evaluation of a position found, in sentences."""

from __future__ import annotations

from typing import Any

import polars as pl

from rulesim.analysis.evaluation import POSSIBLE, WORSE, Evaluation
from rulesim.report.numbers import Scale, counted

MOST_NAMED = 6


def position_title(evaluation: Evaluation) -> str:
    """The best action, and whether it is established as that."""
    frame = evaluation.frame
    first, scale = frame.row(0, named=True), Scale.of(frame, 100)
    share = scale.sentence(first, "win_share", "% of games")
    if len(frame) == 1:
        return f"{first['action']} is the only legal action: it wins {share}"
    rivals = frame.filter(pl.col("verdict") == POSSIBLE)
    if rivals.is_empty():
        return f"{first['action']} is the best action: it wins {share}"
    others = f"{len(rivals)} other action{'s' if len(rivals) > 1 else ''}"
    return f"{first['action']} wins {share}; {others} may be as good or better"


def position_sentences(evaluation: Evaluation) -> list[str]:
    """The findings, most important first."""
    about, frame = evaluation.about, evaluation.frame
    who = f"Seat {about['actor']} ({about['strategies'][about['actor'] - 1]}) is to decide"
    if len(frame) == 1:
        return [f"{who}; {position_title(evaluation)}.", *_cautions(evaluation)]
    scale, error = Scale.of(frame, 100), 100 * about["error"]
    found = [f"{who} between {counted(len(frame), 'action')}: {position_title(evaluation)}."]
    rivals = frame.filter(pl.col("verdict") == POSSIBLE)
    if len(rivals):
        found.append(
            f"Not distinguishable from it with {counted(about['playouts'], 'playout')}: "
            f"{_named(scale, rivals)}, in percentage points. More playouts may tell them apart."
        )
    worse = frame.filter(pl.col("verdict") == WORSE)
    if len(worse):
        found.append(
            f"Established as not the best: {_named(scale, worse)}, in percentage points. That the best action is "
            f"among them has a probability of {error:g} % at most."
        )
    return [*found, *_cautions(evaluation)]


def _named(scale: Scale, frame: pl.DataFrame) -> str:
    """Actions with what they lose: ``role:mayor (loses 3.1 [0.4, 5.8])``."""
    rows = list(frame.iter_rows(named=True))
    texts = [f"{row['action']} (loses {_loss(scale, row)})" for row in rows[:MOST_NAMED]]
    left = len(rows) - MOST_NAMED
    return ", ".join(texts) + (f" and {left} more" if left > 0 else "")


def _loss(scale: Scale, row: dict[str, Any]) -> str:
    return f"{scale.value(row['loss'])} {scale.interval(row['loss_low'], row['loss_high'])}"


def _cautions(evaluation: Evaluation) -> list[str]:
    """What limits all findings."""
    about, alike = evaluation.about, int(evaluation.frame["alike"].sum())
    cautions = []
    if alike:
        cautions.append(
            f"After {alike} of {counted(len(evaluation.frame), 'action')} all playouts ended with the same scores: "
            "these strategies leave nothing to chance there, so the result is that of a single line of play, "
            "and other strategies may see it otherwise."
        )
    if about["hidden"] == "as given":
        cautions.append("The hidden stacks were left as they are: a player at the table could not know this.")
    return cautions
