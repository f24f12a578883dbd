"""The playout loop: compiled and interpreted, alone and in any order, the same games."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulesim.games.registry import game_names, load_game
from tests.kernel.random_games import all_outcomes

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", game_names())
def test_interpreted_games_are_the_same(name):
    """Without compiling, and with every warning an error, the outcomes are equal number by number."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "error", "-m", "tests.kernel.random_games", name]
    plain = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert plain.returncode == 0, plain.stderr
    assert json.loads(plain.stdout) == all_outcomes(load_game(name))


@pytest.mark.parametrize("name", game_names())
def test_games_are_played_to_their_end(name):
    """Decisions were made, and each game has a length and an end."""
    for rows in all_outcomes(load_game(name)).values():
        for block in rows["game_rows"]:
            for decisions, choices, length, end, *_ in block:
                assert decisions >= choices > 0 and length > 0 and end > 0
