"""A traced game, and a position that one action wins by force."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesim.experiment.line_up import line_up
from rulesim.experiment.trace import trace_games
from rulesim.games.position import Position
from rulesim.games.registry import load_game
from tests.games.puerto_rico.setting_up import position_dict


@pytest.fixture(scope="session")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with one game of three random players."""
    game = load_game("puerto_rico")
    path = tmp_path_factory.mktemp("traces") / "game.jsonl"
    lines = trace_games(game.rules(3), line_up(game, "random", 3), 5, 1)
    path.write_text("".join(line + "\n" for line in lines))
    return path


@pytest.fixture(scope="session")
def decided() -> Position:
    """The last loading of a game: one ship is empty, and the other goods do not fit any more.

    Seat 1 has 30 VP and can ship 5 indigo (35 VP: it beats the 33 of seat 2) or 1 corn (31 VP: it
    loses). Then the round ends, and with it the game.
    """
    data = position_dict(
        "captain", actor=1, picker=1, players=3, picks=3, governor=2, vp_pool=0, end=["vp"],
        goods={"corn": 9, "indigo": 6, "sugar": 6, "tobacco": 5, "coffee": 9},
        ships=[
            {"capacity": 4, "good": "tobacco", "barrels": 4},
            {"capacity": 5, "good": "sugar", "barrels": 5},
            {"capacity": 6, "good": None, "barrels": 0},
        ],
        seats={
            1: {"vp": 30, "goods": {"corn": 1, "indigo": 5}, "island": {"indigo": [1, 0]}},
            2: {"vp": 33, "island": {"indigo": [1, 0]}},
            3: {"vp": 29, "island": {"corn": [1, 0]}},
        },
        in_phase={"captain_bonus_paid": True},
    )  # fmt: skip
    return Position.from_dict(data)
