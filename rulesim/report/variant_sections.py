"""What the page of a run says about its variants, by the kind of run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from rulesim.analysis.run import Run
from rulesim.report import captions, facts
from rulesim.report.page import Drawing, Section
from rulesim.report.sweep_sentences import sweep_sentences
from rulesim.report.sweep_sheets import points_line, sweep_sheets
from rulesim.report.verdict import how_tested, verdict
from rulesim.report.whatif import whatif_sheets

SWEEP_ROWS = 200
"""Of more points only these are in the tables."""


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
            [Drawing(f"differences_{number}", captions.DIFFERENCES, partial(difference_figure, run, compared, name))],
            facts={"changed": ", ".join(changes[name])} if changes[name] else {},
        )
        for number, name in enumerate(run.variants[1:], 1)
    ]
    tables = whatif_sheets(run, compared, all_rows=True)
    note = f"{how_tested(compared)}. {captions.PAIRED}"
    if len(sections) == 1:
        return [replace(sections[0], sheets=tables, note=note)]
    return [*sections, Section("variants", "All variants against the base", sheets=tables, note=note)]


def ablation_sections(run: Run) -> list[Section]:
    """What each feature is worth."""
    from rulesim.report.ablation_plot import ablation_figure
    from rulesim.report.ablation_sheets import ablation_sentences, ablation_sheet

    drawings = [Drawing("worth", captions.WORTH, partial(ablation_figure, run))]
    tables = [ablation_sheet(run), ablation_sheet(run, by="seat")]
    if len(run.strategies) > 1:
        tables.append(ablation_sheet(run, by="strategy"))
    return [
        Section("worth", "What each feature is worth", ablation_sentences(run), drawings, tables, note=captions.TWINS)
    ]


def lines_sections(run: Run) -> list[Section]:
    """What assigned lines are worth, beside what is observed of them."""
    if not run.keeps_rows:
        return whatif_sections(run)
    from rulesim.report.assigned_plot import dumbbell_figure
    from rulesim.report.assigned_sentences import findings, how_tested
    from rulesim.report.assigned_sheets import assigned_sheet

    found = run.assigned()
    drawings = [Drawing("lines", captions.WORTH_OF_LINES, partial(dumbbell_figure, found))]
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
    return [
        Section(
            "sweep", "What the sweep shows", sweep_sentences(run), drawings, tables, facts=facts, note=captions.POINTS
        )
    ]


OF_VARIANTS: dict[str, Callable[[Run], list[Section]]] = {
    "whatif": whatif_sections,
    "ablation": ablation_sections,
    "openings": lines_sections,
    "sweep": sweep_sections,
}
"""What is said of a run's variants, by the kind of run."""
