"""The tables of a reviewed game."""

from __future__ import annotations

from typing import Any

import polars as pl

from rulesim.analysis.review import Review
from rulesim.report.numbers import Scale, counted
from rulesim.report.sheets import Cell, Sheet, count_cell, p_cell, text_cell
from rulesim.report.verdict import METHODS

MOST_MOVES = 20


def review_sheets(review: Review) -> list[Sheet]:
    """The costliest moves, and the choices of each seat."""
    return [costliest_sheet(review), seats_sheet(review)]


def how_reviewed(review: Review) -> str:
    """What the numbers are based on."""
    about = review.about
    return (
        f"{counted(len(review.moves), 'choice')} among {counted(about['moves'], 'move')}, "
        f"{counted(about['games'], 'playout')} (at most {about['playouts']} of an action), "
        f"hidden things {about['hidden']}"
    )


def costliest_sheet(review: Review, most: int = MOST_MOVES) -> Sheet:
    """The moves that lost most against the best alternative."""
    frame = review.costliest(most)
    scale = Scale.of(frame.select(low="loss_low", high="loss_high"), 100)
    rows = [
        [
            Cell(move_text(row), row["move"]),
            Cell(f"{row['seat']} {review.about['strategies'][row['seat'] - 1]}", row["seat"]),
            text_cell(row["action"]),
            text_cell(row["best"]),
            Cell(scale.value(row["loss"]) + (" *" if row["established"] else ""), row["loss"]),
            Cell(scale.interval(row["loss_low"], row["loss_high"]), row["loss_low"]),
            p_cell(row["adjusted_p"], star=False),
        ]
        for row in frame.iter_rows(named=True)
    ]
    headers = ["move", "seat", "played", "ranked best", "loss", "interval", "adjusted p"]
    error = 100 * (1 - review.about["error"])
    note = (
        f"{how_reviewed(review)}; loss: win share lost against the best action, on the same luck, with intervals that "
        f"hold for all actions of a move together ({error:g} %); * established "
        f"({METHODS[review.about['adjust']]} over {counted(len(review.moves), 'choice')}, 5 %); "
        "+n: choices in a row at which the same action was passed over"
    )
    return Sheet("costliest", "Costliest moves, in % of wins", headers, rows, note, 4)


def move_text(row: dict[str, Any]) -> str:
    """A move's number, with how many choices in a row missed the same: ``239 +8``."""
    return f"{row['move']}" + (f" +{row['row'] - 1}" if row["row"] > 1 else "")


def seats_sheet(review: Review) -> Sheet:
    """How many choices each seat had, and how many of them were costly."""
    mistakes = review.costliest().filter(pl.col("established"))
    rows = []
    for seat, strategy in enumerate(review.about["strategies"], 1):
        own, costly = review.moves.filter(pl.col("seat") == seat), mistakes.filter(pl.col("seat") == seat)
        largest = float(costly["loss"].max() or 0)  # type: ignore[arg-type]
        rows.append(
            [
                Cell(f"seat {seat}", seat),
                text_cell(strategy),
                count_cell(len(own)),
                count_cell(int(own["ranked_best"].sum())),
                count_cell(len(costly)),
                Cell(f"{100 * largest:.1f}" if len(costly) else "–", largest),
            ]
        )
    headers = ["seat", "strategy", "choices", "ranked best", "costly mistakes", "largest loss %"]
    note = f"{how_reviewed(review)}; costly: established, choices in a row that missed the same action count once"
    return Sheet("choices", "Choices of each seat", headers, rows, note, 2)
