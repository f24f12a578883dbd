"""What a notebook calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl

from rulesim.analysis.evaluation import Evaluation
from rulesim.analysis.planning import Deviations, detection, deviations
from rulesim.analysis.review import Review
from rulesim.analysis.run import Run
from rulesim.analysis.shown import Shown
from rulesim.analysis.stopping import StopOutlook, stop_outlook
from rulesim.experiment.factors import find_factor
from rulesim.experiment.files import in_file, read_lines, read_text
from rulesim.experiment.line_up import line_up
from rulesim.experiment.pilot import Pilot, play_pilot
from rulesim.experiment.runner import Progress, run_experiment
from rulesim.experiment.setup import Setup, prepare
from rulesim.experiment.spec import Experiment, make_experiment, read_experiment
from rulesim.experiment.trace_games import read_games, traced_game
from rulesim.games.completion import chosen_rules, complete_position, parsed_position
from rulesim.games.position import Position
from rulesim.studies import evaluate as evaluating
from rulesim.studies import review as reviewing
from rulesim.studies.points import Varied
from rulesim.studies.sensitivity import Method, Sensitivity, choose
from rulesim.studies.sensitivity import sensitivity as play_sensitivity
from rulesim.studies.solve import Solution
from rulesim.studies.solve import solve as play_solve


def run(
    experiment: str | Path | Mapping[str, Any] | Experiment,
    out: str | Path | None = None,
    *,
    fresh: bool = False,
    on_progress: Progress | None = None,
    **changes: Any,
) -> Run:
    """Play an experiment (or what is missing of it) and return its results.

    Parameters
    ----------
    experiment
        An experiment file, the same as a dictionary, or an `Experiment`.
    out
        Folder of the results; by default the experiment's ``out``, else ``runs/<name of the file>``.
    fresh
        Throw away what the folder holds of an earlier run.
    on_progress
        Called now and then with the blocks done and the blocks in all.
    changes
        Other values of keys of the experiment: ``games=1000, seed=3``.

    Raises
    ------
    InputError
        If the experiment or the folder is not usable.
    RunError
        If a strategy fails or the results cannot be written.
    """
    ready = _ready(experiment, changes)
    name = Path(experiment).stem if isinstance(experiment, (str, Path)) else "experiment"
    folder = Path(out or ready.out or Path("runs") / name)
    return Run(run_experiment(ready, folder, fresh=fresh, on_progress=on_progress))


def _ready(experiment: str | Path | Mapping[str, Any] | Experiment, changes: Mapping[str, Any]) -> Experiment:
    """An experiment however it is given, with changes."""
    if isinstance(experiment, (str, Path)):
        return read_experiment(Path(experiment), **changes)
    if isinstance(experiment, Experiment):
        return make_experiment({**experiment.model_dump(exclude_unset=True), **changes})
    return make_experiment({**experiment, **changes})


def sensitivity(
    experiment: str | Path | Mapping[str, Any] | Experiment,
    metric: str,
    out: str | Path,
    *,
    method: Method = "morris",
    size: int = 10,
    rules: Sequence[str] = (),
    ranges: Mapping[str, tuple[float, float]] | None = None,
    grouped: bool = False,
    fresh: bool = False,
    on_progress: Progress | None = None,
    **changes: Any,
) -> Sensitivity:
    """Which rules of an experiment move a metric, how sure.

    Parameters
    ----------
    metric
        ``seat_spread``, ``win_share(balanced)``, ``rounds`` …; see `rulesim.analysis.metric`.
    out
        Folder of the study; an unfinished one in it is gone on with.
    method, size
        ``morris`` and its trajectories, or ``sobol`` and its samples (a power of 2).
    rules
        Patterns as ``buildings.*.cost``: all that they mean, in their declared ranges.
    ranges
        Ranges of single rules or parameters by path.
    grouped
        One group a pattern.
    experiment, fresh, on_progress, changes
        As for `run`; the blocks are those of each point.

    Raises
    ------
    InputError
        If something given has no sense.
    RunError
        If a strategy fails or the results cannot be written.
    """
    setup = prepare(_ready(experiment, changes))
    choice = choose(setup, rules, [(path, *ends) for path, ends in (ranges or {}).items()], grouped)
    return play_sensitivity(setup, choice, metric, Path(out), method, size, fresh=fresh, on_progress=on_progress)


def solve(
    experiment: str | Path | Mapping[str, Any] | Experiment,
    target: str,
    path: str,
    low: float,
    high: float,
    out: str | Path | None = None,
    *,
    on_progress: Progress | None = None,
    **changes: Any,
) -> Solution:
    """The value of a rule or parameter at which a metric meets a target; see `rulesim.studies.solve.parse_target`.

    Parameters
    ----------
    path, low, high
        What is varied, and its range.
    out
        Folder for the result; by default it is stored nowhere.
    experiment, on_progress, changes
        As for `run`; the blocks are those of each value.

    Raises
    ------
    InputError
        If something given has no sense, or the rule changes the metric in no block at all.
    RunError
        If a strategy fails.
    """
    setup = prepare(_ready(experiment, changes))
    varied = Varied(find_factor(setup.variants[0], path), low, high)
    return play_solve(setup, varied, target, None if out is None else Path(out), on_progress=on_progress)


@dataclass(frozen=True)
class Outlook(Shown):
    """What an experiment will take and tell, judged by a pilot.

    Attributes
    ----------
    pilot
        Expected seconds, memory and disk.
    deviations
        How the differences that the experiment is about vary from block to block.
    frame : DataFrame
        What can be detected; see `rulesim.analysis.planning.detection`.
    stop
        When the stopping rule is expected to end the run; None without one.
    """

    setup: Setup
    pilot: Pilot
    deviations: Deviations
    frame: pl.DataFrame
    stop: StopOutlook | None = None


def plan(
    experiment: str | Path | Mapping[str, Any] | Experiment, detect: float | None = None, **changes: Any
) -> Outlook:
    """Play a few blocks of an experiment, and tell what it takes and which differences it can detect.

    Parameters
    ----------
    detect
        A difference of win shares, for which the blocks that it takes are told.
    changes
        Other values of keys of the experiment.

    Raises
    ------
    InputError
        If the experiment is not usable.
    RunError
        If a strategy fails.
    """
    return outlook(prepare(_ready(experiment, changes)), detect)


def outlook(setup: Setup, detect: float | None = None) -> Outlook:
    """As `plan`, for a prepared experiment."""
    with TemporaryDirectory(prefix="rulesim-pilot-") as folder:
        pilot = play_pilot(setup, Path(folder))
        played = Run(Path(folder))
        found = deviations(played)
        stop = stop_outlook(setup.stopping, played, setup.blocks) if setup.stopping else None
    return Outlook(setup, pilot, found, detection(found, setup.blocks, detect), stop)


def evaluate(
    position: Position | Mapping[str, Any] | str | Path,
    strategies: str | Sequence[str],
    *,
    preset: str | None = None,
    rules: Mapping[str, Any] | None = None,
    **settings: Any,
) -> Evaluation:
    """Play each legal action of a position out many times and rank the actions, with intervals.

    Parameters
    ----------
    position
        A position, its notation, or a file with it. Hidden stacks may be left out.
    strategies
        Who plays on: one a seat, or one for all.
    preset, rules
        The rules, where the position is not a `Position`: a preset, and changes by name.
    settings
        ``playouts=2000, error=0.05, seed=1, peek=False, jobs=0`` and the others of
        `rulesim.studies.evaluate.evaluate_position`.

    Raises
    ------
    InputError
        If the position or the strategies are not usable.
    RunError
        If a strategy fails.
    """
    if not isinstance(position, Position):
        with in_file(str(position)) if isinstance(position, (str, Path)) else nullcontext():
            is_file = isinstance(position, (str, Path))
            data = parsed_position(read_text(str(position))) if is_file else position
            position = complete_position(data, chosen_rules(data, preset, rules))
    entries = line_up(position.rules.game, strategies, position.rules.players)
    return evaluating.evaluate_position(position, entries, **settings)


def review(
    trace: str | Path,
    strategies: str | Sequence[str],
    *,
    game_number: Any = None,
    preset: str | None = None,
    rules: Mapping[str, Any] | None = None,
    **settings: Any,
) -> Review:
    """Evaluate every move of a traced game at which there was a choice.

    Parameters
    ----------
    trace
        A file that ``rulesim trace`` or ``rulesim play --log`` wrote, or another program in the notation.
    strategies
        Who plays the playouts: one a seat, or one for all.
    game_number
        Which game of the trace; may be left out where it has one.
    preset, rules
        The rules of the game: a preset, and changes by name.
    settings
        ``playouts=200, error=0.05, seed=1, peek=False, jobs=0, adjust="holm"`` and the others of
        `rulesim.studies.review.review_game`.

    Raises
    ------
    InputError
        If the trace or the strategies are not usable.
    RunError
        If a strategy fails.
    """
    with in_file(str(trace)):
        game = traced_game(read_games(read_lines(str(trace))), game_number)
        table = game.rules(preset, rules)
        entries = line_up(table.game, strategies, table.players)
        return reviewing.review_game(game, table, entries, **settings)
