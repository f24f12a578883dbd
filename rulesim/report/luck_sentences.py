"""What luck and skill decide, in sentences."""

from __future__ import annotations

from math import isnan

from rulesim.analysis.run import Run
from rulesim.report.numbers import Scale, words

SMALLEST = 0.001
"""Part of the variance below which a source is not worth a sentence."""


def most_luck(run: Run, metric: str = "win_share") -> str:
    """The title of the luck bar: how much is luck, how much skill."""
    frame = run.luck(metric)
    rows = {row["source"]: row for row in frame.iter_rows(named=True)}
    scale = Scale.of(frame.filter(frame["source"].is_in(["strategy", "luck"])), 100)
    if rows["luck"]["share"] is None or isnan(rows["luck"]["share"]):
        return f"What the {words(metric)} is due to cannot be told from so few blocks"
    what, source = ("the choice of strategy", "strategy") if len(run.strategies) > 1 else ("the seat", "seat")
    return (
        f"Luck is {scale.sentence(rows['luck'], 'share', '%')} of the variance of the {words(metric)}, "
        f"{what} {scale.sentence(rows[source], 'share', '%')}"
    )


def luck_findings(run: Run) -> list[str]:
    """The findings for win shares, then for scores."""
    return [sentence for metric in ("win_share", "score") for sentence in _of_metric(run, metric)]


def _of_metric(run: Run, metric: str) -> list[str]:
    frame = run.luck(metric)
    told = ("luck", "total", "strategy" if len(run.strategies) > 1 else "seat")
    rows = [row for row in frame.iter_rows(named=True) if row["source"] not in told]
    shown = [row for row in rows if row["share"] is not None and row["low"] > 0 and row["share"] > SMALLEST]
    sentences = [f"{most_luck(run, metric)}."]
    if shown:
        scale = Scale.of(frame.drop_nulls(), 100)
        ordered = sorted(shown, key=lambda row: -row["share"])
        parts = ", ".join(f"{row['source']} {scale.sentence(row, 'share', '%')}" for row in ordered)
        sentences.append(f"The rest of the {words(metric)} by source, where the interval lies above zero: {parts}.")
    untold = [row["source"] for row in rows if row["share"] is None]
    if untold:
        sentences.append(f"This design cannot tell from the single game: {' and '.join(untold)}.")
    return sentences
