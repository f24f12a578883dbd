"""The decomposition of variance against results made with known components, and against plain loops."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rulesim.analysis.batch_sums import jackknife_interval
from rulesim.analysis.luck import decomposition, luck
from rulesim.errors import InputError
from rulesim.experiment.designs import make_plan, pair_mixtures, round_robin, self_play
from tests.analysis.batch_making import batch_sums

PLANS = {
    "round robin": make_plan(round_robin(5, 3), "rotations"),
    "one line-up": make_plan([(0, 1, 2, 3)], "rotations"),
    "copies": make_plan(pair_mixtures(3, 4), "rotations"),
}
OF_STRATEGY, OF_SEAT, OF_PLAY, OF_ALL, OF_GAME = 0.5, 0.3, 1.0, 0.8, 0.6
"""Standard deviations of the luck of a seed, of the single play, and of what a seed or game gives to all alike."""


def made(plan: Any, blocks: int, draw: Any, zero_sum: bool) -> tuple[Any, Any]:
    """Results, (blocks, plays), with luck of known size, and their expectations."""
    strategy = plan.strategy_of
    games, seats = strategy.shape
    numbers = 1 + strategy.max()
    expected = np.linspace(0, 1, numbers)[strategy] + np.linspace(0.3, 0, seats)
    luck_of = draw.normal(0, OF_STRATEGY, (blocks, numbers))[:, strategy]
    luck_of = luck_of + draw.normal(0, OF_SEAT, (blocks, 1, seats)) + draw.normal(0, OF_PLAY, (blocks, games, seats))
    if not zero_sum:
        luck_of = luck_of + draw.normal(0, OF_ALL, (blocks, 1, 1)) + draw.normal(0, OF_GAME, (blocks, games, 1))
    results = expected + luck_of
    if zero_sum:
        results = results - results.mean(axis=2, keepdims=True)
        expected = expected - expected.mean(axis=1, keepdims=True)
    return results.reshape(blocks, -1), expected


def truth(plan: Any, expected: Any, zero_sum: bool) -> dict[str, float]:
    """Every term, from the expectations and the components."""
    strategy, seats = plan.strategy_of, plan.strategy_of.shape[1]

    def means(*keys: Any) -> Any:
        """Of each play the mean over the plays that are equal in the keys."""
        code = np.unique(np.stack([np.broadcast_to(key, strategy.shape).ravel() for key in keys]), axis=1,
                         return_inverse=True)[1].ravel()  # fmt: skip
        return (np.bincount(code, expected.ravel()) / np.bincount(code))[code].reshape(strategy.shape)

    seat, line_up = np.arange(seats), plan.line_up_of[:, None]
    middle, by_strategy, by_seat = expected.mean(), means(strategy), means(seat)
    both, by_line_up = means(strategy, seat), means(line_up, strategy)
    terms = {
        "strategy": by_strategy - middle,
        "seat": by_seat - middle,
        "strategy and seat": both - by_strategy - by_seat + middle,
        "opponents": by_line_up - by_strategy,
        "order at the table": expected - by_line_up - both + by_strategy,
    }
    found = {name: float((term**2).mean()) for name, term in terms.items()}
    copies = np.mean([np.mean([np.mean(row == one) for one in row]) for row in strategy]) if zero_sum else 0
    apart = 1 - 1 / seats if zero_sum else 1
    found["seed, by strategy"] = OF_STRATEGY**2 * (1 - copies)
    found["seed, by seat"] = OF_SEAT**2 * apart
    found["single game"] = OF_PLAY**2 * apart
    if not zero_sum:
        found["seed, all alike"] = OF_ALL**2
        found["single game"] += OF_GAME**2
    return found


@pytest.mark.parametrize(
    ("name", "zero_sum"), [("round robin", True), ("one line-up", True), ("copies", True), ("one line-up", False)]
)
def test_terms_are_unbiased_and_intervals_hold(name: str, zero_sum: bool) -> None:
    plan, draw, blocks, repeats = PLANS[name], np.random.default_rng(3), 40, 60
    found: dict[str, list[float]] = {}
    covered: dict[str, int] = {}
    for _ in range(repeats):
        results, expected = made(plan, blocks, draw, zero_sum)
        expectations = truth(plan, expected, zero_sum)
        for source, variances in decomposition(batch_sums(plan, results).without_each(), zero_sum).items():
            found.setdefault(source, []).append(variances[0])
            if source in expectations:
                low, high = jackknife_interval(variances[0], variances[1:])
                covered[source] = covered.get(source, 0) + bool(low <= expectations[source] <= high)
    for source, expectation in expectations.items():
        error = np.std(found[source]) / np.sqrt(repeats)
        assert np.mean(found[source]) == pytest.approx(expectation, abs=4 * error + 1e-9), source
    for source in ("strategy", "seed, by strategy", "single game"):
        assert covered[source] / repeats > 0.85, source
    assert np.mean(found["total"]) == pytest.approx(sum(expectations.values()), rel=0.04)


def test_terms_add_up() -> None:
    plan = PLANS["round robin"]
    terms = decomposition(batch_sums(plan, made(plan, 9, np.random.default_rng(1), True)[0]).without_each(), True)
    total, all_luck = terms.pop("total"), terms.pop("luck")
    assert sum(terms.values()) == pytest.approx(total)
    assert sum(terms[name] for name in ("seed, by strategy", "seed, by seat", "single game")) == pytest.approx(all_luck)


def test_total_is_the_variance_of_a_play_over_all_rows(made_up: Any) -> None:
    run = made_up(["a", "b", "c", "d"], blocks=120)
    rows = run.games().collect()
    for metric in ("win_share", "score"):
        frame = run.luck(metric)
        total = frame.row(-1, named=True)
        assert total["variance"] == pytest.approx(rows[metric].var(), rel=0.01)
        assert total["share"] == pytest.approx(1)
        assert frame["share"][:-2].sum() == pytest.approx(1)


def test_what_one_game_a_block_cannot_tell_is_null() -> None:
    plan = make_plan(self_play(2, 3), "rotations")
    draw = np.random.default_rng(2)
    results = draw.normal(size=(30, plan.strategy_of.size))
    terms = decomposition(batch_sums(plan, results).without_each(), zero_sum=True)
    assert terms["seed, by strategy"] is None
    assert terms["seed, by seat"] is not None


def test_a_single_block_has_no_intervals(made_up: Any) -> None:
    frame = made_up(["a", "b", "c"], blocks=1).luck()
    assert frame["low"].is_nan().all()


def test_other_metrics_are_refused(made_up: Any) -> None:
    with pytest.raises(InputError, match="expected win_share or score"):
        luck(made_up(["a", "b", "c"]), "fines")


def test_restricted_play_is_refused(made_up: Any) -> None:
    run = made_up(["a", "b", "c"])
    run.manifest["kind"] = "ablation"
    with pytest.raises(InputError, match="restricted play"):
        run.luck()
