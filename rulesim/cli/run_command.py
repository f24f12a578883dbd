"""``rulesim run``: play an experiment, or what is missing of it, and show the result."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulesim.errors import InputError, RunError

if TYPE_CHECKING:
    from rulesim.analysis.multiple import Adjustment
    from rulesim.experiment.runner import Progress
    from rulesim.experiment.setup import Setup


def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The experiment file (TOML).")],
    games: Annotated[int | None, typer.Option(help="Games to play, rounded up to whole blocks.")] = None,
    blocks: Annotated[int | None, typer.Option(help="Blocks to play, instead of games.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of all luck.")] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", help="Parallel jobs; 0: one a core.")] = None,
    backend: Annotated[str | None, typer.Option(help="threads, processes or dask.")] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Of a Dask scheduler, as tcp://host:8786.")
    ] = None,
    change: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Another value of any key of the file.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the results. [default: runs/<name of the file>]")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with an earlier run; it must exist.")] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Throw away what an earlier run left.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No plan, no progress, no tables.")] = False,
) -> None:
    """Play an experiment and show who wins, from which seat, how sure.

    An unfinished run in the folder is continued: no game is played or counted twice.
    """
    from rulesim.experiment.setup import prepare
    from rulesim.experiment.spec import read_experiment

    if resume and fresh:
        raise InputError("--resume and --fresh: give one of the two")
    if games is not None and blocks is not None:
        raise InputError("--games and --blocks: give one of the two")
    options = {"games": games, "blocks": blocks, "seed": seed, "jobs": jobs, "backend": backend, "cluster": cluster}
    experiment = read_experiment(file, change or [], **options)
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
    if not quiet:
        _echo_plan(setup, folder)
    try:
        run_folder = _play(setup, folder, fresh, quiet)
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

        print(json.dumps(run_json(finished, adjust, detect), indent=1))
    elif not quiet:
        from rich.console import Console

        from rulesim.report.tables import run_tables

        console = Console()
        for table in run_tables(finished, adjust, detect):
            console.print(table)
        console.print(f"Results: {folder_text(finished.folder.path)}", highlight=False)


def folder_text(folder: Path) -> str:
    """A folder as a user types it."""
    return shlex.quote(str(folder))


def _with_resume_command(error: BaseException, folder: Path) -> BaseException:
    """The error, with what is stored and the command that goes on from there."""
    from rulesim.experiment.store import RunFolder

    command = shlex.join(["rulesim", *(word for word in sys.argv[1:] if word != "--fresh")])
    try:
        manifest = RunFolder.open(folder).manifest
        stored = f"{manifest['blocks_done']} of {manifest['blocks']} blocks are stored in {folder_text(folder)}"
    except InputError:
        stored = "nothing was stored"
    if isinstance(error, KeyboardInterrupt):
        return KeyboardInterrupt(f"interrupted: {stored}\n  go on with: {command}")
    return RunError(f"{error}\n  {stored}; go on with: {command}")
