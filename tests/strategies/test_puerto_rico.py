"""The shipped strategies of Puerto Rico: how they play in given positions, and how they do against random play.

The positions are small; what is asserted is the plan that the strategy's docstring states.
"""

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
from tests.games.puerto_rico.setting_up import GAME, position

FILES = sorted((shipped_folder() / "puerto_rico").glob("*.py"))
NAMES = [path.stem for path in FILES]
PLANS = [name for name in NAMES if name != "random"]
BLOCKS = 1 if INTERPRETED else 200
GOODS = ("corn", "indigo", "sugar", "tobacco", "coffee")
PLANTS = {
    "small_indigo_plant": 1, "small_sugar_mill": 1, "indigo_plant": 0, "sugar_mill": 0, "tobacco_storage": 1,
    "coffee_roaster": 1,
}  # fmt: skip


@cache
def shipped(name: str) -> Strategy:
    """A shipped strategy by its file's name."""
    (strategy,) = load_file(shipped_folder() / "puerto_rico" / f"{name}.py")
    return strategy


def entry(name: str) -> Entry:
    strategy = shipped(name)
    return Entry(name, strategy, strategy.values())


def play(names: list[str], blocks: int, players: int = 4, changes: dict[str, Any] | None = None) -> Outcomes:
    """Blocks of a line-up, in all rotations of the seats."""
    rules = GAME.rules(players, None, changes)
    seatings = [np.roll(np.arange(players), turn) for turn in range(players)]
    outcomes = Outcomes.empty(rules, blocks, players, 0)
    Table(rules, [entry(name) for name in names], seatings, seed=2024).play(0, blocks, outcomes)
    return outcomes


def share_of_first(outcomes: Outcomes) -> float:
    """Win share of the line-up's first entry: in rotation ``t`` it sits in seat ``t``."""
    shares = outcomes.shares / outcomes.shares.sum(axis=-1, keepdims=True)
    return float(np.mean([shares[:, turn, turn] for turn in range(shares.shape[1])]))


def answer(name: str, here: Position) -> str:
    """What the strategy does in a position, by the default parameters."""
    strategy = shipped(name)
    legal = np.zeros(1, GAME.moves.legal)
    GAME.moves.legal_actions(here.state[0], here.rules.record[0], legal[0])
    mind = here.minds[here.actor - 1]
    mind.params[:] = strategy.values()
    return here.action_name(int(strategy.compile(GAME)(here.state[0], here.rules.record[0], legal[0], mind)))


def late(**parts: Any) -> dict[str, Any]:
    """Parts of a position near the end: few colonists are left in the supply."""
    return {"colonists": {"supply": 8, "ship": 4}, "round": 13, **parts}


def test_a_dozen_plans_are_shipped() -> None:
    assert len(PLANS) >= 12


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_the_file_has_one_strategy_of_its_name_with_a_plan(path: Path) -> None:
    (strategy,) = load_file(path)
    assert strategy.name == path.stem
    assert strategy.compiled
    assert strategy.plan.splitlines()[0].endswith(".")
    if strategy.name != "random":
        assert strategy.parameters
        for parameter in strategy.parameters:
            assert parameter.low < parameter.high
            assert len(parameter.meaning) > 15


@pytest.mark.parametrize("name", PLANS)
def test_it_beats_three_random_players(name: str) -> None:
    assert share_of_first(play([name, "random", "random", "random"], BLOCKS)) >= 0.95


@pytest.mark.skipif(INTERPRETED, reason="long")
@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("name", PLANS)
def test_it_beats_random_players_at_other_tables(name: str, players: int) -> None:
    assert share_of_first(play([name] + ["random"] * (players - 1), 60, players)) >= 0.9


ODD_RULES = [
    {f"buildings.{name}.copies": 0 for name in GAME.seat_columns[10].members},
    {f"buildings.{name}.cost": 0 for name in GAME.seat_columns[10].members},
    {f"buildings.{name}.cost": 30 for name in GAME.seat_columns[10].members},
    {f"price.{good}": 0 for good in GOODS},
    {"roles.coin": 0, "setup.colonists": 300, "setup.vp_pool": 500},
    {"setup.quarries": 0, "setup.face_up_tiles": 0},
]


@pytest.mark.skipif(INTERPRETED, reason="long")
@pytest.mark.parametrize("changes", ODD_RULES, ids=["no_buildings", "free", "dear", "no_prices", "long", "no_land"])
@pytest.mark.parametrize("name", PLANS)
def test_its_games_end_under_odd_rules(name: str, changes: dict[str, Any]) -> None:
    for players in GAME.players:
        outcomes = play([name] * players, 2, players, changes)
        assert outcomes.game_rows[..., 3].all(), "every game has an end reason"


