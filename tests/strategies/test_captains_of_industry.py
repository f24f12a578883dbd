"""The shipped strategies of Captains of Industry: against random play, and what their plans show in the outcomes."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rulesim.experiment.outcomes import Outcomes
from rulesim.experiment.playing import Table
from rulesim.games.position import Position
from rulesim.kernel.jit import INTERPRETED
from rulesim.strategy.contract import Entry, Strategy
from rulesim.strategy.files import load_file
from rulesim.strategy.loader import shipped_folder
from tests.games.captains_of_industry.setting_up import GAME, position

FILES = sorted((shipped_folder() / "captains_of_industry").glob("*.py"))
NAMES = [path.stem for path in FILES]
PLANS = [name for name in NAMES if name != "random"]
BLOCKS = {3: 50, 4: 40, 5: 30}
COLUMNS = [column.name for column in GAME.seat_columns]
STONE_MARKET = "consumables_commercial"


@cache
def shipped(name: str) -> Strategy:
    """A shipped strategy by its file's name."""
    (strategy,) = load_file(shipped_folder() / "captains_of_industry" / f"{name}.py")
    return strategy


def play(names: list[str], blocks: int, changes: dict[str, Any] | None = None) -> Outcomes:
    """Blocks of a line-up, in all rotations of the seats."""
    players = len(names)
    rules = GAME.rules(players, None, changes)
    seatings = np.array([np.roll(np.arange(players), turn) for turn in range(players)])
    entries = [Entry(name, shipped(name), shipped(name).values()) for name in names]
    outcomes = Outcomes.empty(rules, blocks, players, 0)
    Table(rules, entries, seatings, seed=2024).play(0, blocks, outcomes)
    return outcomes


@cache
def against_random(name: str, players: int) -> Outcomes:
    """The strategy alone among random players: in rotation ``t`` it sits in seat ``t``."""
    return play([name] + ["random"] * (players - 1), BLOCKS[players])


def own(outcomes: Outcomes, column: str) -> float:
    """Mean of a column over the seats of the line-up's first entry."""
    rows = outcomes.seat_rows[..., COLUMNS.index(column)]
    return float(np.mean([rows[:, turn, turn] for turn in range(rows.shape[1])]))


def answer(name: str, here: Position) -> str:
    """What the strategy does in a position, by the default parameters."""
    strategy = shipped(name)
    legal = np.zeros(1, GAME.moves.legal)
    GAME.moves.legal_actions(here.state[0], here.rules.record[0], legal[0])
    mind = here.minds[here.actor - 1]
    mind.params[:] = strategy.values()
    return here.action_name(int(strategy.compile(GAME)(here.state[0], here.rules.record[0], legal[0], mind)))


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_the_file_has_one_strategy_of_its_name_with_a_plan(path: Path) -> None:
    (strategy,) = load_file(path)
    assert strategy.name == path.stem and strategy.compiled
    assert strategy.plan.splitlines()[0].endswith(".")
    assert strategy.parameters or strategy.name == "random"


def test_many_plans_are_shipped() -> None:
    assert len(NAMES) >= 9


@pytest.mark.skipif(INTERPRETED, reason="long")
@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("name", PLANS)
def test_it_beats_random_players(name: str, players: int) -> None:
    """The rules always have one winner (N.3.5), so a win is a win."""
    outcomes = against_random(name, players)
    totals = outcomes.seat_rows[..., 0].astype(np.int64) * 1_000_000 + outcomes.seat_rows[..., 1]
    won = [totals[:, turn, turn] == totals[:, turn].max(axis=-1) for turn in range(players)]
    assert np.mean(won) >= 0.9


@pytest.mark.skipif(INTERPRETED, reason="long")
@pytest.mark.parametrize(
    ("name", "column"),
    [("landlord", "real_estate"), ("researcher", "n_advances"), ("captain_hoarder", "leaders_held"),
     ("basic_supplier", "size_university"), ("final_goods", "size_farm")],
)  # fmt: skip
def test_the_plan_shows_in_the_outcomes(name: str, column: str) -> None:
    """More of it than the opportunist, who has no plan."""
    assert own(against_random(name, 4), column) > own(against_random("opportunist", 4), column)


@pytest.mark.parametrize(("rival", "price"), [(9, 8), (4, 3), (2, 3)])
def test_the_undercutter_stays_below_its_rivals(rival: int, price: int) -> None:
    """One dollar below the cheapest rival, but not under its floor of 3."""
    market = {STONE_MARKET: {"units": {"stone": [1, 2, 0, 0]}, "prices": [5, rival, None, None]}}
    here = position(markets=market).apply("manage")
    assert answer("undercutter", here) == f"price:{STONE_MARKET}:{price}"


def test_the_monopolist_prices_just_below_the_bank() -> None:
    market = {STONE_MARKET: {"units": {"stone": [1, 0, 0, 0]}, "prices": [5, None, None, None]}}
    assert answer("monopolist", position(markets=market).apply("manage")) == f"price:{STONE_MARKET}:12"


@pytest.mark.parametrize("name", PLANS)
def test_it_takes_own_goods_before_it_pays_a_rival(name: str) -> None:
    market = {STONE_MARKET: {"units": {"stone": [1, 1, 0, 0]}, "prices": [4, 4, None, None]}}
    assert answer(name, position(markets=market).apply("build:farm")) == "buy:stone:1"


ODD_RULES = {
    "no Advances": {f"advances.{name}.tier": 0 for name in GAME.base_rules.rows("advances")},
    "no leaders": {"setup.start_leaders": 0, "management.leaders_drawn": 0},
    "free": {f"estate.cost.{zone}.{tier}": [] for zone in ("residential", "commercial") for tier in ("bronze", "gold")},
    "narrow track": {"price_track.lowest": 4, "price_track.highest": 4},
    "rich": {"setup.start_cash": 500},
}


@pytest.mark.skipif(INTERPRETED, reason="long")
@pytest.mark.parametrize("changes", ODD_RULES.values(), ids=ODD_RULES)
def test_games_end_under_odd_rules(changes: dict[str, Any]) -> None:
    for first in range(0, len(PLANS), 3):
        names = (PLANS[first:] + PLANS)[:3]
        assert play(names, 2, changes).game_rows[..., 3].all(), "every game has an end reason"
