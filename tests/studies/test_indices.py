"""Indices and noise: SALib's on noiseless values, the analytic ones through noise, nothing where there is nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

from rulesim.analysis.metric import Metric
from rulesim.errors import InputError
from rulesim.studies.indices import Design, indices_of, make_design
from rulesim.studies.noise import noise_of
from rulesim.studies.values import Values

A, B = 7.0, 0.1
NAMES = ["x1", "x2", "x3", "idle"]
SCORE = Metric("score", "all_seats", None, None, "score", False)


def ishigami(units: Any) -> Any:
    x = np.pi * (2 * units - 1)
    return np.sin(x[:, 0]) + A * np.sin(x[:, 1]) ** 2 + B * x[:, 2] ** 4 * np.sin(x[:, 0])


def analytic() -> tuple[list[float], list[float]]:
    """First and total indices; Ishigami and Homma (1990)."""
    one = 0.5 * (1 + B * np.pi**4 / 5) ** 2
    two = A**2 / 8
    both = B**2 * np.pi**8 * (1 / 18 - 1 / 50)
    whole = one + two + both
    return [one / whole, two / whole, 0, 0], [(one + both) / whole, two / whole, both / whole, 0]


def noisy(design: Design, noise: float, blocks: int = 40, seed: int = 1) -> Values:
    """The function at a design, with noise of its own at each point and luck of the blocks that all points share."""
    draw = np.random.default_rng(seed)
    y = ishigami(design.units)[:, None, None]
    luck = draw.normal(0, 5, (1, 1, blocks))
    return Values(SCORE, y + luck + noise * draw.normal(size=(len(y), 1, blocks)), np.ones(1))


def test_sobol_without_noise_is_that_of_salib() -> None:
    from SALib.analyze import sobol

    design = make_design("sobol", NAMES, NAMES, 256, 3)
    found, noise = indices_of(design, noisy(design, 0), np.ones(4), 1)
    theirs = sobol.analyze(design.problem, ishigami(design.units), calc_second_order=False, seed=1)
    assert found["first"].estimate == pytest.approx(theirs["S1"])
    assert found["total"].estimate == pytest.approx(theirs["ST"])
    half = (found["total"].high - found["total"].low)[:3] / 2
    assert half == pytest.approx(theirs["ST_conf"][:3], rel=0.35)
    assert [one.share for one in noise[:3]] == pytest.approx([0, 0, 0], abs=1e-9)
    assert (noise[3].p_value, noise[0].p_value < 1e-6) == (1, True)


def test_morris_without_noise_is_that_of_salib() -> None:
    from SALib.analyze import morris

    design = make_design("morris", NAMES, NAMES, 20, 3)
    found, _ = indices_of(design, noisy(design, 0), np.full(4, 2 / 3), 1)
    theirs = morris.analyze(design.problem, design.units, ishigami(design.units), num_levels=4, seed=1)
    for name in ("mu_star", "mu", "sigma"):
        assert found[name].estimate == pytest.approx(np.asarray(theirs[name], float))


def test_noise_is_taken_out_of_sobol_indices() -> None:
    """With noise of the size of the function raw indices are far off; the corrected ones are near the analytic."""
    design = make_design("sobol", NAMES, NAMES, 1024, 3)
    values = noisy(design, 3.7 * np.sqrt(40))  # noise variance = variance of the function
    found, noise = indices_of(design, values, np.ones(4), 1)
    first, total = analytic()
    assert np.abs(found["total"].raw - total).max() > 0.25
    for index, right in ((found["first"], first), (found["total"], total)):
        assert ((index.low <= right) & (right <= index.high)).all()
        assert np.abs(index.estimate - right).max() < 0.16
    assert noise[3].share > 0.9
    assert noise[3].p_value > 0.05
    assert max(one.p_value for one in noise[:2]) < 0.05


def test_what_is_only_noise_is_not_claimed() -> None:
    """Without any effect, p-values of the test are as they should be: rarely small."""
    design = make_design("morris", NAMES, NAMES, 10, 3)
    draw = np.random.default_rng(5)
    p_values = []
    for _ in range(150):
        values = Values(SCORE, draw.normal(size=(len(design.units), 1, 15)), np.ones(1))
        drawn = values.draws(100, 1)
        for one, other in design.pairs():
            y = values.estimates
            p_values.append(noise_of(y[other] - y[one], drawn[:, other] - drawn[:, one], 15).p_value)
    assert np.mean(np.array(p_values) < 0.05) < 0.06


def test_one_difference_is_the_paired_t_test() -> None:
    values = Values(SCORE, np.random.default_rng(1).normal(0.3, 1, (2, 1, 30)), np.ones(1))
    y, drawn = values.estimates, values.draws(20_000, 1)
    ours = noise_of(y[[1]] - y[[0]], drawn[:, [1]] - drawn[:, [0]], 30)
    theirs = stats.ttest_rel(values.totals[1, 0], values.totals[0, 0])
    assert ours.p_value == pytest.approx(theirs.pvalue, rel=0.05)


def test_draws_have_the_variance_of_the_mean() -> None:
    values = Values(SCORE, np.random.default_rng(1).normal(0, 2, (3, 1, 25)), np.ones(1))
    expected = values.totals[:, 0].var(axis=1, ddof=1) / 25
    assert values.draws(20_000, 1).var(axis=0) == pytest.approx(expected, rel=0.05)


def test_pairs_differ_in_their_group_alone() -> None:
    for method, size in (("morris", 6), ("sobol", 8)):
        design = make_design(method, NAMES, ["a", "b", "a", "c"], size, 2)
        assert design.groups == ["a", "b", "c"]
        for group, (one, other) in zip(design.groups, design.pairs(), strict=True):
            differ = np.abs(design.units[one] - design.units[other]) > 1e-9
            own = np.array([name == group for name in design.problem["groups"]])
            assert differ[:, own].any(axis=1).all()
            assert not differ[:, ~own].any()


def test_bad_sizes_are_refused() -> None:
    with pytest.raises(InputError, match="the nearest is 64"):
        make_design("sobol", NAMES, NAMES, 60, 1)
    with pytest.raises(InputError, match="2 or more"):
        make_design("morris", NAMES, NAMES, 1, 1)
