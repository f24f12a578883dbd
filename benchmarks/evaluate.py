"""What evaluating a position costs beside the games that it plays.

A position with eight legal actions and up to 2,000 playouts of each, with as little early dropping as
can be and with the usual one, against 16,000 games played from that point by the compiled loop
alone. CPU seconds, medians.
``python benchmarks/evaluate.py``
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from rulesim.experiment.driver import OneGame
from rulesim.experiment.line_up import line_up
from rulesim.experiment.playouts import PlayoutTable
from rulesim.games.position import Position
from rulesim.games.registry import load_game
from rulesim.studies.evaluate import evaluate_position

GAME, PLAYERS, PLAYOUTS, REPEATS = "puerto_rico", 4, 2_000, 5
STRATEGIES = ["corn_shipper", "quarry_builder", "factory_owner", "coffee_trader"]
SELDOM = 1e-9
"""An error rate with which hardly any action is dropped."""


def main() -> None:
    """Measure and print."""
    game = load_game(GAME)
    entries = line_up(game, STRATEGIES, PLAYERS)
    position = with_options(OneGame(game.rules(PLAYERS), entries, 1, 0), 8)

    def bare() -> int:
        table = PlayoutTable(position, entries, 1, 0, False)
        return sum(len(table.play(action, 0, PLAYOUTS)) for action in position.legal_numbers())

    def evaluated(error: float) -> int:
        found = evaluate_position(position, entries, playouts=PLAYOUTS, error=error, jobs=1)
        return int(found.frame["playouts"].sum())

    ways: dict[str, Callable[[], int]] = {
        "games from that point alone": bare,
        "evaluate, hardly any dropped": lambda: evaluated(SELDOM),
        "evaluate": lambda: evaluated(0.05),
    }
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    games = {name: play() for name, play in ways.items()}  # also compiles what is not compiled yet
    for _ in range(REPEATS):
        for name, play in ways.items():
            start = time.process_time()
            play()
            seconds[name].append(time.process_time() - start)
    medians = {name: statistics.median(times) for name, times in seconds.items()}
    alone = "games from that point alone"
    for name, median in medians.items():
        a_game = median / games[name] / (medians[alone] / games[alone])
        print(
            f"{name}: {games[name]:,} games in {median:.3f} s, {median / medians[alone]:.2f} times the time, "
            f"{a_game:.2f} times as long a game"
        )


def with_options(game: OneGame, options: int) -> Position:
    """The first position of a game with so many legal actions."""
    for decision in game:
        if len(decision.legal) == options:
            return Position(decision.position.rules, decision.position.state.copy(), decision.position.minds.copy())
    raise SystemExit(f"no position with {options} legal actions")


if __name__ == "__main__":
    main()
