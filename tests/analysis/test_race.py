"""The race of actions: its error rate and its intervals by simulation, its t test against scipy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

from rulesim.analysis.race import Race, difference_interval, look_counts, paired

SHARE = 60


def run(values: Any, error: float = 0.05, kept: tuple[int, ...] = ()) -> Race:
    """A finished race over given values."""
    race = Race(len(values), values.shape[1], error, kept)
    for number, count in enumerate(race.looks):
        for action in race.played:
            race.add(action, values[action, race.counts[action] : count])
        race.look(number)
    return race


def wins(draw: np.random.Generator, chances: Any, playouts: int) -> Any:
    """Wins of arms on common luck: an arm wins where a number common to all is below its chance, half of the time."""
    common, own = draw.random(playouts), draw.random((len(chances), playouts))
    luck = np.where(draw.random(playouts) < 0.5, common, own)
    return SHARE * (luck < np.array(chances)[:, None]).astype(int)


def test_looks_double() -> None:
    assert look_counts(2000) == [63, 125, 250, 500, 1000, 2000]
    assert look_counts(100) == [25, 50, 100]
    assert look_counts(7) == [7]


@pytest.mark.parametrize("chances", [(0.30, 0.29, 0.29, 0.29), (0.03, 0.02, 0.02, 0.02, 0.02, 0.02), (0.9, 0.89)])
def test_the_best_action_is_seldom_dropped(chances: tuple[float, ...]) -> None:
    """The claimed error is 20 %, so that its excess would show: 400 races, three standard errors above."""
    draw = np.random.default_rng(7)
    dropped = sum(not run(wins(draw, chances, 400), error=0.2).racing[0] for _ in range(400))
    assert dropped / 400 <= 0.2 + 3 * np.sqrt(0.2 * 0.8 / 400)


def test_all_losses_lie_in_their_intervals() -> None:
    """Together, at whatever look an action dropped out; claimed is 80 %."""
    chances = np.array([0.30, 0.28, 0.20, 0.05, 0.02])
    truth, draw = SHARE * (chances.max() - chances), np.random.default_rng(8)
    covered = 0
    for _ in range(400):
        losses = run(wins(draw, chances, 400), error=0.2).losses()
        covered += bool(((losses.low <= truth + 1e-9) & (truth <= losses.high + 1e-9)).all())
    assert covered / 400 >= 0.8 - 3 * np.sqrt(0.2 * 0.8 / 400)


def test_p_values_of_the_best_action_are_valid() -> None:
    draw = np.random.default_rng(9)
    p_values = np.array([run(wins(draw, (0.3, 0.3, 0.3), 200)).losses().p_value[0] for _ in range(400)])
    for level in (0.01, 0.05, 0.2):
        assert (p_values <= level).mean() <= level + 3 * np.sqrt(level * (1 - level) / 400)


def test_clearly_worse_actions_drop_out_early_and_the_best_is_ranked_first() -> None:
    race = run(wins(np.random.default_rng(1), (0.1, 0.6, 0.1, 0.55), 2000))
    losses = race.losses()
    assert losses.leader == 1
    assert list(losses.candidates) in ([False, True, False, True], [False, True, False, False])
    assert max(race.counts[[0, 2]]) <= 125
    assert race.counts[1] == 2000
    assert losses.low[0] > 0


def test_an_action_that_is_kept_is_played_to_the_end() -> None:
    race = run(wins(np.random.default_rng(1), (0.1, 0.6), 500), kept=(0,))
    assert list(race.counts) == [500, 500]
    assert list(race.racing) == [False, True]


def test_equal_actions_are_not_told_apart() -> None:
    values = np.repeat(wins(np.random.default_rng(2), (0.4,), 300), 3, axis=0)
    losses = run(values).losses(ties=[1, 3, 2])
    assert losses.candidates.all()
    assert losses.leader == 1
    assert list(losses.loss) == [0, 0, 0]
    assert (losses.p_value == 1).all()


def test_an_action_alone() -> None:
    losses = run(np.array([[60, 0, 60, 0] * 10])).losses()
    assert (losses.leader, losses.low[0], losses.high[0]) == (0, 0, 0)


def test_all_playouts_alike_prove_something_but_are_not_certain() -> None:
    """Ever winning against never winning: the loss may still be below 100 %."""
    losses = run(np.array([[60] * 200, [0] * 200])).losses()
    assert list(losses.candidates) == [True, False]
    assert losses.loss[1] == 60
    assert 30 < losses.low[1] < 60


def test_few_playouts_prove_nothing() -> None:
    """Four wins against none: one in eight by the sign-flip test."""
    losses = run(np.array([[60] * 4, [0] * 4])).losses()
    assert losses.candidates.all()
    assert losses.p_value[1] >= 2 / 2**4


def test_paired_is_students_t_test() -> None:
    draw = np.random.default_rng(3)
    one, other = draw.integers(0, 61, (2, 500)).astype(float)
    mean, half, p_value = paired(np.stack([one, other]), 0.05, 60)
    expected = stats.ttest_rel(one, other)
    interval = expected.confidence_interval(0.95)
    assert (mean[0, 1] - half[0, 1], mean[0, 1] + half[0, 1]) == pytest.approx((interval.low, interval.high))
    assert p_value[0, 1] == pytest.approx(expected.pvalue)
    assert difference_interval(one, other, 0.05)[0] == pytest.approx((one - other).mean())


def test_values_that_were_never_seen_widen_an_interval() -> None:
    """Hanley and Lippman-Hand: nothing in n trials means at most 3 / n at 95 %."""
    _, half, _ = paired(np.zeros((2, 100)), 0.05, 60)
    assert half[0, 1] / 60 == pytest.approx(3 / 100, rel=0.03)
