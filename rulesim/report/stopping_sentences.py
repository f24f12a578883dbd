"""What a stopping rule decided, in sentences."""

from __future__ import annotations

from math import isnan
from typing import Any

import polars as pl

from rulesim.analysis.run import Run
from rulesim.analysis.stopping import ALWAYS, CORRECTED, COUNTED, StopOutlook, Stopped
from rulesim.report.numbers import Scale, counted, whole

POINTS = "percentage points"


def stopping_sentences(run: Run) -> list[str]:
    """Where a run stopped, why, and what its rule shows; none without a rule."""
    stopped = run.stopped
    if stopped is None:
        return []
    return _test_sentences(run, stopped) if stopped.test else _width_sentences(run, stopped)


def scale_of_rule(run: Run, stopped: Stopped) -> tuple[Scale, str]:
    """How its numbers are written, and their unit."""
    metric = run.manifest["stop"].get("metric", "win_share")
    if run.is_share(metric):
        return Scale.of(stopped.frame, 100), POINTS
    units = {column.name: column.unit for column in run.game.seat_columns}
    return Scale.of(stopped.frame), units[metric]


def _where(run: Run, stopped: Stopped) -> str:
    """How far the run is."""
    if stopped.decision:
        return f"after {whole(stopped.blocks)} of at most {counted(stopped.most, 'block')}"
    if run.finished:
        return f"after the maximum of {counted(stopped.most, 'block')}"
    return f"yet, after {whole(stopped.blocks)} of at most {counted(stopped.most, 'block')}"


def _test_sentences(run: Run, stopped: Stopped) -> list[str]:
    test = stopped.test
    assert test is not None
    scale, unit = scale_of_rule(run, stopped)
    lower, upper = _points(test.lower), _points(test.upper)
    low, high = (f"{bound:.2f}" for bound in test.bounds)
    ratio = "too few blocks that differ to judge by" if isnan(stopped.last) else f"{stopped.last:.2f}"
    bounds = f"log-likelihood ratio: {ratio}; bounds {low} and {high}"
    if stopped.decision is None:
        first = f"Not decided {_where(run, stopped)}: {stopped.what}, {lower} or {upper} {unit}? ({bounds})"
        return [f"{first}.", _estimates(scale, unit, stopped.frame, run.finished)]
    chosen, other, risk = (lower, upper, test.beta) if stopped.decision == "lower" else (upper, lower, test.alpha)
    more, less = ("less", "more") if stopped.decision == "lower" else ("more", "less")
    return [
        f"Decided {_where(run, stopped)}: {stopped.what} is {chosen} {unit} (or {more}) rather than {other} "
        f"(or {less}); {bounds}. If it were {other}, the test would decide so in at most {100 * risk:g} % of runs.",
        _estimates(scale, unit, stopped.frame, True),
    ]


def _points(value: float) -> str:
    return f"{100 * value:g}"


def _estimates(scale: Scale, unit: str, frame: pl.DataFrame, ended: bool) -> str:
    """The effect, corrected if the run has ended, else with the interval that is valid at any moment."""
    rows: dict[str, dict[str, Any]] = {row["method"]: row for row in frame.iter_rows(named=True)}
    if ended and CORRECTED in rows:
        return (
            f"The estimate is {scale.sentence(rows[CORRECTED], unit=unit)}, {CORRECTED}; "
            f"{COUNTED} it is {scale.sentence(rows[COUNTED])}, which is biased away from the middle of the two values."
        )
    return f"So far the estimate is {scale.sentence(rows[ALWAYS], unit=unit)}; this interval is {ALWAYS}."


def _width_sentences(run: Run, stopped: Stopped) -> list[str]:
    scale, unit = scale_of_rule(run, stopped)
    wanted, last = (f"{scale.factor * (value or 0):.3g}" for value in (stopped.half_width, stopped.last))
    if stopped.decision:
        text = f"Stopped {_where(run, stopped)}: no 95 % interval of {stopped.what} is wider than ±{wanted} {unit}"
        return [f"{text} (the widest: ±{last})."]
    seen = "too few blocks to judge by" if isnan(stopped.last) else f"the widest is ±{last}"
    asked = f"95 % intervals of {stopped.what} should be at most ±{wanted} {unit}"
    return [f"Not narrow enough {_where(run, stopped)}: {asked}, {seen}."]


def outlook_sentences(outlook: StopOutlook) -> list[str]:
    """When a stopping rule is expected to end the run."""
    rows = {row["if_true"]: row for row in outlook.frame.iter_rows(named=True)}
    most = counted(outlook.most, "block")
    if "any" in rows:
        row = rows["any"]
        blocks = "no number of blocks" if row["blocks"] is None else f"about {_rounded(row['blocks'])} blocks"
        text = f"Stopping rule: half-widths of at most {row['value']:g} for {outlook.what} take {blocks}"
        return [f"{text}, of at most {most}." if row["in_reach"] else f"{text}: it cannot be met within {most}."]
    lower, middle, upper = (rows[name] for name in ("lower", "middle", "upper"))
    if lower["blocks"] is None:
        return [f"Stopping rule: {outlook.what} was the same in all blocks of the pilot: the test cannot decide."]
    values = [_points(row["value"]) for row in (lower, upper)]
    found = [
        f"Stopping rule: {outlook.what}, {values[0]} or {values[1]} {POINTS}? Expected blocks (Wald's approximation): "
        f"{_rounded(lower['blocks'])} if it is {values[0]}, {_rounded(upper['blocks'])} if it is {values[1]}, "
        f"{_rounded(middle['blocks'])} if it is midway; at most {whole(outlook.most)} are played."
    ]
    if not (lower["in_reach"] and upper["in_reach"]):
        found.append(f"The test will often not decide within {most}: give more, or values that lie farther apart.")
    return found


def _rounded(number: int) -> str:
    """A number to two figures."""
    digits = max(0, len(str(number)) - 2)
    return whole(round(number / 10**digits) * 10**digits)
