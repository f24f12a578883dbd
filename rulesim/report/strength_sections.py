"""Sections about strength: ratings, the metagame, luck and skill. One block tells nothing of them."""

from __future__ import annotations

from functools import partial

from rulesim.analysis.luck import METRICS
from rulesim.analysis.run import Run
from rulesim.errors import InputError
from rulesim.report import captions
from rulesim.report.page import Drawing, Section


def ratings_section(run: Run) -> Section | None:
    """One number for the strength of each strategy."""
    if not run.has_rivals or not run.keeps_rows or run.n_blocks < 2:
        return None
    from rulesim.report.ratings_plot import ratings_figure
    from rulesim.report.ratings_sentences import ratings_findings
    from rulesim.report.ratings_sheets import ratings_sheets

    try:
        found = run.ratings()
    except InputError:  # nobody can be rated, as where one strategy wins all games
        return None
    drawings = [Drawing("ratings", captions.RATED, partial(ratings_figure, found))]
    return Section("ratings", "Ratings", ratings_findings(found), drawings, ratings_sheets(found))


def metagame_section(run: Run) -> Section | None:
    """What a population of players would come to play; for designs that tell it."""
    if not run.has_rivals or run.kind != "run" or run.n_blocks < 2:
        return None
    if run.manifest["players"] > 2 and run.manifest["experiment"]["design"] not in ("pair_mixtures", "all_mixtures"):
        return None
    from rulesim.report.metagame_plot import graph_figure, sweep_figure
    from rulesim.report.metagame_sentences import metagame_findings
    from rulesim.report.metagame_sheets import metagame_sheets

    found = run.metagame()
    drawings = [Drawing("metagame", captions.GRAPH, partial(graph_figure, found))]
    if found.sweep is not None:
        drawings.append(Drawing("alpha_rank", captions.SELECTION, partial(sweep_figure, found)))
    return Section("metagame", "The metagame", metagame_findings(found), drawings, metagame_sheets(found))


def luck_section(run: Run) -> Section | None:
    """What the variance of results is due to."""
    if run.kind == "ablation" or run.n_blocks < 2:
        return None
    from rulesim.report.luck_plot import luck_figure
    from rulesim.report.luck_sentences import luck_findings
    from rulesim.report.luck_sheets import luck_sheets

    names = dict(zip(METRICS, ("luck", "luck_of_scores"), strict=True))
    drawings = [Drawing(name, captions.SOURCES, partial(luck_figure, run, metric)) for metric, name in names.items()]
    return Section("luck", "Luck and skill", luck_findings(run), drawings, luck_sheets(run))
