"""Reviewing a game: every choice of a trace evaluated, move by move."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import nullcontext

import numpy as np
import polars as pl
from joblib import Parallel, cpu_count, delayed

from rulesim.analysis.evaluation import make_evaluation
from rulesim.analysis.multiple import ALPHA, Adjustment
from rulesim.analysis.race import Race
from rulesim.analysis.review import Judged, Review, make_review
from rulesim.errors import InputError
from rulesim.experiment.outcomes import WIN_SHARES
from rulesim.experiment.playouts import PlayoutTable, win_shares
from rulesim.experiment.trace_games import TracedGame
from rulesim.experiment.watch import Watch
from rulesim.games.game import Rules
from rulesim.games.position import Position
from rulesim.strategy.contract import Entry
from rulesim.studies.evaluate import Progress, check_numbers, how_played, run_race, table_facts

PLAYOUTS = 200


def review_game(
    game: TracedGame,
    rules: Rules,
    entries: Sequence[Entry],
    *,
    playouts: int = PLAYOUTS,
    error: float = ALPHA,
    seed: int = 1,
    peek: bool = False,
    jobs: int = 0,
    adjust: Adjustment = "holm",
    on_progress: Progress | None = None,
    watch: Watch | None = None,
) -> Review:
    """Evaluate every move of a game at which there was a choice.

    The action played is played out to the end even where it is established as worse, so that the
    win shares after each move are all equally sure. All moves meet the same luck, so that the
    curve of win shares moves with the game, not with chance.

    Parameters
    ----------
    entries
        Who plays the playouts, one a seat; not necessarily who played the game.
    adjust
        How p-values are adjusted for the number of choices: ``holm`` or ``bh``.
    playouts, error, seed, peek, jobs, on_progress, watch
        As for `evaluate_position`; error is that of each move.

    Raises
    ------
    InputError
        If a line is not sensible, an action not legal, or the game has no choice.
    PlayError
        If a strategy fails.
    """
    check_numbers(playouts, error)
    reviewer = _Reviewer(entries, playouts, error, seed, peek, on_progress, watch)
    choices = list(_choices(game, rules))
    if not choices:
        raise InputError(f"game {game.number}: there is no move with a choice")
    rules.game.compile()
    for entry in entries:
        entry.strategy.compile(rules.game)
    reviewer.at_most = sum(playouts * len(position.legal_numbers()) for _, position, _ in choices)
    parallel = Parallel(n_jobs=jobs or cpu_count(), backend="threading", return_as="generator", batch_size=1)
    judged = list(parallel(delayed(reviewer.judge)(*choice) for choice in choices))
    end = game.end(rules)
    about = {
        **table_facts(choices[0][1], entries),
        **how_played(playouts, error, seed, peek),
        "game_number": game.number,
        "moves": game.moves,
        "scores": [row["score"] for row in end.scores()] if end else None,
    }
    return make_review(about, judged, _end_frame(end, entries) if end else None, adjust)


def _choices(game: TracedGame, rules: Rules) -> Iterator[tuple[int, Position, int]]:
    """Each move with a choice: its number, the position, and the action played."""
    for move in range(1, game.moves + 1):
        position = game.position(move, rules)
        action = game.action(move, position)
        if len(position.legal_numbers()) > 1:
            yield move, position, action


class _Reviewer:
    """Judges single moves, in several threads at once."""

    def __init__(
        self, entries: Sequence[Entry], playouts: int, error: float, seed: int, peek: bool,
        on_progress: Progress | None, watch: Watch | None,
    ) -> None:  # fmt: skip
        self.entries, self.labels = entries, [entry.label for entry in entries]
        self.playouts, self.error, self.seed, self.peek = playouts, error, seed, peek
        self.on_progress, self.watch = on_progress, watch
        self.at_most = self.done = 0
        self._lock = threading.Lock()

    def judge(self, move: int, position: Position, played: int) -> Judged:
        """Evaluate one move."""
        actions = position.legal_numbers()
        race = Race(len(actions), self.playouts, self.error, kept=[actions.index(played)])
        table = PlayoutTable(position, self.entries, self.seed, 0, self.peek)
        with self.watch.over(table) if self.watch else nullcontext():
            results, shares = run_race(
                race, position, lambda tasks: (table.play(actions[action], first, n) for action, first, n in tasks)
            )
        self._count(race)
        names = [position.action_name(action) for action in actions]
        words = position.rules.game.describe_action(position.rules, position.state[0], played)
        evaluation = make_evaluation({"actor": position.actor}, names, self.labels, race, results, shares)
        return Judged(move, names[actions.index(played)], words, evaluation)

    def _count(self, race: Race) -> None:
        """Tell how many games were played, and how many it takes at most."""
        with self._lock:
            self.done += int(race.counts.sum())
            self.at_most -= race.playouts * len(race.counts) - int(race.counts.sum())
            if self.on_progress:
                self.on_progress(self.done, self.at_most)


def _end_frame(end: Position, entries: Sequence[Entry]) -> pl.DataFrame:
    """The shares that were won, which are certain."""
    rows = end.scores()
    results = np.array([[[row["score"], row["tie_break"]] for row in rows]])
    shares = win_shares(results)[0] / WIN_SHARES
    seats = np.arange(1, len(rows) + 1)
    labels = [entry.label for entry in entries]
    return pl.DataFrame({"seat": seats, "strategy": labels, "win_share": shares, "low": shares, "high": shares})
