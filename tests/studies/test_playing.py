"""Points played by a study are the games of a run, whatever the jobs; a study that was stopped goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from polars.testing import assert_frame_equal

from rulesim.analysis.metric import parse_metric
from rulesim.analysis.run import Run
from rulesim.api import sensitivity
from rulesim.errors import InputError
from rulesim.experiment.factors import find_factor
from rulesim.experiment.runner import run_experiment
from rulesim.experiment.setup import prepare
from rulesim.experiment.spec import make_experiment
from rulesim.studies.points import PointPlayer, point_variants

EXPERIMENT: dict[str, Any] = {
    "game": "puerto_rico", "players": 3, "strategies": ["random", "balanced"], "blocks": 8, "openings": 0,
    "record": "summary", "jobs": 1,
}  # fmt: skip
RANGES = {"setup.doubloons": (0, 9), "price.corn": (0, 4), "strategies.balanced.factory_saving": (0, 9)}


@pytest.fixture(autouse=True)
def fewer_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesim.studies.indices.DRAWS", 40)


@pytest.mark.parametrize(
    "text",
    ["win_share(balanced)", "win_share(seat=2)", "win_share(random, seat=3)", "score", "score(balanced)", "rounds",
     "choices", "end_vp", "city_factory(balanced)", "city_factory", "seat_spread", "strategy_spread"],
)  # fmt: skip
def test_values_are_those_of_a_run(text: str, tmp_path: Path, runs: Any) -> None:
    swept, setup = runs
    metric = parse_metric(text, setup.rules.game, setup.labels, 3)
    factor = find_factor(setup.variants[0], "setup.doubloons")
    variants = point_variants(setup.variants[0], [factor], [[0], [9]])
    player = PointPlayer(setup, metric)
    values = player.values(list(player.play(variants)))
    frame = swept.sweep(metric.name, metric.grouping)
    for place, doubloons in enumerate((0, 9)):
        rows = frame.filter(frame["setup.doubloons"] == doubloons)
        if metric.strategy is not None:
            rows = rows.filter(rows["strategy"] == setup.labels[metric.strategy])
        if metric.seat is not None:
            rows = rows.filter(rows["seat"] == metric.seat)
        assert len(rows) == 1
        assert values.estimates[place] == pytest.approx(rows["estimate"][0])
        assert values.interval(place) == pytest.approx(rows.select("low", "high").row(0))


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("runs")
    swept = Run(run_experiment(make_experiment({**EXPERIMENT, "sweep": {"setup.doubloons": [0, 9]}}), folder / "swept"))
    return swept, prepare(make_experiment(EXPERIMENT))


def test_a_study_is_the_same_for_any_jobs_and_when_gone_on_with(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("rulesim.studies.sensitivity.BATCH", 5)
    asked: dict[str, Any] = {"metric": "seat_spread", "size": 4, "ranges": RANGES}
    one = sensitivity(EXPERIMENT, out=tmp_path / "one", **asked)
    two = sensitivity({**EXPERIMENT, "jobs": 3}, out=tmp_path / "two", **asked)
    assert_frame_equal(one.frame, two.frame)
    stored = sorted((tmp_path / "one" / "totals").iterdir())
    assert len(stored) > 1
    stored[1].unlink()
    played: list[int] = []
    again = sensitivity(EXPERIMENT, out=tmp_path / "one", on_progress=lambda done, _: played.append(done), **asked)
    assert_frame_equal(again.frame, one.frame)
    assert played[0] == 5
    assert len(played) == 6
    assert json.loads((tmp_path / "one" / "result.json").read_text())["points"] == one.points
    with pytest.raises(InputError, match="holds another study"):
        sensitivity(EXPERIMENT, out=tmp_path / "one", **{**asked, "metric": "score"})
    assert set(one.frame["name"]) == set(RANGES)
    assert (one.frame["mu_star_low"] <= one.frame["mu_star"]).all()


def test_money_at_the_start_matters_and_what_nobody_uses_does_not(tmp_path: Path) -> None:
    """Doubloons change scores; so few games reach a fortress in random play that its divisor does next to nothing."""
    found = sensitivity(
        EXPERIMENT, "score", tmp_path / "s", method="sobol", size=8, blocks=12,
        ranges={"setup.doubloons": (0, 12), "effects.city_hall": (1, 2)},
    )  # fmt: skip
    assert found.established()["name"].to_list()[:1] == ["setup.doubloons"]
    assert found.frame["total"][0] == pytest.approx(1, abs=0.5)
    assert found.games == found.points * 12 * 6
    assert np.isfinite(found.spread)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rules": ["buildings.*.cots"]}, "unknown rule 'buildings.\\*.cots'"),
        ({"rules": ["switches.*"]}, "no range to vary it in is declared"),
        ({"ranges": {"price.corn": (0, 2)}}, "vary two or more"),
        ({"ranges": {"price.corn": (0, 99), "price.indigo": (0, 1)}}, "expected a range within 0 to 20"),
        ({"ranges": RANGES, "metric": "seat_spred"}, "did you mean 'seat_spread'"),
        ({"ranges": RANGES, "method": "sobol", "size": 5}, "power of 2"),
        ({"ranges": RANGES, "blocks": 1}, "one block has no measure of its noise"),
    ],
)  # fmt: skip
def test_bad_studies_leave_nothing(changes: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        sensitivity(EXPERIMENT, **{"metric": "score", "out": tmp_path / "s", **changes})
    assert not (tmp_path / "s").exists()


def test_a_point_that_the_game_refuses_is_named(tmp_path: Path) -> None:
    experiment = {**EXPERIMENT, "game": "el_capitan", "strategies": ["greedy", "balanced"]}
    ranges = {"cities.tunis.triangle_space": (7, 9), "setup.money": (20, 30)}
    with pytest.raises(InputError, match=r"a point is not possible: .*\(point: tunis.triangle_space="):
        sensitivity(experiment, "score", tmp_path / "s", ranges=ranges)
