"""What a run shows on stderr while it works: its plan, compilation, progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskID, TextColumn, TimeRemainingColumn
from rich.text import Text

from rulesim.experiment.setup import Setup
from rulesim.games.game import Game


def stderr_console() -> Console:
    """A console on stderr: stdout is for results."""
    return Console(stderr=True)


def plan_text(setup: Setup, folder: Path) -> str:
    """What is about to be played, in a few lines."""
    experiment, rules = setup.experiment, setup.rules
    games = setup.blocks * setup.games_per_block
    variants = ", ".join(variant.name for variant in setup.variants if variant.point is None)
    points = sum(variant.point is not None for variant in setup.variants)
    variants += f" and {_counted(points, 'point')} of the sweep" if points else ""
    changes = rules.game.ruleset(rules.ruleset.preset).differences(rules.ruleset)
    jobs = experiment.jobs or "all cores"
    return "\n".join(
        [
            f"{experiment.title or rules.game.title}: {rules.game.title}, {rules.players} players, "
            f"preset {rules.ruleset.preset}, {_counted(len(changes), 'rule')} changed",
            f"  {experiment.design}: {_counted(len(setup.entries), 'strategy', 'strategies')}, "
            f"{_line_ups(setup)}, {experiment.seating} of each over the seats",
            *([f"  {_counted(len(setup.variants), 'variant')} on the same blocks: {variants}"] if variants else []),
            f"  {_counted(setup.blocks, 'block')} of {_counted(setup.games_per_block, 'game')} = {games:,} games, "
            f"seed {experiment.seed}",
            *([f"  stops {setup.stopping.text(setup.blocks)}"] if setup.stopping else []),
            f"  jobs: {jobs} ({experiment.backend}), record: {experiment.record}, into {folder}",
        ]
    )


def _line_ups(setup: Setup) -> str:
    """How many line-ups there are, and of random ones how often a strategy plays."""
    text = _counted(len(setup.plan.line_ups), "line-up")
    if setup.experiment.design != "random_lineups":
        return text
    plays = Counter(strategy for line_up in setup.plan.line_ups for strategy in line_up)
    low, high = min(plays.values()), max(plays.values())
    often = f"{low} places" if low == high else f"{low} or {high} places"
    return f"{text} drawn at random (each strategy has {often} in them)"


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


@contextmanager
def compiling(game: Game) -> Iterator[None]:
    """A line that says why the first start takes long."""
    console = stderr_console()
    if game.compiled_before:
        yield
        return
    with console.status(f"compiling {game.name}, once (about half a minute)"):
        yield
    console.print(f"compiled {game.name}", highlight=False)


class _GamesPerSecond(ProgressColumn):
    """The speed, in games per second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.0f} games/s" if task.speed else "", style="progress.data.speed")


@contextmanager
def progress_bar(games_per_block: int) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on stderr; yields what is to be called with blocks done and blocks in all."""
    columns = (
        TextColumn("playing"), BarColumn(), TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
        _GamesPerSecond(), TextColumn("left"), TimeRemainingColumn(compact=True),
    )  # fmt: skip
    with Progress(*columns, console=stderr_console(), transient=True) as progress:
        tasks: list[TaskID] = []

        def on_progress(done: int, total: int) -> None:
            if not tasks:  # what an earlier run has played does not count for the speed
                tasks.append(progress.add_task("", total=total * games_per_block, completed=done * games_per_block))
            progress.update(tasks[0], completed=done * games_per_block, total=total * games_per_block)

        yield on_progress
