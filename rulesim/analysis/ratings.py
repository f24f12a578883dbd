"""Ratings: one number for the strength of each strategy, with its interval, and how well it describes the games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components
from scipy.special import expit

from rulesim.analysis.batch_sums import bootstrap_interval, bootstrap_weights
from rulesim.analysis.plackett_luce import Choices, Fit, fit
from rulesim.analysis.rating_fit import pair_fit
from rulesim.analysis.standings import Standings, decode, standings
from rulesim.errors import InputError
from rulesim.statistics.intervals import LEVEL

if TYPE_CHECKING:
    from rulesim.analysis.run import Run

SCALE = 400 / log(10)
"""Rating points of one unit of log-worth: Elo's scale, on which odds of 10 to 1 are 400 points."""

DRAWS = 2000


@dataclass(frozen=True)
class Ratings:
    """Ratings of strategies and seats.

    Attributes
    ----------
    frame : DataFrame
        strategy, rating (points; the rated strategies have mean 0), low, high, beats_average,
        beats_low, beats_high (probability to come before an average strategy, in seats of equal
        worth, if the two do not tie), first (part of the resamples in which it is rated highest),
        games; best first.
    unrated : DataFrame
        strategy, reason, games: strategies that no number can be given to.
    seats : DataFrame
        seat, effect (points; the seats have mean 0), low, high. Null where seats cannot be rated.
    ties : DataFrame
        size, prevalence (1: as likely as each alone, where all are equal), low, high.
    fit : DataFrame
        See `rulesim.analysis.rating_fit.pair_fit`.
    draws : array, (draws, strategies)
        Resampled ratings of the rated strategies, in the order of ``frame``.
    games, blocks, units
        What it is based on; the units, blocks or batches of them, are resampled.
    """

    frame: pl.DataFrame
    unrated: pl.DataFrame
    seats: pl.DataFrame
    ties: pl.DataFrame
    fit: pl.DataFrame
    draws: Any
    games: int
    blocks: int
    units: int

    def lead(self, strategy: str, other: str, level: float = LEVEL) -> tuple[float, float, float]:
        """How many points a strategy is rated above another one, with its interval."""
        place = self.frame["strategy"].to_list()
        one, two = place.index(strategy), place.index(other)
        low, high = bootstrap_interval(self.draws[:, one] - self.draws[:, two], self.units, level)
        return float(self.frame["rating"][one] - self.frame["rating"][two]), float(low), float(high)


def ratings(runs: Run | Sequence[Run], level: float = LEVEL) -> Ratings:
    """Ratings from the places in all games of one run, or of several of the same game.

    Raises
    ------
    InputError
        If there are less than two strategies, no two of them can be compared, a run kept only its
        summary, or the runs are of different games or rules.
    """
    played = [runs] if not isinstance(runs, Sequence) else list(runs)
    found = standings(played)
    if len(found.strategies) < 2:
        raise InputError(f"{played[0].folder.path}: ratings compare strategies; the run has only {found.strategies[0]}")
    return rate(found, level)


def rate(games: Standings, level: float = LEVEL) -> Ratings:
    """Ratings from games that are counted; see `ratings`."""
    rated, reasons = comparable(games)
    if len(rated) < 2:
        why = "; ".join(f"{name} {reason}" for name, reason in reasons.items())
        raise InputError(f"ratings: no two strategies both won and lost against each other: {why}")
    fitted = fit(_choices(games, rated), _seats_differ(games))
    draws = _resampled(games, fitted)
    return Ratings(
        frame=_rating_frame(games, rated, fitted, draws, level),
        unrated=_unrated_frame(games, reasons),
        seats=_seat_frame(games, fitted, draws, level),
        ties=_tie_frame(games, fitted, draws, level),
        fit=pair_fit(games, [games.strategies[one] for one in rated], fitted, level),
        draws=SCALE * draws[:, np.argsort(-fitted.log_worth, kind="stable")],
        games=games.n_games,
        blocks=games.blocks,
        units=games.units,
    )


def comparable(games: Standings) -> tuple[list[int], dict[str, str]]:
    """The strategies that can be rated, and why the others cannot.

    The likelihood has a maximum if no group of strategies always came before all others that it
    met (Ford, "Solution of a ranking problem from binary comparisons", 1957; Hunter, "MM algorithms
    for generalized Bradley-Terry models", Annals of Statistics, 2004): the largest strongly
    connected component of the graph of who came before whom is rated.
    """
    ahead = _ahead(games)
    _, component = connected_components(csr_array(ahead > 0), directed=True, connection="strong")
    members = component == np.argmax(np.bincount(component))
    reasons = {}
    for strategy in np.flatnonzero(~members):
        name, won, lost = games.strategies[strategy], ahead[strategy].sum() > 0, ahead[:, strategy].sum() > 0
        inside_won, inside_lost = ahead[strategy, members].sum() > 0, ahead[members, strategy].sum() > 0
        if not won and not lost:
            reasons[name] = "met no other strategy"
        elif won and not lost:
            reasons[name] = "is unbeaten: it came before all others in every game"
        elif lost and not won:
            reasons[name] = "is winless: it came after all others in every game"
        elif inside_won:
            reasons[name] = "came before all rated strategies that it met, in every game"
        elif inside_lost:
            reasons[name] = "came after all rated strategies that it met, in every game"
        else:
            reasons[name] = "did not meet the rated strategies"
    return np.flatnonzero(members).tolist(), reasons


