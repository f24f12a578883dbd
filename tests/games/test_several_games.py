"""Several games in one process: the shared playout loop is compiled for each."""

from __future__ import annotations

import subprocess
import sys

import pytest

from rulesim.games.registry import game_names

PLAY = """
from rulesim.games.position import Position
from rulesim.games.registry import load_game
for name in {order}:
    position = Position.new(name, 4, seed=1)
    for _ in range(20):
        position = position.apply(position.legal()[0])
"""


@pytest.mark.parametrize("first", range(3))
def test_games_do_not_disturb_each_other(first: int) -> None:
    """Each game comes first once; all are played again in the other order."""
    names = game_names()
    order = (*names[first:], *names[:first])
    code = PLAY.format(order=(*order, *order[::-1]))
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, timeout=300)
