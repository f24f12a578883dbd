"""Games as counts of who sat where and came in which places: what ratings are computed from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from rulesim.analysis.batch_sums import plan_of
from rulesim.errors import InputError

if TYPE_CHECKING:
    from rulesim.analysis.run import Run

UNITS = 400
"""Most units that are resampled: blocks, or of more blocks batches of them."""


@dataclass(frozen=True)
class Standings:
    """Games, counted.

    Attributes
    ----------
    strategies
        Names.
    seated : int array, (tables, seats)
        The strategy in each seat, a row for each line-up and seating.
    units
        Blocks, or batches of blocks: what is independent.
    unit, table, places, games : int arrays, (rows,)
        How many games of a unit were played at a table and ended in these places, coded by `encode`.
    blocks
        Blocks in all.
    """

    strategies: list[str]
    seated: Any
    units: int
    unit: Any
    table: Any
    places: Any
    games: Any
    blocks: int

    @property
    def players(self) -> int:
        """Seats at a table."""
        return int(self.seated.shape[1])

    @property
    def n_games(self) -> int:
        """Games in all."""
        return int(self.games.sum())


def encode(places: Any) -> Any:
    """Places (…, seats), 1 the best, as one number: digits to the base of the seats."""
    seats = places.shape[-1]
    return ((places.astype(np.int64) - 1) * seats ** np.arange(seats)).sum(axis=-1)


def decode(code: Any, seats: int) -> Any:
    """Places (…, seats) from their number."""
    return 1 + np.asarray(code)[..., None] // seats ** np.arange(seats) % seats


def standings(runs: Sequence[Run]) -> Standings:
    """The games of one run, or of several of the same game under the same rules.

    Raises
    ------
    InputError
        If a run kept only its summary, or the runs are of different games, rules or players.
    """
    check_same_game(runs)
    strategies = list(dict.fromkeys(name for run in runs for name in run.strategies))
    seeds = [int(run.manifest["experiment"]["seed"]) for run in runs]
    distinct = sorted(set(seeds))
    most = [max(run.n_blocks for run, own in zip(runs, seeds, strict=True) if own == seed) for seed in distinct]
    sizes = [min(blocks, max(1, UNITS // len(distinct))) for blocks in most]
    seated, rows, tables = [], [], 0
    for run, seed in zip(runs, seeds, strict=True):  # blocks of the same seed share their luck: the same units
        own, group = plan_of(run).strategy_of, distinct.index(seed)
        number = np.array([strategies.index(name) for name in run.strategies])
        seated.append(number[own])
        first = np.array([[sum(sizes[:group])], [tables], [0], [0]])
        rows += [part + first for part in _counts(run, len(own), sizes[group])]
        tables += len(own)
    unit, table, places, games = np.concatenate(rows, axis=1)
    codes = int(places.max()) + 1
    keys, row = np.unique((unit * tables + table) * codes + places, return_inverse=True)
    games = np.bincount(row, games).astype(np.int64)
    unit, table, places = keys // (tables * codes), keys // codes % tables, keys % codes
    return Standings(strategies, np.concatenate(seated), sum(sizes), unit, table, places, games, sum(most))


def check_same_game(runs: Sequence[Run]) -> None:
    """Refuse runs whose games must not be put together.

    Raises
    ------
    InputError
        If they differ in game, players, rules or engine, or hold the same games.
    """
    first = runs[0]
    for run in runs[1:]:
        for key, what in (
            ("game", "games"),
            ("players", "numbers of players"),
            ("preset", "presets of rules"),
            ("engine", "versions of the engine"),
        ):
            one, other = first.manifest[key], run.manifest[key]
            if one != other:
                raise InputError(
                    f"{run.folder.path}: its games cannot be put together with those of {first.folder.path}: "
                    f"different {what}, {other} and {one}"
                )
        one, other = first.manifest["rules_changed"], run.manifest["rules_changed"]
        if one != other:
            names = sorted(name for name in {*one, *other} if one.get(name) != other.get(name))
            raise InputError(
                f"{run.folder.path}: its games cannot be put together with those of {first.folder.path}: "
                f"different rules: {', '.join(names)}"
            )
    for one, other in combinations(runs, 2):
        seed = one.manifest["experiment"]["seed"]
        both = _tables(one) & _tables(other)
        if both and seed == other.manifest["experiment"]["seed"]:
            raise InputError(
                f"{other.folder.path}: holds the same games as {one.folder.path}: "
                f"the line-up {' + '.join(min(both))} with seed {seed}; play one of them with another seed"
            )


def _tables(run: Run) -> set[tuple[str, ...]]:
    """The line-ups by name."""
    return {tuple(sorted(run.strategies[one] for one in line_up)) for line_up in run.manifest["line_ups"]}


def _counts(run: Run, tables: int, units: int) -> Iterator[Any]:
    """Rows of unit, table, places and games, (4, rows), a file of rows at a time."""
    seats, codes = int(run.manifest["players"]), int(run.manifest["players"]) ** int(run.manifest["players"])
    variant, variants = run.variants.index(run.chosen), len(run.variants)
    for block, places in _files(run, variants * tables, seats):
        own = encode(places[:, variant * tables : (variant + 1) * tables])
        key = ((block % units)[:, None] * tables + np.arange(tables)) * codes + own
        found, games = np.unique(key, return_counts=True)
        yield np.stack([found // (tables * codes), found // codes % tables, found % codes, games])


def _files(run: Run, games: int, seats: int) -> Iterator[tuple[Any, Any]]:
    """Blocks (blocks,) and places (blocks, games in a block, seats); rows are stored in the order of a plan."""
    files = run.folder.row_files()
    if not files:
        run.summary("moments")  # says so if nothing was played yet
        raise InputError(
            f"{run.folder.path}: ratings need the places of every game, and the run kept only its summary: "
            'play it with record = "games" (rulesim run FILE --set record=games)'
        )
    for file in files:
        rows = pl.read_parquet(file, columns=["block", "place"])
        shape = (-1, games, seats)
        yield rows["block"].to_numpy().reshape(shape)[:, 0, 0], rows["place"].to_numpy().reshape(shape)
