"""Outcome arrays as a frame: a row for each game and seat."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from rulesim.experiment.outcomes import WIN_SHARES, Outcomes
from rulesim.experiment.setup import Setup
from rulesim.games.game import Rules
from rulesim.kernel.playout import COURSE_COLUMNS, OPENING_STAGE


def seat_frame(setup: Setup, outcomes: Outcomes, first_block: int) -> pl.DataFrame:
    """All outcomes as a frame, ordered by block, variant (if there are any), line-up, seating and seat."""
    blocks, games, seats, _ = outcomes.seat_rows.shape
    game, plan, labels = setup.rules.game, setup.plan, setup.labels
    variants = [variant.name for variant in setup.variants]
    place, share = outcomes.places, outcomes.shares
    shape = (blocks, games, seats)

    def spread(values: Any, dtype: Any) -> Any:
        return np.ascontiguousarray(np.broadcast_to(values, shape)).astype(dtype).ravel()

    def repeated(by_game: Any) -> Any:
        """Values of a plan's games, once for each variant."""
        return np.tile(by_game, (len(variants), *[1] * (by_game.ndim - 1)))[None]

    def named(name: str, names: list[str], numbers: Any) -> pl.Series:
        return pl.Series(name, names, dtype=pl.Enum(names)).gather(spread(numbers, np.uint32))

    block = np.arange(first_block, first_block + blocks)[:, None, None]
    within = np.arange(games)[None, :, None]
    columns: dict[str, Any] = {
        "game": spread(block * games + within, np.int64),
        "block": spread(block, np.int64),
        "line_up": spread(repeated(plan.line_up_of)[..., None], np.int32),
        "seating": spread(repeated(plan.seating_of)[..., None], np.int16),
        "seat": spread(np.arange(1, seats + 1), np.uint8),
    }
    frame = pl.DataFrame(columns)
    if len(variants) > 1:
        frame.insert_column(2, named("variant", variants, within // plan.games_per_block))
    outcome: dict[str, Any] = {"place": place.astype(np.uint8).ravel(), "win_share": share.ravel() / WIN_SHARES}
    for index, column in enumerate(game.seat_columns):
        outcome[column.name] = np.ascontiguousarray(outcomes.seat_rows[..., index]).ravel()
    for index, name in enumerate(["decisions", "choices", *(column.name for column in game.game_columns)]):
        outcome[name] = spread(outcomes.game_rows[:, :, None, index], np.int32)
    for number, name in enumerate(COURSE_COLUMNS, -len(COURSE_COLUMNS)):
        outcome[name] = _or_null(pl.Series(name, spread(outcomes.game_rows[:, :, None, number], np.int32)))
    frame = frame.with_columns(named("strategy", labels, repeated(plan.strategy_of)))
    return (
        frame.with_columns(_orders(setup, outcomes.orders))
        .with_columns(pl.DataFrame(outcome))
        .with_columns(_openings(setup, outcomes.openings))
    )


def _orders(setup: Setup, orders: Any) -> list[pl.Series]:
    """What seats were told: their line, its moves made, whether they were singled out, how often orders gave way."""
    columns = []
    if setup.lines:
        line = _or_null(pl.Series("line", orders[..., 0].ravel()))
        columns = [pl.Series("line", setup.lines, dtype=pl.Enum(setup.lines)).gather(line)]
        columns.append(pl.Series("line_made", orders[..., 1].ravel(), pl.Int32))
    mark_of = setup.plan.mark_of
    if (mark_of >= 0).any():
        marked = np.tile(mark_of, len(setup.variants))[None, :, None] == np.arange(orders.shape[2])
        columns.append(pl.Series("marked", np.broadcast_to(marked, orders.shape[:3]).ravel()))
    return [*columns, pl.Series("gave_way", orders[..., 2].ravel(), pl.Int32)] if setup.told else columns


def _or_null(numbers: pl.Series) -> pl.Series:
    """Numbers, with null for negative ones."""
    return numbers.set(numbers < 0, None)


def _openings(setup: Setup, codes: Any) -> list[pl.Series]:
    """The first choices of each seat, a column each, as actions of the notation under the variant's rules."""
    if not codes.size:
        return []
    span = int(codes.max()) + 2
    variant = np.arange(codes.shape[1]) // setup.plan.games_per_block
    keys = variant[None, :, None, None] * span + codes + 1
    known = np.flatnonzero(np.bincount(keys.ravel()))
    rules = [variant.rules for variant in setup.variants]
    names = pl.Series([opening_name(rules[key // span], int(key % span) - 1) for key in known], dtype=pl.String)
    numbers = np.zeros(known[-1] + 1, np.uint32)
    numbers[known] = np.arange(len(known))
    numbers = numbers[keys]
    return [
        names.gather(np.ascontiguousarray(numbers[..., place]).ravel()).alias(f"opening_{place + 1}")
        for place in range(codes.shape[-1])
    ]


def opening_name(rules: Rules, code: int) -> str | None:
    """A logged choice in the game's notation."""
    if code < 0:
        return None
    return rules.game.action_name(rules, code // OPENING_STAGE, code % OPENING_STAGE)
