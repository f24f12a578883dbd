"""Openings: which first moves were played, and how the seats that played them fared.

These are observations. Who plays a line chose it: a strategy that likes it is better or worse
anyway, and a position in which it is possible is. What a line itself is worth is told by an
experiment that assigns it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
import polars as pl

from rulesim.analysis.comparisons import paired_p
from rulesim.analysis.lines import END, ROOT, Lines, grow
from rulesim.analysis.multiple import Adjustment, adjusted
from rulesim.analysis.ratios import Means, Part, group_means, indicator
from rulesim.errors import InputError
from rulesim.games.ruleset import nearest
from rulesim.statistics.intervals import LEVEL, mean_interval, share_interval

if TYPE_CHECKING:
    from rulesim.analysis.run import Run

DEPTH = 4
LEAST_PART, LEAST_PLAYS = 0.01, 30
"""By default a line is put with the others if it is less than this part of all plays, or fewer plays."""

Average = Literal["seat", "strategy"]
CELLS: dict[str, list[str]] = {"seat": ["line_up", "seat"], "strategy": ["line_up", "seat", "strategy"]}
"""What a play is compared with: all plays that agree in this."""

SEPARATOR = " > "


@dataclass(frozen=True)
class Openings:
    """The tree of the first moves of one variant's plays.

    Attributes
    ----------
    frame : DataFrame, a row for each line, parents first, the most played of a parent first
        line (its moves), parent, depth, move, lines (how many an "other" holds, else 1), plays,
        blocks (in which it was played), played (its part of its parent's plays) with played_low and
        played_high; win_share, low, high; average (mean over its plays of the average to compare
        with), difference, difference_low, difference_high, p_value, adjusted_p (null: not tested);
        score, score_low, score_high, score_average, score_difference, score_difference_low,
        score_difference_high. The first row (depth 0) holds all plays.
    against
        The average: of the same line-up and seat, or of the same strategy in that line-up and seat.
    adjust
        How p-values are adjusted for the number of comparisons.
    """

    frame: pl.DataFrame
    depth: int
    seat: int | None
    strategy: str | None
    least: int
    against: Average
    adjust: Adjustment

    @property
    def count(self) -> int:
        """Lines that were tested together: those that have not all plays of their parent."""
        return self.frame["adjusted_p"].count()

    def children(self, line: str) -> pl.DataFrame:
        """The lines that go on from a line by one move."""
        return self.frame.filter((pl.col("depth") > 0) & (pl.col("parent") == line))


def openings(
    run: Run,
    depth: int | None = None,
    seat: int | None = None,
    strategy: str | None = None,
    least: int | None = None,
    against: Average = "seat",
    adjust: Adjustment = "holm",
    level: float = LEVEL,
) -> Openings:
    """The first moves that were played, as a tree, with how those who played them fared.

    Parameters
    ----------
    depth
        Moves of the longest lines; by default up to 4.
    seat, strategy
        Only the plays of this seat (from 1), and of this strategy.
    least
        Lines that were played less often are put together with others of the same parent. By
        default 1 % of all plays, and 30 at least.
    against
        What the difference is to: ``seat``: the average of the same line-up and seat, whoever sat
        there; ``strategy``: that of the same strategy in this line-up and seat.
    adjust
        For the number of lines: see `Run.compare`.

    Raises
    ------
    InputError
        If the run kept no rows or logs fewer moves, or the seat or strategy is not in it.
    """
    logged = run.logged_openings
    if not logged:
        raise InputError(f"{run.folder.path}: no openings were logged (openings = 0)")
    depth = min(DEPTH, logged) if depth is None else depth
    _check(run, depth, logged, seat, strategy, least, against)
    chosen = pl.lit(True)
    if seat is not None:
        chosen &= pl.col("seat") == seat
    if strategy is not None:
        chosen &= pl.col("strategy") == strategy
    rows = pl.concat(run.parts())
    plays = rows.filter(chosen)
    number = int(plays.select(pl.len()).collect().item())
    if not number:
        raise InputError(f"{run.folder.path}: {strategy} never sat in seat {seat}")
    least = max(LEAST_PLAYS, math.ceil(LEAST_PART * number)) if least is None else least
    lines = grow(plays, depth, least)
    cells = rows.select(CELLS[against]).unique().collect().sort(CELLS[against]).with_row_index("cell")
    means = group_means(partial(_parts, run, lines, chosen, cells), len(cells), lines.nodes["parent"].to_numpy())
    frame = _named(lines, effects(means, level, adjust, _tested(lines, means)))
    if seat is None and strategy is None:  # all seats together share each win: 1/players by design
        certain = pl.col("depth") == 0
        frame = frame.with_columns(
            pl.when(certain).then("win_share").otherwise(name).alias(name) for name in ("low", "high")
        )
    return Openings(frame, depth, seat, strategy, least, against, adjust)


def _check(
    run: Run, depth: int, logged: int, seat: int | None, strategy: str | None, least: int | None, against: str
) -> None:
    """Refuse what the run does not have."""
    if not 1 <= depth <= logged:
        raise InputError(
            f"{run.folder.path}: depth {depth}: expected 1 to {logged}, the choices that this run logs (openings)"
        )
    check_filters(run, seat, strategy)
    if least is not None and least < 1:
        raise InputError(f"least {least}: expected a number of plays, 1 or more")
    if against not in get_args(Average):
        raise InputError(f"against {against!r}: expected one of {', '.join(get_args(Average))}")


def check_filters(run: Run, seat: int | None, strategy: str | None) -> None:
    """Refuse a seat or a strategy that the run does not have."""
    where, players = run.folder.path, int(run.manifest["players"])
    if seat is not None and not 1 <= seat <= players:
        raise InputError(f"{where}: seat {seat}: expected 1 to {players}")
    if strategy is not None and strategy not in run.strategies:
        known = ", ".join(run.strategies)
        raise InputError(
            f"{where}: no strategy {strategy!r}: expected one of {known}{nearest(strategy, run.strategies)}"
        )


def _parts(run: Run, lines: Lines, chosen: pl.Expr, cells: pl.DataFrame) -> Iterator[Part]:
    """The rows with their nodes at all depths as groups."""
    keys = [name for name in cells.columns if name != "cell"]
    for rows in run.parts():
        nodes = [pl.when(chosen).then(f"node_{depth}").alias(f"node_{depth}") for depth in range(lines.depth + 1)]
        frame = (
            lines.located(rows)
            .join(cells.lazy(), on=keys, how="left", maintain_order="left")
            .select("block", "cell", "win_share", "score", *nodes)
            .collect()
        )
        places = [frame[f"node_{depth}"] for depth in range(lines.depth + 1)]
        yield part_of(frame, places, len(lines.nodes))


def part_of(frame: pl.DataFrame, places: list[pl.Series], groups: int) -> Part:
    """Rows with columns block, cell, win_share and score, and the groups that each belongs to (null: none)."""
    within = [series.is_not_null().to_numpy().nonzero()[0] for series in places]
    group = np.concatenate([series.drop_nulls().to_numpy() for series in places])
    return Part(
        (frame["block"] - frame["block"].min()).to_numpy(),  # type: ignore[operator]
        frame["cell"].to_numpy().astype(np.int64),
        frame.select("win_share", "score").to_numpy().T.astype(float),
        indicator(group, np.concatenate(within), (groups, len(frame))),
    )


def _tested(lines: Lines, means: Means) -> Any:
    """Which lines are tested: no "other", none that is the only one of its parent and so says the same."""
    nodes, parents = lines.nodes, lines.nodes["parent"].to_numpy()
    alone = means.plays == means.plays[parents]
    return ~alone & (nodes["lines"] == 1).to_numpy() & (nodes["move"] != END).to_numpy()


def effects(means: Means, level: float, adjust: Adjustment, tested: Any) -> pl.DataFrame:
    """Estimates, intervals and tests of groups with the metrics win share and score.

    Student's quantiles are those of the blocks in which a group has rows.

    Parameters
    ----------
    tested : array, (groups,)
        The groups whose win shares are compared with the average.
    """
    (share, score), (average, score_average) = means.mean, means.average
    low, high = share_interval(share, means.error[0], means.blocks, level)
    played_low, played_high = share_interval(means.part, means.part_error, means.part_blocks, level)
    certain = means.part == 1
    difference, error = share - average, share_error(means)
    difference_low, difference_high = mean_interval(difference, error, means.blocks, level)
    score_low, score_high = mean_interval(score, means.error[1], means.blocks, level)
    apart = mean_interval(score - score_average, means.difference_error[1], means.blocks, level)
    p_value = np.where(tested & (error > 0), paired_p(difference, error, means.blocks), np.nan)
    known = np.isfinite(p_value)
    together = np.full(len(p_value), np.nan)
    together[known] = adjusted(p_value[known], adjust)
    columns = {
        "plays": means.plays, "blocks": means.blocks, "played": means.part,
        "played_low": np.where(certain, 1, played_low), "played_high": np.where(certain, 1, played_high),
        "win_share": share, "low": low, "high": high, "average": average, "difference": difference,
        "difference_low": difference_low, "difference_high": difference_high,
        "p_value": p_value, "adjusted_p": together,
        "score": score, "score_low": score_low, "score_high": score_high, "score_average": score_average,
        "score_difference": score - score_average, "score_difference_low": apart[0], "score_difference_high": apart[1],
    }  # fmt: skip
    return pl.DataFrame(columns).with_columns(pl.col("p_value", "adjusted_p").fill_nan(None))


def share_error(means: Means) -> Any:
    """Standard errors of the differences of win shares, good also where nearly all or no plays win.

    There the observed spread is too small, and a few lost plays would prove anything. So the error
    is not taken to be smaller than it would be if the plays won as often as the average: that is
    the error of the score test, with the clustering as observed.
    """
    share, average, error = means.mean[0], means.average[0], means.difference_error[0]
    spread, usual = share * (1 - share), average * (1 - average)
    with np.errstate(divide="ignore", invalid="ignore"):
        widened = error * np.sqrt(np.maximum(1, usual / spread))
        alone = np.where(means.blocks > 1, np.sqrt(usual / means.blocks), np.nan)
    return np.where(spread > 0, widened, np.where(share == average, error, alone))


def _named(lines: Lines, frame: pl.DataFrame) -> pl.DataFrame:
    """The estimates with the lines that they are of; children stand below their parents."""
    texts: list[str] = []
    order: list[tuple[int, ...]] = []
    for node, parent, depth, move in lines.nodes.select("node", "parent", "depth", "move").iter_rows():
        texts.append(move if depth <= 1 else f"{texts[parent]}{SEPARATOR}{move}")
        order.append((*order[parent], node) if node != ROOT else ())
    frame = pl.concat([lines.nodes.select("depth", "move", "lines"), frame], how="horizontal")
    frame = frame.with_columns(
        line=pl.Series(texts, dtype=pl.String),
        parent=pl.Series([texts[parent] for parent in lines.nodes["parent"]], dtype=pl.String),
    ).select("line", "parent", pl.exclude("line", "parent"))
    return frame[sorted(range(len(order)), key=order.__getitem__)]
