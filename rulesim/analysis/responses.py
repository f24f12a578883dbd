"""Best responses, dominated strategies, who does better than whom, and cycles of it."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import numpy as np
import polars as pl
from scipy import stats
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, dijkstra

from rulesim.analysis.comparisons import paired_p
from rulesim.analysis.multiple import ALPHA, adjusted
from rulesim.analysis.payoffs import Payoffs, table_text
from rulesim.statistics.intervals import LEVEL

ALONE, TOGETHER = "alone", "together"
"""Kinds of arrows: one strategy alone among copies of another, or both at common tables."""


def best_responses(payoffs: Payoffs, level: float = LEVEL) -> pl.DataFrame:
    """The strategy that wins most against each table of opponents, and its lead on the second.

    Returns
    -------
    DataFrame
        against, strategy, win_share, low, high, second, lead, lead_low, lead_high, adjusted_p (Holm,
        over all tables; that the two are equal), established.
    """
    known = [(table, who) for table, who in payoffs.tables().items() if len(who) > 1]
    best, second = [], []
    for table, who in known:
        rows = np.array([payoffs.entries[one, table] for one in who])
        order = np.argsort(-payoffs.mean[rows], kind="stable")
        best.append(rows[order[0]])
        second.append(rows[order[1]])
    one, other = np.array(best, int), np.array(second, int)
    names = {row: payoffs.strategies[strategy] for (strategy, _), row in payoffs.entries.items()}
    win_share, low, high = payoffs.interval(one, level=level)
    lead, lead_low, lead_high = payoffs.interval(one, other, level)
    p_value = adjusted(_p_values(payoffs, one, other))
    return pl.DataFrame(
        {
            "against": [table_text(payoffs.strategies, table) for table, _ in known],
            "strategy": [names[row] for row in one], "win_share": win_share, "low": low, "high": high,
            "second": [names[row] for row in other], "lead": lead, "lead_low": lead_low, "lead_high": lead_high,
            "adjusted_p": p_value, "established": p_value < ALPHA,
        }
    )  # fmt: skip


def dominated(payoffs: Payoffs, level: float = LEVEL) -> pl.DataFrame:
    """Strategies that win less than another one against every table that both met.

    That one is better against every table is tested by the largest of the tables' one-sided
    p-values (the intersection-union test, Berger, "Multiparameter hypothesis testing and acceptance
    sampling", Technometrics, 1982), adjusted (Holm) for the number of ordered pairs.

    Returns
    -------
    DataFrame
        strategy, by, tables (that both met), smallest (lead of the other one), low, high, against
        (the table of the smallest lead), adjusted_p, established: pairs where every lead is above
        zero as observed.
    """
    rows: list[dict[str, Any]] = []
    p_values: list[float] = []
    for strategy, by in permutations(range(payoffs.size), 2):
        tables = [table for one, table in payoffs.entries if one == strategy and (by, table) in payoffs.entries]
        if not tables:
            continue
        one = np.array([payoffs.entries[by, table] for table in tables])
        other = np.array([payoffs.entries[strategy, table] for table in tables])
        lead, low, high = payoffs.interval(one, other, level)
        two_sided = _p_values(payoffs, one, other)
        p_values.append(float(np.max(np.where(lead > 0, two_sided / 2, 1 - two_sided / 2))))
        worst = int(np.argmin(lead))
        rows.append(
            {
                "strategy": payoffs.strategies[strategy], "by": payoffs.strategies[by], "tables": len(tables),
                "smallest": lead[worst], "low": low[worst], "high": high[worst],
                "against": table_text(payoffs.strategies, tables[worst]),
            }
        )  # fmt: skip
    schema = ["strategy", "by", "tables", "smallest", "low", "high", "against"]
    p_value = adjusted(np.array(p_values))
    frame = pl.DataFrame(rows, schema=None if rows else dict.fromkeys(schema, pl.Null), infer_schema_length=None)
    frame = frame.with_columns(adjusted_p=pl.Series(p_value, dtype=pl.Float64))
    return frame.with_columns(established=pl.col("adjusted_p") < ALPHA).filter(pl.col("smallest") > 0)


def arrows(payoffs: Payoffs, level: float = LEVEL) -> tuple[str, pl.DataFrame]:
    """Who does better than whom.

    Returns
    -------
    kind : str
        ``alone``: an arrow from A to B says that B, alone at a table of copies of A, wins more than
        an equal share; ``together``: that B wins more than A at the tables where both sit, which
        is told where no such tables were played.
    DataFrame
        strategy, better, lead (in win share), low, high, adjusted_p (Holm), established, best
        (the largest established lead on the strategy). For each pair, or ordered pair, that met.
    """
    alone = [
        (one, other, payoffs.entries[other, payoffs.uniform(one)], payoffs.entries[one, payoffs.uniform(one)])
        for one, other in permutations(range(payoffs.size), 2)
        if (other, payoffs.uniform(one)) in payoffs.entries
    ]
    if alone:
        mean, error = payoffs.estimate(np.array([row[2] for row in alone]), np.array([row[3] for row in alone]))
        return ALONE, _arrow_frame(payoffs, [row[:2] for row in alone], mean, error, level)
    pairs, leads, errors = [], [], []
    for one, other in combinations(range(payoffs.size), 2):
        weights = _lead_at_common_tables(payoffs, one, other)
        if weights.any():
            lead, error = payoffs.combined(weights)
            pairs.append((one, other) if lead >= 0 else (other, one))
            leads.append(abs(lead))
            errors.append(error)
    return TOGETHER, _arrow_frame(payoffs, pairs, np.array(leads), np.array(errors), level)


def _lead_at_common_tables(payoffs: Payoffs, one: int, other: int) -> Any:
    """Weights of the payoffs whose sum is how much the other wins more than the one where both sit."""
    weights = np.zeros(len(payoffs.totals))
    for strategy, sign in ((other, 1), (one, -1)):
        rival = one if strategy == other else other
        rows = [row for (who, table), row in payoffs.entries.items() if who == strategy and rival in table]
        weights[rows] += sign / max(len(rows), 1)
    return weights


def _arrow_frame(payoffs: Payoffs, pairs: list[Any], lead: Any, error: Any, level: float) -> pl.DataFrame:
    p_value = adjusted(paired_p(lead, error, payoffs.batches) if payoffs.batches > 1 else np.ones(len(pairs)))
    half = stats.t.ppf((1 + level) / 2, payoffs.batches - 1) * error if payoffs.batches > 1 else error
    frame = pl.DataFrame(
        {
            "strategy": [payoffs.strategies[one] for one, _ in pairs],
            "better": [payoffs.strategies[other] for _, other in pairs],
            "lead": lead, "low": lead - half, "high": lead + half, "adjusted_p": p_value,
        }
    )  # fmt: skip
    established = (pl.col("adjusted_p") < ALPHA) & (pl.col("lead") > 0)
    frame = frame.with_columns(established=established)
    most = pl.col("lead").filter(pl.col("established")).max().over("strategy")
    return frame.with_columns(best=(pl.col("established") & (pl.col("lead") == most)).fill_null(False))


def _p_values(payoffs: Payoffs, one: Any, other: Any) -> Any:
    """Two-sided p-values that payoffs are equal; 1 with a single batch, which shows nothing."""
    if payoffs.batches < 2:
        return np.ones(len(one))
    return paired_p(*payoffs.estimate(one, other), payoffs.batches)


def cycles(strategies: list[str], frame: pl.DataFrame) -> list[list[str]]:
    """Cycles of established arrows: one for each strongly connected component, largest first.

    Returns
    -------
    list
        Each a shortest cycle through the first strategy of its component: A, B, C stands for
        A → B → C → A.
    """
    number = {name: index for index, name in enumerate(strategies)}
    edges = frame.filter(pl.col("established")).select("strategy", "better").rows()
    # scipy's older searches take 32-bit indices only
    ends = np.array([[number[one], number[other]] for one, other in edges], np.int32).reshape(-1, 2)
    graph = csr_array((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), shape=(len(strategies),) * 2)
    count, component = connected_components(graph, directed=True, connection="strong")
    members = [np.flatnonzero(component == one) for one in range(count)]
    members = sorted((one for one in members if len(one) > 1), key=len, reverse=True)
    return [[strategies[one] for one in _cycle_through(graph, int(some[0]))] for some in members]


def _cycle_through(graph: Any, start: int) -> list[int]:
    """A shortest cycle through one state of a strongly connected component."""
    distance, before = dijkstra(graph, indices=start, unweighted=True, return_predecessors=True)
    closing = graph[:, [start]].toarray().ravel() > 0
    last = int(np.argmin(np.where(closing, distance, np.inf)))
    cycle = [last]
    while cycle[-1] != start:
        cycle.append(int(before[cycle[-1]]))
    return cycle[::-1]
