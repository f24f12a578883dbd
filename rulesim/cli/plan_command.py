"""``rulesim plan``: what an experiment will take, and what it will be able to tell."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from rulesim.cli.options import Blocks, Changes, Detect, ExperimentFile, GamesOfFile, JobsOfFile, Json, one_size
from rulesim.cli.output import note, show_json, show_table

if TYPE_CHECKING:
    from rulesim.api import Outlook


def add_to(app: typer.Typer, panel: str) -> None:
    """Add this command to the command line."""
    app.command("plan", rich_help_panel=panel)(plan)


def plan(
    file: ExperimentFile,
    games: GamesOfFile = None,
    blocks: Blocks = None,
    jobs: JobsOfFile = None,
    changes: Changes = None,
    detect: Detect = None,
    as_json: Json = False,
) -> None:
    """Play a few blocks, and tell how long the experiment takes and which differences it can detect."""
    from rulesim.api import outlook
    from rulesim.experiment.setup import prepare
    from rulesim.experiment.spec import read_experiment
    from rulesim.report.terminal import compiling, plan_text

    setup = prepare(read_experiment(file, changes or [], **one_size(games, blocks), jobs=jobs))
    with compiling(setup.rules.game):
        setup.compile()
    note("playing a pilot …")
    found = outlook(setup, detect)
    if as_json:
        show_json(_as_dict(found))
        return
    folder = Path(setup.experiment.out or Path("runs") / file.stem)
    print(plan_text(setup, folder))
    _show(found, detect)


def _show(found: Outlook, detect: float | None) -> None:
    from rulesim.report.numbers import duration, size_text, whole

    pilot, setup, deviations = found.pilot, found.setup, found.deviations
    most = "at most " if setup.stopping else ""
    print(
        f"  {most}about {duration(pilot.seconds)}, memory {size_text(pilot.memory)}, disk {size_text(pilot.disk)} "
        f"(from a pilot of {whole(pilot.blocks)} blocks)\n\n"
        f"Smallest difference in {deviations.what} that is detected,\n"
        f"in percentage points, with 5 % for {whole(deviations.count)} comparisons together:"
    )
    rows = []
    for row in found.frame.iter_rows(named=True):
        smallest = "none" if row["difference"] is None else f"{100 * row['difference']:.2f}"
        cells = [f"{100 * row['power']:g} %", row["pairing"], smallest]
        if detect:
            needed = row["blocks"]
            games = "" if needed is None else whole(needed * setup.games_per_block)
            cells += ["never" if needed is None else whole(needed), games]
        rows.append(cells)
    wanted = [f"blocks for {100 * detect:g}", "games"] if detect else []
    headers = ["probability", "blocks are", f"{whole(setup.blocks)} blocks detect", *wanted]
    show_table("", headers, rows, headers[2:])
    if found.stop:
        from rulesim.report.stopping_sentences import outlook_sentences

        for sentence in outlook_sentences(found.stop):
            print(sentence)


def _as_dict(found: Outlook) -> dict[str, Any]:
    from dataclasses import asdict

    setup = found.setup
    return {
        "line_ups": len(setup.plan.line_ups),
        "variants": [variant.name for variant in setup.variants],
        "games_per_block": setup.games_per_block,
        "blocks": setup.blocks,
        "games": setup.blocks * setup.games_per_block,
        "pilot": asdict(found.pilot),
        "deviations": asdict(found.deviations),
        "detectable": found.frame.to_dicts(),
        **({"stop": {**asdict(found.stop), "frame": found.stop.frame.to_dicts()}} if found.stop else {}),
    }
