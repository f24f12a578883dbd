"""The outcome arrays that the kernel fills."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from rulesim.games.game import Rules

WIN_SHARES = 60
"""Win shares are counted in 60ths, so that those of 1 to 5 tied winners are whole numbers."""


@dataclass
class Outcomes:
    """Preallocated outcome arrays of some blocks.

    Attributes
    ----------
    seat_rows : int32 array, (blocks, games in a block, seats, columns)
    game_rows : int32 array, (blocks, games in a block, 2 + columns + 2)
        Decisions, decisions with a choice, the game's own columns, and the course of the game; see
        `rulesim.kernel.playout`.
    openings : int32 array, (blocks, games in a block, seats, depth)
        First choices of each seat; -1: none.
    orders : int64 array, (blocks, games in a block, seats, 4 or 0)
        The line that a seat was told (negative: none), its moves made, how often line or ban gave way, and
        the kinds of decisions, as bits, in which the ban did.
    """

    seat_rows: Any
    game_rows: Any
    openings: Any
    orders: Any

    @classmethod
    def empty(cls, rules: Rules, blocks: int, games: int, depth: int, orders: bool = False) -> Outcomes:
        """Arrays for ``blocks`` blocks of ``games`` games each; with ``orders`` also for what seats were told."""
        shape = (blocks, games)
        game, seats = rules.game, rules.players
        return cls(
            np.zeros((*shape, seats, len(game.seat_columns)), np.int32),
            np.zeros((*shape, 2 + len(game.game_columns) + 2), np.int32),
            np.full((*shape, seats, depth), -1, np.int32),
            np.full((*shape, seats, 4 if orders else 0), -1, np.int64),
        )

    def part(self, some: Any) -> Outcomes:
        """A part of the arrays, as views: of the blocks, or of (blocks, games)."""
        return Outcomes(self.seat_rows[some], self.game_rows[some], self.openings[some], self.orders[some])

    def of_variant(self, number: int, games: int) -> Outcomes:
        """One variant's games, ``games`` in a block, as views of these arrays."""
        return self.part((slice(None), slice(number * games, (number + 1) * games)))

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays."""
        return int(sum(one.nbytes for one in (self.seat_rows, self.game_rows, self.openings, self.orders)))

    @cached_property
    def places(self) -> Any:
        """Place of each seat (1: best), int64 (blocks, games in a block, seats).

        Seats that are equal in score and tie-break share the place.
        """
        key = (self.seat_rows[..., 0].astype(np.int64) << 32) + self.seat_rows[..., 1]
        return 1 + sum((key[..., [other]] > key).astype(np.int64) for other in range(key.shape[-1]))

    @cached_property
    def shares(self) -> Any:
        """Win share of each seat in 60ths, int64 (blocks, games in a block, seats): winners share the win."""
        first = self.places == 1
        return first * (WIN_SHARES // first.sum(axis=-1, keepdims=True))
