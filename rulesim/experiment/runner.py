"""Playing an experiment: chunks of blocks in parallel, into a run folder."""

from __future__ import annotations

import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from joblib import Parallel, cpu_count, delayed
from joblib.externals.loky.process_executor import TerminatedWorkerError

from rulesim.errors import InputError, RunError
from rulesim.experiment.cluster import play_on_cluster
from rulesim.experiment.files import write_whole
from rulesim.experiment.outcomes import Outcomes
from rulesim.experiment.playing import PlayError, Table
from rulesim.experiment.rows import seat_frame
from rulesim.experiment.setup import Setup, Variant, prepare
from rulesim.experiment.spec import Experiment
from rulesim.experiment.store import RunFolder
from rulesim.experiment.summary import Summary, groupings, summarize
from rulesim.experiment.watch import Watch

# Chunks that were played but not yet taken over when a run is stopped are simply played again.
warnings.filterwarnings("ignore", r"\d+ tasks (have been successfully executed|which were still)", UserWarning)

CALL_GAMES = 2_000
"""Games in one call of compiled code, which Ctrl-C cannot interrupt."""

CHECKPOINT_SECONDS = 2.0
CHECKPOINT_SHARE = 0.05
"""Of the time at most, so that large summaries are stored less often."""

Progress = Callable[[int, int], None]
"""Called with the blocks done and the blocks in all."""


class _Stopped(Exception):
    """The run was interrupted."""


