"""``rulesim sensitivity``: which rules matter for a metric."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulesim.cli.options import GameName, Json, Players, Preset, Seed, Settings
from rulesim.errors import InputError

if TYPE_CHECKING:
    from rulesim.experiment.setup import Setup

TRAJECTORIES, SAMPLES, BLOCKS = 10, 64, 20


def add_to(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command("sensitivity")(sensitivity)


def sensitivity(
    game: GameName,
    players: Players,
    metric: Annotated[
        str, typer.Option("--metric", "-m",
                          help="seat_spread, strategy_spread, win_share(NAME), win_share(seat=N), score, length …")
    ] = "seat_spread",
    method: Annotated[str, typer.Option(help="morris screens many rules; sobol ranks a few, or groups.")] = "morris",
    rules: Annotated[
        list[str] | None,
        typer.Option("--rules", metavar="PATTERN",
                     help="Rules to vary in their declared ranges, as 'buildings.*.cost'. "
                     "Repeatable. [default: all rules with a declared range]"),
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option("--vary", metavar="PATH=LOW:HIGH",
                     help="A rule, or strategies.NAME.PARAMETER, in this range. Repeatable."),
    ] = None,
    groups: Annotated[bool, typer.Option("--groups", help="Each --rules pattern is one group.")] = False,
    strategies: Annotated[
        str, typer.Option("--strategies", "-s", metavar="all|A,B,…", help="Who plays: every set of them at a table.")
    ] = "all",
    trajectories: Annotated[int | None, typer.Option(help=f"morris: trajectories. [default: {TRAJECTORIES}]")] = None,
    samples: Annotated[int | None, typer.Option(help=f"sobol: samples, a power of 2. [default: {SAMPLES}]")] = None,
    blocks: Annotated[int, typer.Option(min=2, help="Blocks of each point.")] = BLOCKS,
    seed: Seed = 1,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, help="Parallel jobs; 0: one a core.")] = 0,
    preset: Preset = None,
    settings: Settings = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the results.  [default: its own below runs]")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Throw away what an earlier study left.")] = False,
    as_json: Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No plan, no progress, no tables.")] = False,
) -> None:  # fmt: skip
    """Play many points of the rules' ranges on the same luck, and show which rules move a metric, how sure.

    An interrupted study is gone on with by the same command.
    """
    from rulesim.studies.points import parse_range
    from rulesim.studies.sensitivity import choose
    from rulesim.studies.sensitivity import sensitivity as play

    if method not in ("morris", "sobol"):
        raise InputError(f"--method {method}: expected morris or sobol")
    wrong = samples if method == "morris" else trajectories
    if wrong is not None:
        other = ("--samples", "--trajectories") if method == "morris" else ("--trajectories", "--samples")
        raise InputError(f"{other[0]} does not belong to the method {method}; expected {other[1]}")
    if groups and vary:
        raise InputError("--groups: --vary gives single rules, --rules gives groups; choose one")
    setup = study_setup(game, players, strategies, blocks, seed, jobs, preset, settings)
    choice = choose(setup, rules or [], [parse_range(text) for text in vary or []], groups)
    size = (trajectories or TRAJECTORIES) if method == "morris" else (samples or SAMPLES)
    folder = out or Path("runs") / _folder_name(setup, game, metric, method, choice, size)
    runs = size * (len(set(choice.groups)) + (1 if method == "morris" else 2))
    say = None if quiet else f"{len(choice.varied)} rules in {len(set(choice.groups))} groups: at most {runs:,} points"
    with progress(setup, quiet, say, folder) as on_progress:
        result = play(setup, choice, metric, folder, "sobol" if method == "sobol" else "morris", size, fresh=fresh,
                      on_progress=on_progress)  # fmt: skip
    from rulesim.experiment.files import write_whole
    from rulesim.report.sensitivity_plot import sensitivity_figure
    from rulesim.report.style import figure_bytes

    write_whole(folder / "figure.png", figure_bytes(sensitivity_figure(result)))
    if as_json:
        from rulesim.cli.output import show_json
        from rulesim.studies.sensitivity import as_dict

        show_json(as_dict(result))
    elif not quiet:
        from rulesim.report.sensitivity_sentences import sensitivity_sentences
        from rulesim.report.sensitivity_sheets import sensitivity_sheet
        from rulesim.report.tables import show_findings

        show_findings([sensitivity_sheet(result)], sensitivity_sentences(result))
        print(f"Results: {folder}")


def _folder_name(setup: Setup, game: str, *asked: Any) -> str:
    """A folder of its own for each question."""
    import hashlib

    text = repr((setup.manifest()["identity"], setup.blocks, *asked))
    return f"sensitivity_{game}_{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def study_setup(
    game: str,
    players: int,
    strategies: str,
    blocks: int,
    seed: int,
    jobs: int,
    preset: str | None,
    settings: list[str] | None,
) -> Setup:
    """The experiment that a study varies."""
    from rulesim.experiment.setup import prepare
    from rulesim.experiment.spec import make_experiment
    from rulesim.games.settings import rule_changes
    from rulesim.strategy.spec import split_specs

    return prepare(
        make_experiment(
            {
                "game": game, "players": players, "rules": {"preset": preset, **rule_changes(settings or [])},
                "strategies": split_specs(strategies), "blocks": blocks, "seed": seed, "jobs": jobs,
                "record": "summary", "openings": 0,
            },
            "study",
        )
    )  # fmt: skip


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
