"""The shipped strategies of El Capitán: how they play in given positions, and how they do against random play.

The positions are small; what is asserted is the plan that the strategy's docstring states.
"""

from __future__ import annotations

import re
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
from rulesim.strategy.template import write_template
from tests.games.el_capitan.setting_up import GAME as EL_CAPITAN
from tests.games.el_capitan.setting_up import G, R, Y, acts, city, position, rules

FILES = sorted((shipped_folder() / "el_capitan").glob("*.py"))
NAMES = [path.stem for path in FILES]
PLANS = [name for name in NAMES if name != "random"]
BLOCKS = 4 if INTERPRETED else 100


@cache
def shipped(name: str) -> Strategy:
    """A shipped strategy by its file's name."""
    (strategy,) = load_file(shipped_folder() / "el_capitan" / f"{name}.py")
    return strategy


def play(names: list[str], blocks: int, *expansions: str, **changes: Any) -> Outcomes:
    """Blocks of a line-up, in all rotations of the seats."""
    players = len(names)
    chosen = rules(players, *expansions, **changes)
    seatings = [np.roll(np.arange(players), turn) for turn in range(players)]
    outcomes = Outcomes.empty(chosen, blocks, players, 0)
    entries = [Entry(name, shipped(name), shipped(name).values()) for name in names]
    Table(chosen, entries, seatings, seed=2024).play(0, blocks, outcomes)
    return outcomes


def share_of_first(outcomes: Outcomes) -> float:
    """Win share of the line-up's first entry: in rotation ``t`` it sits in seat ``t``."""
    shares = outcomes.shares / outcomes.shares.sum(axis=-1, keepdims=True)
    return float(np.mean([shares[:, turn, turn] for turn in range(shares.shape[1])]))


def answer(name: str, here: Position) -> str:
    """What the strategy does in a position, by the default parameters."""
    strategy = shipped(name)
    legal = np.zeros(1, EL_CAPITAN.moves.legal)
    EL_CAPITAN.moves.legal_actions(here.state[0], here.rules.record[0], legal[0])
    mind = here.minds[here.actor - 1]
    mind.params[:] = strategy.values()
    return here.action_name(int(strategy.compile(EL_CAPITAN)(here.state[0], here.rules.record[0], legal[0], mind)))


def test_eight_plans_are_shipped() -> None:
    assert len(PLANS) >= 8


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


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", PLANS)
def test_it_beats_random_players(name: str, players: int) -> None:
    assert share_of_first(play([name] + ["random"] * (players - 1), BLOCKS)) >= 0.95