@pytest.mark.skipif(INTERPRETED, reason="long")
def test_games_among_the_strategies_look_like_games_among_people() -> None:
    """§D.2, §D.3: about 15 rounds, scores around 35 to 50; §D.1: the last two seats win more than half."""
    rng = np.random.default_rng(1)
    outcomes = [play(list(rng.choice(PLANS, 4, replace=False)), 25) for _ in range(24)]
    assert 13 <= np.mean([one.game_rows[..., 2].mean() for one in outcomes]) <= 17
    assert 33 <= np.mean([one.seat_rows[..., 0].mean() for one in outcomes]) <= 50


SELLS = {"goods": {"corn": 2, "coffee": 1}, "doubloons": 2}


@pytest.mark.parametrize("name", ["balanced", "coffee_trader", "factory_owner", "greedy"])
def test_it_sells_coffee_rather_than_corn(name: str) -> None:
    assert answer(name, position("trader", seats={1: SELLS})) == "sell:coffee"


@pytest.mark.parametrize("name", PLANS)
def test_it_ships_corn_rather_than_give_it_away(name: str) -> None:
    """A barrel of corn brings nothing in the trading house and a VP on a ship (§A.0.3)."""
    here = position("trader", actor=2, seats={2: {"goods": {"corn": 1}}})
    assert answer(name, here) == "pass"


def test_the_corn_shipper_takes_corn_and_ships_what_it_has() -> None:
    row = {"row": ["coffee", "corn", "tobacco", "sugar", "indigo"]}
    data = position().to_dict()
    assert (
        answer("corn_shipper", position("settler", stage="take", plantations={**data["plantations"], **row}))
        == "take:corn"
    )
    full = {"goods": {"corn": 6}, "island": {"corn": [3, 3]}}
    assert answer("corn_shipper", position(seats={1: full})) == "role:captain"


def test_the_harbor_shipper_saves_for_the_harbor_and_ships_through_it() -> None:
    waits = position("builder", picker=2, actor=1, seats={1: {"doubloons": 7}})
    assert answer("harbor_shipper", waits) == "pass"
    assert answer("harbor_shipper", position("builder", seats={1: {"doubloons": 8}})) == "build:harbor"
    loaded = {"goods": {"corn": 2, "indigo": 2, "sugar": 2}, "city": {"harbor": 1}}
    assert answer("harbor_shipper", position(seats={1: loaded})) == "role:captain"


def test_the_quarry_builder_takes_quarries() -> None:
    assert answer("quarry_builder", Position.new("puerto_rico", 4)) == "role:settler"
    assert (
        answer("quarry_builder", position("settler", stage="take", seats={1: {"island": {"quarry": [2, 2]}}}))
        == "take:quarry"
    )


def test_the_factory_owner_takes_new_kinds_and_produces() -> None:
    data = position().to_dict()
    row = {**data["plantations"], "row": ["corn", "corn", "sugar", "indigo", "indigo"]}
    island = {"corn": [4, 4], "indigo": [1, 1], "tobacco": [1, 1]}
    seat = {"island": island}
    assert (
        answer("factory_owner", position("settler", stage="take", picker=2, actor=1, seats={1: seat}, plantations=row))
        == "take:sugar"
    )
    at_work = {
        "island": {"corn": [1, 1], "indigo": [1, 1], "sugar": [1, 1], "tobacco": [1, 1], "coffee": [1, 1]},
        "city": {**{name: 1 for name in PLANTS if PLANTS[name]}, "factory": 1},
    }
    assert answer("factory_owner", position(seats={1: at_work})) == "role:craftsman"


def test_the_coffee_trader_sells_dear_goods_and_grows_them() -> None:
    trades = {"goods": {"coffee": 1}, "city": {"small_market": 1}}
    assert answer("coffee_trader", position(seats={1: trades})) == "role:trader"
    data = position().to_dict()
    row = {**data["plantations"], "row": ["corn", "coffee", "sugar", "indigo", "indigo"]}
    assert (
        answer("coffee_trader", position("settler", stage="take", picker=2, actor=1, plantations=row)) == "take:coffee"
    )


