"""``rulesim solve``: the value of a rule at which a metric meets a target."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulesim.cli.options import GameName, Json, Players, Preset, Seed, Settings
from rulesim.errors import InputError

BLOCKS = 200


def add_to(app: typer.Typer) -> None:
    """Add this command to the command line."""
    app.command("solve")(solve)


def solve(
    game: GameName,
    players: Players,
    target: Annotated[
        str,
        typer.Option("--target", "-t", metavar="METRIC=VALUE",
                     help="seat_spread=0, win_share(NAME)=0.25, win_share(seat=3)=25%, rounds=min …"),
    ],
    vary: Annotated[
        str,
        typer.Option("--vary", metavar="PATH[=LOW:HIGH]",
                     help="A rule, or strategies.NAME.PARAMETER; without a range in its declared one."),
    ],
    strategies: Annotated[
        str, typer.Option("--strategies", "-s", metavar="all|A,B,…", help="Who plays: every set of them at a table.")
    ] = "all",
    blocks: Annotated[int, typer.Option(min=2, help="Blocks of each value.")] = BLOCKS,
    seed: Seed = 1,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, help="Parallel jobs; 0: one a core.")] = 0,
    preset: Preset = None,
    settings: Settings = None,
    out: Annotated[Path | None, typer.Option(help="Folder for the result.  [default: stored nowhere]")] = None,
    as_json: Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No plan, no progress, no tables.")] = False,
) -> None:  # fmt: skip
    """Play a rule at several values on the same luck, and find the one that meets a target, how sure."""
    from rulesim.cli.sensitivity_command import progress, study_setup
    from rulesim.experiment.factors import find_factor, number
    from rulesim.studies.points import Varied, parse_range
    from rulesim.studies.solve import as_dict, parse_target
    from rulesim.studies.solve import solve as play
    from rulesim.studies.store import RESULT

    if out is not None and out.exists() and (not out.is_dir() or {item.name for item in out.iterdir()} - RESULT):
        raise InputError(f"{out}: holds something else; choose another folder with --out")
    setup = study_setup(game, players, strategies, blocks, seed, jobs, preset, settings)
    path, low, high = parse_range(vary) if "=" in vary else (vary, None, None)
    factor = find_factor(setup.variants[0], path)
    if low is None or high is None:
        if factor.vary is None:
            raise InputError(f"{path}: no range to vary it in is declared; give one, as in --vary {path}=LOW:HIGH")
        low, high = factor.vary
    varied = Varied(factor, low, high)
    parse_target(target, setup.rules.game, setup.labels, setup.rules.players)
    say = f"{factor.path} from {number(low)} to {number(high)}"
    with progress(setup, quiet, say, out) as on_progress:
        found = play(setup, varied, target, out, on_progress=on_progress)
    if out is not None:
        from rulesim.experiment.files import write_whole
        from rulesim.report.solve_plot import solve_figure
        from rulesim.report.style import figure_bytes

        write_whole(out / "figure.png", figure_bytes(solve_figure(found)))
    if as_json:
        from rulesim.cli.output import show_json

        show_json(as_dict(found))
    elif not quiet:
        from rulesim.report.solve_sentences import solve_sentences, solve_sheet
        from rulesim.report.tables import show_findings

        show_findings([solve_sheet(found)], solve_sentences(found), "Solution")