class Player:
    """Plays chunks of an experiment. Threads share one; each has its own tables."""

    def __init__(self, setup: Setup, folder: Path, on_stall: Callable[[str], None]) -> None:
        self.setup = setup
        self.folder = RunFolder(folder)
        self.groups = groupings(setup.plan)
        self.watch = Watch(setup.experiment.decision_seconds, on_stall)
        self.stop = threading.Event()
        self._own = threading.local()

    def _tables(self) -> list[tuple[Table, int]]:
        """This thread's tables, one a variant and line-up, and where their games begin within a block."""
        if not hasattr(self._own, "tables"):
            plan = self.setup.plan
            self._own.tables = [
                (
                    Table(
                        variant.rules, [variant.entries[n] for n in line_up], seatings, self.setup.experiment.seed,
                        variant.orders, marks,
                    ),
                    number * plan.games_per_block + offset,
                )
                for number, variant in enumerate(self.setup.variants)
                for line_up, seatings, marks, offset in zip(
                    plan.line_ups, plan.seatings, plan.marks, plan.offsets, strict=True
                )
            ]  # fmt: skip
        return self._own.tables  # type: ignore[no-any-return]

    def change(self, variant: Variant) -> None:
        """Let this thread's tables play a variant that differs in rules and parameters only."""
        for (table, _), line_up in zip(self._tables(), self.setup.plan.line_ups, strict=True):
            table.change(variant.rules, [variant.entries[number] for number in line_up])

    def play(self, first_block: int, n_blocks: int) -> Summary:
        """Play some blocks, store their rows and return their summary."""
        setup = self.setup
        outcomes = self.outcomes(first_block, n_blocks)
        if setup.experiment.record == "games":
            self.folder.store_rows(seat_frame(setup, outcomes, first_block), first_block, first_block + n_blocks)
        return self.summary(outcomes, first_block)

    def summary(self, outcomes: Outcomes, first_block: int) -> Summary:
        """The summary of some blocks' outcomes."""
        setup = self.setup
        summary = summarize(setup.rules.game, setup.plan, self.groups, outcomes, first_block, setup.histograms)
        if setup.stopping:
            setup.stopping.count(outcomes.shares, summary)
        return summary

    def outcomes(self, first_block: int, n_blocks: int) -> Outcomes:
        """The outcomes of some blocks; the games of a block are ordered by variant, line-up and seating."""
        setup = self.setup
        outcomes = setup.empty_outcomes(n_blocks)
        for table, offset in self._tables():
            at_once = max(1, CALL_GAMES // len(table.seatings)) if setup.compiled else 1
            with self.watch.over(table):
                for start in range(0, n_blocks, at_once):
                    if self.stop.is_set():
                        raise _Stopped
                    some = slice(start, min(start + at_once, n_blocks))
                    try:
                        table.play(first_block + start, some.stop - start, outcomes.part(some), offset)
                    except PlayError as error:
                        raise self._of_variant(error, offset) from error.__cause__
        return outcomes

    def _of_variant(self, error: PlayError, offset: int) -> PlayError:
        """A failure that names its variant, where there are several."""
        variants, number = self.setup.variants, offset // self.setup.plan.games_per_block
        place = f"variant {variants[number].name!r}: " if len(variants) > 1 else ""
        return type(error)(f"{place}{error}", error.block, error.seating)


@lru_cache(maxsize=1)
def _worker_player(identity: str, experiment: str, folder: str) -> Player:
    """The player of a worker process, which outlives a run: a changed plugin or rules file makes another one."""
    stalled = Path(folder) / "stalled.txt"
    setup = prepare(Experiment.model_validate_json(experiment))
    return Player(setup, Path(folder), lambda message: write_whole(stalled, message.encode()))


def _play_in_worker(identity: str, experiment: str, folder: str, first_block: int, n_blocks: int) -> Summary:
    return _worker_player(identity, experiment, folder).play(first_block, n_blocks)


def say_and_die(message: str) -> None:
    """Tell of a strategy that does not answer, before the process is ended."""
    print(f"error: {message}", file=sys.stderr, flush=True)


def run_experiment(
    experiment: Experiment,
    folder: Path,
    *,
    fresh: bool = False,
    on_progress: Progress | None = None,
    setup: Setup | None = None,
) -> RunFolder:
    """Play an experiment, or what is missing of it, into a folder.

    Parameters
    ----------
    fresh
        Throw away what the folder holds of an earlier run.
    on_progress
        Called now and then with blocks done and blocks in all.
    setup
        The prepared experiment, where the caller has it already.

    Raises
    ------
    InputError
        If the experiment or the folder is not usable, or (`LineError`) a line of it turns out to ask for
        what is not legal. A folder in which nothing was stored is left as it was.
    RunError
        If a strategy fails, a game never ends or the disk is full. Blocks stored before stay usable.
    KeyboardInterrupt
        After Ctrl-C, with all finished chunks stored.
    """
    setup = setup or prepare(experiment)
    jobs = experiment.jobs or cpu_count()
    setup.compile()
    store = RunFolder(folder)
    summary = store.begin(setup.manifest(), fresh)
    try:
        if summary.blocks > setup.blocks:
            raise InputError(
                f"{folder}: already holds {summary.blocks} blocks of this experiment, more than the "
                f"{setup.blocks} asked for; --fresh throws them away"
            )
        _play_missing(setup, store, summary, jobs, on_progress)
    except InputError:
        if not store.blocks_done:
            store.remove()
        raise
    finally:
        store.end()
    return store


def _play_missing(setup: Setup, store: RunFolder, summary: Summary, jobs: int, on_progress: Progress | None) -> None:
    """Play from the summary's last block to the end, with a checkpoint now and then."""
    last, pause = time.monotonic(), CHECKPOINT_SECONDS

    def checkpoint() -> None:
        nonlocal last, pause
        now = time.monotonic()
        store.checkpoint(summary, setup.plan, now - last)
        last, pause = now, max(CHECKPOINT_SECONDS, (time.monotonic() - now) / CHECKPOINT_SHARE)

    looks = setup.stopping.looks(setup.blocks) if setup.stopping else []
    store.keep_looks(looks)
    enough = threading.Event()

    def look() -> None:
        """Ask the stopping rule, if this is a look that was not noted yet."""
        if setup.stopping and summary.blocks in looks and summary.blocks != store.last_look:
            store.note_look(summary.blocks, *setup.stopping.judge(summary))
        if store.decided:
            checkpoint()
            enough.set()

    look()  # an interrupted run may have stored blocks before it looked at them
    checkpoint()
    if enough.is_set():
        store.discard_rest()
        return
    if on_progress and summary.blocks < setup.blocks:
        on_progress(summary.blocks, setup.blocks)
    try:
        for part in _parts(setup, store, summary.blocks, jobs, enough):
            if enough.is_set():  # played ahead of the decision
                continue
            summary.merge(part)
            look()
            if on_progress:
                on_progress(summary.blocks, setup.blocks)
            if time.monotonic() - last > pause:
                checkpoint()
    except TerminatedWorkerError as error:
        stalled = store.path / "stalled.txt"
        message = stalled.read_text() if stalled.exists() else str(error).splitlines()[0]
        stalled.unlink(missing_ok=True)
        raise RunError(message) from None
    finally:
        if summary.blocks > store.blocks_done:
            checkpoint()
    if enough.is_set():
        store.discard_rest()


def _chunks(setup: Setup, first: int, enough: threading.Event) -> Iterator[tuple[int, int]]:
    """First block and number of blocks of all missing chunks, until it is enough; each look ends a chunk."""
    size = setup.chunk_blocks
    for end in setup.stopping.looks(setup.blocks) if setup.stopping else [setup.blocks]:
        for start in range(first, end, size):
            if enough.is_set():
                return
            yield start, min(size, end - start)
        first = max(first, end)


def _parts(setup: Setup, store: RunFolder, first: int, jobs: int, enough: threading.Event) -> Iterator[Summary]:
    """The summaries of all missing chunks, in order, until it is enough."""
    chunks = _chunks(setup, first, enough)
    what = (store.manifest["identity"], setup.experiment.model_dump_json(), str(store.path.resolve()))
    if setup.experiment.backend == "dask":
        yield from play_on_cluster(_play_in_worker, ((*what, *one) for one in chunks), setup.experiment.cluster, jobs)
        return
    if setup.experiment.backend == "processes" and jobs > 1:
        tasks: Any = (delayed(_play_in_worker)(*what, *chunk) for chunk in chunks)
        yield from Parallel(n_jobs=jobs, backend="loky", return_as="generator", batch_size=1)(tasks)
        return
    player = Player(setup, store.path, say_and_die)
    tasks = (delayed(player.play)(*chunk) for chunk in chunks)
    try:
        yield from Parallel(n_jobs=jobs, backend="threading", return_as="generator", batch_size=1)(tasks)
    except BaseException:
        player.stop.set()
        raise
