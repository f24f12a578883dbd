"""The plantation tiles that belong to nobody: face-down stack, face-up row and discard."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.puerto_rico.vocabulary import N_GOODS
from rulesim.kernel.jit import kernel
from rulesim.kernel.streams import derive, next_word


@kernel
def push_tiles(state: Any, kind: int, n_tiles: int) -> None:
    """Lay tiles of a kind onto the stack."""
    for _ in range(n_tiles):
        state.stack[state.stack_tiles] = kind
        state.stack_tiles += 1


@kernel
def shuffle_stack(state: Any) -> None:
    """Shuffle the stack (Fisher-Yates), each time with a random stream of its own.

    So a reshuffle meets the same luck whatever was drawn before. A number below n from 32
    random bits by multiplication: off from uniform by less than n / 2**32.
    """
    key = derive(state.nature, state.reshuffles)
    state.reshuffles += 1
    for last in range(state.stack_tiles - 1, 0, -1):
        word = next_word(key, last)
        other = int(((word >> np.uint64(32)) * np.uint64(last + 1)) >> np.uint64(32))
        tile = state.stack[last]
        state.stack[last] = state.stack[other]
        state.stack[other] = tile


@kernel
def renew_stack(state: Any) -> None:
    """Shuffle the discard into a new stack (§A.2.9); the stack must be empty."""
    for kind in range(N_GOODS):
        push_tiles(state, kind, state.discard[kind])
        state.discard[kind] = 0
    shuffle_stack(state)


@kernel
def draw_tile(state: Any) -> int:
    """Take the top tile of the stack, which must not be empty."""
    state.stack_tiles -= 1
    kind = int(state.stack[state.stack_tiles])
    state.stack[state.stack_tiles] = 0  # equal positions are equal records
    return kind


@kernel
def turn_up(state: Any, rules: Any) -> None:
    """Turn up a new row; what the stack lacks comes from the shuffled discard (§A.2.8-9)."""
    for _ in range(rules.face_up_tiles):
        if state.stack_tiles == 0:
            renew_stack(state)
            if state.stack_tiles == 0:
                break
        state.face_up[draw_tile(state)] += 1
