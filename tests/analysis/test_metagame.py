"""The metagame: payoffs of a run against plain sums, known games, nashpy."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import Any

import nashpy
import numpy as np
import pytest

from rulesim.analysis.dynamics import at_rest, equilibrium, follow, population_payoff, replicator
from rulesim.analysis.metagame import Metagame, diversity, metagame
from rulesim.analysis.payoffs import Payoffs, Table
from rulesim.analysis.responses import ALONE, TOGETHER, arrows, best_responses, cycles, dominated
from rulesim.errors import InputError

ROCK_PAPER_SCISSORS = np.array([[0.5, 0.2, 0.8], [0.8, 0.5, 0.2], [0.2, 0.8, 0.5]])


def payoffs_of(
    names: str, players: int, share: Callable[[int, Table], float], noise: float = 0.01, batches: int = 30
) -> Payoffs:
    """A complete table of payoffs with noise from batch to batch."""
    draw, entries, rows = np.random.default_rng(1), {}, []
    for strategy in range(len(names)):
        for opponents in combinations_with_replacement(range(len(names)), players - 1):
            entries[strategy, opponents] = len(rows)
            certain = opponents == (strategy,) * (players - 1)
            rows.append(share(strategy, opponents) + (0 if certain else noise) * draw.normal(size=batches))
    return Payoffs(list(names), players, entries, np.array(rows), np.ones(batches))


def of_matrix(names: str, matrix: Any, **options: Any) -> Payoffs:
    return payoffs_of(names, 2, lambda one, other: matrix[one, other[0]], **options)


def test_payoffs_are_mean_win_shares_against_the_others(made_up: Any) -> None:
    run = made_up(["a", "b"], players=3, blocks=60)
    payoffs = Payoffs.of(run)
    rows = run.to_pandas()
    frame = payoffs.frame()
    assert payoffs.complete
    for row in frame.iter_rows(named=True):
        if not row["played"]:
            assert (row["win_share"], row["low"], row["high"]) == pytest.approx((1 / 3,) * 3)
            continue
        others = {"2 × a": "aa", "2 × b": "bb", "a, b": "ab"}[row["against"]]
        line_up = " + ".join(sorted(row["strategy"] + others))
        own = rows[(rows.line_up == line_up) & (rows.strategy == row["strategy"])]
        assert row["win_share"] == pytest.approx(own.win_share.mean())
        means = own.groupby("block").win_share.mean()
        assert row["high"] - row["low"] == pytest.approx(2 * 2.0096 * means.std() / np.sqrt(60), rel=0.35)


def test_rock_paper_scissors_is_a_cycle() -> None:
    payoffs = of_matrix("rps", ROCK_PAPER_SCISSORS)
    kind, frame = arrows(payoffs)
    assert kind == ALONE
    assert set(frame.filter(frame["established"]).select("strategy", "better").rows()) == {
        ("r", "p"), ("p", "s"), ("s", "r"),
    }  # fmt: skip
    assert cycles(list("rps"), frame) == [["r", "p", "s"]]
    assert diversity(payoffs)["estimate"] == pytest.approx(3, abs=0.01)
    assert dominated(payoffs).is_empty()
    responses = dict(best_responses(payoffs).select("against", "strategy").rows())
    assert responses == {"r": "p", "p": "s", "s": "r"}


def test_a_cycle_is_not_claimed_from_noise() -> None:
    payoffs = of_matrix("rps", 0.5 + 0.001 * (ROCK_PAPER_SCISSORS - 0.5), noise=0.1)
    assert cycles(list("rps"), arrows(payoffs)[1]) == []


def test_a_shortest_cycle_of_a_larger_component_is_shown() -> None:
    """a → b → c → a, c → d → a: all four hang together, a cycle through a has three."""
    import polars as pl

    edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "a"), ("e", "a")]
    frame = pl.DataFrame(edges, schema=["strategy", "better"], orient="row").with_columns(established=True)
    assert cycles(list("abcde"), frame) == [["a", "b", "c"]]


def test_dominated_strategies_are_found() -> None:
    matrix = np.array([[0.5, 0.6, 0.7], [0.4, 0.5, 0.6], [0.3, 0.4, 0.5]])
    payoffs = of_matrix("abc", matrix)
    frame = dominated(payoffs)
    pairs = frame.filter(frame["established"]).select("strategy", "by").rows()
    assert set(pairs) == {("b", "a"), ("c", "a"), ("c", "b")}
    assert frame["tables"].unique().to_list() == [3]
    assert frame["smallest"].to_numpy() == pytest.approx([0.1, 0.2, 0.1], abs=0.02)
    assert diversity(payoffs)["estimate"] == pytest.approx(1)


def test_domination_by_chance_is_not_established() -> None:
    frame = dominated(of_matrix("abc", np.full((3, 3), 0.5), noise=0.1))
    assert not frame["established"].any()


def test_replicator_dynamics_end_at_a_dominating_strategy() -> None:
    frame = replicator(of_matrix("ab", np.array([[0.5, 0.6], [0.4, 0.5]])))
    last = frame.tail(2)
    assert last["share"].to_list() == pytest.approx([1, 0], abs=1e-6)
    assert at_rest(frame)


def test_replicator_dynamics_of_two_against_two_rest_where_payoffs_are_equal() -> None:
    """Hawk and dove: rests at the share of hawks where both are paid the same."""
    matrix = np.array([[0.2, 0.8], [0.4, 0.5]])
    path = follow(population_payoff(of_matrix("hd", matrix, noise=0), matrix.reshape(1, -1)), 1, 2)
    # hawks gain 0.2 x + 0.8 (1 - x), doves 0.4 x + 0.5 (1 - x): equal at x = 0.3 / 0.5
    assert path[-1, 0, 0] == pytest.approx(0.6, abs=1e-3)


def test_rock_paper_scissors_goes_round() -> None:
    """x·y·z is constant along the orbits of a zero-sum cycle."""
    payoff = population_payoff(of_matrix("rps", ROCK_PAPER_SCISSORS, noise=0), ROCK_PAPER_SCISSORS.reshape(1, -1))
    path = follow(payoff, 1, 3, start=np.array([0.5, 0.25, 0.25]))[:40, 0]
    assert path.prod(axis=1) == pytest.approx(np.full(40, 1 / 32), rel=0.02)
    assert path[:, 0].max() - path[:, 0].min() > 0.1


def test_payoff_in_a_population_of_four_at_a_table() -> None:
    """Against plain enumeration of ordered opponents."""
    draw = np.random.default_rng(4)
    table: dict[Any, float] = {}

    def share(one: int, others: Table) -> float:
        return table.setdefault((one, others), float(draw.random()))

    payoffs = payoffs_of("abc", 4, share, noise=0)
    shares = np.array([0.5, 0.3, 0.2])
    found = population_payoff(payoffs, payoffs.mean[None])(shares[None])[0]
    for one in range(3):
        expected = sum(
            shares[x] * shares[y] * shares[z] * table[one, tuple(sorted((x, y, z)))]
            for x in range(3) for y in range(3) for z in range(3)
        )  # fmt: skip
        assert found[one] == pytest.approx(expected)


def test_equilibrium_is_one_that_nashpy_enumerates() -> None:
    draw = np.random.default_rng(5)
    for _ in range(5):
        half = draw.random((4, 4)) - 0.5
        matrix = 0.5 + (half - half.T) / 2
        found = equilibrium(matrix)
        known = [own for own, _ in nashpy.Game(matrix - 0.5).vertex_enumeration()]
        assert any(np.allclose(found, own, atol=1e-6) for own in known)
        assert (matrix @ found).max() <= 0.5 + 1e-8


def test_equilibrium_of_rock_paper_scissors() -> None:
    assert equilibrium(ROCK_PAPER_SCISSORS) == pytest.approx(np.full(3, 1 / 3))


def test_a_run_of_two_players(made_up: Any) -> None:
    found: Metagame = metagame(made_up(["a", "b", "c"], players=2, blocks=80))
    assert found.missing == {}
    assert found.alpha_rank["strategy"][0] == "c"
    assert found.nash["share"].to_list() == pytest.approx([0, 0, 1], abs=1e-6)
    assert found.diversity["estimate"] == pytest.approx(1, abs=0.1)
    assert found.diversity["low"] <= found.diversity["estimate"] <= found.diversity["high"]
    assert found.settled


def test_a_round_robin_of_three_says_what_is_missing(made_up: Any) -> None:
    found: Metagame = made_up(["a", "b", "c", "d"], blocks=60).metagame()
    assert (found.alpha_rank, found.replicator, found.nash, found.diversity) == (None, None, None, None)
    assert "pair_mixtures" in found.missing["alpha-rank"]
    assert "all_mixtures" in found.missing["replicator"]
    assert found.arrow_kind == TOGETHER
    assert found.arrows.filter(found.arrows["best"])["better"].unique().to_list() == ["d"]
    assert "b" in found.dominated.filter(found.dominated["by"] == "d")["strategy"]


def test_all_mixtures_of_three_are_complete(made_up: Any) -> None:
    found: Metagame = made_up(["a", "b"], players=3, blocks=60).metagame()
    assert set(found.missing) == {"nash"}
    assert found.alpha_rank["mass"].sum() == pytest.approx(1)
    assert found.replicator["share"].tail(2).sum() == pytest.approx(1)


def test_a_single_block_claims_nothing(made_up: Any) -> None:
    found: Metagame = made_up(["a", "b", "c"], players=2, blocks=1).metagame()
    assert not found.arrows["established"].any()
    assert found.alpha_rank["low"].is_nan().all()


def test_one_strategy_has_no_metagame(made_up: Any) -> None:
    with pytest.raises(InputError, match="two strategies or more"):
        made_up(["alone"]).metagame()


def test_self_play_has_no_metagame(made_up: Any) -> None:
    run = made_up(["a", "b", "c"])
    run.manifest["line_ups"] = [[0, 0, 0], [1, 1, 1]]
    with pytest.raises(InputError, match="never met"):
        run.metagame()