def test_the_denial_captain_calls_the_captain_and_blocks_the_ships() -> None:
    # The ships have room for corn only: the rivals' indigo and sugar would spoil.
    rich = {"goods": {"indigo": 3, "sugar": 3}}
    ships = [
        {"capacity": 5, "good": "tobacco", "barrels": 4},
        {"capacity": 6, "good": "coffee", "barrels": 5},
        {"capacity": 7, "good": "corn", "barrels": 4},
    ]
    seats = {1: {"goods": {"corn": 3}}, 2: rich, 3: rich, 4: rich}
    assert answer("denial_captain", position(seats=seats, ships=ships)) == "role:captain"
    # One empty ship: with coffee on it, nobody else's indigo and sugar find room.
    ships = [
        {"capacity": 5, "good": "corn", "barrels": 5},
        {"capacity": 6, "good": "tobacco", "barrels": 6},
        {"capacity": 7, "good": None, "barrels": 0},
    ]
    seats = {1: {"goods": {"coffee": 2, "indigo": 2}}, 2: {"goods": {"indigo": 4}}}
    assert answer("denial_captain", position("captain", seats=seats, ships=ships)) == "ship:coffee:3"


@pytest.mark.parametrize("name", ["large_building_rush", "quarry_builder", "balanced", "greedy"])
def test_it_builds_a_large_building_at_the_end(name: str) -> None:
    here = position("builder", seats={1: {"doubloons": 9}}, **late())
    assert answer(name, here) in {
        f"build:{large}" for large in ("residence", "customs_house", "fortress", "city_hall", "guild_hall")
    }


def test_the_large_building_rush_saves() -> None:
    here = position(
        "builder", picker=2, actor=1, seats={1: {"doubloons": 8}}, **late(colonists={"supply": 25, "ship": 4})
    )
    assert answer("large_building_rush", here) == "pass"


def test_the_guild_hall_follows_the_plants() -> None:
    seat = {"doubloons": 9, "city": PLANTS}
    assert answer("guild_hall", position("builder", seats={1: seat}, **late())) == "build:guild_hall"
    waits = {"doubloons": 8, "city": PLANTS}
    here = position("builder", picker=2, actor=1, seats={1: waits}, **late(colonists={"supply": 20, "ship": 4}))
    assert answer("guild_hall", here) == "pass"


def test_the_colonist_ender_calls_the_mayor() -> None:
    seat = {"island": {"corn": [3, 0], "indigo": [1, 0]}, "city": {"small_indigo_plant": 0}}
    assert answer("colonist_ender", position(seats={1: seat})) == "role:mayor"


def test_the_hacienda_settler_draws_and_settles() -> None:
    seat = {"island": {"corn": [2, 2]}, "city": {"hacienda": 1}}
    assert answer("hacienda_settler", position("settler", stage="hacienda", seats={1: seat})) == "hacienda:draw"
    assert answer("hacienda_settler", position(seats={1: seat})) == "role:settler"


def test_city_hall_goes_for_the_city_hall_with_violets() -> None:
    violets = {"small_market": 1, "hacienda": 1, "construction_hut": 1, "small_warehouse": 1, "hospice": 1, "office": 1}
    here = position("builder", seats={1: {"doubloons": 9, "city": violets}}, **late())
    assert answer("city_hall", here) == "build:city_hall"


def test_greedy_sees_the_last_mayor() -> None:
    """A large building counts only with a colonist in it (§A.8.2): in the last round the mayor brings its bonus."""
    city = {**dict.fromkeys(PLANTS, 0), "guild_hall": 0}
    here = position(seats={1: {"city": city, "san_juan": 0}}, end=["colonists"], colonists={"supply": 0, "ship": 4})
    assert answer("greedy", here) == "role:mayor"


def test_balanced_ships_a_full_windrose() -> None:
    seats = {1: {"goods": {"corn": 5, "sugar": 4}}}
    assert answer("balanced", position(seats=seats)) == "role:captain"


@pytest.mark.parametrize("name", [name for name in PLANS if name != "greedy"])
def test_it_does_not_look_at_the_secret_chips_of_others(name: str) -> None:
    """VP chips are kept secret (§A.1.8)."""
    for number in range(3):
        here = Position.new("puerto_rico", 4, seed=5, number=number)
        for step in range(250):
            if here.is_over:
                break
            if len(here.legal_numbers()) > 1:
                there = here.copy()
                there.state["vp"][0, [seat for seat in range(4) if seat != here.actor - 1]] += 9
                assert answer(name, here) == answer(name, there)
            here.apply_number(here.legal_numbers()[step % len(here.legal_numbers())])