@pytest.mark.parametrize("name", PLANS)
def test_it_beats_random_players_with_all_expansions(name: str) -> None:
    everything = ("porto", "lisboa", "canarias")
    for players in (2, 4):
        assert share_of_first(play([name] + ["random"] * (players - 1), BLOCKS // 2, *everything)) >= 0.95


ODD_RULES: dict[str, dict[str, Any]] = {
    "no_loans": {"loans__small__cards": 0, "loans__large__cards": 0},
    "free": {"cities.*.harbours": [0, 0], "cities.*.fortresses": [0, 0]},
    "dear": {"cities.*.harbours": [20, 20], "cities.*.fortresses": [40, 40]},
    "broke": {"setup__money": 0},
    "one_phase": {"setup__phases": 1},
    "no_runs": {"limits__run": 1, "limits__run_with_neutral": 1},
    "twins": {"link_cards.athina-tunis.copies": 2, "link_cards.athina-napoli.copies": 0},
}


@pytest.mark.skipif(INTERPRETED, reason="long")
@pytest.mark.parametrize("odd", ODD_RULES)
def test_games_end_under_odd_rules(odd: str) -> None:
    for name in NAMES:
        for players in EL_CAPITAN.players:
            outcomes = play([name] * players, 1, "porto", "canarias", **ODD_RULES[odd])
            assert outcomes.game_rows[..., 3].all(), "every game has an end reason"


@pytest.mark.skipif(INTERPRETED, reason="long")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_games_among_the_strategies_look_like_games_among_people(players: int) -> None:
    """§6: winners have about 150 to 230, and the third payday brings most."""
    rng = np.random.default_rng(players)
    outcomes = [play(list(rng.choice(PLANS, players, replace=False)), 25) for _ in range(12)]
    assert 150 <= np.mean([one.seat_rows[..., 0].max(axis=-1).mean() for one in outcomes]) <= 240


def anchored(place: str, harbour: int = 1, **more: Any) -> dict[str, Any]:
    return {"ship": place, "harbour": harbour, **more}


def faces(*cards: str) -> dict[str, Any]:
    """Link and destination cards that lie face up."""
    kinds = {kind: [card for card in cards if card.startswith(kind)] for kind in ("destination", "link")}
    return {kind: {"faceup": names} for kind, names in kinds.items()}


def test_nine_cities_moves_on() -> None:
    """It has a warehouse here; the next city is a card away."""
    here = position(cities={"tunis": city(f"{R}")}, seats={1: anchored("tunis")}, cards=faces("link:athina-tunis"))
    assert answer("nine_cities", here) == "buy:link:athina-tunis"
    there = position(cities={"tunis": city(f"{R}")}, seats={1: anchored("athina")}, cards=faces("link:athina-tunis"))
    assert answer("nine_cities", there) == "build:2"


def test_majority_holder_takes_the_first_place() -> None:
    """Marseille is worth 28 with one more warehouse, which makes seat 1 the first there."""
    cities, own = {"marseille": city(f"{G} {R} {G} {R} {Y}")}, anchored("marseille", fortresses=0)
    here = position(cities=cities, seats={1: own}, cards=faces("link:marseille-venezia"))
    assert answer("majority_holder", here) == "build"


def test_fortress_investor_builds_in_the_fullest_city() -> None:
    cities = {"marseille": city(f"{G} {G} {G} {Y} {Y} {G}")}
    here = position(cities=cities, seats={1: anchored("marseille", money=40)}, phase=2)
    assert answer("fortress_investor", here) == "fortress"


def test_first_and_reopen_reopens() -> None:
    here = position(
        cities={"napoli": city(f". {G} {G} {G} {Y} {Y} {G}", R)}, seats={1: anchored("napoli", fortresses=0)}
    )
    assert answer("first_and_reopen", here) == "reopen"


def test_cheap_cities_prefers_the_cheap_one() -> None:
    """Tunis costs 2, Marseille 4; the ways cost the same."""
    cards = faces("destination:tunis:2", "destination:valencia:2")
    here = position(seats={1: {"ship": "bank", "money": 20}}, cards=cards)
    assert answer("cheap_cities", here) == "buy:destination:tunis:2"


def test_loan_averse_builds_what_it_can_pay() -> None:
    """Others borrow for the second warehouse in Alexandria; it stays where it can pay."""
    own = anchored("tunis", money=2)
    here = position(cities={"tunis": city(f"{R} {G}")}, seats={1: own}, cards=faces("link:alexandria-tunis"))
    assert answer("loan_averse", here) == "build"
    assert answer("phase_rusher", position(seats={1: anchored("marseille", money=0)})) == "loan:16"


@pytest.mark.parametrize("name", PLANS)
def test_it_borrows_when_nothing_else_is_possible(name: str) -> None:
    here = position(seats={1: anchored("marseille", money=0)})
    assert answer(name, here) == "loan:16"


@pytest.mark.parametrize("name", PLANS)
def test_it_repays_what_it_can(name: str) -> None:
    """Extending nearly doubles the debt (§6)."""
    loan = {"amount": 16, "extended": False}
    here = position(stage="loan", actor=2, pending=[{"seat": 2, **loan}], seats={2: {"money": 50, "loans": [loan]}})
    assert answer(name, here) == "repay"


@pytest.mark.parametrize("name", PLANS)
def test_it_collects_protection_money(name: str) -> None:
    """The pirate goes where the others have most."""
    cities = {"tunis": city(f"{G} {G} {Y}"), "athina": city(f"{G} {R}")}
    turn = {"bought": True, "sailed": True, "free_pirate": True}
    here = position(4, ("canarias",), cities, {1: anchored("canarias")}, turn=turn)
    assert answer(name, here).startswith("pirate:tunis:")


def test_random_draws_the_kind_first() -> None:
    """One loan in seven kinds or so, however many cards lie face up."""
    here = position(seats={1: anchored("tunis", hand=["destination:tunis:2"])}, cards=faces("link:athina-tunis"))
    kinds = {name.split(":")[0] for name in here.legal()}
    drawn = [answer("random", here).split(":")[0] for _ in range(400)]
    assert kinds == {"buy", "sail", "build", "fortress", "loan"} == set(drawn)
    assert all(50 < drawn.count(kind) < 115 for kind in kinds) and acts(here, "buy")


def test_the_template_plays(tmp_path: Path) -> None:
    """What `rulesim strategies new` writes is a strategy that beats random players."""
    path = write_template(EL_CAPITAN, "my_plan", tmp_path)
    (strategy,) = load_file(path)
    fields = set(re.findall(r"state\.(\w+)", path.read_text()))
    assert fields <= set(EL_CAPITAN.moves.state.names or ())
    chosen = rules(3)
    entries = [Entry("mine", strategy, strategy.values())]
    entries += [Entry("random", shipped("random"), shipped("random").values())] * 2
    outcomes = Outcomes.empty(chosen, BLOCKS, 3, 0)
    Table(chosen, entries, [np.roll(np.arange(3), turn) for turn in range(3)], seed=1).play(0, BLOCKS, outcomes)
    assert share_of_first(outcomes) >= 0.95
