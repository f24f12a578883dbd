"""What the page of a run says about each topic: who wins, where from, with how much, after how long."""

from __future__ import annotations

from functools import partial

import polars as pl

from rulesim.analysis.run import Run
from rulesim.report import captions, sentences, sheets
from rulesim.report.page import Drawing, Section
from rulesim.report.stopping_sentences import stopping_sentences
from rulesim.report.stopping_sheets import stopping_sheets

LINE_UP_ROWS = 100
"""Of more only the best and the worst are shown."""


def stopping_section(run: Run) -> Section | None:
    """Where the run stopped and why, for an experiment with a stopping rule."""
    stopped = run.stopped
    if stopped is None:
        return None
    from rulesim.report.stopping_plot import stopping_figure

    drawn = [Drawing("stopping", captions.LOOKS, partial(stopping_figure, run, stopped))]
    looked = len(stopped.looks.drop_nulls()) > 0
    return Section("stopping", "Stopping rule", stopping_sentences(run), drawn * looked, stopping_sheets(run))


def strategies_section(run: Run) -> Section | None:
    """Which strategies win."""
    if not run.has_rivals:
        return None
    from rulesim.report import plots

    tables = [sheets.win_share_sheet(run)]
    if len(run.manifest["line_ups"]) > 1:
        tables.append(sheets.line_up_sheet(run, LINE_UP_ROWS))
    drawings = [Drawing("win_shares", captions.SHARES, partial(plots.win_share_figure, run))]
    return Section("strategies", "Strategies", sentences.about_strategies(run), drawings, tables)


def pairwise_section(run: Run) -> Section | None:
    """Which strategies are ahead of which."""
    if not run.has_rivals or not run.keeps_rows:
        return None
    from rulesim.report.heat_map_plot import pairwise_figure

    drawings = [Drawing("pairwise", captions.PAIRS, partial(pairwise_figure, run))]
    title = "Strategies against each other"
    return Section("pairwise", title, [f"{sentences.best_pair(run)}."], drawings, [sheets.pairwise_sheet(run)])


def seats_section(run: Run) -> Section:
    """Which seats win."""
    from rulesim.report import plots
    from rulesim.report.heat_map_plot import strategy_seat_figure

    found, tables = sentences.about_seats(run), [sheets.seat_sheet(run)]
    drawings = [Drawing("seats", captions.BY_SEAT, partial(plots.seat_figure, run))]
    if len(run.strategies) > 1:
        tables.append(sheets.strategy_seat_sheet(run))
        drawings.append(Drawing("strategy_seats", captions.CELLS, partial(strategy_seat_figure, run)))
    return Section("seats", "Seats", found, drawings, tables)


def starts_section(run: Run) -> Section | None:
    """Who wins from where: by what is known before the first decision."""
    columns = [column.name for column in run.game.seat_columns if column.start]
    if not columns or not run.keeps_rows:
        return None
    from rulesim.report import plots

    found = [f"{sentences.best_start(run, column)}." for column in columns]
    drawings = [Drawing(column, captions.BY_START, partial(plots.start_figure, run, column)) for column in columns]
    return Section("starts", "The start", found, drawings, [sheets.start_sheet(run, column) for column in columns])


def scores_section(run: Run) -> Section:
    """Scores and their parts."""
    from rulesim.report import plots

    drawings = [Drawing("scores", captions.RIDGES, partial(plots.score_figure, run))]
    return Section("scores", "Scores", [f"{sentences.best_score(run)}."], drawings, [sheets.score_sheet(run)])


def length_section(run: Run) -> Section:
    """How long games last and what ends them."""
    from rulesim.report import plots

    drawings = [Drawing("lengths", captions.LENGTHS, partial(plots.length_figure, run))]
    tables = [sheets.length_sheet(run), sheets.end_sheet(run)]
    return Section("length", "Length and end", [f"{sentences.length(run)}."], drawings, tables)


def openings_section(run: Run) -> Section | None:
    """Which first moves were made, and how those fared who made them."""
    if not run.keeps_rows or not run.logged_openings:
        return None
    from rulesim.report.openings_plot import icicle_figure
    from rulesim.report.openings_sentences import findings
    from rulesim.report.openings_sheets import opening_sheet

    found = run.openings()
    seen = (found.frame.filter(pl.col("depth") > 0)["lines"] == 1).any()
    drawings = [Drawing("openings", captions.ICICLE, partial(icicle_figure, found))] if seen else []
    return Section("openings", "Openings", findings(found), drawings, [opening_sheet(found)])
