"""The look that all figures share: one accent, direct labels, colours that colour-blind readers tell apart."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec

from rulesim.report.numbers import unbroken, wrapped

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

P = ParamSpec("P")

INK, MUTED, GRID, PAPER = "#1b1f24", "#59636e", "#d5dae0", "#fefefe"
"""Colours that the page replaces in its dark version."""

ACCENT, SECOND = "#2f7fc1", "#d9822b"
CELL_TEXT = "#14181d"

WIDTH = 6.6
"""Width of a figure in inches; text is sized to be read at half of it."""

ROW = 0.34
TITLE, TEXT, SMALL = 11.5, 9.5, 8.5

STYLE: Any = {
    "font.size": TEXT,
    "text.color": INK,
    "text.parse_math": False,
    "text.hinting": "no_hinting",
    "axes.edgecolor": GRID,
    "axes.facecolor": "none",
    "axes.labelcolor": MUTED,
    "axes.labelsize": TEXT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "figure.facecolor": PAPER,
    "xtick.color": GRID,
    "xtick.labelcolor": MUTED,
    "xtick.labelsize": SMALL,
    "ytick.color": GRID,
    "ytick.labelcolor": INK,
    "ytick.labelsize": TEXT,
    "ytick.major.size": 0,
    "svg.fonttype": "path",
    "svg.hashsalt": "rulesim",
}


@contextmanager
def shared_style() -> Iterator[None]:
    """Everything drawn inside has the shared look."""
    from matplotlib import rc_context

    with rc_context(STYLE):
        yield


def styled(draw: Callable[P, Figure]) -> Callable[P, Figure]:
    """Draw a figure in the shared style."""

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> Figure:
        with shared_style():
            return draw(*args, **kwargs)

    return drawn


def new_figure(title: str, subtitle: str, height: float, width: float = WIDTH) -> Figure:
    """A figure with its title and subtitle at the upper left and the rest free for axes.

    Parameters
    ----------
    title
        What is to be seen, as a sentence with numbers.
    subtitle
        What is shown, and on what it is based.
    height, width
        Of the part below the titles, in inches.
    """
    from rulesim.report.picture import Picture

    title, subtitle = _filled(title, int(width * 10.3)), _filled(subtitle, int(width * 14.5))
    above_subtitle = 0.1 + 0.205 * (title.count("\n") + 1)
    above_axes = above_subtitle + 0.06 + 0.16 * (subtitle.count("\n") + 1) + 0.08
    full = height + above_axes
    figure = Picture(figsize=(width, full), layout="constrained")
    engine: Any = figure.get_layout_engine()
    engine.set(rect=(0, 0, 1, height / full), w_pad=0.06, h_pad=0.06)
    figure.text(0.1 / width, 1 - 0.1 / full, title, size=TITLE, weight="bold", va="top")
    figure.text(0.1 / width, 1 - above_subtitle / full - 0.04 / full, subtitle, size=SMALL, color=MUTED, va="top")
    return figure


def _filled(text: str, width: int) -> str:
    """Text in lines of like length that break neither between a number and its unit nor within an interval."""
    kept = unbroken(text)
    lines = len(textwrap.wrap(kept, width))
    while width > 1 and len(textwrap.wrap(kept, width - 1)) == lines:
        width -= 1
    return textwrap.fill(kept, width).replace("\xa0", " ")


def row_height(labels: list[str]) -> float:
    """Inches that a row needs for its wrapped label."""
    return max(ROW, 0.05 + 0.16 * max((label.count("\n") + 1 for label in labels), default=1))


def rows_from_above(axes: Axes, labels: list[str], shift: float = 0) -> None:
    """One labelled row each, the first on top; labels may be shifted down by a part of a row."""
    axes.set_yticks([place + shift for place in range(len(labels))], [wrapped(label) for label in labels])
    axes.set_ylim(len(labels) - 0.5, -0.5)


def figure_bytes(figure: Figure, kind: str = "png", dpi: int = 160) -> bytes:
    """A figure as a file: the same figure gives the same bytes.

    Parameters
    ----------
    kind
        png, svg or pdf.
    dpi
        Pixels per inch of a PNG.
    """
    dated = {"png": "Software", "svg": "Date", "pdf": "CreationDate"}
    buffer = io.BytesIO()
    with shared_style():
        figure.savefig(buffer, format=kind, dpi=dpi, metadata={dated[kind]: None})
    return buffer.getvalue()
