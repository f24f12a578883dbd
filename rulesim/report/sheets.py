"""The tables of a run as data, for the terminal and for the page alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import isnan
from typing import Any, NamedTuple

import polars as pl

from rulesim.analysis.multiple import ALPHA
from rulesim.analysis.run import Run
from rulesim.kernel.records import LOOK_EVERY
from rulesim.report.numbers import NO_INTERVAL, Scale, bare_p, counted, whole, words

INTERVAL = "95 % interval"

NO_P = 2.0
"""What a cell without a p-value sorts by: after all others."""


class Cell(NamedTuple):
    """What a cell shows, what it sorts by, and the length of its bar (0 to 1) if it has one."""

    text: str
    key: str | float
    bar: float | None = None


@dataclass(frozen=True)
class Sheet:
    """A table.

    Attributes
    ----------
    name
        Short and unique, for links.
    headers
        The first ``labels`` columns hold text, the others numbers.
    note
        What the numbers are based on.
    gap
        Index of the row before which rows were left out; 0: none were.
    """

    name: str
    title: str
    headers: list[str]
    rows: list[list[Cell]]
    note: str
    labels: int = 1
    gap: int = 0
    left_out: int = field(default=0)


def text_cell(text: Any) -> Cell:
    """A cell of words."""
    return Cell(str(text), str(text).lower())


def count_cell(number: int) -> Cell:
    """A cell of a whole number."""
    return Cell(whole(number), number)


def p_cell(p_value: float | None, star: bool = True) -> Cell:
    """A cell of a p-value, with a star where it establishes something; a dash where nothing was tested."""
    if p_value is None or isnan(p_value):
        return Cell(NO_INTERVAL, NO_P)
    return Cell(bare_p(p_value) + " *" * (star and p_value < ALPHA), p_value)


def _estimate_cells(scale: Scale, row: dict[str, Any], name: str = "estimate", bar: float | None = None) -> list[Cell]:
    """An estimate and its interval."""
    return [Cell(scale.value(row[name]), row[name], bar), Cell(scale.interval(row["low"], row["high"]), row["low"])]


def base(run: Run, plays: bool = True) -> str:
    """What all estimates of a table are based on."""
    blocks = f"{counted(run.n_games, 'game')} in {counted(run.n_blocks, 'block')}"
    return f"{blocks}; a play is one seat of one game" if plays else blocks


def win_share_sheet(run: Run) -> Sheet:
    """Win share by strategy, best first."""
    frame = run.win_shares()
    scale = Scale.of(frame, 100)
    most = max(frame["win_share"].max(), 1e-9)  # type: ignore[type-var]
    rows = [
        [
            text_cell(row["strategy"]),
            *_estimate_cells(scale, row, "win_share", row["win_share"] / most),
            count_cell(row["games"]),
        ]
        for row in frame.iter_rows(named=True)
    ]
    equal = f"an equal share is {100 / run.manifest['players']:.1f} %"
    return Sheet(
        "win-shares", "Win share by strategy", ["strategy", "win %", INTERVAL, "plays"], rows, f"{base(run)}; {equal}"
    )


def score_sheet(run: Run) -> Sheet:
    """Score by strategy, with its parts."""
    frame, unit = run.scores(), run.game.seat_columns[0].unit
    scale, parts = Scale.of(frame), run.score_parts
    rows = [
        [
            text_cell(row["strategy"]),
            *_estimate_cells(scale, row, "score"),
            *(Cell(scale.value(row[part.name]), row[part.name]) for part in parts),
        ]
        for row in frame.iter_rows(named=True)
    ]
    headers = ["strategy", "score", INTERVAL, *(words(part.name) for part in parts)]
    return Sheet("scores", f"Mean score by strategy, in {unit}", headers, rows, base(run, plays=False))


def pairwise_sheet(run: Run) -> Sheet:
    """How often the stronger of two strategies is placed better, a row for each two."""
    frame = run.pairwise()
    place = {name: number for number, name in enumerate(run.strategies)}
    scale = Scale.of(frame, 100)
    once = [
        row for row in frame.sort("share", descending=True).to_dicts()
        if row["share"] > 0.5 or (row["share"] == 0.5 and place[row["strategy"]] < place[row["other"]])
    ]  # fmt: skip
    rows = [
        [
            text_cell(row["strategy"]),
            text_cell(row["other"]),
            *_estimate_cells(scale, row, "share", row["share"]),
            count_cell(row["games"]),
        ]
        for row in once
    ]
    note = f"{base(run, plays=False)}; where both sit at a table; equal places count half"
    return Sheet(
        "pairwise", "Which of two is placed ahead", ["ahead", "behind", "ahead %", INTERVAL, "pairs"], rows, note, 2
    )


def seat_sheet(run: Run) -> Sheet:
    """Win share and score by seat."""
    frame = run.seats()
    shares, scores = Scale.of(frame, 100), run.estimates("seat", "score")
    points, most = Scale.of(scores), frame["win_share"].max()
    rows = [
        [
            Cell(f"seat {row['seat']}", row["seat"]),
            *_estimate_cells(shares, row, "win_share", row["win_share"] / most),  # type: ignore[operator]
            *_estimate_cells(points, score),
            count_cell(row["games"]),
        ]
        for row, score in zip(frame.iter_rows(named=True), scores.iter_rows(named=True), strict=True)
    ]
    headers = ["seat", "win %", INTERVAL, "score", INTERVAL, "plays"]
    return Sheet("seats", "Win share and score by seat", headers, rows, base(run))


def start_sheet(run: Run, column: str) -> Sheet:
    """Win share and score by what was known before the first decision."""
    frame = run.by_value(column)
    shares, points = Scale.of(frame, 100), Scale.of(frame.select(low="score_low", high="score_high"))
    most = frame["win_share"].max()
    rows = [
        [
            Cell(f"{words(column)} {row['value']}", row["value"]),
            *_estimate_cells(shares, row, "win_share", row["win_share"] / most),  # type: ignore[operator]
            Cell(points.value(row["score"]), row["score"]),
            Cell(points.interval(row["score_low"], row["score_high"]), row["score_low"]),
            count_cell(row["plays"]),
        ]
        for row in frame.iter_rows(named=True)
    ]
    headers = [words(column), "win %", INTERVAL, "score", INTERVAL, "plays"]
    return Sheet(f"by-{column}", f"Win share and score by {words(column)}", headers, rows, base(run))


def strategy_seat_sheet(run: Run) -> Sheet:
    """Win share of each strategy in each seat, give or take half of the interval."""
    frame = run.seats(by_strategy=True)
    scale = Scale.of(frame, 100)
    cells = {(row["strategy"], row["seat"]): row for row in frame.iter_rows(named=True)}
    order = run.win_shares()["strategy"].to_list()
    seats = sorted(set(frame["seat"]))

    def cell(strategy: str, seat: int) -> Cell:
        row = cells.get((strategy, seat))
        if row is None:
            return Cell("", -1.0)
        return Cell(scale.give_or_take(row["win_share"], row["low"], row["high"]), row["win_share"])

    rows = [[text_cell(strategy), *(cell(strategy, seat) for seat in seats)] for strategy in order]
    headers = ["strategy", *(f"seat {seat}" for seat in seats)]
    note = f"{base(run, plays=False)}; ± is half of the {INTERVAL}"
    return Sheet("strategy-seats", "Win share of each strategy in each seat, in %", headers, rows, note)


def length_sheet(run: Run) -> Sheet:
    """Rounds and decisions of a game, and how its lead changed hands."""
    frame = run.lengths()
    rows = []
    for index, row in enumerate(frame.iter_rows(named=True)):
        share = run.is_share(row["measure"])
        name = words(row["measure"]) + " (% of games)" * share
        rows.append([text_cell(name), *_estimate_cells(Scale.of(frame[index], 100 if share else 1), row, "mean")])
    note = (
        f"{base(run, plays=False)}; choices are decisions with more than one legal action; who leads is looked up "
        f"every {LOOK_EVERY} decisions in the first seating of a line-up; decided by half: the winners led from half "
        "of the decisions to the end"
    )
    return Sheet("lengths", "Length and course of a game", ["measure", "mean", INTERVAL], rows, note)


def end_sheet(run: Run) -> Sheet:
    """How often each end condition was met."""
    frame = run.ends().sort("share", descending=True)
    scale = Scale.of(frame, 100)
    rows = [
        [text_cell(words(row["end"])), *_estimate_cells(scale, row, "share", row["share"])]
        for row in frame.iter_rows(named=True)
    ]
    note = f"{base(run, plays=False)}; one game may meet several"
    return Sheet("ends", "What ended the games", ["end", "games %", INTERVAL], rows, note)


def line_up_sheet(run: Run, most: int) -> Sheet:
    """Win share of each strategy against its opponents; of many only the best and the worst.

    Parameters
    ----------
    most
        Rows to show.
    """
    frame = run.line_ups().with_columns(number=_line_up_numbers(run)).sort("win_share", descending=True)
    scale, left_out = Scale.of(frame, 100), max(0, len(frame) - most)
    if left_out:
        frame = pl.concat([frame.head(most // 2), frame.tail(most - most // 2)])
    rows = [
        [
            text_cell(row["strategy"]),
            text_cell(_against(run, row["number"], row["strategy"])),
            *_estimate_cells(scale, row, "win_share"),
            count_cell(row["games"]),
        ]
        for row in frame.iter_rows(named=True)
    ]
    note = base(run) + (f"; {counted(left_out, 'row')} between the best and the worst left out" if left_out else "")
    headers = ["strategy", "against", "win %", INTERVAL, "plays"]
    title = f"Win share by line-up ({counted(len(run.manifest['line_ups']), 'line-up')})"
    return Sheet("line-ups", title, headers, rows, note, 2, most // 2 if left_out else 0, left_out)


def _line_up_numbers(run: Run) -> pl.Series:
    """The number of the line-up in each row of `Run.line_ups`: rows come a strategy of a line-up each."""
    numbers = [number for number, line_up in enumerate(run.manifest["line_ups"]) for _ in set(line_up)]
    return pl.Series(numbers, dtype=pl.Int64)


def _against(run: Run, number: int, strategy: str) -> str:
    """The others at the table, in the line-up's order: ``2 × random, shipper``."""
    others = [run.strategies[index] for index in run.manifest["line_ups"][number]]
    others.remove(strategy)
    return ", ".join(name if count == 1 else f"{count} × {name}" for name, count in Counter(others).items())


def sheets(run: Run, line_up_rows: int) -> list[Sheet]:
    """All tables of a run."""
    makers: Sequence[Callable[[Run], Sheet]] = [score_sheet, seat_sheet]
    if run.has_rivals:
        makers = [win_share_sheet, *makers]
    if len(run.strategies) > 1:
        makers = [*makers, strategy_seat_sheet]
    made = [make(run) for make in (*makers, length_sheet, end_sheet)]
    several = run.has_rivals and len(run.manifest["line_ups"]) > 1
    return [*made, line_up_sheet(run, line_up_rows)] if several else made
