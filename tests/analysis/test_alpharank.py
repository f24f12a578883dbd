"""Alpha-rank against published values, closed forms and the chains it is made of."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from rulesim.analysis.alpharank import INTENSITIES, alpha_rank, effective_number, log_fixation, stationary

ROCK_PAPER_SCISSORS = np.array([[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]])


def two_players(matrix: Any) -> Any:
    """A matrix of payoffs against each other one as payoffs by opponents that play alike."""
    own = np.broadcast_to(np.diag(matrix)[:, None], matrix.shape)
    return np.stack([matrix, own], axis=-1)


def test_five_strategies_of_han_and_others() -> None:
    """Commitments (Han, Pereira, Santos and Lenaerts, 2013); values as published with OpenSpiel's alpha-rank."""
    r, t, p, s, delta, eps = 1.0, 2.0, 0.0, -1.0, 4.0, 0.25
    matrix = np.array(
        [
            [r - eps / 2, r - eps, 0, s + delta - eps, r - eps],
            [r, r, s, s, s],
            [0, t, p, p, p],
            [t - delta, t, p, p, p],
            [r, t, p, p, p],
        ]
    )
    mass = alpha_rank(two_players(matrix), intensity=0.1, population=20)
    assert mass == pytest.approx([0.40966787, 0.07959841, 0.20506998, 0.08505983, 0.2206039], abs=1e-4)


@pytest.mark.parametrize("intensity", [0.01, 1, 100])
def test_fixation_in_constant_sum_games(intensity: float) -> None:
    """(1 − e^−u) / (1 − e^−mu) with u = α·m/(m−1)·(M − 1/2), the closed form for constant sums."""
    m = 30
    matrix = np.array([[0.5, 0.52], [0.48, 0.5]])
    found = log_fixation(two_players(matrix), intensity, m)
    for one, other in ((0, 1), (1, 0)):
        u = intensity * m / (m - 1) * (matrix[one, other] - 0.5)
        assert found[other, one] == pytest.approx(np.log(np.expm1(-u) / np.expm1(-m * u)))


@pytest.mark.parametrize("players", [3, 4])
def test_fixation_is_that_of_the_chain_of_copying(players: int) -> None:
    """The absorbing chain over the number of mutants, with opponents counted one by one."""
    draw, m, intensity = np.random.default_rng(players), 8, 2.0
    payoff = draw.random((2, 2, players))
    chain = np.zeros((m + 1, m + 1))
    chain[0, 0] = chain[m, m] = 1
    for mutants in range(1, m):
        fitness = []
        for kind, fellows in ((1, mutants - 1), (0, m - mutants - 1)):
            members = np.r_[np.ones(fellows, int), np.zeros(m - 1 - fellows, int)]
            alike = [sum(chosen) for chosen in combinations(members.tolist(), players - 1)]
            fitness.append(np.mean(payoff[kind, 1 - kind, alike]))
        up = 1 / (1 + np.exp(-intensity * (fitness[0] - fitness[1])))
        chain[mutants, mutants + 1], chain[mutants, mutants - 1] = up, 1 - up
    inside = chain[1:m, 1:m]
    absorbed = np.linalg.solve(np.eye(m - 1) - inside, chain[1:m, m])
    assert np.exp(log_fixation(payoff, intensity, m)[0, 1]) == pytest.approx(absorbed[0])


def test_stationary_distribution_is_the_left_eigenvector() -> None:
    rates = np.random.default_rng(1).random((4, 6, 6))
    for one, mass in zip(rates, stationary(np.log(rates)), strict=True):
        np.fill_diagonal(one, 0)
        generator = one - np.diag(one.sum(axis=1))
        assert mass @ generator == pytest.approx(np.zeros(6), abs=1e-12)
        assert mass.sum() == pytest.approx(1)


def test_rates_of_any_size() -> None:
    """Two states whose rates have a ratio of e^1000."""
    assert stationary(np.array([[0, -1500.0], [-500.0, 0]])) == pytest.approx([1, 0])


@pytest.mark.parametrize("intensity", INTENSITIES[::8])
def test_rock_paper_scissors_is_uniform_at_any_intensity(intensity: float) -> None:
    mass = alpha_rank(two_players(ROCK_PAPER_SCISSORS), intensity)
    assert mass == pytest.approx(np.full(3, 1 / 3))
    assert effective_number(mass) == pytest.approx(3)


def test_biased_rock_paper_scissors_is_uniform_under_strong_selection() -> None:
    """The paper's example: unequal stakes do not matter to a chain of take-overs."""
    biased = np.array([[0, -0.5, 1], [0.5, 0, -0.1], [-1, 0.1, 0]])
    assert alpha_rank(two_players(biased), 1000) == pytest.approx(np.full(3, 1 / 3))


def test_a_dominating_strategy_has_all_mass() -> None:
    """The prisoner's dilemma: defection."""
    mass = alpha_rank(two_players(np.array([[3, 0], [5, 1]])), 10)
    assert mass == pytest.approx([0, 1])
    assert effective_number(mass) == pytest.approx(1)


def test_no_selection_makes_all_equal() -> None:
    assert alpha_rank(np.random.default_rng(1).random((5, 5, 3)), 0) == pytest.approx(np.full(5, 0.2))
