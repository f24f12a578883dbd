"""Playing a few blocks of an experiment ahead: how long, how large and how variable they are."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from joblib import cpu_count

from rulesim.experiment.rows import seat_frame
from rulesim.experiment.runner import Player
from rulesim.experiment.setup import Setup
from rulesim.experiment.store import RunFolder, parquet_bytes
from rulesim.experiment.summary import Summary

SECONDS, LONGEST = 3.0, 30.0
FEWEST = 20
"""Blocks; of slow games fewer are played, so that a pilot ends within about the longest time."""

WORKING_COPIES = 6
"""Room for sums and rows of a chunk, in multiples of its outcome arrays."""

PROCESS_BYTES = 350_000_000
"""A process with the library and its compiled games, before it plays."""


@dataclass(frozen=True)
class Pilot:
    """What the whole experiment will take, judged by some of its blocks.

    Attributes
    ----------
    blocks
        That were played.
    seconds, memory, disk
        Expected for the whole experiment: seconds with its jobs, bytes.
    """

    blocks: int
    seconds: float
    memory: float
    disk: float


def play_pilot(setup: Setup, folder: Path, on_stall: Callable[[str], None] = print) -> Pilot:
    """Play the first blocks with one job and store their summary as a run.

    Raises
    ------
    RunError
        If a strategy fails.
    """
    setup.compile()
    player, store = Player(setup, folder, on_stall), RunFolder(folder)
    store.begin(setup.manifest(), fresh=True)
    summary, rows, elapsed, step = Summary(), 0, 0.0, 1
    try:
        player.outcomes(0, 1)  # the first blocks after a start are slower
        while elapsed < (SECONDS if summary.blocks >= FEWEST else LONGEST):
            start = time.perf_counter()
            outcomes = player.outcomes(summary.blocks, step)
            if setup.experiment.record == "games":
                rows += len(parquet_bytes(seat_frame(setup, outcomes, summary.blocks)))
            summary.merge(player.summary(outcomes, summary.blocks))
            elapsed += time.perf_counter() - start
            step = min(2 * step, setup.chunk_blocks)
        store.checkpoint(summary, setup.plan, elapsed)
    finally:
        store.end()
    size = sum(path.stat().st_size for path in (folder / "summary").iterdir())
    return _projected(setup, summary.blocks, elapsed, rows, size)


def _projected(setup: Setup, blocks: int, elapsed: float, rows: int, size: int) -> Pilot:
    """From the pilot to all blocks."""
    jobs = setup.experiment.jobs or cpu_count()
    at_once = min(setup.chunk_blocks, setup.blocks)
    arrays = at_once * setup.empty_outcomes(1).nbytes
    busy = min(jobs, cpu_count(), -(-setup.blocks // at_once))
    processes = busy + 1 if setup.experiment.backend != "threads" else 1
    return Pilot(
        blocks,
        elapsed / blocks * setup.blocks / busy,
        processes * PROCESS_BYTES + busy * WORKING_COPIES * arrays,
        rows / blocks * setup.blocks + size,
    )
