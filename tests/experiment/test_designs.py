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


@pytest.mark.parametrize(
    ("strategies", "players", "count"),
    [(8, 4, 12), (7, 3, 35), (7, 3, 34), (7, 3, 5), (12, 5, 100), (3, 3, 1), (2, 4, 3), (3, 5, 17), (5, 2, 9),
     (60, 5, 500)],
)  # fmt: skip
@pytest.mark.parametrize("seed", [1, 2, 2**63 - 1])
def test_random_line_ups_are_different_and_balanced(strategies: int, players: int, count: int, seed: int) -> None:
    line_ups = designs.random_line_ups(strategies, players, count, seed)
    assert len(line_ups) == count
    assert len({tuple(sorted(line_up)) for line_up in line_ups}) == count
    plays = Counter(strategy for line_up in line_ups for strategy in line_up)
    assert max(plays.values()) - min(plays[strategy] for strategy in range(strategies)) <= 1
    if strategies >= players:
        assert all(len(set(line_up)) == players for line_up in line_ups)
    else:
        assert all(len(set(line_up)) > 1 for line_up in line_ups)
    assert line_ups == designs.random_line_ups(strategies, players, count, seed)


def test_random_line_ups_depend_on_the_seed() -> None:
    assert designs.random_line_ups(8, 4, 5, 1) != designs.random_line_ups(8, 4, 5, 2)


def test_all_line_ups_are_drawn_about_equally_often() -> None:
    drawn = Counter(
        tuple(sorted(line_up)) for seed in range(2_000) for line_up in designs.random_line_ups(6, 3, 4, seed)
    )
    assert len(drawn) == 20
    assert max(drawn.values()) < 1.3 * 400
    assert min(drawn.values()) > 0.7 * 400


def test_neighbours_at_the_table_vary() -> None:
    assert any(list(line_up) != sorted(line_up) for line_up in designs.random_line_ups(8, 4, 12, 1))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((5, 3, 11), "line_up_count = 11: there are only 10 different line-ups of 5 strategies"),
        ((2, 4, 4), "line_up_count = 4: there are only 3 different"),
        ((9, 4, 2), "line_up_count = 2: expected at least 3, so that each of 9 strategies plays"),
        ((90, 5, 20_001), "line_up_count = 20001: at most 20,000 are played"),
    ],
)
def test_impossible_numbers_of_random_line_ups_are_refused(arguments: tuple[int, int, int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        designs.random_line_ups(*arguments, seed=1)
