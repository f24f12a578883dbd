"""Alpha-rank: how much of the time a population under selection spends with each strategy.

Omidshafiei and others, "α-Rank: Multi-Agent Evaluation by Evolution", Scientific Reports 2019, for a
single population and a symmetric game of any number of players. All members play one strategy; now
and then one of them tries another, which dies out or takes over. The chain of take-overs has a
stationary distribution: the mass of each strategy.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import logsumexp
from scipy.stats import hypergeom

POPULATION = 50
INTENSITIES = np.geomspace(0.1, 1000, 33)
"""Ranking intensities (α), for payoffs between 0 and 1."""


def log_fixation(payoff: Any, intensity: float, population: int = POPULATION) -> Any:
    """Logarithm of the probability that a single member that tries a strategy takes over.

    Parameters
    ----------
    payoff : array, (…, strategies, strategies, players)
        ``[one, other, k]``: payoff of one where k of its opponents play the same and the rest the other.
    intensity
        α: at 0 all take over alike, for large ones only what is better.

    Returns
    -------
    array, (…, strategies, strategies)
        ``[other, one]``: that one takes over a population of the other.

    Notes
    -----
    With logistic selection the odds that of two members the mutant is copied are exp(α·(f − g)), f
    and g their mean payoffs with opponents drawn from the population without replacement, so that
    the probability is 1 / (1 + Σ_l Π_{k ≤ l} exp(−α·(f_k − g_k))) (equation 4 of the paper).
    """
    players = payoff.shape[-1]
    alike = np.arange(players)
    mutants = np.arange(1, population)
    of_mutant = hypergeom.pmf(alike[:, None], population - 1, mutants - 1, players - 1)
    of_resident = hypergeom.pmf(alike[:, None], population - 1, population - mutants - 1, players - 1)
    lead = payoff @ of_mutant - np.swapaxes(payoff, -2, -3) @ of_resident
    steps = np.cumsum(-intensity * lead, axis=-1)
    start = np.zeros((*steps.shape[:-1], 1))
    return -np.swapaxes(logsumexp(np.concatenate([start, steps], axis=-1), axis=-1), -1, -2)


def stationary(log_rates: Any) -> Any:
    """Stationary distribution of a chain from the logarithms of its transition rates.

    Grassmann, Taksar and Heyman ("Regenerative analysis and steady state distributions for Markov
    chains", Operations Research, 1985): states are taken out one by one, without subtractions; in
    logarithms, because rates under strong selection differ by hundreds of orders of magnitude.

    Parameters
    ----------
    log_rates : array, (…, states, states)
        ``[from, to]``; the diagonal is not used.

    Returns
    -------
    array, (…, states)
    """
    rates = np.array(log_rates, float)
    states = rates.shape[-1]
    for last in range(states - 1, 0, -1):
        leaves = logsumexp(rates[..., last, :last], axis=-1)
        rates[..., :last, last] -= leaves[..., None]
        by_way = rates[..., :last, last, None] + rates[..., last, None, :last]
        rates[..., :last, :last] = np.logaddexp(rates[..., :last, :last], by_way)
    mass = np.zeros(rates.shape[:-1])
    for state in range(1, states):
        mass[..., state] = logsumexp(mass[..., :state] + rates[..., :state, state], axis=-1)
    return np.exp(mass - logsumexp(mass, axis=-1, keepdims=True))


def alpha_rank(payoff: Any, intensity: float, population: int = POPULATION) -> Any:
    """Mass of each strategy, (…, strategies); see `log_fixation`."""
    return stationary(log_fixation(payoff, intensity, population))


def effective_number(mass: Any) -> Any:
    """exp of the entropy: so many equally frequent strategies are as diverse (Hill's number of order 1)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(mass > 0, mass * np.log(mass), 0)
    return np.exp(-terms.sum(axis=-1))
