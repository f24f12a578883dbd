"""The figure of an evaluated position: its actions, best first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rulesim.analysis.evaluation import WORSE, Evaluation
from rulesim.report.numbers import Scale, counted, wrapped
from rulesim.report.position_sentences import position_title
from rulesim.report.style import ACCENT, INK, MUTED, PAPER, TEXT, new_figure, row_height, rows_from_above, styled

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_ROWS = 24


@styled
def action_figure(evaluation: Evaluation) -> Figure:
    """Win share after each action with its interval; grey: established as not the best."""
    about, frame = evaluation.about, evaluation.frame.head(MOST_ROWS)
    labels, scale = frame["action"].to_list(), Scale.of(frame, 100)
    left_out = len(evaluation.frame) - len(frame)
    subtitle = (
        f"Win share of seat {about['actor']} with its own 95 % interval, and at the right the loss against the best "
        "action in percentage points (paired, with intervals that hold for all actions together). Grey: established "
        "as not the best. "
        f"{counted(about['games'], 'playout')}, hidden things {about['hidden']}."
        + (f" {counted(left_out, 'action')} further down left out." if left_out else "")
    )
    height = row_height([wrapped(label) for label in labels])
    figure = new_figure(position_title(evaluation), subtitle, 0.75 + height * len(labels), width=7.2)
    axes = figure.add_subplot()
    axes.axvline(100 * frame["win_share"][0], color=MUTED, linewidth=1, linestyle=":")
    for place, row in enumerate(frame.iter_rows(named=True)):
        colour = MUTED if row["verdict"] == WORSE else ACCENT
        low, share, high = (100 * row[name] for name in ("low", "win_share", "high"))
        axes.plot([low, high], [place, place], color=colour, linewidth=2.4, solid_capstyle="butt")
        axes.plot([share], [place], "o", color=colour, markersize=5.5, markeredgecolor=PAPER, markeredgewidth=0.8)
        loss = f"loses {scale.value(row['loss'])} {scale.interval(row['loss_low'], row['loss_high'])}"
        text = scale.sentence(row, "win_share", "%") if place == 0 else loss
        axes.annotate(
            text, (1.02, place), xycoords=("axes fraction", "data"), va="center", size=TEXT,
            color=MUTED if row["verdict"] == WORSE else INK,
        )  # fmt: skip
    rows_from_above(axes, labels)
    low, high = 100 * np.min(frame["low"].to_numpy()), 100 * np.max(frame["high"].to_numpy())
    axes.set_xlim(max(low - 0.04 * (high - low), -1), min(high + 0.04 * (high - low), 101))
    axes.set_xlabel(f"win share of seat {about['actor']} in %")
    axes.grid(axis="x")
    return figure


def position_figures(evaluation: Evaluation) -> dict[str, Figure]:
    """All figures of an evaluation, by name."""
    return {"actions": action_figure(evaluation)}
