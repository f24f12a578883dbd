"""What a review of a game found, in sentences."""

from __future__ import annotations

from typing import Any

import polars as pl

from rulesim.analysis.review import Review
from rulesim.report.numbers import Scale, counted
from rulesim.report.review_sheets import how_reviewed
from rulesim.report.verdict import METHODS

MOST_SENTENCES = 5


def review_title(review: Review) -> str:
    """The established mistake that cost most."""
    established = review.costliest().filter(pl.col("established"))
    if established.is_empty():
        return f"No move is established as costly among {counted(len(review.moves), 'choice')}"
    row, scale = established.row(0, named=True), _scale(review)
    others = len(established) - 1
    more = f"; {counted(others, 'further costly move')}" if others else ""
    return f"Move {row['move']} cost seat {row['seat']} {_loss(scale, row)} of win share{more}"


def review_sentences(review: Review) -> list[str]:
    """The findings, most important first."""
    mistakes, scale = review.costliest(), _scale(review)
    established = mistakes.filter(pl.col("established"))
    tests = f"{METHODS[review.about['adjust']]} over {counted(len(review.moves), 'choice')}, 5 %"
    found = [f"{review_title(review)} ({tests}). {how_reviewed(review)}."]
    found += [_mistake(review, scale, row) for row in established.head(MOST_SENTENCES).iter_rows(named=True)]
    if len(established) > MOST_SENTENCES:
        found.append(f"{counted(len(established) - MOST_SENTENCES, 'further costly move')} in the table.")
    possible = mistakes.filter(~pl.col("established"))
    if len(possible):
        row = possible.row(0, named=True)
        found.append(
            f"Not established: the largest other loss is that of move {row['move']}, {_loss(scale, row)}; "
            "more playouts may show whether it is one."
        )
    return [*found, *_end(review), *_cautions(review)]


def _scale(review: Review) -> Scale:
    return Scale.of(review.moves.select(low="loss_low", high="loss_high"), 100)


def _loss(scale: Scale, row: dict[str, Any]) -> str:
    bounds = scale.interval(row["loss_low"], row["loss_high"])
    return f"{scale.value(row['loss'])} {bounds} percentage points"


def _mistake(review: Review, scale: Scale, row: dict[str, Any]) -> str:
    again = f", and passed over it {counted(row['row'] - 1, 'more time')}" if row["row"] > 1 else ""
    strategy = review.about["strategies"][row["seat"] - 1]
    return (
        f"Move {row['move']}, seat {row['seat']} ({strategy}): {row['action']} instead of {row['best']}{again}; "
        f"it lost {_loss(scale, row)}."
    )


def _end(review: Review) -> list[str]:
    """How the game ended."""
    scores = review.about["scores"]
    if scores is None:
        return ["The trace does not hold the end of the game."]
    last = review.curve.filter(pl.col("move") == review.about["moves"], pl.col("low") == pl.col("high"))
    winners = last.filter(pl.col("win_share") > 0)["seat"].to_list()
    who = f"seat {winners[0]} won" if len(winners) == 1 else f"seats {', '.join(map(str, winners))} shared the win"
    return [f"At the end {who}, with {', '.join(str(score) for score in scores)} {review.about['score_unit']}."]


def _cautions(review: Review) -> list[str]:
    """What limits all findings."""
    alike = int(review.moves["alike"].sum())
    cautions = []
    if alike:
        cautions.append(
            f"After {alike} of {counted(len(review.moves), 'choice')} all playouts of the move ended with the same "
            "scores: these strategies left nothing to chance there, so losses and win shares are those of single "
            "lines of play, and other strategies may see them otherwise."
        )
    if review.about["hidden"] == "as given":
        cautions.append("The hidden stacks were left as they are: players at the table could not know them.")
    return cautions
