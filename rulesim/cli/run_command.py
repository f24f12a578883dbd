"""``rulesim run``: play an experiment, or what is missing of it, and show the result."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from rulesim.cli.options import (
    LARGEST_SEED,
    Blocks,
    Changes,
    ExperimentFile,
    Fresh,
    GamesOfFile,
    JobsOfFile,
    Json,
    Quiet,
    one_size,
)
from rulesim.cli.output import show_json, show_parts
from rulesim.errors import InputError, Interrupted, RunError

if TYPE_CHECKING:
    from rulesim.analysis.multiple import Adjustment
    from rulesim.experiment.runner import Progress
    from rulesim.experiment.setup import Setup


def add_to(app: typer.Typer, panel: str) -> None:
    """Add this command to the command line."""
    app.command("run", rich_help_panel=panel)(run)


def run(
    file: ExperimentFile,
    games: GamesOfFile = None,
    blocks: Blocks = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", min=0, max=LARGEST_SEED, help="Seed of all luck, instead of the file's."),
    ] = None,
    jobs: JobsOfFile = None,
    backend: Annotated[
        Literal["threads", "processes", "dask"] | None, typer.Option("--backend", help="What plays in parallel.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option("--cluster", metavar="ADDRESS", help="Of a Dask scheduler, as tcp://host:8786.")
    ] = None,
    changes: Changes = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Folder of the results.", show_default="runs/<name of the file>"),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with an earlier run; it must exist.")] = False,
    fresh: Fresh = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play an experiment and show who wins, from which seat, how sure.

    An unfinished run in the folder is continued: no game is played or counted twice.
    """
    from rulesim.experiment.setup import prepare
    from rulesim.experiment.spec import read_experiment

    if resume and fresh:
        raise InputError("--resume and --fresh: give one of the two")
    options = {**one_size(games, blocks), "seed": seed, "jobs": jobs, "backend": backend, "cluster": cluster}
    experiment = read_experiment(file, changes or [], **options)
    folder = out or Path(experiment.out or Path("runs") / file.stem)
    if resume and not (folder / "manifest.json").exists():
        raise InputError(f"{folder}: there is no run to go on with")
    play_and_show(prepare(experiment), folder, fresh, as_json, quiet)


def play_and_show(
    setup: Setup,
    folder: Path,
    fresh: bool,
    as_json: bool,
    quiet: bool,
    adjust: Adjustment = "holm",
    detect: float | None = None,
) -> None:
    """Play what is missing, with plan and progress on stderr, and show the result on stdout."""
    from rulesim.experiment.store import RunFolder

    RunFolder(folder).check(setup.manifest(), fresh)
    if not quiet:
        _echo_plan(setup, folder)
    try:
        run_folder = _play(setup, folder, fresh, quiet)
    except InputError:  # going on would not help
        raise
    except (RunError, KeyboardInterrupt) as error:
        raise _with_resume_command(error, folder) from None
    _show(run_folder, as_json, quiet, adjust, detect)


def _echo_plan(setup: Setup, folder: Path) -> None:
    """What is about to be played, on stderr."""
    from rulesim.report.terminal import plan_text, stderr_console

    stderr_console().print(plan_text(setup, folder), highlight=False)


def _play(setup: Setup, folder: Path, fresh: bool, quiet: bool) -> Any:
    from rulesim.experiment.runner import run_experiment
    from rulesim.report.terminal import compiling, progress_bar

    if quiet:
        return run_experiment(setup.experiment, folder, fresh=fresh, setup=setup)
    with compiling(setup.rules.game):
        setup.compile()
    with progress_bar(setup.games_per_block) as on_progress:
        progress: Progress = on_progress
        return run_experiment(setup.experiment, folder, fresh=fresh, on_progress=progress, setup=setup)


def _show(run_folder: Any, as_json: bool, quiet: bool, adjust: Adjustment, detect: float | None) -> None:
    """The result: JSON or tables on stdout."""
    from rulesim.analysis.run import Run

    finished = Run(run_folder)
    if as_json:
        from rulesim.report.tables import run_json

        show_json(run_json(finished, adjust, detect))
    elif not quiet:
        from rulesim.report.tables import run_tables

        show_parts([*run_tables(finished, adjust, detect), f"Results: {folder_text(finished.folder.path)}"])


def folder_text(folder: Path) -> str:
    """A folder as a user types it."""
    return shlex.quote(str(folder))


def _with_resume_command(error: BaseException, folder: Path) -> Exception:
    """The error, with what is stored and the command that goes on from there."""
    from rulesim.experiment.store import RunFolder

    command = shlex.join(["rulesim", *(word for word in sys.argv[1:] if word != "--fresh")])
    try:
        manifest = RunFolder.open(folder).manifest
        stored = f"{manifest['blocks_done']} of {manifest['blocks']} blocks are stored in {folder_text(folder)}"
    except InputError:
        stored = "nothing was stored"
    if isinstance(error, KeyboardInterrupt):
        return Interrupted(f"interrupted: {stored}\n  go on with: {command}")
    return RunError(f"{error}\n  {stored}; go on with: {command}")
