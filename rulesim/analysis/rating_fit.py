"""Whether one number for each strategy describes how they fare against each other."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from scipy import stats

from rulesim.analysis.comparisons import paired_p
from rulesim.analysis.multiple import ALPHA, adjusted
from rulesim.analysis.plackett_luce import Fit, chances, orders_of
from rulesim.analysis.standings import Standings, decode
from rulesim.statistics.intervals import LEVEL


def pair_fit(games: Standings, names: list[str], fitted: Fit, level: float = LEVEL) -> pl.DataFrame:
    """How often each strategy comes before each other one, as observed and as the ratings say.

    A large misfit of a pair says that one number for each strategy does not describe how the two
    fare against each other. Misfits are tested on blocks, adjusted (Holm) for the number of pairs.

    Parameters
    ----------
    names
        The strategies that are rated, in the order of their worths.

    Returns
    -------
    DataFrame
        strategy, other, observed, predicted (part of the games of both in which the first comes
        before the other; a tie counts half), misfit, low, high, adjusted_p, established.
    """
    size = len(names)
    apart, expected, met = _apart(games, fitted)
    pairs = [(one, other) for one in range(size) for other in range(one + 1, size) if met[one, other]]
    one, other = (np.array(side, int) for side in zip(*pairs, strict=True)) if pairs else (np.array([], int),) * 2
    counted = met[one, other]
    misfit = apart[:, one, other].sum(axis=0) / counted
    spread = apart[:, one, other] - apart[:, one, other].mean(axis=0)
    units = games.units
    with np.errstate(invalid="ignore", divide="ignore"):
        error = np.sqrt((spread**2).sum(axis=0) * units / (units - 1 if units > 1 else np.nan)) / counted
    half = stats.t.ppf((1 + level) / 2, units - 1) * error if units > 1 else error
    p_value = adjusted(paired_p(misfit, error, units) if units > 1 else np.ones(len(pairs)))
    predicted = expected[one, other] / counted
    return pl.DataFrame(
        {
            "strategy": [names[row] for row in one], "other": [names[row] for row in other],
            "observed": predicted + misfit, "predicted": predicted, "misfit": misfit,
            "low": misfit - half, "high": misfit + half, "adjusted_p": p_value, "established": p_value < ALPHA,
        }
    )  # fmt: skip


def _apart(games: Standings, fitted: Fit) -> tuple[Any, Any, Any]:
    """Observed less expected wins of each pair in each unit, then expected wins and games of each pair.

    A pair of seats counts as one game of the two strategies that sit there; a tie is half a win.
    """
    choices, size = fitted.choices, fitted.choices.worths
    places, expected = decode(games.places, games.players), _expected_wins(fitted)
    apart = np.zeros((games.units, size, size))
    wins, met = np.zeros((size, size)), np.zeros((size, size))
    who = choices.worth[games.table]
    for one in range(games.players):
        for other in range(games.players):
            rows = np.flatnonzero((who[:, one] >= 0) & (who[:, other] >= 0) & (who[:, one] != who[:, other]))
            mine, rival, count = who[rows, one], who[rows, other], games.games[rows]
            won = (1 - np.sign(places[rows, one] - places[rows, other])) / 2
            chance = expected[games.table[rows], one, other]
            np.add.at(apart, (games.unit[rows], mine, rival), count * (won - chance))
            np.add.at(wins, (mine, rival), count * chance)
            np.add.at(met, (mine, rival), count)
    return apart, wins, met


def _expected_wins(fitted: Fit) -> Any:
    """Probability that one seat comes before the other, a tie counting half, (tables, seats, seats)."""
    there = fitted.choices.worth >= 0
    expected = np.full((*there.shape, there.shape[1]), np.nan)
    for seats in np.unique(there, axis=0):
        if seats.sum() < 2:
            continue
        tables = np.flatnonzero((there == seats).all(axis=1))
        orders = orders_of(seats)
        before = (1 - np.sign(orders[:, :, None] - orders[:, None, :])) / 2
        expected[tables] = np.einsum("to,oij->tij", chances(fitted, tables, orders), before)
    return expected
