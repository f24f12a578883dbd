"""Draws the pictures of the docs from the shipped experiments: ``make images``, or run this file.

Seeds are in the experiment files, so the same version draws the same pictures.
"""

from __future__ import annotations

import io
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

import rulesim
from rulesim.experiment.files import write_whole
from rulesim.report.style import figure_bytes

HERE = Path(__file__).parent
EXPERIMENTS = HERE.parent / "experiments"

PICTURES = {
    "puerto_rico_quick.toml": ["win_shares", "pairwise", "seats", "strategy_seats", "scores", "lengths"],
    "puerto_rico_factory_university.toml": ["differences_1"],
}
"""Figures by experiment; further topics add theirs here."""

DPI, COLOURS = 110, 64


def small_png(data: bytes) -> bytes:
    """The picture in a palette: a third of the size, and no visible change."""
    buffer = io.BytesIO()
    Image.open(io.BytesIO(data)).convert("RGB").quantize(COLOURS).save(buffer, "png", optimize=True)
    return buffer.getvalue()


def main() -> None:
    """Play the experiments and write their figures to ``docs/images``."""
    for file, names in PICTURES.items():
        with TemporaryDirectory() as folder:
            run = rulesim.run(EXPERIMENTS / file, Path(folder) / "run")
            for name in names:
                write_whole(HERE / "images" / f"{name}.png", small_png(figure_bytes(run.plot(name), dpi=DPI)))
                print(f"docs/images/{name}.png")


if __name__ == "__main__":
    main()
