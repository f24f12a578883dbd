"""What a notebook calls."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulesim.analysis.run import Run
from rulesim.experiment.runner import Progress, run_experiment
from rulesim.experiment.spec import Experiment, make_experiment, read_experiment


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
    name = "experiment"
    if isinstance(experiment, (str, Path)):
        name = Path(experiment).stem
        ready = read_experiment(Path(experiment), **changes)
    elif isinstance(experiment, Experiment):
        ready = make_experiment({**experiment.model_dump(exclude_unset=True), **changes})
    else:
        ready = make_experiment({**experiment, **changes})
    folder = Path(out or ready.out or Path("runs") / name)
    return Run(run_experiment(ready, folder, fresh=fresh, on_progress=on_progress))
