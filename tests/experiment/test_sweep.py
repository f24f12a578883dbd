"""Sweeps: which points they have, the same games as hand-made variants, one message for each fault."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from rulesim.analysis.run import Run
from rulesim.errors import InputError
from rulesim.experiment.runner import run_experiment
from rulesim.experiment.setup import prepare
from rulesim.experiment.spec import make_experiment, read_experiment
from rulesim.experiment.sweep import parse_vary

TWO = {"strategies": ["balanced", "corn_shipper"], "design": "round_robin", "blocks": 12}


def points(setup: Any) -> list[Any]:
    return [variant.point for variant in setup.variants[1:]]


def test_a_grid_has_every_combination_but_the_base(small: Any) -> None:
    sweep = {"setup.doubloons": [0, 1], "buildings.factory.cost": [6, 7]}
    setup = prepare(small(sweep=sweep))
    assert points(setup) == [(0, 6), (0, 7), (1, 6), (1, 7)]  # 2 doubloons with three players: never the base
    setup = prepare(small(sweep={"buildings.factory.cost": {"from": 6, "to": 9, "step": 1}, "price.corn": [0, 1]}))
    assert points(setup) == [(6, 0), (6, 1), (7, 1), (8, 0), (8, 1), (9, 0), (9, 1)]
    assert setup.variants[1].name == "factory.cost=6, price.corn=0"
    assert setup.variants[1].rules.ruleset.at(3)["buildings.factory.cost"] == 6


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"from": 0.5, "to": 2, "points": 3, "scale": "log"}, [0.5, 1, 2]),
        ({"from": 0, "to": 2, "points": 3}, [1, 2]),
        ({"from": 0.1, "to": 0.4, "step": 0.1}, [0.1, 0.2, 0.3, 0.4]),
        ({"from": 1, "to": 2, "step": 0.75}, [1, 1.75]),
        ([3, 0.25], [3, 0.25]),
    ],
)
def test_values_of_a_parameter(small: Any, values: Any, expected: list[float]) -> None:
    setup = prepare(small(strategies=["balanced"], sweep={"strategies": {"balanced": {"factory_saving": values}}}))
    given = [point[0] for point in points(setup)]
    assert given == pytest.approx([0, *expected] if values == {"from": 0, "to": 2, "points": 3} else expected)
    assert [variant.entries[0].values[0] for variant in setup.variants[1:]] == pytest.approx(given)


def test_a_star_sets_all_rows_and_player_counts(small: Any) -> None:
    setup = prepare(small(sweep={"buildings.*.vp": [1], "plantations.corn": [9]}))
    rules = setup.variants[1].rules.ruleset
    assert {rules.at(3)[name] for name in rules.rules if name.endswith(".vp") and name.startswith("buildings.")} == {1}
    assert [rules.at(players)["plantations.corn"] for players in (2, 3, 4, 5)] == [9, 9, 9, 9]
    assert setup.manifest()["sweep"][0]["base"] is None


def test_points_play_as_hand_made_variants(small: Any, tmp_path: Path) -> None:
    swept = Run(run_experiment(small(**TWO, sweep={"setup.doubloons": [0, 2, 9]}), tmp_path / "swept"))
    variants = [{"name": f"setup.doubloons={n}", "rules": {"setup": {"doubloons": n}}} for n in (0, 9)]
    made = Run(run_experiment(small(**TWO, variant=variants), tmp_path / "made"))
    assert swept.variants == made.variants
    assert_frame_equal(swept.compare().frame, made.compare().frame)
    assert_frame_equal(swept.games().collect(), made.games().collect())
    frame, compared = swept.sweep(), made.compare().of("strategy", "win_share")
    for row in compared.to_dicts():
        own = frame.filter((pl.col("variant") == row["variant"]) & (pl.col("strategy") == row["strategy"]))
        same = own.select("estimate", "difference", "difference_low", "difference_high", "p_value").row(0)
        assert same == pytest.approx([row[name] for name in ("changed", "difference", "low", "high", "p_value")])
        estimate = made.variant(row["variant"]).estimates("strategy", "win_share")
        interval = estimate.filter(pl.col("strategy") == row["strategy"]).select("low", "high").row(0)
        assert own.select("low", "high").row(0) == pytest.approx(interval)


def test_a_swept_parameter_plays_as_a_hand_made_variant(small: Any, tmp_path: Path) -> None:
    sweep = {"strategies.balanced.factory_saving": [2.5]}
    swept = Run(run_experiment(small(**TWO, sweep=sweep), tmp_path / "swept"))
    variant = {"name": "x", "strategies": {"balanced": "balanced(factory_saving=2.5)"}}
    made = Run(run_experiment(small(**TWO, variant=[variant]), tmp_path / "made"))
    assert_frame_equal(swept.games().collect().drop("variant"), made.games().collect().drop("variant"))


def test_the_frame_is_adjusted_over_all_points(small: Any, tmp_path: Path) -> None:
    run = Run(run_experiment(small(**TWO, sweep={"setup.doubloons": [0, 1, 9]}), tmp_path / "run"))
    frame = run.sweep("score", "strategy")
    assert frame["setup.doubloons"].to_list() == [0, 1, 2, 9] * 2
    p_values = sorted(frame["p_value"].drop_nans())
    assert len(p_values) == 6
    assert frame["adjusted_p"].drop_nans().min() == pytest.approx(min(1, 6 * p_values[0]))
    assert frame.filter("is_base")["difference"].to_list() == [0, 0]
    spread = run.sweep("spread", "seat")
    balance = run.balance().filter(pl.col("of") == "seat")
    assert sorted(spread["estimate"]) == pytest.approx(sorted(balance["spread"]))
    with pytest.raises(InputError, match="no histograms are kept of the points of a sweep"):
        run.variant(run.variants[1]).histogram("score")
    assert len(run.variant("base").histogram("score"))
    with pytest.raises(InputError, match="did you mean 'win_share'"):
        run.sweep("win_shares")


def test_hundreds_of_points_are_quick_and_small(small: Any, tmp_path: Path) -> None:
    sweep = {"price.corn": {"from": 0, "to": 9, "step": 1}, "price.indigo": {"from": 0, "to": 19, "step": 1}}
    start = time.monotonic()
    experiment = small(players=2, blocks=2, record="summary", openings=0, sweep=sweep)
    run = Run(run_experiment(experiment, tmp_path / "run"))
    assert len(run.sweep("score", "all_seats")) == 200
    assert sum(path.stat().st_size for path in (tmp_path / "run" / "summary").iterdir()) < 2_000_000
    assert run.summary("histograms")["variant"].unique().to_list() == [0]
    assert time.monotonic() - start < 30


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('"buildings.factroy.cost" = [6]', "sweep: unknown rule 'buildings.factroy.cost'.*did you mean 'buildings.fac"),
        ('"buildings.factory.cost" = [6, 99]', "factory.cost=99: rules: .* = 99: expected a whole number from 0 to 30"),
        ('"buildings.factory.cost" = [6.5]', "= 6.5: expected a whole number"),
        ('"buildings.factory.cost" = [7]', "its only point is the experiment itself"),
        ('"buildings.factory.cost" = []', r"factory.cost = \[\]: expected a list of numbers"),
        ('"buildings.factory.cost" = 6', "expected a list of numbers"),
        ('"buildings.factory.cost" = [6, 6]', "the value 6 is there twice"),
        ('"buildings.factory.cost" = ["a"]', "expected a list of numbers"),
        ('"buildings.factory.cost" = { from = 6 }', "expected a list of numbers"),
        ('"buildings.factory.cost" = { from = 6, too = 9 }', "unknown key 'too'; did you mean 'to'"),
        ('"buildings.factory.cost" = { from = 6, to = 9 }', "give step or points"),
        ('"buildings.factory.cost" = { from = 6, to = 9, step = 0 }', "step = 0: expected a number above 0"),
        ('"buildings.factory.cost" = { from = 9, to = 6, step = 1 }', "expected from below to"),
        ('"buildings.factory.cost" = { from = 0, to = 6, points = 3, scale = "log" }', "needs numbers above 0"),
        ('"buildings.factory.cost" = { from = 1, to = 6, points = 3, scale = "lin" }', 'expected "linear" or "log"'),
        ('"buildings.factory.cost" = { from = 1, to = 6, points = 1 }', "points = 1: expected a whole number from 2"),
        ('"price.corn" = { from = 0, to = 1e9, step = 1 }', "1,000,000,001 points, more than 1,000; give fewer values"),
        ('"price.corn" = { from = 0, to = 20, points = 1000000000 }', "1,000,000,000 points, more than 1,000"),
        ('"effects.factory" = [1]', "effects.factory is a list of 6 numbers, not a number"),
        ('"switches.captain_ship" = [1]', "switches.captain_ship is text, not a number"),
        ('"switches.free_discard" = [1]', "switches.free_discard is true or false, not a number"),
        ('"price.corn" = [1]\n"rules.price.corn" = [2]', "price.corn is there twice"),
        ('"strategies.random.x" = [1]', "random has no parameter 'x': it has no parameters"),
        ('"strategies.randon.x" = [1]', "'randon' is not a strategy of the experiment.*did you mean 'random'"),
        ('"strategies.x" = [1]', "expected strategies.<strategy>.<parameter>"),
    ],
)
def test_bad_sweeps_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "file.toml"
    path.write_text(
        'game = "puerto_rico"\nplayers = 3\nstrategies = ["random"]\ndesign = "self_play"\nblocks = 4\n[sweep]\n' + text
    )
    with pytest.raises(InputError, match=message) as caught:
        prepare(read_experiment(path))
    assert "\n" not in str(caught.value)


def test_too_large_blocks_are_refused(small: Any) -> None:
    with (
        pytest.raises(InputError, match="points of 24 games are more than 10 games in a block"),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr("rulesim.experiment.sweep.MOST_GAMES", 10)
        prepare(small(players=4, strategies=["balanced", "random", "greedy", "corn_shipper"], design="round_robin",
                      seating="permutations", sweep={"price.corn": [1]}))  # fmt: skip


def test_variants_and_sweep_together_are_refused() -> None:
    with pytest.raises(InputError, match="variant and sweep: give one of the two"):
        make_experiment({"game": "puerto_rico", "players": 3, "strategies": ["random"], "blocks": 1,
                         "variant": [{"name": "x"}], "sweep": {"price.corn": [1]}})  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("price.corn=1,2", ("price.corn", [1, 2])),
        ("price.corn=1", ("price.corn", [1])),
        ("a.b=6:9", ("a.b", {"from": 6, "to": 9, "step": 1})),
        ("a.b=0.5:2:0.5", ("a.b", {"from": 0.5, "to": 2, "step": 0.5})),
    ],
)
def test_vary_of_the_command_line(text: str, expected: Any) -> None:
    assert parse_vary(text) == expected


@pytest.mark.parametrize("text", ["price.corn", "=1", "price.corn=", "price.corn=a", "a=1:2:3:4", "a=1,2:3"])
def test_bad_vary_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="expected PATH=VALUE"):
        parse_vary(text)
