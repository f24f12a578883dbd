"""Sums by batch against plain loops over the blocks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rulesim.experiment.batches import BATCHES, batch_blocks, batch_count, square_classes
from rulesim.experiment.designs import make_plan, pair_mixtures
from rulesim.experiment.summary import Summary, groupings, summarize
from tests.experiment.test_summary import RULES
from tests.made_up import made_up_outcomes

BLOCKS = 70
PLAN = make_plan(pair_mixtures(3, 3), "rotations")
GROUPS = groupings(PLAN)
OUTCOMES = made_up_outcomes(RULES, PLAN, BLOCKS, 5)


@pytest.fixture(scope="module")
def summary() -> Summary:
    return summarize(RULES.game, PLAN, GROUPS, OUTCOMES)


def values(metric: str) -> Any:
    """(blocks, plays)"""
    of_seats = OUTCOMES.shares if metric == "win_share" else OUTCOMES.seat_rows[..., 0].astype(int)
    return of_seats.reshape(BLOCKS, -1)


@pytest.mark.parametrize("metric", ["win_share", "score"])
def test_totals_are_those_of_every_fiftieth_block(summary: Summary, metric: str) -> None:
    totals = summary.batches.totals[metric][0]
    assert totals.shape[1] == batch_count(PLAN) == BATCHES
    for batch in (0, 19, 20, 49):
        assert totals[:, batch].tolist() == values(metric)[batch::BATCHES].sum(axis=0).tolist()


@pytest.mark.parametrize("metric", ["win_share", "score"])
def test_squares_are_those_of_block_totals(summary: Summary, metric: str) -> None:
    plays_of = {name: GROUPS[name].rows for name in GROUPS}
    strategy = PLAN.strategy_of.ravel()
    for number, (name, plays) in enumerate(square_classes(plays_of)):
        found = summary.batches.squares[metric][0, number]
        if name == "play":
            expected = (values(metric) ** 2).sum(axis=1)
        elif name == "strategy":
            per_block = np.stack([values(metric)[:, strategy == one].sum(axis=1) for one in range(3)])
            assert (np.bincount(strategy) == plays).all()
            expected = (per_block**2).sum(axis=0)
        else:
            continue
        assert found[3] == expected[3::BATCHES].sum()
        assert found.sum() == expected.sum()


def test_blocks_of_batches() -> None:
    assert batch_blocks(BLOCKS, BATCHES).tolist() == [2] * 20 + [1] * 30
