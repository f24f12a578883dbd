"""The results of a run, as frames."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from rulesim.analysis.ablation import ablation
from rulesim.analysis.assigned import Assigned, assigned
from rulesim.analysis.balance import balance
from rulesim.analysis.by_value import by_value
from rulesim.analysis.comparisons import Comparisons, compare
from rulesim.analysis.luck import luck
from rulesim.analysis.metagame import Metagame, metagame
from rulesim.analysis.multiple import Adjustment
from rulesim.analysis.openings import Average, Openings, openings
from rulesim.analysis.pairwise import pairwise
from rulesim.analysis.ratings import Ratings, ratings
from rulesim.analysis.shown import figure_of
from rulesim.analysis.stopping import Stopped, stopped
from rulesim.analysis.stored_run import StoredRun
from rulesim.analysis.sweep import sweep_frame
from rulesim.errors import InputError
from rulesim.experiment.outcomes import WIN_SHARES
from rulesim.statistics.intervals import LEVEL

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Run(StoredRun):
    """Stored results. Every estimate comes with its interval and its number of blocks.

    Where methods take a ``level``, it is that of the intervals; ``adjust`` says how p-values are adjusted for
    the number of tests (``holm`` or ``bh``, see `rulesim.analysis.multiple.adjusted`).

    Parameters
    ----------
    folder
        The folder of a run, finished or not.
    variant
        Name of the variant that the estimates are of; by default the base, and `games` gives the
        rows of all variants.

    Raises
    ------
    InputError
        If it is not such a folder, or has no such variant.
    """

    def sweep(
        self, metric: str = "win_share", grouping: str = "strategy", adjust: Adjustment = "holm", level: float = LEVEL
    ) -> pl.DataFrame:
        """One metric at all points of the sweep, each compared with the base on the same blocks.

        Parameters
        ----------
        metric, grouping
            As for `estimates`; or ``spread`` by ``seat`` or ``strategy``: the largest win share less
            the smallest.
        adjust
            How p-values are adjusted for the number of comparisons in this frame.

        Returns
        -------
        DataFrame
            A column for each axis with its value, variant, is_base, strategy and seat (as far as
            they apply), estimate, low, high, difference (to the base), difference_low,
            difference_high (its paired interval), p_value, adjusted_p, blocks.

        Raises
        ------
        InputError
            If the run has no sweep, or nothing of this metric and grouping is kept.
        """
        return sweep_frame(self, [(metric, grouping)], adjust, level).drop("metric", "grouping")

    def compare(self, adjust: Adjustment = "holm", level: float = LEVEL) -> Comparisons:
        """Every variant against the base, paired on blocks.

        Parameters
        ----------
        adjust
            For the number of comparisons: ``holm`` bounds the chance of any wrong claim, ``bh``
            (Benjamini-Hochberg) the part of the claims that are wrong.

        Raises
        ------
        InputError
            If the run has no variants.
        """
        return compare(self, adjust, level)

    def ablation(self, by: str | None = None, adjust: Adjustment = "holm", level: float = LEVEL) -> pl.DataFrame:
        """The worth of every forbidden feature; see `rulesim.analysis.ablation.ablation`."""
        return ablation(self, by, adjust, level)

    def openings(
        self,
        depth: int | None = None,
        seat: int | None = None,
        strategy: str | None = None,
        least: int | None = None,
        against: Average = "seat",
        adjust: Adjustment = "holm",
        level: float = LEVEL,
    ) -> Openings:
        """The first moves that were played, as a tree; see `rulesim.analysis.openings.openings`."""
        return openings(self.variant(self.chosen), depth, seat, strategy, least, against, adjust, level)

    def assigned(
        self,
        depth: int | None = None,
        seat: int | None = None,
        strategy: str | None = None,
        by_seat: bool | None = None,
        adjust: Adjustment = "holm",
        level: float = LEVEL,
    ) -> Assigned:
        """What assigned lines are worth, beside what is observed; see `rulesim.analysis.assigned.assigned`."""
        return assigned(Run(self.folder), depth, seat, strategy, by_seat, adjust, level)

    def ratings(self, level: float = LEVEL) -> Ratings:
        """Ratings of strategies and seats from all places; see `rulesim.analysis.ratings.ratings`."""
        return ratings(self, level)

    def metagame(self, level: float = LEVEL) -> Metagame:
        """Best responses, cycles, alpha-rank and diversity; see `rulesim.analysis.metagame.metagame`."""
        return metagame(self, level)

    def luck(self, metric: str = "win_share", level: float = LEVEL) -> pl.DataFrame:
        """What the variance of win shares or scores is due to; see `rulesim.analysis.luck.luck`."""
        if (metric, level) not in self._luck:
            self._luck[metric, level] = luck(self, metric, level)
        return self._luck[metric, level]

    @cached_property
    def _luck(self) -> dict[tuple[str, float], pl.DataFrame]:
        """What was computed already: a page shows the same numbers in sentences, tables and figures."""
        return {}

    @property
    def stopped(self) -> Stopped | None:
        """What the stopping rule of the experiment saw and decided; None for an experiment without one."""
        return stopped(self) if "stop" in self.manifest else None

    def balance(self, level: float = LEVEL) -> pl.DataFrame:
        """How unequal seats and strategies are in each variant; see `rulesim.analysis.balance.balance`."""
        return balance(self, level)

    def win_shares(self, level: float = LEVEL) -> pl.DataFrame:
        """Win share of each strategy, best first (a win is shared among tied winners).

        Columns: strategy, win_share, low, high, error, games, blocks.
        """
        return _ranked(self.estimates("strategy", "win_share", level), "win_share")

    def scores(self, level: float = LEVEL) -> pl.DataFrame:
        """Mean score of each strategy with its interval, best first, and the means of its parts.

        Columns: strategy, score, low, high, error, games, blocks, then one for each part.
        """
        frame = self.estimates("strategy", "score", level).rename({"estimate": "score"})
        for column in self.score_parts:
            part = self.estimates("strategy", column.name, level).select(
                "strategy", pl.col("estimate").alias(column.name)
            )
            frame = frame.join(part, on="strategy", maintain_order="left")
        return frame.sort("score", descending=True)

    def seats(self, by_strategy: bool = False, level: float = LEVEL) -> pl.DataFrame:
        """Win share of each seat, or of each strategy in each seat.

        Columns: (strategy,) seat, win_share, low, high, error, games, blocks, score.
        """
        grouping = "strategy_seat" if by_strategy else "seat"
        keys = ["strategy", "seat"] if by_strategy else ["seat"]
        score = self.estimates(grouping, "score", level).select(*keys, pl.col("estimate").alias("score"))
        frame = self.estimates(grouping, "win_share", level).rename({"estimate": "win_share"})
        return frame.join(score, on=keys, maintain_order="left")

    def by_value(self, column: str, level: float = LEVEL) -> pl.DataFrame:
        """Win share and score by the value of an outcome column; see `rulesim.analysis.by_value.by_value`."""
        return by_value(self, column, level)

    def line_ups(self, level: float = LEVEL) -> pl.DataFrame:
        """Win share and mean score of each strategy in each line-up.

        Columns: line_up, strategy, win_share, low, high, error, games, blocks, score.
        """
        score = self.estimates("line_up", "score", level)["estimate"]
        frame = self.estimates("line_up", "win_share", level).rename({"estimate": "win_share"})
        return frame.with_columns(score=score)

    def pairwise(self, level: float = LEVEL) -> pl.DataFrame:
        """How often each strategy is placed better than each other one; see `rulesim.analysis.pairwise.pairwise`."""
        return pairwise(self, level)

    def lengths(self, level: float = LEVEL) -> pl.DataFrame:
        """Length and course of the games: mean rounds, decisions, decisions with a choice, changes of the
        lead, and the share of games whose winners led from half-time (of the decisions) to the end.

        Who leads is looked up every 48 decisions in the first seating of every line-up.

        Columns: measure, mean, low, high, error, games, blocks.
        """
        measures = [self.game.game_columns[0].name, "decisions", "choices"]
        wanted = [("all", name) for name in measures]
        wanted += [("watched", "lead_changes"), ("watched", "decided_by_half")]
        frames = [self.estimates(*one, level).with_columns(measure=pl.lit(one[1])) for one in wanted]
        return pl.concat(frames).rename({"estimate": "mean"}).select("measure", pl.exclude("measure"))

    def ends(self, level: float = LEVEL) -> pl.DataFrame:
        """How often each end condition was met; several may be in one game.

        Columns: end, share, low, high, error, games, blocks.
        """
        ends = self.game.game_columns[1]
        frames = [
            self.estimates("all", f"{ends.name}_{member}", level).with_columns(end=pl.lit(member))
            for member in ends.members
        ]
        return pl.concat(frames).rename({"estimate": "share"}).select("end", pl.exclude("end"))

    def plot(self, name: str = "win_shares") -> Figure:
        """A figure of the page, as matplotlib's; a notebook shows it.

        Parameters
        ----------
        name
            As ``rulesim plot RUN`` lists them.

        Raises
        ------
        InputError
            If the run has no such figure, with those that it has.
        """
        return figure_of(self, name)

    def histogram(self, column: str) -> pl.DataFrame:
        """How often each value of a column came up, by strategy.

        Parameters
        ----------
        column
            The score, one of its parts, a set column (``city``) or the length.

        Returns
        -------
        DataFrame
            strategy (for columns of seats), value, rows, and win_share of the rows with the value.
            For a set column ``value`` is the member's name.

        Raises
        ------
        InputError
            If no histogram of the column is kept, with those that are.
        """
        kept = self.sums("histograms")
        part = kept.filter(pl.col("column") == column)
        if kept.is_empty():
            raise InputError(f"{self._chosen}: no histograms are kept of the points of a sweep")
        if part.is_empty():
            raise InputError(
                f"no histogram of {column!r}: kept are {', '.join(kept['column'].unique(maintain_order=True))}"
            )
        part = part.with_columns(win_share=pl.col("wins") / (WIN_SHARES * pl.col("rows"))).drop("column", "wins")
        if (part["strategy"] < 0).all():
            return part.drop("strategy", "win_share")
        members = next((c.members for c in self.game.seat_columns if c.name == column), ())
        if members:
            part = part.with_columns(pl.Series("value", [members[value] for value in part["value"]]))
        return self.named(part)


def _ranked(frame: pl.DataFrame, name: str) -> pl.DataFrame:
    return frame.rename({"estimate": name}).sort(name, descending=True)
