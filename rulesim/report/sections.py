"""The sections of a run's page.

A topic joins the page with a function from a run (the base, where there are variants) to a
`Section`, or None if the run says nothing about it, named in `SECTIONS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from rulesim.analysis.run import Run
from rulesim.report.page import Section
from rulesim.report.strength_sections import luck_section, metagame_section, ratings_section
from rulesim.report.topic_sections import (
    length_section,
    openings_section,
    pairwise_section,
    scores_section,
    seats_section,
    starts_section,
    stopping_section,
    strategies_section,
)
from rulesim.report.variant_sections import OF_VARIANTS

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


def sections(run: Run) -> Iterator[Section]:
    """The sections of a run's page: what its variants tell, then every topic, for the base."""
    several = len(run.variants) > 1
    if rule := stopping_section(run):
        yield rule
    if several:
        yield from OF_VARIANTS[run.kind](run)
    base = run.variant(run.variants[0])
    for make in SECTIONS:
        section = make(base)
        if section is not None:
            yield replace(section, title=f"{section.title} in the base") if several else section
