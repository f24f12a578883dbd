"""Draws the pictures of the docs from the shipped experiments: ``make images``, or run this file.

Seeds are in the experiment files and below, so the same version draws the same pictures.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from matplotlib.figure import Figure
from PIL import Image

import rulesim
from rulesim.experiment.files import write_whole
from rulesim.experiment.restriction import restricted
from rulesim.experiment.spec import Experiment
from rulesim.report.sensitivity_plot import bar_figure, morris_figure
from rulesim.report.solve_plot import solve_figure
from rulesim.report.style import figure_bytes

HERE = Path(__file__).parent
EXPERIMENTS = HERE.parent / "experiments"

PICTURES = {
    "puerto_rico_quick.toml": [
        "win_shares", "ratings", "pairwise", "seats", "strategy_seats", "scores", "lengths", "luck", "openings",
    ],
    "puerto_rico_metagame.toml": ["metagame", "alpha_rank"],
    "captains_strategies.toml": ["start_place"],
    "puerto_rico_factory_university.toml": ["differences_1"],
    "puerto_rico_first_roles_4.toml": ["lines"],
    "el_capitan_money_sweep.toml": ["sweep_win_share_strategy"],
    "puerto_rico_factory_sweep.toml": ["sweep_score_all_seats"],
    "puerto_rico_sequential.toml": ["stopping"],
}  # fmt: skip
"""Figures by experiment; further topics add theirs here."""

TABLE = {
    "game": "puerto_rico", "players": 4, "strategies": ["balanced", "corn_shipper", "factory_owner", "quarry_builder"],
    "seed": 1, "record": "summary", "openings": 0,
}  # fmt: skip
"""What the studies below are of."""

DPI, COLOURS = 110, 128


def of_runs(folder: Path) -> Iterator[tuple[str, Figure]]:
    """The figures of the shipped experiments, and of restricted play."""
    for file, names in PICTURES.items():
        run = rulesim.run(EXPERIMENTS / file, folder / file)
        yield from ((name, run.plot(name)) for name in names)
    yield "worth", rulesim.run(ablation(), folder / "worth").plot("worth")


def ablation() -> Experiment:
    """What each building is worth."""
    table: dict[str, Any] = {key: value for key, value in TABLE.items() if key not in ("game", "players")}
    return restricted("puerto_rico", 4, ["build:*"], **table, blocks=100)


def of_studies(folder: Path) -> Iterator[tuple[str, Figure]]:
    """The figures of sensitivity studies and of a solution."""
    rules = ["buildings.*.cost", "setup.*"]
    found = rulesim.sensitivity(TABLE, "score", folder / "morris", rules=rules, size=8, blocks=20)
    yield "morris", morris_figure(found)
    ranges = {"setup.doubloons": (0, 6), "price.corn": (0, 3), "buildings.factory.cost": (4, 10)}
    sobol = rulesim.sensitivity(TABLE, "score", folder / "sobol", method="sobol", ranges=ranges, size=64, blocks=20)
    yield "sobol", bar_figure(sobol)
    yield "solution", solve_figure(rulesim.solve(TABLE, "score(balanced)=45", "setup.doubloons", 0, 8, blocks=200))


def small_png(data: bytes) -> bytes:
    """The picture in a palette: a third of the size, and no visible change."""
    buffer = io.BytesIO()
    Image.open(io.BytesIO(data)).convert("RGB").quantize(COLOURS).save(buffer, "png", optimize=True)
    return buffer.getvalue()


def main() -> None:
    """Play everything and write the figures to ``docs/images``."""
    parts: list[Callable[[Path], Iterator[tuple[str, Figure]]]] = [of_runs, of_studies]
    for make in parts:
        with TemporaryDirectory() as folder:
            for name, figure in make(Path(folder)):
                write_whole(HERE / "images" / f"{name}.png", small_png(figure_bytes(figure, dpi=DPI)))
                print(f"docs/images/{name}.png", flush=True)


if __name__ == "__main__":
    main()
