"""A figure that a notebook shows by itself, without pyplot."""

from __future__ import annotations

from typing import Any

from matplotlib.figure import Figure

CSS_DPI = 96


class Picture(Figure):
    """A matplotlib figure; as the last value of a cell it is shown."""

    def _repr_png_(self) -> tuple[bytes, dict[str, Any]]:
        """The picture, and the size that it is shown at."""
        from rulesim.report.style import figure_bytes

        width, height = self.get_size_inches()
        return figure_bytes(self), {"width": round(CSS_DPI * width), "height": round(CSS_DPI * height)}
