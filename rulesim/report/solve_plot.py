"""The figure of a solution: the metric over the rule, the target and where they meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesim.experiment.factors import number
from rulesim.report.numbers import counted
from rulesim.report.solve_sentences import solve_sentences
from rulesim.report.style import ACCENT, INK, MUTED, PAPER, SECOND, SMALL, new_figure, styled
from rulesim.studies.solve import Solution

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@styled
def solve_figure(found: Solution) -> Figure:
    """The metric with its band at the values that were played, the target and the solution with its interval."""
    metric = found.target.metric
    factor = 100 if metric.is_share else 1
    subtitle = (
        f"{metric.text} with 95 % intervals at the values that were played, all on the same "
        f"{counted(found.blocks, 'block')}. Orange: the solution with its 95 % interval."
    )
    figure = new_figure(solve_sentences(found)[0].removesuffix("."), subtitle, 3.4, width=7.2)
    axes = figure.add_subplot()
    x = found.frame["value"].to_numpy()
    estimate, low, high = (factor * found.frame[name].to_numpy() for name in ("estimate", "low", "high"))
    axes.fill_between(x, low, high, color=ACCENT, alpha=0.16, linewidth=0)
    axes.plot(x, estimate, color=ACCENT, linewidth=1.6, marker="o", markersize=4.5, markeredgecolor=PAPER)
    if found.target.goal == "value":
        axes.axhline(factor * found.target.value, color=MUTED, linewidth=1, linestyle="--")
        axes.annotate("target", (1.0, factor * found.target.value), (3, 0), xycoords=("axes fraction", "data"),
                      textcoords="offset points", va="center", size=SMALL, color=MUTED)  # fmt: skip
    if found.base is not None and found.low <= found.base <= found.high:
        axes.axvline(found.base, color=INK, linewidth=1, linestyle=":")
        axes.annotate("base", (found.base, 1.0), (3, -2), xycoords=("data", "axes fraction"),
                      textcoords="offset points", size=SMALL, color=MUTED, va="top")  # fmt: skip
    if found.status == "solved" and found.real is not None:
        ends = (
            found.low if found.real_low is None else found.real_low,
            found.high if found.real_high is None else found.real_high,
        )
        axes.axvspan(*ends, color=SECOND, alpha=0.18, linewidth=0)
        axes.axvline(found.real, color=SECOND, linewidth=1.6)
    if len(x) <= 12:
        axes.set_xticks(x, [number(value) for value in x])
    axes.set_xlabel(found.path)
    axes.set_ylabel(f"{metric.text}{' in %' if metric.is_share else ''}")
    axes.tick_params(axis="y", labelcolor=MUTED, labelsize=SMALL)
    axes.grid(axis="y")
    return figure
