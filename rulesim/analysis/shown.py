"""The one door from results to what shows them: a notebook displays results, and results know no report.

The report is imported only when something is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from rulesim.analysis.run import Run


class Shown:
    """A result that a notebook shows as a table."""

    def _repr_html_(self) -> str:
        """A compact table with intervals; see `rulesim.report.notebook`."""
        from rulesim.report.notebook import html_of

        return html_of(self)


def figure_of(run: Run, name: str) -> Figure:
    """A figure of a run; see `Run.plot`."""
    from rulesim.report.figures import figure

    return figure(run, name)
