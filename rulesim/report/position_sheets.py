"""The tables of an evaluated position."""

from __future__ import annotations

import numpy as np
import polars as pl

from rulesim.analysis.evaluation import BEST, POSSIBLE, WORSE, Evaluation
from rulesim.report.numbers import NO_INTERVAL, Scale, counted
from rulesim.report.sheets import INTERVAL, Cell, Sheet, count_cell, text_cell

VERDICTS = {BEST: "best", POSSIBLE: "perhaps best", WORSE: "worse *"}


def position_sheets(evaluation: Evaluation) -> list[Sheet]:
    """The actions ranked, and what the first of them means for every seat."""
    return [action_sheet(evaluation), seat_sheet(evaluation)]


def action_sheet(evaluation: Evaluation) -> Sheet:
    """The legal actions, best first, with what each loses against the best."""
    frame = evaluation.frame
    shares, points = Scale.of(frame, 100), Scale.of(frame.select(low="score_low", high="score_high"))
    most = max(float(frame["high"].max()), 1e-9)  # type: ignore[arg-type]
    rows = [
        [
            text_cell(row["action"]),
            text_cell(VERDICTS[row["verdict"]]),
            Cell(shares.value(row["win_share"]), row["win_share"], row["win_share"] / most),
            Cell(shares.interval(row["low"], row["high"]), row["low"]),
            Cell(shares.value(row["loss"]), row["loss"]),
            Cell(_bounds(shares, row["loss_low"], row["loss_high"]), row["loss_low"]),
            Cell(points.value(row["score"]), row["score"]),
            Cell(points.interval(row["score_low"], row["score_high"]), row["score_low"]),
            Cell(points.value(row["score_loss"]), row["score_loss"]),
            Cell(_bounds(points, row["score_loss_low"], row["score_loss_high"]), row["score_loss_low"]),
            count_cell(row["playouts"]),
        ]
        for row in frame.iter_rows(named=True)
    ]
    headers = [
        "action", "", "win %", INTERVAL, "loss", "interval", "score", INTERVAL, "loss in score", "interval", "playouts",
    ]  # fmt: skip
    title = f"Legal actions of seat {evaluation.about['actor']}, best first; scores in {evaluation.about['score_unit']}"
    return Sheet("actions", title, headers, rows, how_compared(evaluation), 2)


def how_compared(evaluation: Evaluation) -> str:
    """What the numbers are based on, and what the marks mean."""
    about, error = evaluation.about, 100 * evaluation.about["error"]
    rivals = len(evaluation.frame) - 1
    dropped = int((evaluation.frame["playouts"] < about["playouts"]).sum())
    text = f"{counted(about['games'], 'playout')}, hidden things {about['hidden']}, seed {about['seed']}"
    if not rivals:
        return text
    return (
        f"{text}; win and score: each with its own 95 % interval; loss: what the action loses against the best one, "
        f"on the same luck, with intervals that hold for {counted(rivals, 'comparison')} at all "
        f"{counted(len(about['looks']), 'look')} together ({100 - error:g} %); "
        "* established as not the best: beside it, a lower end of 0 means more than 0; "
        f"{counted(dropped, 'action')} dropped early"
    )


def _bounds(scale: Scale, low: float, high: float) -> str:
    return scale.interval(low, high) if np.isfinite(low) and np.isfinite(high) else NO_INTERVAL


def seat_sheet(evaluation: Evaluation) -> Sheet:
    """Win share and score of every seat after the action ranked first."""
    frame = evaluation.seats.filter(pl.col("action") == evaluation.best)
    shares, points = Scale.of(frame, 100), Scale.of(frame.select(low="score_low", high="score_high"))
    rows = [
        [
            Cell(f"seat {row['seat']}", row["seat"]),
            text_cell(row["strategy"]),
            Cell(shares.value(row["win_share"]), row["win_share"], row["win_share"]),
            Cell(shares.interval(row["low"], row["high"]), row["low"]),
            Cell(points.value(row["score"]), row["score"]),
            Cell(points.interval(row["score_low"], row["score_high"]), row["score_low"]),
        ]
        for row in frame.iter_rows(named=True)
    ]
    headers = ["seat", "strategy", "win %", INTERVAL, "score", INTERVAL]
    playouts = counted(int(evaluation.frame["playouts"][0]), "playout")
    return Sheet("seats", f"All seats after {evaluation.best}", headers, rows, playouts, 2)
