"""Figures look as they did when somebody last looked at them (``make images`` draws the images anew).

Versions of matplotlib and FreeType draw letters differently. So texts are pale in these images, and
pictures are compared coarsely: what texts say, and that none covers another, is tested elsewhere.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.image import imread, imsave
from matplotlib.text import Text

from rulesim.analysis.run import Run
from rulesim.report.figures import figure, figure_names
from rulesim.report.style import shared_style
from tests.made_up import made_up_run
from tests.report.examples import EXAMPLES

IMAGES = Path(__file__).parent / "images"
NAMES = [
    "differences_1", "win_shares", "ratings", "pairwise", "seats", "strategy_seats", "scores", "lengths", "luck",
    "luck_of_scores",
]  # fmt: skip
DPI = 50
PALE = 0.15
TILE = 4
"""Pixels, in both directions, that are averaged before pictures are compared."""

TOLERANCE = 0.02
"""Root of the mean squared difference of tiles, where black and white differ by 1."""


@pytest.fixture(scope="module")
def run(mining: None, tmp_path_factory: pytest.TempPathFactory) -> Run:
    labels = ["first", "second(luck=0.5)", "third", "fourth"]
    return made_up_run(tmp_path_factory.mktemp("images") / "run", labels, variants=["richer"])


def drawn(one: Figure) -> Any:
    """A figure with pale texts as an array of colours, (height, width, 3), from 0 to 1."""
    one.set_dpi(DPI)
    for text in one.findobj(Text):
        text.set_alpha(PALE)
    canvas = FigureCanvasAgg(one)
    with shared_style():
        canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3] / 255


def difference(one: Any, other: Any) -> float:
    """How far two pictures are apart: 0 for equal ones, 1 for black and white, 1 for other sizes (but rounding)."""
    if np.abs(np.subtract(one.shape, other.shape)).max() > 1:
        return 1.0
    height, width = (min(sizes) // TILE * TILE for sizes in zip(one.shape[:2], other.shape[:2], strict=True))
    apart = one[:height, :width] - other[:height, :width]
    tiles = apart.reshape(height // TILE, TILE, width // TILE, TILE, 3).mean(axis=(1, 3))
    return float(np.sqrt((tiles**2).mean()))


@pytest.mark.parametrize("name", [*NAMES, *EXAMPLES])
def test_figure_looks_as_before(run: Run, name: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    one = EXAMPLES[name](tmp_path / "run") if name in EXAMPLES else figure(run, name)
    found, file = drawn(one), IMAGES / f"{name}.png"
    if request.config.getoption("--remake-images"):
        file.parent.mkdir(exist_ok=True)
        imsave(file, found)
    apart = difference(found, imread(file)[..., :3])
    imsave(tmp_path / f"{name}.png", found)
    assert apart < TOLERANCE, f"{name} differs by {apart:.3f}: see {tmp_path / f'{name}.png'}"


def test_every_figure_has_its_image(run: Run) -> None:
    assert figure_names(run) == NAMES
    assert {file.stem for file in IMAGES.glob("*.png")} == {*NAMES, *EXAMPLES}


def test_a_point_that_moved_is_seen(run: Run) -> None:
    """The tolerance is not too wide: a change of one estimate by a fifth of the axis is more than it."""
    plain, moved = figure(run, "seats"), figure(run, "seats")
    for line in moved.axes[0].lines[1:3]:
        line.set_xdata(np.asarray(line.get_xdata()) + 10)
    assert difference(drawn(plain), drawn(moved)) > TOLERANCE
    assert difference(drawn(plain), drawn(figure(run, "win_shares"))) > TOLERANCE


def test_every_picture_of_the_guide_is_there_and_explained() -> None:
    docs = Path(__file__).parents[2] / "docs"
    shown = re.findall(r"\(images/(\w+)\.png\)", (docs / "figures.md").read_text(encoding="utf-8"))
    assert len(shown) == len(set(shown))
    assert set(shown) == {file.stem for file in (docs / "images").glob("*.png")}
