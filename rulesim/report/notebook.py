"""Results as a notebook shows them: a caption, a few facts, and a short table with intervals."""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch
from html import escape
from math import floor, isfinite, log10
from typing import Any

import polars as pl

from rulesim.analysis.comparisons import Comparisons
from rulesim.analysis.run import Run
from rulesim.api import Outlook
from rulesim.report import facts
from rulesim.report.numbers import NO_INTERVAL, counted, duration, size_text, words
from rulesim.report.sentences import cautions
from rulesim.report.sheets import Cell, Sheet, seat_sheet, win_share_sheet
from rulesim.report.verdict import how_tested

MOST_ROWS, MOST_VARIANTS = 20, 8
LEFT, RIGHT = ' style="text-align: left"', ' style="text-align: right"'


@singledispatch
def html_of(result: Any) -> str:
    """A result as HTML that needs no style and no script; all texts are escaped.

    This is for results with an attribute ``frame``; others are registered below.
    """
    return _html(words(type(result).__name__), {}, [frame_sheet(result.frame)])


@html_of.register
def _(run: Run) -> str:
    shown = win_share_sheet(run) if run.has_rivals else seat_sheet(run)
    headline = facts.headline(run)
    about = {name: headline[name] for name in ("game", "rules", "played", "seed")}
    others = run.variants[1:]
    if others:
        about["variants"] = ", ".join(others) if len(others) <= MOST_VARIANTS else f"{len(others)} beside the base"
    return _html(facts.title(run), about, [shown], cautions(run))


@html_of.register
def _(compared: Comparisons) -> str:
    tested = compared.frame.filter("tested").sort("adjusted_p", maintain_order=True)
    columns = ["variant", "grouping", "metric", "strategy", "seat", "base", "changed", "difference", "low", "high",
               "adjusted_p"]  # fmt: skip
    title = f"Variants against the base: {counted(len(compared.established()), 'established difference')}"
    return _html(title, {"tested": how_tested(compared)}, [frame_sheet(tested.select(columns))])


@html_of.register
def _(outlook: Outlook) -> str:
    pilot, setup = outlook.pilot, outlook.setup
    about = {
        "size": f"{counted(setup.blocks * setup.games_per_block, 'game')} in {counted(setup.blocks, 'block')}",
        "takes": f"about {duration(pilot.seconds)}, memory {size_text(pilot.memory)}, disk {size_text(pilot.disk)}",
        "judged by": f"a pilot of {counted(pilot.blocks, 'block')}",
        "detects": f"differences in {outlook.deviations.what}; "
        f"5 % for {counted(outlook.deviations.count, 'comparison')} together",
    }
    return _html("What the experiment takes and detects", about, [frame_sheet(outlook.frame)])


def frame_sheet(frame: pl.DataFrame) -> Sheet:
    """A frame of results as a table: ``low`` and ``high`` become an interval, and its width decides the decimals."""
    frame = frame.select(name for name in frame.columns if frame[name].null_count() < len(frame))
    spans = {"low", "high"} <= set(frame.columns)
    headers = ["interval" if name == "low" else words(name) for name in frame.columns if name != "high"]
    rows = []
    for row in frame.head(MOST_ROWS).iter_rows(named=True):
        digits = _digits(row["high"] - row["low"]) if spans else None
        cells = []
        for name, value in row.items():
            if name == "low" and spans:
                ends = [_number(row[end], digits) for end in ("low", "high")]
                value = NO_INTERVAL if NO_INTERVAL in ends else f"[{', '.join(ends)}]"
            elif name.endswith(("_p", "p_value")):
                value = "< 0.001" if value < 0.001 else f"{value:.3f}"
            elif isinstance(value, float):
                value = _number(value, digits)
            if name != "high" or not spans:
                cells.append(Cell("" if value is None else str(value), ""))
        rows.append(cells)
    more = len(frame) - len(rows)
    is_text = [dtype in (pl.String, pl.Enum, pl.Categorical) for dtype in frame.dtypes]
    labels = is_text.index(False) if False in is_text else len(is_text)
    return Sheet("frame", "", headers, rows, f"{counted(more, 'more row')} in the frame" if more else "", labels)


def _digits(width: float | None) -> int | None:
    """Decimals that show two figures of half of an interval's width."""
    if width is None or not isfinite(width) or width <= 0:
        return None
    return max(0, 1 - floor(log10(width / 2)))


def _number(value: float | None, digits: int | None) -> str:
    if value is None or not isfinite(value):
        return NO_INTERVAL
    return f"{value:.4g}" if digits is None else f"{value:z,.{digits}f}"


def _html(title: str, about: Mapping[str, str], tables: list[Sheet], limits: list[str] | None = None) -> str:
    """The parts below each other."""
    lines = [f"<b>{escape(title)}</b>"]
    lines += [f"{escape(name)}: {escape(value)}" for name, value in about.items()]
    lines += [f"<i>{escape(limit)}</i>" for limit in limits or []]
    return f"<div>{'<br>'.join(lines)}{''.join(map(_table, tables))}</div>"


def _table(sheet: Sheet) -> str:
    sides = [LEFT if column < sheet.labels else RIGHT for column in range(len(sheet.headers))]
    head = "".join(f"<th{side}>{escape(text)}</th>" for text, side in zip(sheet.headers, sides, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{side}>{escape(cell.text)}</td>" for cell, side in zip(row, sides, strict=True)) + "</tr>"
        for row in sheet.rows[:MOST_ROWS]
    )
    more = len(sheet.rows) - MOST_ROWS
    notes = [sheet.note] if sheet.note else []
    notes += [f"{counted(more, 'more row')}"] if more > 0 else []
    note = f"<small>{escape('; '.join(notes))}</small>" if notes else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{note}"
