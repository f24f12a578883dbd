"""``rulesim solve``: the value of a rule at which a metric meets a target."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulesim.cli.options import GameName, Jobs, Json, Players, Pool, Preset, Quiet, Seed, Settings, StoredIn
from rulesim.errors import InputError

if TYPE_CHECKING:
    from rulesim.experiment.setup import Setup
    from rulesim.studies.points import Varied
    from rulesim.studies.solve import Solution

BLOCKS = 200


def add_to(app: typer.Typer, panel: str) -> None:
    """Add this command to the command line."""
    app.command("solve", rich_help_panel=panel)(solve)


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
    strategies: Pool = "all",
    blocks: Annotated[int, typer.Option("--blocks", metavar="N", min=2, help="Blocks of each value.")] = BLOCKS,
    seed: Seed = 1,
    jobs: Jobs = 0,
    preset: Preset = None,
    settings: Settings = None,
    out: StoredIn = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:  # fmt: skip
    """Play a rule at several values on the same luck, and find the one that meets a target, how sure."""
    from rulesim.cli.questions import prepared, table_keys
    from rulesim.cli.sensitivity_command import progress
    from rulesim.experiment.factors import number
    from rulesim.experiment.files import check_folder
    from rulesim.studies.solve import parse_target
    from rulesim.studies.solve import solve as play
    from rulesim.studies.store import RESULT

    if out is not None:
        check_folder(out)
        if out.exists() and {item.name for item in out.iterdir()} - RESULT:
            raise InputError(f"{out}: holds something else; choose another folder with --out")
    keys = table_keys(game, players, strategies, preset, settings, seed, jobs)
    setup = prepared({**keys, "blocks": blocks, "openings": 0}, "solve")
    varied = _varied(setup, vary)
    parse_target(target, setup.rules.game, setup.labels, setup.rules.players)
    say = f"{varied.factor.path} from {number(varied.low)} to {number(varied.high)}"
    with progress(setup, quiet, say, out) as on_progress:
        found = play(setup, varied, target, out, on_progress=on_progress)
    _draw_and_show(found, out, as_json, quiet)


def _varied(setup: Setup, vary: str) -> Varied:
    """What is varied, in its declared range if none is given."""
    from rulesim.experiment.factors import find_factor
    from rulesim.studies.points import Varied, parse_range

    path, low, high = parse_range(vary) if "=" in vary else (vary, None, None)
    factor = find_factor(setup.variants[0], path)
    if low is None or high is None:
        if factor.vary is None:
            raise InputError(f"{path}: no range to vary it in is declared; give one, as in --vary {path}=LOW:HIGH")
        low, high = factor.vary
    return Varied(factor, low, high)


def _draw_and_show(found: Solution, out: Path | None, as_json: bool, quiet: bool) -> None:
    """The figure into the result's folder, if there is one, and the result on standard output."""
    if out is not None:
        from rulesim.experiment.files import write_whole
        from rulesim.report.solve_plot import solve_figure
        from rulesim.report.style import figure_bytes

        write_whole(out / "figure.png", figure_bytes(solve_figure(found)))
    if as_json:
        from rulesim.cli.output import show_json
        from rulesim.studies.solve import as_dict

        show_json(as_dict(found))
    elif not quiet:
        from rulesim.cli.output import show_findings
        from rulesim.report.solve_sentences import solve_sentences, solve_sheet

        show_findings([solve_sheet(found)], solve_sentences(found), "Solution")
