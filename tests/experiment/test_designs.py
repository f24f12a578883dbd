from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from rulesim.errors import InputError
from rulesim.experiment import designs
from rulesim.experiment.designs import make_plan


def test_round_robin_plays_every_set_of_different_strategies_once() -> None:
    line_ups = designs.round_robin(6, 4)
    assert len(line_ups) == 15
    assert all(len(set(line_up)) == 4 for line_up in line_ups)
    assert len(set(map(frozenset, line_ups))) == 15


def test_round_robin_with_few_strategies_plays_every_mixture_of_them() -> None:
    assert designs.round_robin(2, 3) == [(0, 0, 1), (0, 1, 1)]


def test_round_robin_of_too_many_is_refused() -> None:
    with pytest.raises(InputError, match="more than 20000 line-ups"):
        designs.round_robin(60, 5)


def test_self_play_and_one_vs_field() -> None:
    assert designs.self_play(2, 3) == [(0, 0, 0), (1, 1, 1)]
    assert designs.one_vs_field(3, 4, focus=1) == [(1, 0, 0, 0), (1, 2, 2, 2)]


def test_all_mixtures_are_all_multisets_but_those_of_one() -> None:
    line_ups = designs.all_mixtures(6, 4)
    assert len(set(line_ups)) == len(line_ups) == 126 - 6
    assert all(len(set(line_up)) > 1 for line_up in line_ups)


def test_pair_mixtures_are_the_mixtures_of_two() -> None:
    mixtures = [line_up for line_up in designs.all_mixtures(5, 4) if len(set(line_up)) == 2]
    assert sorted(designs.pair_mixtures(5, 4)) == sorted(mixtures)


def test_rotations_put_every_strategy_once_into_every_seat() -> None:
    plan = make_plan([(3, 1, 4, 5)], "rotations")
    assert plan.games_per_block == 4
    for seat in range(4):
        assert sorted(plan.strategy_of[:, seat]) == [1, 3, 4, 5]


def test_rotations_of_equal_strategies_are_played_once() -> None:
    plan = make_plan([(0, 0, 0), (0, 1, 0, 1)[:3], (2, 2, 2)], "rotations")
    assert [len(seatings) for seatings in plan.seatings] == [1, 3, 1]
    assert make_plan([(0, 1, 0, 1)], "rotations").games_per_block == 2


def test_permutations_are_all_distinct_orders() -> None:
    plan = make_plan([(0, 1, 1, 2)], "permutations")
    orders = Counter(map(tuple, plan.strategy_of.tolist()))
    assert set(orders) == set(permutations((0, 1, 1, 2)))
    assert set(orders.values()) == {1}


def test_every_seating_is_an_order_of_the_line_up() -> None:
    plan = make_plan([(0, 1, 1, 2), (2, 2, 3, 3)], "rotations")
    for line_up, seating, strategies in zip(plan.line_up_of, plan.seating_of, plan.strategy_of, strict=True):
        order = plan.seatings[line_up][seating]
        assert sorted(order) == [0, 1, 2, 3]
        assert np.array_equal(strategies, [plan.line_ups[line_up][place] for place in order])
    assert plan.offsets == [0, 4]
