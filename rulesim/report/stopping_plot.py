"""The figure of a stopping rule: what it saw at each look, and where it stops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesim.analysis.run import Run
from rulesim.analysis.stopping import Stopped
from rulesim.report.numbers import counted, whole
from rulesim.report.stopping_sentences import scale_of_rule
from rulesim.report.style import ACCENT, INK, MUTED, PAPER, SMALL, new_figure, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HEIGHT = 2.9


@styled
def stopping_figure(run: Run, stopped: Stopped) -> Figure:
    """The log-likelihood ratio, or the widest half-width, at each look that was judged; there must be one."""
    draw = _ratios if stopped.test else _half_widths
    figure = new_figure(_title(stopped), _subtitle(stopped), HEIGHT)
    axes = figure.subplots()
    draw(run, axes, stopped)
    axes.set_xlabel("blocks, on a logarithmic scale")
    return figure


def _title(stopped: Stopped) -> str:
    if stopped.decision is None:
        return f"Not decided after {counted(stopped.blocks, 'block')}"
    if stopped.test is None:
        return f"Narrow enough after {counted(stopped.blocks, 'block')}"
    values = [f"{100 * value:g}" for value in (stopped.test.lower, stopped.test.upper)]
    chosen, other = values if stopped.decision == "lower" else reversed(values)
    return f"{chosen} points rather than {other}: decided after {counted(stopped.blocks, 'block')}"


def _subtitle(stopped: Stopped) -> str:
    what = f"{stopped.what[0].upper()}{stopped.what[1:]}"
    seen = "log-likelihood ratio of the upper to the lower value" if stopped.test else "widest half-width"
    return f"{what}: the {seen} at each look. At most {whole(stopped.most)} blocks would be played."


def _path(axes: Axes, stopped: Stopped, factor: float) -> None:
    """The looks, the last one marked."""
    judged = stopped.looks.drop_nulls()
    blocks, values = judged["blocks"].to_list(), (factor * judged["value"]).to_list()
    axes.plot(blocks, values, "o-", color=ACCENT, markersize=3, linewidth=1.2)
    axes.plot(blocks[-1:], values[-1:], "o", color=ACCENT, markersize=7, markeredgecolor=PAPER)
    axes.set_xscale("log")
    axes.set_xlim(blocks[0] / 1.06, blocks[-1] * 1.12)
    ticks = [blocks[0], blocks[len(blocks) // 2], blocks[-1]] if len(blocks) > 4 else blocks[:: max(1, len(blocks) - 1)]
    axes.set_xticks(ticks, [whole(tick) for tick in ticks])
    axes.minorticks_off()
    axes.grid(axis="y")


def _line(axes: Axes, height: float, text: str, above: bool) -> None:
    """A bound with its meaning written at the left."""
    axes.axhline(height, color=INK, linewidth=1, linestyle=(0, (4, 2)))
    axes.annotate(text, (0.01, height), (0, 3 if above else -3), xycoords=("axes fraction", "data"),
                  textcoords="offset points", va="bottom" if above else "top", size=SMALL, color=MUTED)  # fmt: skip


def _ratios(run: Run, axes: Axes, stopped: Stopped) -> None:
    test = stopped.test
    assert test is not None
    _path(axes, stopped, 1.0)
    low, high = test.bounds
    _line(axes, high, f"at or above {high:.2f}: {100 * test.upper:g} points", above=True)
    _line(axes, low, f"at or below {low:.2f}: {100 * test.lower:g} points", above=False)
    values = [*stopped.looks["value"].drop_nulls(), low, high]
    room = 0.16 * (max(values) - min(values))
    axes.set_ylim(min(values) - room, max(values) + room)
    axes.set_ylabel("log-likelihood ratio")


def _half_widths(run: Run, axes: Axes, stopped: Stopped) -> None:
    scale, unit = scale_of_rule(run, stopped)
    _path(axes, stopped, scale.factor)
    wanted = scale.factor * (stopped.half_width or 0)
    _line(axes, wanted, f"stop at ±{wanted:.3g}", above=False)
    axes.set_ylim(0, 1.06 * max(wanted, *(scale.factor * stopped.looks["value"].drop_nulls())))
    axes.set_ylabel(f"widest half-width, {unit}")
