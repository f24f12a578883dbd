"""Solving on made-up curves: the true root is within its interval; no influence and no crossing are told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

from rulesim.analysis.metric import Metric
from rulesim.errors import InputError
from rulesim.experiment.factors import Factor
from rulesim.games.registry import load_game
from rulesim.studies.points import Varied
from rulesim.studies.solve import Target, closer_values, crossings, first_values, locate, parse_target
from rulesim.studies.values import Values

SCORE = Metric("score", "all_seats", None, None, "score", False)
SPREAD = Metric("spread", "seat", None, None, "seat_spread", True)


@pytest.fixture(autouse=True)
def fewer_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesim.studies.solve.DRAWS", 200)


def curve(x: Any, true: Any, blocks: int = 100, seed: int = 1, noise: float = 1.0) -> Values:
    """A metric with its true values, luck of the blocks, and some noise at each value."""
    draw = np.random.default_rng(seed)
    luck = draw.normal(0, 3, (1, 1, blocks))
    return Values(
        SCORE, np.asarray(true)[:, None, None] + luck + draw.normal(0, noise, (len(x), 1, blocks)), np.ones(1)
    )


def value(target: float) -> Target:
    return Target(SCORE, "value", target, f"score={target}")


def test_the_interval_of_a_root_covers_it() -> None:
    x = np.arange(-3.0, 4)
    true = 2 * x + 0.2 * x**2 + 1
    right = float(np.interp(4.0, true, x))
    found = [locate(list(x), curve(x, true, seed=seed), value(4.0), 1) for seed in range(40)]
    inside = [
        one.real_low <= right <= one.real_high
        for one in found
        if one.real_low is not None and one.real_high is not None
    ]
    assert len(inside) == 40
    assert stats.binomtest(sum(inside), 40, 0.95).pvalue > 0.001
    assert all(one.status == "solved" and one.crossings == 1 for one in found)
    assert np.mean([one.real for one in found]) == pytest.approx(right, abs=0.1)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_range_without_crossing_is_told(sign: int) -> None:
    x = np.arange(5.0)
    found = locate(list(x), curve(x, sign * x), value(sign * 9.0), 1)
    assert (found.status, found.real, found.best, found.reached_share) == ("not reached", None, 4, 0.0)


def test_a_bound_beyond_the_range_is_open() -> None:
    x = np.arange(5.0)
    found = locate(list(x), curve(x, x, blocks=30), value(4.0), 1)
    assert found.real_high is None or found.real is None
    assert 0.2 < found.reached_share < 0.8


def test_without_influence_there_is_no_solution() -> None:
    x = np.arange(6.0)
    statuses = [locate(list(x), curve(x, np.zeros(6), seed=seed), value(0.0), 1).status for seed in range(30)]
    assert statuses.count("no influence") >= 26
    same = Values(SCORE, np.ones((6, 1, 20)), np.ones(1))
    assert locate(list(x), same, value(1.0), 1).status == "no influence"


def test_the_least_spread_is_found_between_whole_numbers() -> None:
    """Two seats whose shares cross at 1.4: the spread is 0 there."""
    x = np.arange(-2.0, 5)
    draw = np.random.default_rng(3)
    first = 0.5 + 0.05 * (x - 1.4)
    shares = np.stack([first, 1 - first], axis=1)[:, :, None] + draw.normal(0, 0.02, (len(x), 2, 200))
    found = locate(list(x), Values(SPREAD, shares, np.ones(2)), Target(SPREAD, "min", 0.0, "seat_spread=0"), 1)
    assert found.status == "solved"
    assert found.real == pytest.approx(1.4, abs=0.1)
    assert found.real_low <= 1.4 <= found.real_high
    assert x[found.best] == 1
    assert found.best_shares[found.best] > 0.9


def test_crossings_of_a_line() -> None:
    x = np.arange(5.0)
    assert crossings(x, x, 1.5) == [1.5]
    assert crossings(x, np.array([0, 1, 1, 1, 2.0]), 1.0) == [2.0]
    assert crossings(x, np.array([1, -1, 1, -1, -1.0]), 0.0) == [0.5, 1.5, 2.5]
    assert crossings(x, x, 9.0) == []


def varied(low: float, high: float, whole: bool, base: float = 0.0) -> Varied:
    return Varied(Factor("a.b", base, whole, None, None), low, high)


def test_which_values_are_played() -> None:
    assert first_values(varied(-3, 3, True)) == [-3, -2, -1, 0, 1, 2, 3]
    many = first_values(varied(0, 100, True, 30))
    assert len(many) == 10
    assert 30 in many
    assert all(float(one).is_integer() for one in many)
    assert closer_values(varied(-3, 3, True), [-3, -2, -1, 0, 1, 2, 3], 0.4) == []
    more = closer_values(varied(0, 8, False), [float(n) for n in range(9)], 3.3)
    assert len(more) == 4
    assert all(2 < one < 4.5 for one in more)


@pytest.mark.parametrize(
    ("text", "goal", "wanted"),
    [
        ("seat_spread=0", "min", 0.0),
        ("seat_spread=0.05", "value", 0.05),
        ("win_share(seat=3)=25%", "value", 0.25),
        ("win_share(a(x=1), seat=2) = 0.3", "value", 0.3),
        ("length=max", "max", None),
        ("city_factory=0.5", "value", 0.5),
    ],
)
def test_targets(text: str, goal: str, wanted: float | None) -> None:
    found = parse_target(text, load_game("puerto_rico"), ["a(x=1)", "b"], 4)
    assert found.goal == goal
    assert wanted is None or found.value == wanted


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("seat_spread", "expected metric=value"),
        ("win_share(seat=3)", "expected metric=value"),
        ("seat_spred=0", "did you mean 'seat_spread'"),
        ("win_share=0.25", "whose"),
        ("win_share(c)=0.25", "'c' is not a strategy that plays"),
        ("win_share(seat=5)=0.25", "seat '5': expected 1 to 4"),
        ("win_share(b)=25", "between 0 and 1"),
        ("score=many", "expected a number, min or max"),
        ("score=nan", "expected a number, min or max"),
        ("rounds(b)=9", "of the whole game"),
        ("seat_spread(b)=0", "expected seat_spread alone"),
    ],
)
def test_bad_targets(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_target(text, load_game("puerto_rico"), ["a(x=1)", "b"], 4)


def test_ranges_have_sense() -> None:
    with pytest.raises(InputError, match="expected low below high"):
        varied(3, 3, True)
    with pytest.raises(InputError, match="expected whole numbers"):
        varied(0, 2.5, True)
    with pytest.raises(InputError, match="expected a range within 0 to 9"):
        Varied(Factor("a.b", 0, True, (0, 9), None), 0, 10)
    half = varied(0, 2, True)
    assert half.nearest(np.array([0, 1 / 3, 2 / 3, 1])).tolist() == [0, 1, 1, 2]
    assert half.equally_likely(np.array([0, 0.32, 0.34, 0.65, 0.67, 1])).tolist() == [0, 0, 1, 1, 2, 2]
