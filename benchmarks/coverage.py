"""How often intervals hold the truth and tests decide rightly, by simulation.

    python benchmarks/coverage.py [intervals] [watched] [narrow] [test]

Blocks are beta-binomial: every block has its own win share, and its games share it; ``together`` is
the correlation of two games of a block. All tables are of the formulas that the library uses.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import product
from typing import Any

import numpy as np
from scipy.optimize import brentq

from rulesim.experiment.stop_rule import StopRule
from rulesim.experiment.stopping import looks
from rulesim.statistics.after_stopping import StoppedTest
from rulesim.statistics.always_valid import always_valid_share
from rulesim.statistics.intervals import share_interval
from rulesim.statistics.sprt import SequentialTest, enough

SHARES = (0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98)
BLOCKS = (5, 10, 30, 100, 400, 2000)
GAMES = ((1, 0.0), (4, 0.0), (4, 0.1), (4, 0.5), (24, 0.0), (24, 0.1), (24, 0.5))
"""Games in a block, and how far they go together."""


def block_means(draw: Any, share: float, games: int, together: float, shape: tuple[int, ...]) -> Any:
    """The win share in each block."""
    size = 1 / together - 1 if together else 0
    own = draw.beta(share * size, (1 - share) * size, shape) if together else share
    return draw.binomial(games, own, shape) / games


def fixed(draw: Any, share: float, games: int, together: float, blocks: int, runs: int) -> float:
    """How many of the 95 % intervals hold the true share after a fixed number of blocks."""
    means = block_means(draw, share, games, together, (runs, blocks))
    low, high = share_interval(means.mean(axis=1), means.std(axis=1, ddof=1) / np.sqrt(blocks), blocks)
    return float(np.mean((low <= share) & (share <= high)))


def at_looks(means: Any, at: list[int]) -> tuple[Any, Any]:
    """Estimate and standard error at each look, (runs, looks)."""
    blocks = np.array(at)
    mean, square = (np.cumsum(values, axis=1)[:, blocks - 1] / blocks for values in (means, means**2))
    return mean, np.sqrt(np.maximum(square - mean**2, 0) / (blocks - 1))


def watched(draw: Any, share: float, games: int, together: float, most: int, runs: int) -> tuple[float, float]:
    """In how many runs all intervals of all looks hold the truth: always-valid ones, and ordinary ones."""
    at = looks(StopRule(half_width=0.1), most)
    mean, error = at_looks(block_means(draw, share, games, together, (runs, most)), at)
    held = []
    for interval in (always_valid_share, share_interval):
        low, high = interval(mean, error, np.array(at))
        held.append(float(np.mean(np.all((low <= share) & (share <= high), axis=1))))
    return held[0], held[1]


def narrow(draw: Any, share: float, games: int, together: float, blocks: int, runs: int) -> tuple[float, float, float]:
    """Coverage of the interval at which a run stops that takes about so many blocks; mean blocks, bias in errors."""
    one = share * (1 - share) * (1 + (games - 1) * together) / games
    half_width = 1.96 * np.sqrt(one / blocks)
    at = looks(StopRule(half_width=half_width), 4 * blocks)
    mean, error = at_looks(block_means(draw, share, games, together, (runs, at[-1])), at)
    low, high = share_interval(mean, error, np.array(at))
    stopped = np.argmax((high - low) / 2 <= half_width, axis=1)
    row = np.arange(runs)
    held = (low[row, stopped] <= share) & (share <= high[row, stopped])
    bias = (mean[row, stopped].mean() - share) / np.sqrt(one / blocks)
    return float(held.mean()), float(np.array(at)[stopped].mean()), float(bias)


OUTCOMES = np.arange(-8, 9) / 8
SYMMETRIC = np.exp(-(OUTCOMES**2) / (2 * 0.3**2))
SKEWED = np.exp(-6 * np.abs(OUTCOMES - 0.125) + 3 * OUTCOMES)
RARE = np.where(OUTCOMES == 0, 40, np.exp(-np.abs(OUTCOMES) * 3))
"""Of differences of win shares: like a bell, leaning to one side, mostly none."""
SHAPES = {"bell": SYMMETRIC, "skewed": SKEWED, "rare": RARE}


def with_mean(shape: Any, mean: float) -> Any:
    """The distribution of this shape, tilted to a mean."""

    def tilted(tilt: float) -> Any:
        weights = shape * np.exp(tilt * OUTCOMES)
        return weights / weights.sum()

    return tilted(brentq(lambda tilt: tilted(tilt) @ OUTCOMES - mean, -60, 60))


def play_tests(
    draw: Any, test: SequentialTest, probabilities: Any, most: int, runs: int
) -> list[tuple[str | None, StoppedTest]]:
    """Decision and end of each of some tests."""
    at = looks(StopRule(half_width=0.1), most)
    steps = np.diff(at, prepend=0)
    ended = []
    for _ in range(runs):
        counts, decision, judged = np.zeros(len(OUTCOMES)), None, []
        for step in steps:
            counts += draw.multinomial(step, probabilities)
            seen = counts > 0
            judged += [int(counts.sum())] if enough(counts) else []
            decision = test.decision(OUTCOMES[seen], counts[seen])
            if decision:
                break
        mean = np.average(OUTCOMES, weights=counts)
        deviation = np.sqrt(counts @ (OUTCOMES - mean) ** 2 / (counts.sum() - 1))
        ended.append((decision, StoppedTest(test, judged, float(mean), float(deviation))))
    return ended


def _table(title: str, headers: Iterable[str], rows: Iterable[Iterable[Any]]) -> None:
    print(f"\n{title}\n" + "".join(f"{header:>12}" for header in headers))
    for row in rows:
        cells = (f"{cell:12.3f}" if isinstance(cell, float) else f"{cell!s:>12}" for cell in row)
        print("".join(cells), flush=True)


def intervals_table(draw: Any) -> None:
    """The ordinary intervals over the whole grid."""
    rows = (
        (blocks, games, together, *(fixed(draw, share, games, together, blocks, min(20_000, 4_000_000 // blocks))
                                    for share in SHARES))
        for blocks, (games, together) in product(BLOCKS, GAMES)
    )  # fmt: skip
    _table("95 % intervals: coverage by true share", ["blocks", "games", "together", *map(str, SHARES)], rows)


def watched_table(draw: Any) -> None:
    """Intervals under watching."""
    rows = (
        (share, games, together, *watched(draw, share, games, together, 2_000, 2_000))
        for share, (games, together) in product(SHARES[:5], GAMES)
    )
    _table("All looks to 2,000 blocks", ["share", "games", "together", "always valid", "ordinary"], rows)


def narrow_table(draw: Any) -> None:
    """Stopping when the interval is narrow."""
    rows = (
        (blocks, share, games, together, *narrow(draw, share, games, together, blocks, 4_000))
        for blocks, share, (games, together) in product((60, 200, 1_000), SHARES[:5], GAMES[1::2])
    )
    _table("Stopped by half-width", ["planned", "share", "games", "together", "coverage", "blocks", "bias"], rows)


def test_table(draw: Any) -> None:
    """The sequential test at, between and beyond its two values; effects in standard deviations."""

    def rows() -> Iterable[tuple[Any, ...]]:
        for (name, shape), step in product(SHAPES.items(), (0.1, 0.2, 0.3)):
            start = 0.0
            deviation = float(np.sqrt(with_mean(shape, start) @ OUTCOMES**2))
            test = SequentialTest(start, start + step * deviation)
            for where in (0.0, 0.5, 1.0, 1.5):
                mean = start + where * step * deviation
                ended = play_tests(draw, test, with_mean(shape, mean), 100_000, 2_000)
                some = ended[:500]
                raw = np.array([end.mean for _, end in some]) - mean
                own = np.array([end.corrected() for _, end in some]) - mean
                yield (
                    name, step, where,
                    float(np.mean([decision == "upper" for decision, _ in ended])),
                    float(np.mean([end.looks[-1] for _, end in ended])),
                    float(raw.mean() / (test.upper - start)), float(own[:, 0].mean() / (test.upper - start)),
                    float(np.mean(own[:, 0] > 0)), float(np.mean((own[:, 1] <= 0) & (own[:, 2] >= 0))),
                )  # fmt: skip

    headers = ["shape", "step/sd", "truth", "to upper", "blocks", "bias", "corrected", "above", "coverage"]
    _table("Sequential test, 2,000 runs (estimates: 500); truth and bias in steps from lower to upper", headers, rows())


TABLES = {"intervals": intervals_table, "watched": watched_table, "narrow": narrow_table, "test": test_table}

if __name__ == "__main__":
    for chosen in sys.argv[1:] or TABLES:
        TABLES[chosen](np.random.default_rng(1))
