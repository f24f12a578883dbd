"""The Plackett-Luce model with ties and seats.

Each strategy has a worth and each seat multiplies it; places are given from the first on. Of the
seats S that are left, the set C of those that share the next place is chosen with probability

    f(C) / Σ_{D ⊆ S} f(D),    f(C) = δ_|C| · (Π_{i in C} worth_i · seat_i)^(1/|C|),

with δ_1 = 1 and δ_2, δ_3 … the prevalence of ties (Turner, van Etten, Firth and Kosmidis, "Modelling
rankings in R: the PlackettLuce package", Computational Statistics, 2020, equation 5). For two
players this is the model of Davidson (JASA, 1970), without ties that of Bradley and Terry; without
ties and seats it is Luce's. It was chosen because it is a proper probability model of ties of any
order, so that likelihood, prediction and fit can be judged, where averaging over the orders of tied
places or Breslow's approximation cannot say how often ties come up.

In logarithms a choice is a multinomial logit with linear utilities, so that the log-likelihood is
concave and Newton's method finds its maximum.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import bsr_array, csr_array

from rulesim.errors import InputError

FARTHEST = 30.0
"""Log-worths beyond this mean that the maximum lies at infinity."""

ROWS = 20_000
"""Rows that are worked on at a time."""


@dataclass(frozen=True)
class Choices:
    """Games as choices of sets of seats.

    Attributes
    ----------
    worth : int array, (tables, seats)
        The number of the worth in each seat, -1: nobody who is rated.
    worths
        How many worths there are.
    table, games : int arrays, (rows,)
    chosen, left : int8 arrays, (rows, sets)
        How often each set shared a place, and how often each set was left to be placed. The bits
        of ``index + 1`` are the seats of a set.
    """

    worth: Any
    worths: int
    table: Any
    games: Any
    chosen: Any
    left: Any

    @classmethod
    def of(cls, worth: Any, worths: int, table: Any, places: Any, games: Any) -> Choices:
        """From places, (rows, seats); seats of nobody are passed over."""
        seats = worth.shape[1]
        there = worth[table] >= 0
        key = np.where(there, places, 0)
        distinct, row = np.unique(key, axis=0, return_inverse=True)
        chosen, left = (np.zeros((len(distinct), 2**seats - 1), np.int8) for _ in range(2))
        for number, order in enumerate(distinct):
            rest = {seat for seat in range(seats) if order[seat]}
            for place in sorted({*order.tolist()} - {0}):
                sharing = {seat for seat in rest if order[seat] == place}
                if len(rest) > 1:
                    chosen[number, _index(sharing)] += 1
                    left[number, _index(rest)] += 1
                rest -= sharing
        row = row.ravel()
        return cls(worth, worths, table, games, chosen[row], left[row])

    @property
    def seats(self) -> int:
        """Seats at a table."""
        return int(self.worth.shape[1])

    @cached_property
    def sets(self) -> Any:
        """Which seats are in each set, bool (sets, seats)."""
        return (np.arange(1, 2**self.seats)[:, None] >> np.arange(self.seats)) & 1 > 0

    @cached_property
    def tie_sizes(self) -> list[int]:
        """How many shared a place, apart from one."""
        sizes = self.sets.sum(axis=1)
        return [int(size) for size in np.unique(sizes[self.chosen.any(axis=0)]) if size > 1]

    @cached_property
    def features(self) -> Any:
        """What a set takes from each seat and from each size of tie, (sets, seats + sizes)."""
        size = self.sets.sum(axis=1, keepdims=True)
        return np.concatenate([self.sets / size, size == np.array(self.tie_sizes, int)[None]], axis=1)

    @cached_property
    def possible(self) -> Any:
        """Whether a set (column) may be chosen of those left (row): a subset, of a size that came up."""
        subset = ~(self.sets[None, :, :] & ~self.sets[:, None, :]).any(axis=2)
        return subset & np.isin(self.sets.sum(axis=1), [1, *self.tie_sizes])

    @cached_property
    def parts(self) -> Any:
        """What each seat and tie of each table takes of the values, sparse (tables × (seats + sizes), values).

        Values are the log-worths, the log-seats and the log-prevalences of ties.
        """
        tables, ties = len(self.worth), len(self.tie_sizes)
        size = self.seats + ties
        place = np.arange(tables * size).reshape(tables, size)
        own = np.broadcast_to(self.worths + np.arange(size), (tables, size))
        there = self.worth >= 0
        rows = np.concatenate([place.ravel(), place[:, : self.seats][there]])
        columns = np.concatenate([own.ravel(), self.worth[there]])
        return csr_array((np.ones(len(rows)), (rows, columns)), shape=(tables * size, self.worths + size))

    def utilities(self, values: Any) -> Any:
        """log f of each set at each table, (tables, sets)."""
        return (self.parts @ values).reshape(len(self.worth), -1) @ self.features.T

    @cached_property
    def counts(self) -> tuple[Any, Any]:
        """How often each set was chosen, and was left, at each table, (tables, sets)."""
        shape = (len(self.worth), len(self.table))
        by_table = csr_array((self.games.astype(float), (self.table, np.arange(len(self.table)))), shape=shape)
        return by_table @ self.chosen.astype(float), by_table @ self.left.astype(float)


def _index(seats: set[int]) -> int:
    return sum(1 << seat for seat in seats) - 1


@dataclass(frozen=True)
class Fit:
    """The maximum of the likelihood.

    Attributes
    ----------
    values : array, (worths + seats + tie sizes,)
        Log-worths and log-seats, each with mean 0, and log-prevalences of ties.
    basis : array, (values, free parameters)
    information : array, (free parameters, free parameters)
    """

    choices: Choices
    values: Any
    basis: Any
    information: Any

    @property
    def log_worth(self) -> Any:
        """(worths,)"""
        return self.values[: self.choices.worths]

    @property
    def log_seat(self) -> Any:
        """(seats,)"""
        return self.values[self.choices.worths : self.choices.worths + self.choices.seats]

    @property
    def log_tie(self) -> Any:
        """(tie sizes,)"""
        return self.values[self.choices.worths + self.choices.seats :]

    def row_scores(self) -> Any:
        """Derivatives of the log-likelihood of one game of each row to the free parameters, (rows, free)."""
        choices, rows = self.choices, len(self.choices.table)
        expected = _expected_features(choices, self.values)
        own = choices.chosen @ choices.features
        for start in range(0, rows, ROWS):
            some = slice(start, start + ROWS)
            left = choices.left[some].astype(float)
            own[some] -= np.einsum("rs,rsk->rk", left, expected[choices.table[some]])
        shape = (rows, choices.parts.shape[0])
        at_tables = bsr_array((own[:, None, :], choices.table, np.arange(rows + 1)), shape=shape)
        return (at_tables @ choices.parts) @ self.basis


def fit(choices: Choices, seat_effect: bool = True) -> Fit:
    """Maximum likelihood.

    Parameters
    ----------
    seat_effect
        Whether seats differ; else all have the same effect.

    Raises
    ------
    InputError
        If the likelihood has no maximum: some worth or seat would be infinite.
    """
    basis = _basis(choices, seat_effect)

    def loss(free: Any) -> tuple[float, Any]:
        value, gradient = _log_likelihood(choices, basis @ free)
        return -value / scale, -(gradient @ basis) / scale

    def curvature(free: Any) -> Any:
        return basis.T @ _information(choices, basis @ free) @ basis / scale

    scale = float(choices.games.sum())
    start = np.zeros(basis.shape[1])
    found = minimize(loss, start, jac=True, hess=curvature, method="trust-exact", options={"gtol": 1e-9})
    values = basis @ found.x
    if np.abs(values).max() > FARTHEST:
        raise InputError("ratings: the likelihood has no maximum: too few games, or a seat that always wins or loses")
    return Fit(choices, values, basis, basis.T @ _information(choices, values) @ basis)


def _basis(choices: Choices, seat_effect: bool) -> Any:
    """From free parameters to values: worths and seats add up to 0."""

    def contrasts(size: int) -> Any:
        return np.linalg.qr(np.eye(size) - 1 / size)[0][:, : size - 1]

    worths, seats, ties = choices.worths, choices.seats, len(choices.tie_sizes)
    parts = [contrasts(worths), contrasts(seats) if seat_effect else np.zeros((seats, 0)), np.eye(ties)]
    basis = np.zeros((worths + seats + ties, sum(part.shape[1] for part in parts)))
    row = column = 0
    for part in parts:
        basis[row : row + part.shape[0], column : column + part.shape[1]] = part
        row, column = row + part.shape[0], column + part.shape[1]
    return basis


def _log_totals(choices: Choices, utilities: Any) -> Any:
    """log Σ f(D) over the sets that may be chosen of those left, (tables, sets left)."""
    highest = utilities.max(axis=1, keepdims=True)
    return np.log(np.exp(utilities - highest) @ choices.possible.T) + highest


def _log_likelihood(choices: Choices, values: Any) -> tuple[float, Any]:
    """The log-likelihood and its derivatives to the values."""
    chosen, left = choices.counts
    utilities = choices.utilities(values)
    totals = _log_totals(choices, utilities)
    value = (chosen * utilities).sum() - (left * totals).sum()
    expected = np.exp(utilities) * ((left / np.exp(totals)) @ choices.possible)
    return float(value), choices.parts.T @ ((chosen - expected) @ choices.features).ravel()


def _expected_features(choices: Choices, values: Any) -> Any:
    """Mean features of the set that is chosen of those left, (tables, sets left, seats + ties)."""
    utilities = choices.utilities(values)
    chance = np.exp(utilities)[:, None, :] * choices.possible / np.exp(_log_totals(choices, utilities))[:, :, None]
    return chance @ choices.features


def _information(choices: Choices, values: Any) -> Any:
    """Minus the second derivatives of the log-likelihood, (values, values)."""
    _, left = choices.counts
    utilities = choices.utilities(values)
    totals = _log_totals(choices, utilities)
    expected = np.exp(utilities) * ((left / np.exp(totals)) @ choices.possible)
    mean = _expected_features(choices, values)
    features = choices.features
    own = np.einsum("ts,sk,sl->tkl", expected, features, features, optimize=True)
    own = own - np.einsum("ts,tsk,tsl->tkl", left, mean, mean, optimize=True)
    tables = np.arange(len(own) + 1)
    blocks = bsr_array((own, tables[:-1], tables), shape=(own.shape[0] * own.shape[1],) * 2)
    return (choices.parts.T @ blocks @ choices.parts).toarray()


def orders_of(seats: Any) -> Any:
    """All orders with ties of some seats, (orders, seats): places, 1 the best; 0 for seats that are not there."""
    there = np.flatnonzero(seats)
    every = np.array(list(product(range(1, len(there) + 1), repeat=len(there))))
    ranked = 1 + (every[:, None, :] < every[:, :, None]).sum(axis=2)
    orders = np.zeros((len(every), len(seats)), int)
    orders[:, there] = ranked
    return np.unique(orders, axis=0)


def chances(fitted: Fit, tables: Any, orders: Any) -> Any:
    """Probability of each order at some tables, (tables, orders).

    Parameters
    ----------
    tables : int array
        Tables where the same seats are rated.
    orders : int array, (orders, seats)
        As `orders_of` those seats.
    """
    choices = fitted.choices
    anybody = np.where(orders[:1] > 0, 0, -1)
    every = Choices.of(anybody, 1, np.zeros(len(orders), int), orders, np.ones(len(orders)))
    sizes = choices.sets.sum(axis=1)
    allowed = ~every.chosen[:, ~np.isin(sizes, [1, *choices.tie_sizes])].any(axis=1)
    utilities = choices.utilities(fitted.values)[tables]
    log_chance = utilities @ every.chosen.T.astype(float)
    return np.exp(log_chance - _log_totals(choices, utilities) @ every.left.T.astype(float)) * allowed
