"""``rulesim sensitivity``: which rules matter for a metric."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from rulesim.cli.options import Fresh, GameName, Jobs, Json, OwnFolder, Players, Pool, Preset, Quiet, Seed, Settings
from rulesim.errors import InputError

if TYPE_CHECKING:
    from rulesim.experiment.setup import Setup
    from rulesim.studies.sensitivity import Sensitivity

TRAJECTORIES, SAMPLES, BLOCKS = 10, 64, 20


def add_to(app: typer.Typer, panel: str) -> None:
    """Add this command to the command line."""
    app.command("sensitivity", rich_help_panel=panel)(sensitivity)


def sensitivity(
    game: GameName,
    players: Players,
    metric: Annotated[
        str, typer.Option("--metric", "-m",
                          help="seat_spread, strategy_spread, win_share(NAME), win_share(seat=N), score, length …")
    ] = "seat_spread",
    method: Annotated[
        Literal["morris", "sobol"],
        typer.Option("--method", help="morris screens many rules; sobol ranks a few, or groups."),
    ] = "morris",
    rules: Annotated[
        list[str] | None,
        typer.Option("--rules", metavar="PATTERN",
                     help="Rules to vary in their declared ranges, as 'buildings.*.cost'. "
                     "Repeatable.", show_default="all rules with a declared range"),
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option("--vary", metavar="PATH=LOW:HIGH",
                     help="A rule, or strategies.NAME.PARAMETER, in this range. Repeatable."),
    ] = None,
    groups: Annotated[bool, typer.Option("--groups", help="Each --rules pattern is one group.")] = False,
    strategies: Pool = "all",
    trajectories: Annotated[
        int | None,
        typer.Option("--trajectories", metavar="N", min=2, help="morris: so many.", show_default=str(TRAJECTORIES)),
    ] = None,
    samples: Annotated[
        int | None,
        typer.Option("--samples", metavar="N", min=2, help="sobol: samples, a power of 2.", show_default=str(SAMPLES)),
    ] = None,
    blocks: Annotated[int, typer.Option("--blocks", metavar="N", min=2, help="Blocks of each point.")] = BLOCKS,
    seed: Seed = 1,
    jobs: Jobs = 0,
    preset: Preset = None,
    settings: Settings = None,
    out: OwnFolder = None,
    fresh: Fresh = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:  # fmt: skip
    """Play many points of the rules' ranges on the same luck, and show which rules move a metric, how sure.

    An interrupted study is gone on with by the same command.
    """
    from rulesim.analysis.metric import parse_metric
    from rulesim.cli.questions import own_folder, prepared, table_keys
    from rulesim.experiment.files import check_folder
    from rulesim.studies.indices import runs_of_one
    from rulesim.studies.points import parse_range
    from rulesim.studies.sensitivity import choose
    from rulesim.studies.sensitivity import sensitivity as play

    size = _size(method, trajectories, samples)
    if groups and vary:
        raise InputError("--groups: --vary gives single rules, --rules gives groups; choose one")
    keys = table_keys(game, players, strategies, preset, settings, seed, jobs)
    setup = prepared({**keys, "blocks": blocks, "openings": 0}, "sensitivity")
    choice = choose(setup, rules or [], [parse_range(text) for text in vary or []], groups)
    parse_metric(metric, setup.rules.game, setup.labels, players)
    folder = out or own_folder("sensitivity", setup, metric, method, choice, size)
    check_folder(folder)
    runs = size * runs_of_one(method, len(set(choice.groups)))
    say = None if quiet else f"{len(choice.varied)} rules in {len(set(choice.groups))} groups: at most {runs:,} points"
    with progress(setup, quiet, say, folder) as on_progress:
        result = play(setup, choice, metric, folder, method, size, fresh=fresh,
                      on_progress=on_progress)  # fmt: skip
    _draw_and_show(result, folder, as_json, quiet)


def _size(method: str, trajectories: int | None, samples: int | None) -> int:
    """Trajectories or samples, whichever the method has."""
    own, other = ("trajectories", "samples") if method == "morris" else ("samples", "trajectories")
    given = {"trajectories": trajectories, "samples": samples}
    if given[other] is not None:
        raise InputError(f"--{other} does not belong to the method {method}; expected --{own}")
    return given[own] or {"trajectories": TRAJECTORIES, "samples": SAMPLES}[own]


def _draw_and_show(result: Sensitivity, folder: Path, as_json: bool, quiet: bool) -> None:
    """The figure into the study's folder, and the result on standard output."""
    from rulesim.experiment.files import write_whole
    from rulesim.report.sensitivity_plot import sensitivity_figure
    from rulesim.report.style import figure_bytes

    write_whole(folder / "figure.png", figure_bytes(sensitivity_figure(result)))
    if as_json:
        from rulesim.cli.output import show_json
        from rulesim.studies.sensitivity import as_dict

        show_json(as_dict(result))
    elif not quiet:
        from rulesim.cli.output import show_findings
        from rulesim.report.sensitivity_sentences import sensitivity_sentences
        from rulesim.report.sensitivity_sheets import sensitivity_sheet

        show_findings([sensitivity_sheet(result)], sensitivity_sentences(result))
        print(f"Results: {folder}")


def progress(setup: Setup, quiet: bool, say: str | None, folder: Path | None) -> Any:
    """What is about to be played and a progress bar, on standard error."""
    from contextlib import nullcontext

    if quiet:
        return nullcontext()
    from rulesim.cli.output import note
    from rulesim.report.terminal import compiling, progress_bar

    note(
        f"{setup.rules.game.title}, {setup.rules.players} players: {say}, each {setup.blocks:,} blocks of "
        f"{setup.plan.games_per_block:,} games, seed {setup.experiment.seed}" + (f", into {folder}" if folder else "")
    )
    with compiling(setup.rules.game):
        setup.compile()
    return progress_bar(setup.blocks * setup.plan.games_per_block)
