"""What no player can know: the order of the face-down plantation tiles."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.puerto_rico.laws import laws
from rulesim.games.puerto_rico.plantations import push_tiles, shuffle_stack
from rulesim.games.puerto_rico.vocabulary import GOODS, N_GOODS
from rulesim.games.reading import LeftOut
from rulesim.kernel.jit import kernel

STACK = "plantations.stack"


@kernel
def redraw(state: Any, rules: Any, nature: Any) -> None:
    """Shuffle the face-down tiles anew, now and whenever they run out."""
    tiles = np.zeros(N_GOODS, np.int64)
    for index in range(state.stack_tiles):
        tiles[state.stack[index]] += 1
    state.stack_tiles = 0
    for kind in range(N_GOODS):
        push_tiles(state, kind, tiles[kind])
    state.nature = nature
    shuffle_stack(state)


def fill_hidden(rules: Any, state: Any, left_out: LeftOut) -> None:
    """Tiles that are nowhere else lie in a stack that was left out."""
    if STACK in left_out.stacks:
        counts = laws(rules, state)
        for kind, name in enumerate(GOODS):
            counted, expected = counts[f"{name} plantations"]
            push_tiles(state, kind, max(0, expected - counted))
