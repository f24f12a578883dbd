"""What strategies are told about a position: forecasts against the rules, choices against a plan."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import rulesim.games.puerto_rico.api as pr
from rulesim.games.position import Position
from rulesim.games.puerto_rico.state import STATE
from tests.games.puerto_rico.setting_up import GAME, position

PLAN = pr.plan(corn=4, indigo=4, sugar=4, tobacco=4, coffee=4, quarry=3, harbor=9)


def advised(here: Position, plan: Any = PLAN) -> str:
    legal = np.zeros(1, GAME.moves.legal)
    GAME.moves.legal_actions(here.state[0], here.rules.record[0], legal[0])
    return here.action_name(int(pr.advise(here.state[0], here.rules.record[0], legal[0], plan)))


def forecast(function: Any, here: Position, *arguments: Any) -> Any:
    return function(here.state[0], here.rules.record[0], *arguments)


def test_a_plan_names_what_it_does_not_know() -> None:
    with pytest.raises(ValueError, match="'lighthouse' is no tile, building, role or taste"):
        pr.plan(lighthouse=3)


def test_a_plan_holds_what_was_named_and_the_usual_tastes() -> None:
    assert PLAN[pr.QUARRY] == 3
    assert PLAN[pr.FIRST_CITY_CIRCLE + pr.HARBOR] == 9
    assert PLAN[pr.FIRST_CITY_CIRCLE + pr.WHARF] == 0
    assert PLAN[pr.DOUBLOON] == pr.TASTES["doubloon"][0]


def test_most_of_the_game_is_ahead_at_the_start_and_nothing_in_the_last_round() -> None:
    assert 0.7 < forecast(pr.ahead, Position.new("puerto_rico", 4)) <= 1.0
    assert forecast(pr.ahead, position(end=["city"])) == 0.0


def test_colonists_due() -> None:
    """T3: ship 6, supply 20, the mayor gets 3, then 2, 1, 1; without circles they are of no use."""
    island = {"island": {"corn": [4, 0]}}
    here = position(seats={1: island, 2: island, 3: island}, colonists={"supply": 20, "ship": 6})
    assert [forecast(pr.colonists_due, here, 0, seat) for seat in range(4)] == [3, 2, 1, 0]


def test_the_best_sale_counts_markets_and_the_privilege() -> None:
    """T29: coffee, trader, both markets: 8. T30: corn with both markets, not the trader, office: 3."""
    markets = {"small_market": 1, "large_market": 1}
    seats = {1: {"goods": {"coffee": 1, "corn": 1}, "city": markets}, 2: {"goods": {"corn": 1}, "city": markets}}
    here = position(seats=seats, trading_house=["corn"])
    assert forecast(pr.sale, here, 0, 0) == 8
    assert forecast(pr.sale, here, 0, 1) == 0
    seats[2]["city"]["office"] = 1
    assert forecast(pr.sale, position(seats=seats, trading_house=["corn"]), 0, 1) == 3


def test_a_colonist_completes_a_pair_before_he_begins_one() -> None:
    seat = {"island": {"indigo": [1, 0], "sugar": [1, 0]}, "city": {"small_indigo_plant": 0, "small_sugar_mill": 0}}
    here = position("mayor", seats={1: {**seat, "to_place": 3}})
    placed = []
    for _ in range(2):
        placed.append(advised(here))
        here = here.apply(placed[-1])
    assert placed in (["place:indigo", "place:small_indigo_plant"], ["place:sugar", "place:small_sugar_mill"])


def test_the_wharf_waits_while_cargo_ships_have_room() -> None:
    """§A.7.6: the wharf is the owner's own; room on the ships is contended."""
    here = position("captain", seats={1: {"goods": {"corn": 5}, "city": {"wharf": 1}}})
    assert advised(here).startswith("ship:corn")


def test_the_dearest_good_is_sold() -> None:
    here = position("trader", seats={1: {"goods": {"corn": 3, "indigo": 1, "tobacco": 1}}})
    assert advised(here) == "sell:tobacco"


def test_an_imagined_position_has_nothing_hidden() -> None:
    here = Position.new("puerto_rico", 3, seed=4)
    copy = pr.imagined(here.state[0]).view(STATE)[0]
    assert copy.stack_tiles == 0
    assert not copy.stack.any()
    assert copy.nature == 0
    assert (copy.face_up == here.state[0].face_up).all()


def test_finishing_a_phase_stops_at_the_next_pick() -> None:
    here = position("builder", seats={seat: {"doubloons": 3} for seat in range(1, 5)})
    copy = pr.imagined(here.state[0]).view(STATE)
    pr.finish_phase(copy[0], here.rules.record[0], PLAN)
    assert copy[0].stage == pr.PICK_ROLE
    assert here.state[0].stage == pr.BUILD, "the position itself is untouched"
