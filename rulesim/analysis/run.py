"""The results of a run, as frames."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
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
from rulesim.analysis.shown import Shown, figure_of
from rulesim.analysis.stopping import Stopped, stopped
from rulesim.analysis.sweep import sweep_frame
from rulesim.errors import InputError
from rulesim.experiment.batches import Batches
from rulesim.experiment.outcomes import WIN_SHARES
from rulesim.experiment.store import RunFolder
from rulesim.games.game import Column, Game
from rulesim.games.registry import load_game
from rulesim.games.ruleset import nearest
from rulesim.statistics.intervals import LEVEL, block_variance, mean_interval, share_interval

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure


class Run(Shown):
    """Stored results. Every estimate comes with its interval and its number of blocks.

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

    def __init__(self, folder: str | Path | RunFolder, variant: str | None = None) -> None:
        self.folder = folder if isinstance(folder, RunFolder) else RunFolder.open(Path(folder))
        self.manifest: dict[str, Any] = self.folder.manifest
        self._chosen = variant
        if variant is not None and variant not in self.variants:
            known = ", ".join(self.variants)
            raise InputError(
                f"{self.folder.path}: no variant {variant!r}: expected one of {known}{nearest(variant, self.variants)}"
            )

    def __repr__(self) -> str:
        return f"Run({str(self.folder.path)!r}: {self.n_games} games in {self.n_blocks} blocks)"

    @property
    def game(self) -> Game:
        """The game that was played."""
        return load_game(self.manifest["game"])

    @property
    def strategies(self) -> list[str]:
        """The strategies, in the order of the experiment."""
        return list(self.manifest["strategies"])

    @property
    def variants(self) -> list[str]:
        """The variants, the base first."""
        return [variant["name"] for variant in self.manifest["variants"]]

    def variant(self, name: str) -> Run:
        """The same run, with the estimates and the games of one variant.

        Raises
        ------
        InputError
            If there is no such variant.
        """
        return Run(self.folder, name)

    @property
    def kind(self) -> str:
        """What the variants are; see `rulesim.experiment.setup.Setup.kind`."""
        return str(self.manifest["kind"])

    @property
    def n_blocks(self) -> int:
        """Blocks that are stored."""
        return int(self.manifest["blocks_done"])

    @property
    def n_games(self) -> int:
        """Games that are stored: of all variants together, or of the chosen one."""
        variants = len(self.variants) if self._chosen is None else 1
        return self.n_blocks * int(self.manifest["games_per_block"]) * variants

    @property
    def finished(self) -> bool:
        """Whether all blocks that were asked for are stored, or the stopping rule has decided."""
        return self.n_blocks >= int(self.manifest["blocks"]) or bool(self.manifest.get("decision"))

    @cached_property
    def _summary(self) -> dict[str, pl.DataFrame]:
        return self.folder.summary_frames()

    def summary(self, name: str) -> pl.DataFrame:
        """A frame of the stored sums: moments, crosses or histograms."""
        return self._summary[name]

    @property
    def chosen(self) -> str:
        """The variant that the estimates are of."""
        return self._chosen or self.variants[0]

    @cached_property
    def batches(self) -> Batches:
        """Sums by batches of blocks, of all variants."""
        return Batches.from_frame(self._summary["batches"])

    def _frame(self, name: str) -> pl.DataFrame:
        """A frame of the sums, of this variant."""
        number = self.variants.index(self._chosen or self.variants[0])
        return self._summary[name].filter(pl.col("variant") == number).drop("variant")

    @property
    def keeps_rows(self) -> bool:
        """Whether the rows of games are stored, not only their summary."""
        return bool(self.folder.row_files())

    def row_files(self) -> list[Path]:
        """The files of rows, in the order of blocks.

        Raises
        ------
        InputError
            If the run kept only its summary.
        """
        files = self.folder.row_files()
        if not files:
            kept = 'only a summary was kept (record = "summary")' if self.n_blocks else "nothing was played yet"
            raise InputError(f"{self.folder.path}: no rows of games: {kept}")
        return files

    def of_variant(self, rows: pl.LazyFrame) -> pl.LazyFrame:
        """The rows of the variant that the estimates are of."""
        if len(self.variants) == 1:
            return rows
        return rows.filter(pl.col("variant") == (self._chosen or self.variants[0]))

    def games(self, expand: bool = False) -> pl.LazyFrame:
        """All stored rows, one for each game and seat, as a lazy frame.

        Parameters
        ----------
        expand
            Add a true-or-false column for each member of the set columns (``city_factory`` …).

        Raises
        ------
        InputError
            If the run kept only its summary.
        """
        frame = pl.scan_parquet(self.row_files())
        if self._chosen is not None:
            frame = self.of_variant(frame)
        texts = [self.line_up_text(number) for number in range(len(self.manifest["line_ups"]))]
        frame = frame.with_columns(
            pl.col("line_up").replace_strict(list(range(len(texts))), texts, return_dtype=pl.String)
        )
        if expand:
            sets = [column for column in (*self.game.seat_columns, *self.game.game_columns) if column.members]
            frame = frame.with_columns(
                ((pl.col(column.name) // 2**index) % 2 == 1).alias(f"{column.name}_{member}")
                for column in sets
                for index, member in enumerate(column.members)
            )
        return frame

    def parts(self) -> list[pl.LazyFrame]:
        """The stored rows as they are, in parts of whole blocks: each fits into memory, however large the run.

        Raises
        ------
        InputError
            If the run kept only its summary.
        """
        whole = [pl.scan_parquet(file) for file in self.row_files()]
        return whole if self._chosen is None else [self.of_variant(part) for part in whole]

    @property
    def logged_openings(self) -> int:
        """How many first choices of each seat the rows hold."""
        return sum(name.startswith("opening_") for name in pl.scan_parquet(self.row_files()).collect_schema())

    def to_pandas(self) -> pandas.DataFrame:
        """All stored rows as a pandas frame."""
        return self.games().collect().to_pandas()

    def line_up_text(self, number: int) -> str:
        """A line-up as its strategies, joined."""
        return " + ".join(self.strategies[strategy] for strategy in self.manifest["line_ups"][number])

    def estimates(self, grouping: str, metric: str, level: float = LEVEL) -> pl.DataFrame:
        """Estimates of one metric for all groups of one grouping.

        Parameters
        ----------
        grouping
            strategy, strategy_seat, seat, line_up or all_seats for metrics of seats; all or
            all_line_up for metrics of games; watched for their course: lead_changes, and
            decided_by_half, the share of games whose winners led from half-time to the end. A
            member of a set column (``city_factory``), the share of seats that own it, is kept for
            strategy and all_seats.
        metric
            win_share, or the name of an outcome column.

        Returns
        -------
        DataFrame
            line_up, strategy, seat (as far as they apply), estimate, low, high, error (standard
            error), games (rows), blocks.
        """
        moments = self._frame("moments")
        part = moments.filter((pl.col("grouping") == grouping) & (pl.col("metric") == metric))
        frame = self.estimated(part, grouping, metric, level).select(
            "line_up", "strategy", "seat", "estimate", "low", "high", "error", "games", "blocks"
        )
        return self.named(
            frame.select(column for column in frame if column.null_count() < len(frame) or not len(frame))
        )

    def estimated(self, part: pl.DataFrame, grouping: str, metric: str, level: float = LEVEL) -> pl.DataFrame:
        """Rows of the moments, all of one grouping and metric, with estimate, low, high, error and games added."""
        scale = WIN_SHARES if metric == "win_share" else 1
        rows, blocks = part["rows"].to_numpy(), part["blocks"].to_numpy()
        total, squared = part["total"].to_numpy().astype(float), part["total_squared"].to_numpy().astype(float)
        mean = total / (rows * blocks * scale)
        error = np.sqrt(block_variance(total, squared, blocks) / blocks) / (rows * scale)
        low, high = (share_interval if self.is_share(metric) else mean_interval)(mean, error, blocks, level)
        if metric == "win_share":
            certain = self._fills_the_table(grouping, part)
            low, high = np.where(certain, mean, low), np.where(certain, mean, high)
        return part.with_columns(
            estimate=pl.Series(mean), low=pl.Series(low), high=pl.Series(high), error=pl.Series(error),
            games=pl.Series(rows * blocks),
        )  # fmt: skip

    def is_share(self, metric: str) -> bool:
        """Whether a metric is a share: a win share, how often an end was met, how many seats own a thing."""
        sets = [column for column in (*self.game.seat_columns, *self.game.game_columns[:2]) if column.members]
        return metric in ("win_share", "decided_by_half") or metric in {
            f"{one.name}_{member}" for one in sets for member in one.members
        }

    def _fills_the_table(self, grouping: str, groups: pl.DataFrame) -> Any:
        """Which groups hold every seat of their games, so that their win share is 1/players by design."""
        line_ups = [set(line_up) for line_up in self.manifest["line_ups"]]
        if grouping == "strategy":
            mixed = {strategy for line_up in line_ups if len(line_up) > 1 for strategy in line_up}
            return np.array([strategy not in mixed for strategy in groups["strategy"]], bool)
        if grouping == "line_up":
            return np.array([len(line_ups[number]) == 1 for number in groups["line_up"]], bool)
        return np.zeros(len(groups), bool)

    def named(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Numbers of strategies and line-ups replaced by their names."""
        if "strategy" in frame.columns:
            names = pl.Series(self.strategies, dtype=pl.Enum(self.strategies))
            frame = frame.with_columns(names.gather(frame["strategy"]).alias("strategy"))
        if "line_up" in frame.columns:
            texts = [self.line_up_text(number) for number in frame["line_up"]]
            frame = frame.with_columns(pl.Series("line_up", texts, dtype=pl.String))
        return frame

    @property
    def has_rivals(self) -> bool:
        """Whether different strategies met: otherwise win shares by strategy are 1/players by design."""
        return any(len(set(line_up)) > 1 for line_up in self.manifest["line_ups"])

    @property
    def axes(self) -> list[dict[str, Any]]:
        """The axes of the sweep, each with path, name, values, base and meaning; none without a sweep."""
        return list(self.manifest.get("sweep", []))

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
        named = self.variant(self._chosen or self.variants[0])
        return openings(named, depth, seat, strategy, least, against, adjust, level)

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
        return luck(self, metric, level)

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

    @property
    def score_parts(self) -> list[Column]:
        """The outcome columns that add up to the score."""
        return [column for column in self.game.seat_columns if column.part]

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
        kept = self._frame("histograms")
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
