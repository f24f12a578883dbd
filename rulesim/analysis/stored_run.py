"""A run as it is stored: what was played, the rows of games, and estimates from the sums."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import polars as pl

from rulesim.analysis.shown import Shown
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


class StoredRun(Shown):
    """The folder of a run: see `rulesim.analysis.run.Run`, which adds the analyses."""

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

    def variant(self, name: str) -> Self:
        """The same run, with the estimates and the games of one variant.

        Raises
        ------
        InputError
            If there is no such variant.
        """
        return type(self)(self.folder, name)

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

    def sums(self, name: str) -> pl.DataFrame:
        """A frame of the sums, of this variant."""
        number = self.variants.index(self.chosen)
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
        return rows.filter(pl.col("variant") == self.chosen)

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
        moments = self.sums("moments")
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

    @property
    def score_parts(self) -> list[Column]:
        """The outcome columns that add up to the score."""
        return [column for column in self.game.seat_columns if column.part]
