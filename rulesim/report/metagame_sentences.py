"""What a metagame looks like, in sentences."""

from __future__ import annotations

import polars as pl

from rulesim.analysis.dynamics import at_rest
from rulesim.analysis.metagame import Metagame
from rulesim.analysis.responses import ALONE
from rulesim.report.numbers import Scale, counted

MOST = 5

HALF = 0.5
"""Mass above which a strategy is said to take over."""


def cycle_text(cycle: list[str]) -> str:
    """``A → B → C → A``."""
    return " → ".join([*cycle, cycle[0]])


def metagame_title(found: Metagame) -> str:
    """The title of the graph: a cycle, or who has most mass, or who is done better than by nobody."""
    if found.cycles:
        return f"Each is beaten by the next: {cycle_text(found.cycles[0])}"
    if found.alpha_rank is not None:
        return f"{long_run(found)}; no cycle is established"
    beaten = set(found.arrows.filter(pl.col("established"))["strategy"])
    best = [name for name in found.strategies if name not in beaten]
    if len(best) == 1:
        return f"No strategy is shown to do better than {best[0]}; no cycle is established"
    return f"{counted(len(best), 'strategy', 'strategies')} are beaten by none; no cycle is established"


def long_run(found: Metagame) -> str:
    """Who takes over under strong selection, if that is told."""
    assert found.alpha_rank is not None
    row = found.alpha_rank.row(0, named=True)
    if row["low"] > HALF:
        return f"{row['strategy']} takes over: mass {Scale(100, 0).sentence(row, 'mass', '%')}"
    open_to = [name for name, high in found.alpha_rank.select("strategy", "high").rows() if not high <= HALF]
    if len(open_to) > 1:
        return f"Who takes over is not settled: it may be {', '.join(open_to[:MOST])}"
    mass = Scale(100, 0).sentence(row, "mass", "%")
    if open_to:
        return f"That {row['strategy']} takes over is not established: mass {mass}"
    return f"Nobody takes over: {row['strategy']} has most mass, {mass}"


def metagame_findings(found: Metagame) -> list[str]:
    """The findings, most important first; what is missing last."""
    return [
        *_equilibrium(found),
        *_cycles(found),
        *_dominated(found),
        *_replicator(found),
        *(f"Not told by this run: {reason}." for reason in found.missing.values()),
    ]


def _equilibrium(found: Metagame) -> list[str]:
    if found.alpha_rank is None or found.diversity is None:
        return []
    scale, row = Scale(100), found.alpha_rank.row(0, named=True)
    sentences = [
        f"Under strong selection {row['strategy']} is played {scale.sentence(row, 'mass', '%')} of the time "
        f"(alpha-rank); the metagame is as diverse as {Scale().sentence(found.diversity)} equally frequent strategies."
    ]
    if found.diversity["high"] - found.diversity["low"] > 1:
        sentences.append("This interval is wide: which strategy takes over is not settled by this many blocks.")
    if not found.settled:
        sentences.append("The masses still change with the ranking intensity at the end of the sweep.")
    return sentences


def _cycles(found: Metagame) -> list[str]:
    """Cycles of established arrows."""
    how = "each alone at a table of the one before" if found.arrow_kind == ALONE else "at their common tables"
    tested = f"{counted(len(found.arrows), 'comparison')}, Holm, 5 %"
    if not found.cycles:
        return [f"No cycle of strategies that beat each other is established ({how}; {tested})."]
    return [f"A cycle, {how}: {cycle_text(cycle)} (every step established; {tested})." for cycle in found.cycles]


def _dominated(found: Metagame) -> list[str]:
    rows = found.dominated.filter(pl.col("established")).sort("adjusted_p").to_dicts()
    if not rows:
        return ["That a strategy is dominated by another one is not established for any pair."]
    pairs = [f"{row['strategy']} by {row['by']}" for row in rows[:MOST]]
    more = f" and {counted(len(rows) - MOST, 'more pair')}" if len(rows) > MOST else ""
    return [f"Dominated, against every table that both met: {', '.join(pairs)}{more} (established, Holm, 5 %)."]


def _replicator(found: Metagame) -> list[str]:
    if found.replicator is None:
        return []
    if not at_rest(found.replicator):
        return ["Replicator dynamics from equal shares do not come to rest: the mixture keeps changing."]
    last = found.replicator.filter(pl.col("time") == found.replicator["time"].max()).sort("share", descending=True)
    shown = [row for row in last.iter_rows(named=True) if row["share"] > 0.005][:MOST]
    shares = ", ".join(f"{row['strategy']} {Scale(100).sentence(row, 'share', '%')}" for row in shown)
    return [f"Replicator dynamics from equal shares come to rest at {shares}."]
