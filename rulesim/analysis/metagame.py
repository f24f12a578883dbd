"""The metagame: the game of choosing a strategy, as the line-ups of a run played it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from rulesim.analysis import responses
from rulesim.analysis.alpharank import INTENSITIES, alpha_rank, effective_number
from rulesim.analysis.batch_sums import bootstrap_interval
from rulesim.analysis.dynamics import nash, replicator
from rulesim.analysis.payoffs import Payoffs
from rulesim.errors import InputError
from rulesim.statistics.intervals import LEVEL

if TYPE_CHECKING:
    from rulesim.analysis.run import Run

SWEEP_DRAWS = 60
SETTLED = 0.01
"""Masses that change by less from one intensity to the next do not depend on it any more."""


@dataclass(frozen=True)
class Metagame:
    """What a metagame looks like. What the run's line-ups do not tell is None, and `missing` says why.

    Attributes
    ----------
    payoffs : DataFrame
        See `rulesim.analysis.payoffs.Payoffs.frame`.
    best_responses, dominated, arrows : DataFrame
        See `rulesim.analysis.responses`; ``arrow_kind`` says what an arrow means.
    cycles
        Of established arrows; A, B, C stands for A → B → C → A.
    sweep : DataFrame
        intensity, strategy, mass, low, high: alpha-rank at all ranking intensities.
    alpha_rank : DataFrame
        strategy, mass, low, high, under the strongest selection of the sweep, most first.
    settled
        Whether the masses do not change any more at the end of the sweep.
    diversity : dict
        estimate, low, high: effective number of strategies, exp of the entropy of the masses.
    replicator, nash : DataFrame
        See `rulesim.analysis.dynamics`.
    missing : dict
        From what is missing to the reason and the design that gives it.
    blocks, batches
        What the estimates and the resamples are based on.
    """

    strategies: list[str]
    players: int
    payoffs: pl.DataFrame
    best_responses: pl.DataFrame
    dominated: pl.DataFrame
    arrow_kind: str
    arrows: pl.DataFrame
    cycles: list[list[str]]
    sweep: pl.DataFrame | None
    alpha_rank: pl.DataFrame | None
    settled: bool
    diversity: dict[str, float] | None
    replicator: pl.DataFrame | None
    nash: pl.DataFrame | None
    missing: dict[str, str]
    blocks: int
    batches: int


def metagame(run: Run, level: float = LEVEL) -> Metagame:
    """The metagame of a run's variant.

    Raises
    ------
    InputError
        If there are less than two strategies, or they never met.
    """
    _check(run)
    payoffs = Payoffs.of(run)
    missing = _missing(payoffs)
    kind, arrows = responses.arrows(payoffs, level)
    sweep = _sweep(payoffs, level) if "alpha-rank" not in missing else None
    try:
        two = nash(payoffs, level) if "nash" not in missing else None
    except InputError as error:
        two, missing["nash"] = None, str(error)
    return Metagame(
        strategies=payoffs.strategies,
        players=payoffs.players,
        payoffs=payoffs.frame(level),
        best_responses=responses.best_responses(payoffs, level),
        dominated=responses.dominated(payoffs, level),
        arrow_kind=kind,
        arrows=arrows,
        cycles=responses.cycles(payoffs.strategies, arrows),
        sweep=sweep,
        alpha_rank=None if sweep is None else _masses(payoffs, level),
        settled=sweep is not None and _is_settled(sweep),
        diversity=diversity(payoffs, level),
        replicator=replicator(payoffs, level) if "replicator" not in missing else None,
        nash=two,
        missing=missing,
        blocks=run.n_blocks,
        batches=payoffs.batches,
    )


def _check(run: Run) -> None:
    """Refuse runs without a metagame."""
    if len(run.strategies) < 2:
        raise InputError(f"{run.folder.path}: a metagame takes two strategies or more; the run has one")
    if not run.has_rivals:
        raise InputError(
            f"{run.folder.path}: different strategies never met (design = self_play); "
            "expected a design that mixes them, as all_mixtures"
        )


def _missing(payoffs: Payoffs) -> dict[str, str]:
    """What the line-ups do not tell, and the design that does."""
    missing = {}
    if not payoffs.complete:
        missing["replicator"] = (
            f"replicator dynamics need the payoff of every strategy against every table; {payoffs.missing():,} are "
            "missing: play the design all_mixtures"
        )
    if not payoffs.has_pairs:
        missing["alpha-rank"] = (
            "alpha-rank and diversity need all tables of two strategies, in all numbers of copies: "
            "play the design pair_mixtures or all_mixtures"
        )
    if payoffs.players > 2:
        missing["nash"] = "Nash equilibria are computed for two players only"
    elif not payoffs.complete:
        missing["nash"] = "the equilibrium needs all pairs of strategies: play the design round_robin"
    return missing


def _sweep(payoffs: Payoffs, level: float) -> pl.DataFrame:
    """Alpha-rank at all intensities."""
    parts = []
    for intensity in INTENSITIES:
        mass = alpha_rank(payoffs.mean[payoffs.pairs], intensity)
        draws = alpha_rank(payoffs.draws[:SWEEP_DRAWS][:, payoffs.pairs], intensity)
        low, high = bootstrap_interval(draws, payoffs.batches, level)
        columns = {"strategy": payoffs.strategies, "mass": mass, "low": low, "high": high}
        parts.append(pl.DataFrame(columns).select(pl.lit(intensity).alias("intensity"), pl.all()))
    return pl.concat(parts)


def _masses(payoffs: Payoffs, level: float) -> pl.DataFrame:
    """Alpha-rank under the strongest selection, most mass first."""
    mass, draws = payoffs.masses
    low, high = bootstrap_interval(draws, payoffs.batches, level)
    frame = pl.DataFrame({"strategy": payoffs.strategies, "mass": mass, "low": low, "high": high})
    return frame.sort("mass", descending=True, maintain_order=True)


def _is_settled(sweep: pl.DataFrame) -> bool:
    """Whether the last step of the sweep changes nothing."""
    last, before = (
        sweep.filter(pl.col("intensity") == intensity)["mass"].to_numpy() for intensity in INTENSITIES[:-3:-1]
    )
    return bool(np.abs(last - before).max() < SETTLED)


def diversity(payoffs: Payoffs, level: float = LEVEL) -> dict[str, float] | None:
    """The effective number of strategies under the strongest selection; None if alpha-rank is not known."""
    if not payoffs.has_pairs:
        return None
    estimate, draws = map(effective_number, payoffs.masses)
    low, high = bootstrap_interval(draws, payoffs.batches, level)
    return {"estimate": float(estimate), "low": float(low), "high": float(high)}
