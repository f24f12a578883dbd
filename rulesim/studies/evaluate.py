"""Evaluating a position: each legal action played out many times on the same luck."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

import numpy as np
from joblib import Parallel, cpu_count, delayed

from rulesim.analysis.evaluation import Evaluation, make_evaluation
from rulesim.analysis.multiple import ALPHA
from rulesim.analysis.race import Race
from rulesim.errors import InputError
from rulesim.experiment.playouts import PlayoutTable, win_shares
from rulesim.experiment.watch import Watch
from rulesim.games.position import Position
from rulesim.strategy.contract import Entry

PLAYOUTS = 2_000
MOST_PLAYOUTS = 200_000
"""Of one action: all results are kept in memory until the race is over."""

CALL_PLAYOUTS = 250
"""Playouts in one call of compiled code, which Ctrl-C cannot interrupt."""

Progress = Callable[[int, int], None]
"""Called with the games played and the games that it takes at most."""

Task = tuple[int, int, int]
"""An action's number, its first playout, and how many."""


def evaluate_position(
    position: Position,
    entries: Sequence[Entry],
    *,
    playouts: int = PLAYOUTS,
    error: float = ALPHA,
    seed: int = 1,
    number: int = 0,
    peek: bool = False,
    jobs: int = 0,
    on_progress: Progress | None = None,
    watch: Watch | None = None,
) -> Evaluation:
    """Play each legal action of a position out and rank the actions by the win share of the seat that decides.

    Parameters
    ----------
    position
        Memory and choices so far of the strategies are those of its ``minds``.
    entries
        Who plays on, one a seat.
    playouts
        Of each action that is not dropped as clearly worse before.
    error
        Probability, at most, that the best action is dropped or called worse.
    seed, number
        The luck; the same for all actions.
    peek
        Keep the hidden stacks and hands as the position has them, where a player could not.
    jobs
        Threads; 0: one a core. The result does not depend on it.
    watch
        Looks out for a strategy that never answers.

    Raises
    ------
    InputError
        If the game is over, or the numbers make no sense.
    PlayError
        If a strategy fails.
    """
    check_numbers(playouts, error)
    if position.is_over:
        raise InputError("position: the game is over, there is nothing to decide")
    actions = position.legal_numbers()
    race = Race(len(actions), playouts, error)

    def table() -> PlayoutTable:
        return PlayoutTable(position, entries, seed, number, peek)

    with _players(table, actions, jobs or cpu_count(), watch) as play:
        results, shares = run_race(race, position, play, on_progress)
    about = {
        **table_facts(position, entries),
        **how_played(playouts, error, seed, peek),
        "actor": position.actor,
        "number": number,
        "position": position.to_dict(),
    }
    labels = [entry.label for entry in entries]
    return make_evaluation(about, [position.action_name(action) for action in actions], labels, race, results, shares)


def check_numbers(playouts: int, error: float) -> None:
    """Refuse a number of playouts or an error that makes no sense."""
    if not 2 <= playouts <= MOST_PLAYOUTS:
        raise InputError(f"playouts = {playouts}: expected 2 to {MOST_PLAYOUTS:,}")
    if not 0 < error < 0.5:
        raise InputError(f"error = {error:g}: expected a probability above 0 and below 0.5")


def table_facts(position: Position, entries: Sequence[Entry]) -> dict[str, Any]:
    """The game, its rules and who plays, for the record of a study."""
    rules = position.rules
    base = rules.game.ruleset(rules.ruleset.preset)
    return {
        "game": rules.game.name,
        "players": rules.players,
        "preset": rules.ruleset.preset,
        "rules_changed": {name: list(pair) for name, pair in base.differences(rules.ruleset).items()},
        "score_unit": rules.game.seat_columns[0].unit,
        "strategies": [entry.label for entry in entries],
    }


def how_played(playouts: int, error: float, seed: int, peek: bool) -> dict[str, Any]:
    """The settings of the playouts, for the record of a study."""
    return {"playouts": playouts, "error": error, "seed": seed, "hidden": "as given" if peek else "redrawn"}


def run_race(
    race: Race,
    position: Position,
    play: Callable[[list[Task]], Iterator[Any]],
    on_progress: Progress | None = None,
) -> tuple[Any, Any]:
    """Run a race to its end.

    Parameters
    ----------
    play
        Yields the results of tasks, in order.

    Returns
    -------
    results : int32 array, (actions, playouts, seats, 2)
        Score and tie-break of each seat.
    shares : int64 array, (actions, playouts, seats)
        Win shares in 60ths.
    """
    seats, actor = position.rules.players, int(position.state[0].actor)
    results = np.zeros((len(race.counts), race.playouts, seats, 2), np.int32)
    shares = np.zeros(results.shape[:3], np.int64)
    for number, count in enumerate(race.looks):
        tasks = list(_tasks(race, count))
        for (action, first, n), rows in zip(tasks, play(tasks), strict=True):
            results[action, first : first + n] = rows
            shares[action, first : first + n] = win_shares(rows)
            race.add(action, shares[action, first : first + n, actor])
            if on_progress:
                on_progress(int(race.counts.sum()), _games_at_most(race))
        race.look(number)
    return results, shares


def _tasks(race: Race, count: int) -> Iterator[Task]:
    """The playouts up to a look, in parts that one call plays."""
    for action in race.played:
        first = int(race.counts[action])
        for start in range(first, count, CALL_PLAYOUTS):
            yield action, start, min(CALL_PLAYOUTS, count - start)


def _games_at_most(race: Race) -> int:
    """All playouts if no further action drops out."""
    still = race.counts.copy()
    still[race.played] = race.playouts
    return int(still.sum())


@contextmanager
def _players(
    table: Callable[[], PlayoutTable], actions: list[int], jobs: int, watch: Watch | None
) -> Iterator[Callable[[list[Task]], Iterator[Any]]]:
    """Threads that play tasks, each at a table of its own."""
    own = threading.local()

    def play_one(action: int, first: int, count: int) -> Any:
        if not hasattr(own, "table"):
            own.table = table()
        with watch.over(own.table) if watch else nullcontext():
            return own.table.play(actions[action], first, count)

    table()  # compiles what is not compiled yet, before threads start
    if jobs == 1:
        yield lambda tasks: (play_one(*task) for task in tasks)
        return
    with Parallel(n_jobs=jobs, backend="threading", return_as="generator", batch_size=1) as parallel:
        yield lambda tasks: parallel(delayed(play_one)(*task) for task in tasks)