def _ahead(games: Standings) -> Any:
    """How often each strategy (row) came before another one (column); a tie counts for both."""
    size, places = len(games.strategies), decode(games.places, games.players)
    who = games.seated[games.table]
    counts = np.zeros((size, size))
    for one in range(games.players):
        for other in range(games.players):
            better = (places[:, one] <= places[:, other]) & (who[:, one] != who[:, other])
            np.add.at(counts, (who[better, one], who[better, other]), games.games[better])
    return counts


def _seats_differ(games: Standings) -> bool:
    """Whether the seats can be rated: each seat both wins and loses against each group of others."""
    places, seats = decode(games.places, games.players), games.players
    wins = np.array([[(places[:, one] <= places[:, two]).any() for two in range(seats)] for one in range(seats)])
    return bool(connected_components(csr_array(wins), directed=True, connection="strong")[0] == 1)


def _choices(games: Standings, rated: list[int]) -> Choices:
    number = np.full(len(games.strategies), -1)
    number[rated] = np.arange(len(rated))
    places = decode(games.places, games.players)
    return Choices.of(number[games.seated], len(rated), games.table, places, games.games)


def _resampled(games: Standings, fitted: Fit) -> Any:
    """Values of resampled blocks, (draws, values).

    One step of Newton's method from the maximum, with the scores of the blocks that were drawn
    (Kline and Santos, "A score based approach to wild bootstrap inference", Journal of Econometric
    Methods, 2012): as exact as fitting each resample anew, to the order of the errors squared.
    """
    rows = len(games.unit)
    by_unit = csr_array((games.games.astype(float), (games.unit, np.arange(rows))), shape=(games.units, rows))
    scores = by_unit @ fitted.row_scores()
    steps = np.linalg.solve(fitted.information, (bootstrap_weights(games.units, DRAWS) @ scores).T).T
    return fitted.values + steps @ fitted.basis.T


def _rating_frame(games: Standings, rated: list[int], fitted: Fit, draws: Any, level: float) -> pl.DataFrame:
    own = draws[:, : len(rated)]
    low, high = bootstrap_interval(own, games.units, level)
    first = np.bincount(own.argmax(axis=1), minlength=len(rated)) / len(own)
    frame = pl.DataFrame(
        {
            "strategy": [games.strategies[one] for one in rated],
            "rating": SCALE * fitted.log_worth, "low": SCALE * low, "high": SCALE * high,
            "beats_average": expit(fitted.log_worth), "beats_low": expit(low), "beats_high": expit(high),
            "first": first, "games": _games_of(games)[rated],
        }
    )  # fmt: skip
    return frame.sort("rating", descending=True, maintain_order=True)


def _games_of(games: Standings) -> Any:
    """Games of each strategy."""
    there = (games.seated[:, :, None] == np.arange(len(games.strategies))).any(axis=1)
    return np.bincount(games.table, games.games, len(games.seated)).astype(int) @ there


def _unrated_frame(games: Standings, reasons: dict[str, str]) -> pl.DataFrame:
    counts = _games_of(games)
    rows = [(name, reason, int(counts[games.strategies.index(name)])) for name, reason in reasons.items()]
    return pl.DataFrame(rows, schema={"strategy": pl.String, "reason": pl.String, "games": pl.Int64}, orient="row")


def _seat_frame(games: Standings, fitted: Fit, draws: Any, level: float) -> pl.DataFrame:
    worths, seats = fitted.choices.worths, games.players
    low, high = bootstrap_interval(draws[:, worths : worths + seats], games.units, level)
    frame = pl.DataFrame(
        {"seat": np.arange(1, seats + 1), "effect": SCALE * fitted.log_seat, "low": SCALE * low, "high": SCALE * high}
    )
    if not _seats_differ(games):
        return frame.with_columns(pl.lit(None, pl.Float64).alias(name) for name in ("effect", "low", "high"))
    return frame


def _tie_frame(games: Standings, fitted: Fit, draws: Any, level: float) -> pl.DataFrame:
    start = fitted.choices.worths + games.players
    low, high = bootstrap_interval(draws[:, start:], games.units, level)
    sizes = pl.Series(fitted.choices.tie_sizes, dtype=pl.Int64)
    return pl.DataFrame({"size": sizes, "prevalence": np.exp(fitted.log_tie), "low": np.exp(low), "high": np.exp(high)})
