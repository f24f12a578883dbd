"""Compiling ahead, and measuring how fast games are played."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass

from rulesim.errors import InputError
from rulesim.experiment.designs import make_plan
from rulesim.experiment.outcomes import Outcomes
from rulesim.experiment.playing import Table
from rulesim.experiment.watch import Watch
from rulesim.games.game import Game, Rules
from rulesim.strategy.contract import Entry
from rulesim.strategy.loader import find_strategies

REPETITIONS = 5
SECONDS = 0.5
"""How long a repetition takes where the number of games is not given."""


@dataclass(frozen=True)
class Speed:
    """Speed of one process with one thread: medians of several repetitions.

    Attributes
    ----------
    games
        Games in a repetition.
    decisions_per_s
        Per second of CPU time, forced decisions included.
    """

    games: int
    repetitions: int
    games_per_cpu_s: float
    games_per_s: float
    decisions_per_s: float
    decisions_per_game: float


def warm_up(game: Game) -> Iterator[tuple[str, str]]:
    """Compile the game, then each of its strategies.

    Yields
    ------
    Before each step what is compiled, with an empty text; after a step that failed, why.
    """
    yield "engine", ""
    game.compile()
    found, _ = find_strategies(game)
    for name, strategy in found.items():
        yield name, ""
        try:
            strategy.compile(game)
        except InputError as error:
            yield name, str(error)


def measure(
    rules: Rules, entries: Sequence[Entry], games: int | None = None, seed: int = 0, watch: Watch | None = None
) -> Speed:
    """Play a line-up in all rotations over the seats and take the time.

    Parameters
    ----------
    games
        Games in a repetition, rounded up to whole rotations; by default what takes about
        half a second.
    watch
        Looks out for a strategy that never answers.

    Raises
    ------
    PlayError
        If a strategy fails.
    """
    labels = [entry.label for entry in entries]
    # Seatings that repeat one would play the same games again, which a processor learns by heart.
    seatings = make_plan([tuple(map(labels.index, labels))], "rotations").seatings[0]
    table = Table(rules, entries, seatings, seed)
    with watch.over(table) if watch else nullcontext():
        blocks = _enough_blocks(table) if games is None else -(-games // len(seatings))
        runs = [_timed(table, repetition * blocks, blocks) for repetition in range(REPETITIONS)]
    played = blocks * len(seatings)
    return Speed(
        played,
        REPETITIONS,
        statistics.median(played / cpu for cpu, _, _ in runs),
        statistics.median(played / wall for _, wall, _ in runs),
        statistics.median(decisions / cpu for cpu, _, decisions in runs),
        statistics.median(decisions / played for _, _, decisions in runs),
    )


def _enough_blocks(table: Table) -> int:
    """Blocks that take about as long as a repetition should."""
    blocks = 1
    cpu, _, _ = _timed(table, 0, blocks)
    while cpu < SECONDS / 10:
        blocks *= 4
        cpu, _, _ = _timed(table, 0, blocks)
    return max(1, round(blocks * SECONDS / cpu))


def _timed(table: Table, first_block: int, blocks: int) -> tuple[float, float, int]:
    """CPU seconds, seconds and decisions of some blocks."""
    outcomes = Outcomes.empty(table.rules, blocks, len(table.seatings), 0)
    cpu, wall = time.process_time(), time.perf_counter()
    table.play(first_block, blocks, outcomes)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    return max(cpu, 1e-9), max(wall, 1e-9), int(outcomes.game_rows[..., 0].sum())
