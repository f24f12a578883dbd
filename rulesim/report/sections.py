"""The sections of a run's page, one function a topic.

A topic joins the page with a function from a run (the base, where there are variants) to a
`Section`, or None if the run says nothing about it, named in `SECTIONS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from rulesim.analysis.run import Run
from rulesim.report import facts, sentences, sheets
from rulesim.report.page import Drawing, Section
from rulesim.report.stopping_sentences import stopping_sentences
from rulesim.report.stopping_sheets import stopping_sheets
from rulesim.report.strength_sections import luck_section, metagame_section, ratings_section
from rulesim.report.sweep_sentences import sweep_sentences
from rulesim.report.sweep_sheets import points_line, sweep_sheets
from rulesim.report.verdict import how_tested, verdict
from rulesim.report.whatif import whatif_sheets

LINE_UP_ROWS = 100
"""Of more only the best and the worst are shown."""
SWEEP_ROWS = 200

SHARES = (
    "Points are estimates, lines their 95 % intervals. Right of the dotted line a strategy won more than an equal "
    "share against the strategies of this run."
)
PAIRS = (
    "Read along a row for whom a strategy is ahead of. Games are counted in which both sit at the table, whoever else "
    "sits there; opposite cells add up to 100 %."
)
BY_SEAT = "All strategies together: they sat equally often in every seat, so differences are due to the seat."
BY_START = "All seats together, by what chance gave them before the first decision."
CELLS = "Read along a row for what a strategy gains or loses by its seat, down a column for the seat."
RIDGES = "Each ridge is one distribution; ridges of a panel share their scale. The parts add up to the score."
LENGTHS = "Left: how many games took how long. Right: which end conditions were met; one game may meet several."
DIFFERENCES = (
    "Each row is a difference between the variant and the base on the same blocks. Where the thin line crosses zero, "
    "the run does not show that the true difference is not zero."
)
WORTH = (
    "Bars are what a seat loses in win share when it may not use the feature; left of zero, it wins more without. "
    "Where the thin line crosses zero, the run does not show that the feature matters."
)
WORTH_OF_LINES = (
    "Blue is what a line is worth when the design says who plays it, orange how those fared who chose it "
    "themselves. Where the two lie apart, what is observed misleads."
)
ICICLE = (
    "Read from left to right: each box is a move, beside those that followed it. Colours compare those who played so "
    "with the average of their seat and line-up; that is no proof that the moves did it."
)
TWINS = (
    "One seat of each game may not use the feature, the others may; it is compared with itself, unrestricted, in the "
    "same game on the same luck. Every seat of every line-up is restricted in turn."
)
LOOKS = (
    "Each point is a look at the blocks so far. The looks are fixed beforehand, each after a tenth more blocks; the "
    "run stops at the first point on or beyond a dashed line."
)
PAIRED = (
    "All variants play the same blocks; each difference is that of a variant and the base on the same blocks, with "
    "its 95 % interval in brackets."
)
POINTS = (
    "All points play the same blocks as the base; each difference is that of a point and the base on the same blocks."
)


def strategies_section(run: Run) -> Section | None:
    """Which strategies win."""
    if not run.has_rivals:
        return None
    from rulesim.report import plots

    tables = [sheets.win_share_sheet(run)]
    if len(run.manifest["line_ups"]) > 1:
        tables.append(sheets.line_up_sheet(run, LINE_UP_ROWS))
    drawings = [Drawing("win_shares", SHARES, partial(plots.win_share_figure, run))]
    return Section("strategies", "Strategies", sentences.about_strategies(run), drawings, tables)


def pairwise_section(run: Run) -> Section | None:
    """Which strategies are ahead of which."""
    if not run.has_rivals or not run.keeps_rows:
        return None
    from rulesim.report.heat_map_plot import pairwise_figure

    drawings = [Drawing("pairwise", PAIRS, partial(pairwise_figure, run))]
    title = "Strategies against each other"
    return Section("pairwise", title, [f"{sentences.best_pair(run)}."], drawings, [sheets.pairwise_sheet(run)])


def seats_section(run: Run) -> Section:
    """Which seats win."""
    from rulesim.report import plots
    from rulesim.report.heat_map_plot import strategy_seat_figure

    found, tables = sentences.about_seats(run), [sheets.seat_sheet(run)]
    drawings = [Drawing("seats", BY_SEAT, partial(plots.seat_figure, run))]
    if len(run.strategies) > 1:
        tables.append(sheets.strategy_seat_sheet(run))
        drawings.append(Drawing("strategy_seats", CELLS, partial(strategy_seat_figure, run)))
    return Section("seats", "Seats", found, drawings, tables)


def starts_section(run: Run) -> Section | None:
    """Who wins from where: by what is known before the first decision."""
    columns = [column.name for column in run.game.seat_columns if column.start]
    if not columns or not run.keeps_rows:
        return None
    from rulesim.report import plots

    found = [f"{sentences.best_start(run, column)}." for column in columns]
    drawings = [Drawing(column, BY_START, partial(plots.start_figure, run, column)) for column in columns]
    return Section("starts", "The start", found, drawings, [sheets.start_sheet(run, column) for column in columns])


def scores_section(run: Run) -> Section:
    """Scores and their parts."""
    from rulesim.report import plots

    drawings = [Drawing("scores", RIDGES, partial(plots.score_figure, run))]
    return Section("scores", "Scores", [f"{sentences.best_score(run)}."], drawings, [sheets.score_sheet(run)])


def length_section(run: Run) -> Section:
    """How long games last and what ends them."""
    from rulesim.report import plots

    drawings = [Drawing("lengths", LENGTHS, partial(plots.length_figure, run))]
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
    drawings = [Drawing("openings", ICICLE, partial(icicle_figure, found))]
    return Section("openings", "Openings", findings(found), drawings, [opening_sheet(found)])


SECTIONS: tuple[Callable[[Run], Section | None], ...] = (
    strategies_section,
    ratings_section,
    pairwise_section,
    metagame_section,
    seats_section,
    starts_section,
    scores_section,
    length_section,
    luck_section,
    openings_section,
)


def whatif_sections(run: Run) -> list[Section]:
    """What each variant changed, and the comparisons of all."""
    from rulesim.report.difference_plot import difference_figure

    compared = run.compare()
    said, changes = verdict(run, compared), facts.variant_changes(run)
    sections = [
        Section(
            f"variant-{number}",
            f"What “{name}” changes",
            said[name],
            [Drawing(f"differences_{number}", DIFFERENCES, partial(difference_figure, run, compared, name))],
            facts={"changed": ", ".join(changes[name])} if changes[name] else {},
        )
        for number, name in enumerate(run.variants[1:], 1)
    ]
    tables = whatif_sheets(run, compared, all_rows=True)
    note = f"{how_tested(compared)}. {PAIRED}"
    if len(sections) == 1:
        return [replace(sections[0], sheets=tables, note=note)]
    return [*sections, Section("variants", "All variants against the base", sheets=tables, note=note)]


def ablation_sections(run: Run) -> list[Section]:
    """What each feature is worth."""
    from rulesim.report.ablation_plot import ablation_figure
    from rulesim.report.ablation_sheets import ablation_sentences, ablation_sheet

    drawings = [Drawing("worth", WORTH, partial(ablation_figure, run))]
    tables = [ablation_sheet(run), ablation_sheet(run, by="seat")]
    if len(run.strategies) > 1:
        tables.append(ablation_sheet(run, by="strategy"))
    return [Section("worth", "What each feature is worth", ablation_sentences(run), drawings, tables, note=TWINS)]


def lines_sections(run: Run) -> list[Section]:
    """What assigned lines are worth, beside what is observed of them."""
    if not run.keeps_rows:
        return whatif_sections(run)
    from rulesim.report.assigned_plot import dumbbell_figure
    from rulesim.report.assigned_sentences import findings, how_tested
    from rulesim.report.assigned_sheets import assigned_sheet

    found = run.assigned()
    drawings = [Drawing("lines", WORTH_OF_LINES, partial(dumbbell_figure, found))]
    tables = [assigned_sheet(found, most=None)]
    note = f"{how_tested(found)}."
    return [Section("lines", "What the lines are worth", findings(found), drawings, tables, note=note)]


def sweep_sections(run: Run) -> list[Section]:
    """What the points of a sweep change."""
    from rulesim.report.sweep_plot import SHOWN, sweep_figure, sweep_topics

    drawings = [
        Drawing(f"sweep_{metric}_{grouping}", SHOWN, partial(sweep_figure, run, metric, grouping))
        for metric, grouping in sweep_topics(run)
    ]
    tables = sweep_sheets(run, SWEEP_ROWS)
    facts = {"swept": points_line(run)}
    return [Section("sweep", "What the sweep shows", sweep_sentences(run), drawings, tables, facts=facts, note=POINTS)]


OF_VARIANTS: dict[str, Callable[[Run], list[Section]]] = {
    "whatif": whatif_sections,
    "ablation": ablation_sections,
    "openings": lines_sections,
    "sweep": sweep_sections,
}
"""What is said of a run's variants, by the kind of run."""


def stopping_section(run: Run) -> Section | None:
    """Where the run stopped and why, for an experiment with a stopping rule."""
    stopped = run.stopped
    if stopped is None:
        return None
    from rulesim.report.stopping_plot import stopping_figure

    drawings = (
        [Drawing("stopping", LOOKS, partial(stopping_figure, run, stopped))] if len(stopped.looks.drop_nulls()) else []
    )
    return Section("stopping", "Stopping rule", stopping_sentences(run), drawings, stopping_sheets(run))


def sections(run: Run) -> Iterator[Section]:
    """The sections of a run's page: what its variants tell, then every topic, for the base."""
    several = len(run.variants) > 1
    rule = stopping_section(run)
    if rule is not None:
        yield rule
    if several:
        yield from OF_VARIANTS[run.kind](run)
    base = run.variant(run.variants[0])
    for make in SECTIONS:
        section = make(base)
        if section is not None:
            yield replace(section, title=f"{section.title} in the base") if several else section
