"""How much luck there is, and how diverse the metagame is, in every variant of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from rulesim.analysis.alpharank import effective_number
from rulesim.analysis.batch_sums import BatchSums, bootstrap_interval, jackknife_error, jackknife_interval
from rulesim.analysis.comparisons import paired_p
from rulesim.analysis.luck import decomposition
from rulesim.analysis.multiple import adjusted
from rulesim.analysis.payoffs import Payoffs
from rulesim.statistics.intervals import LEVEL

if TYPE_CHECKING:
    from rulesim.analysis.run import Run

LUCK, SKILL, DIVERSITY = "luck", "skill", "diversity"


def variant_figures(run: Run, level: float = LEVEL) -> pl.DataFrame:
    """Luck, skill and diversity of every variant, and their changes to the base on the same blocks.

    Returns
    -------
    DataFrame
        figure (luck and skill: parts of the variance of win shares that are due to luck and to the
        strategy; diversity: effective number of strategies, where the line-ups tell it), variant,
        estimate, low, high, change, change_low, change_high, adjusted_p (Holm, over the changes of
        luck and skill; null for the base, and for diversity, whose changes only have intervals).
    """
    runs = [run.variant(name) for name in run.variants]
    rows = _variance_rows(runs, level)
    if run.has_rivals and Payoffs.of(runs[0]).has_pairs:
        rows += _diversity_rows(runs, level)
    schema = {
        "figure": pl.String, "variant": pl.String, **dict.fromkeys(
            ("estimate", "low", "high", "change", "change_low", "change_high", "adjusted_p"), pl.Float64
        ),
    }  # fmt: skip
    frame = pl.DataFrame(rows, schema=schema, orient="row")
    tested = np.flatnonzero(frame["adjusted_p"].is_not_null().to_numpy())
    p_values = frame["adjusted_p"].to_numpy().copy()
    p_values[tested] = adjusted(p_values[tested])
    return frame.with_columns(adjusted_p=pl.Series(p_values).fill_nan(None))


def _variance_rows(runs: list[Run], level: float) -> list[tuple[Any, ...]]:
    """Luck and skill, each variant after the other."""
    shares: dict[str, list[Any]] = {LUCK: [], SKILL: []}
    for run in runs:
        terms = decomposition(BatchSums.of(run).without_each(), zero_sum=True)
        with np.errstate(invalid="ignore", divide="ignore"):
            shares[LUCK].append(terms["luck"] / terms["total"])
            shares[SKILL].append(terms["strategy"] / terms["total"])
    rows: list[tuple[Any, ...]] = []
    for figure, of_variants in shares.items():
        for run, share in zip(runs, of_variants, strict=True):
            row = (figure, run.chosen, share[0], *jackknife_interval(share[0], share[1:], level))
            change = share - of_variants[0]
            if run is runs[0]:
                rows.append((*row, None, None, None, None))
                continue
            batches = len(change) - 1
            error = jackknife_error(change[1:])
            p_value = float(paired_p(change[0], error, batches)) if np.isfinite(error) else 1.0
            rows.append((*row, change[0], *jackknife_interval(change[0], change[1:], level), p_value))
    return rows


def _diversity_rows(runs: list[Run], level: float) -> list[tuple[Any, ...]]:
    """Effective numbers of strategies; the variants are resampled in the same batches."""
    rows: list[tuple[Any, ...]] = []
    base: tuple[float, Any] | None = None
    for run in runs:
        payoffs = Payoffs.of(run)
        number, draws = map(effective_number, payoffs.masses)
        row = (DIVERSITY, run.chosen, float(number), *bootstrap_interval(draws, payoffs.batches, level))
        if base is None:
            base = (float(number), draws)
            rows.append((*row, None, None, None, None))
        else:
            change = bootstrap_interval(draws - base[1], payoffs.batches, level)
            rows.append((*row, float(number) - base[0], *change, None))
    return rows
