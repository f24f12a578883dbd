"""Means of groups with errors clustered by block: against a library, the jackknife, and by simulation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rulesim.analysis.ratios import Means, Part, group_means, indicator
from rulesim.statistics.intervals import mean_interval

CELLS, PLAYS = 3, 2


def made_up_part(blocks: int, seed: int = 1) -> Part:
    """Two plays of each of three cells in every block; the group (played less in lucky blocks) wins more.

    Group 0 holds all rows, group 1 those that "chose" it, group 2 all rows of cell 0.
    """
    draw = np.random.default_rng(seed)
    block = np.repeat(np.arange(blocks), CELLS * PLAYS)
    cell = np.tile(np.repeat(np.arange(CELLS), PLAYS), blocks)
    luck = np.repeat(draw.normal(0, 1, blocks), CELLS * PLAYS)
    chose = draw.random(len(block)) < 0.15 + 0.1 * cell + 0.1 * (luck < 0)
    score = 10 + 2 * cell + luck + 1.5 * chose + draw.normal(0, 2, len(block))
    values = np.stack([score > 12, score]).astype(float)
    rows = np.arange(len(block))
    groups = [rows, rows[chose], rows[cell == 0]]
    of = np.repeat(np.arange(3), [len(group) for group in groups])
    return Part(block, cell, values, indicator(of, np.concatenate(groups), (3, len(block))))


def means_of(*parts: Part) -> Means:
    return group_means(lambda: parts, CELLS, np.zeros(3, np.int64))


def chosen(part: Part) -> Any:
    return part.member[[1]].toarray().ravel() > 0


def without(part: Part, block: int) -> Part:
    kept = np.flatnonzero(part.block != block)
    return Part(part.block[kept], part.cell[kept], part.values[:, kept], part.member[:, kept])


def test_means_and_averages_of_cells_are_plain() -> None:
    part = made_up_part(50)
    means, own = means_of(part), chosen(part)
    of_cells = np.array([part.values[1, part.cell == cell].mean() for cell in range(CELLS)])
    assert means.plays.tolist() == [300, own.sum(), 100]
    assert means.mean[1, 1] == pytest.approx(part.values[1, own].mean())
    assert means.average[1, 1] == pytest.approx(of_cells[part.cell[own]].mean())
    assert means.part[1] == pytest.approx(own.mean())
    assert means.blocks[1] == len(set(part.block[own]))


def test_errors_of_means_are_those_of_a_clustered_regression() -> None:
    statsmodels = pytest.importorskip("statsmodels.api")
    part = made_up_part(60)
    own = chosen(part)
    fit = statsmodels.OLS(part.values[1, own], np.ones(own.sum())).fit(
        cov_type="cluster", cov_kwds={"groups": part.block[own]}
    )
    assert means_of(part).error[1, 1] == pytest.approx(float(fit.bse[0]))


@pytest.mark.parametrize("metric", [0, 1])
def test_errors_are_those_of_the_jackknife(metric: int) -> None:
    part = made_up_part(150)
    means, left_out = means_of(part), [means_of(without(part, block)) for block in range(150)]

    def jackknife(name: str) -> float:
        values = np.array([
            one.mean[metric, 1] - one.average[metric, 1] if name == "difference" else getattr(one, name)[..., 1]
            for one in left_out
        ])  # fmt: skip
        return float(np.sqrt(149 / 150 * ((values - values.mean(axis=0)) ** 2).sum()))

    assert means.difference_error[metric, 1] == pytest.approx(jackknife("difference"), rel=0.03)
    assert means.part_error[1] == pytest.approx(jackknife("part"), rel=0.03)


def test_error_between_two_groups_is_that_of_the_jackknife() -> None:
    part = made_up_part(150)
    pairs = np.array([[1, 2], [1, 1]])

    def of(part: Part) -> Means:
        return group_means(lambda: [part], CELLS, np.zeros(3, np.int64), pairs)

    left_out = [of(without(part, block)) for block in range(150)]
    apart = np.array([(one.mean - one.average)[1, 1] - (one.mean - one.average)[1, 2] for one in left_out])
    expected = np.sqrt(149 / 150 * ((apart - apart.mean()) ** 2).sum())
    assert of(part).pair_error[1] == pytest.approx([expected, 0], rel=0.03)


def test_rows_may_come_with_what_they_are_compared_with() -> None:
    part = made_up_part(60)
    own, given = chosen(part), part.values + np.arange(len(part.block)) % 3
    means = means_of(Part(part.block, np.full_like(part.cell, -1), part.values, part.member, given))
    apart = (part.values - given)[1, own]
    assert means.mean[1, 1] - means.average[1, 1] == pytest.approx(apart.mean())
    totals = np.bincount(part.block[own], apart - apart.mean(), 60)
    played = len(set(part.block[own]))
    expected = np.sqrt((totals**2).sum() * played / (played - 1)) / own.sum()
    assert means.difference_error[1, 1] == pytest.approx(expected)


def test_whole_cells_do_not_differ_from_their_average() -> None:
    means = means_of(made_up_part(30))
    assert means.mean[:, [0, 2]] == pytest.approx(means.average[:, [0, 2]])
    assert means.difference_error[:, [0, 2]].tolist() == [[0, 0], [0, 0]]
    assert means.error[1, 2] > 0


def test_parts_add_up() -> None:
    whole = made_up_part(40)
    first, second = whole.block < 25, whole.block >= 25
    parts = [
        Part(whole.block[rows] - shift, whole.cell[rows], whole.values[:, rows], whole.member[:, np.flatnonzero(rows)])
        for rows, shift in ((first, 0), (second, 25))
    ]
    one, two = means_of(whole), means_of(*parts)
    for name in ("mean", "error", "average", "difference_error", "part", "part_error"):
        assert getattr(two, name) == pytest.approx(getattr(one, name), abs=1e-12)


def test_batches_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    part = made_up_part(40)
    one = means_of(part)
    monkeypatch.setattr("rulesim.analysis.ratios.BATCH", 40)
    assert means_of(part).difference_error == pytest.approx(one.difference_error)


def test_single_block_has_no_errors() -> None:
    means = means_of(made_up_part(1))
    assert np.isnan(means.error).all()


def test_intervals_hold_their_level() -> None:
    large = means_of(made_up_part(60_000, seed=99))
    truth = large.mean[:, 1] - large.average[:, 1]
    covered = np.zeros(2)
    runs = 400
    for seed in range(runs):
        means = means_of(made_up_part(40, seed))
        difference, error = means.mean[:, 1] - means.average[:, 1], means.difference_error[:, 1]
        low, high = mean_interval(difference, error, means.blocks[1])
        covered += (low <= truth) & (truth <= high)
    assert (np.abs(covered / runs - 0.95) < 0.035).all()
