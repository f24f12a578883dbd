"""Outcome arrays as a frame: a row for each game and seat."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from rulesim.experiment.designs import Plan
from rulesim.experiment.outcomes import WIN_SHARES, Outcomes
from rulesim.games.game import Rules
from rulesim.kernel.playout import OPENING_STAGE


def seat_frame(rules: Rules, plan: Plan, labels: list[str], outcomes: Outcomes, first_block: int) -> pl.DataFrame:
    """All outcomes as a frame, ordered by block, line-up, seating and seat."""
    blocks, games, seats, _ = outcomes.seat_rows.shape
    game = rules.game
    place, share = outcomes.places, outcomes.shares
    shape = (blocks, games, seats)

    def spread(values: Any, dtype: Any) -> Any:
        return np.ascontiguousarray(np.broadcast_to(values, shape)).astype(dtype).ravel()

    block = np.arange(first_block, first_block + blocks)[:, None, None]
    within = np.arange(games)[None, :, None]
    columns: dict[str, Any] = {
        "game": spread(block * games + within, np.int64),
        "block": spread(block, np.int64),
        "line_up": spread(plan.line_up_of[None, :, None], np.int32),
        "seating": spread(plan.seating_of[None, :, None], np.int16),
        "seat": spread(np.arange(1, seats + 1), np.uint8),
    }
    strategy = pl.Series("strategy", labels, dtype=pl.Enum(labels)).gather(spread(plan.strategy_of[None], np.uint32))
    outcome: dict[str, Any] = {"place": place.astype(np.uint8).ravel(), "win_share": share.ravel() / WIN_SHARES}
    for index, column in enumerate(game.seat_columns):
        outcome[column.name] = np.ascontiguousarray(outcomes.seat_rows[..., index]).ravel()
    for index, name in enumerate(["decisions", "choices", *(column.name for column in game.game_columns)]):
        outcome[name] = spread(outcomes.game_rows[:, :, None, index], np.int32)
    frame = pl.DataFrame(columns).with_columns(strategy).with_columns(pl.DataFrame(outcome))
    return frame.with_columns(_openings(rules, outcomes.openings))


def _openings(rules: Rules, codes: Any) -> list[pl.Series]:
    """The first choices of each seat, a column each, as actions of the notation."""
    if not codes.size:
        return []
    known = np.flatnonzero(np.bincount(codes.ravel() + 1)) - 1
    names = pl.Series([opening_name(rules, int(code)) for code in known], dtype=pl.String)
    numbers = np.zeros(known[-1] + 2, np.uint32)
    numbers[known + 1] = np.arange(len(known))
    numbers = numbers[codes + 1]
    return [
        names.gather(np.ascontiguousarray(numbers[..., place]).ravel()).alias(f"opening_{place + 1}")
        for place in range(codes.shape[-1])
    ]


def opening_name(rules: Rules, code: int) -> str | None:
    """A logged choice in the game's notation."""
    if code < 0:
        return None
    return rules.game.action_name(rules, code // OPENING_STAGE, code % OPENING_STAGE)
