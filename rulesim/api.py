"""What a notebook calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl

from rulesim.analysis.planning import Deviations, detection, deviations
from rulesim.analysis.run import Run
from rulesim.analysis.shown import Shown
from rulesim.analysis.stopping import StopOutlook, stop_outlook
from rulesim.experiment.factors import find_factor
from rulesim.experiment.pilot import Pilot, play_pilot
from rulesim.experiment.runner import Progress, run_experiment
from rulesim.experiment.setup import Setup, prepare
from rulesim.experiment.spec import Experiment, make_experiment, read_experiment
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
    **changes: Any,
) -> Solution:
    """The value of a rule or parameter at which a metric meets a target; see `rulesim.studies.solve.parse_target`.

    Raises
    ------
    InputError
        If something given has no sense.
    RunError
        If a strategy fails.
    """
    setup = prepare(_ready(experiment, changes))
    return play_solve(setup, Varied(find_factor(setup.variants[0], path), low, high), target)


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
