"""The figure of restricted play: what each feature is worth, sorted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from rulesim.analysis.multiple import ALPHA, Adjustment
from rulesim.analysis.run import Run
from rulesim.report.numbers import Scale, counted
from rulesim.report.style import ACCENT, INK, MUTED, TEXT, new_figure, row_height, rows_from_above, styled
from rulesim.report.verdict import METHODS, difference_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_ROWS = 40
BAR = 0.62


@styled
def ablation_figure(run: Run, adjust: Adjustment = "holm") -> Figure:
    """Bars of the worth in win share, with both intervals; the largest worths if there are many."""
    frame = run.ablation(adjust=adjust)
    scale = Scale.of(frame, 100)
    shown = frame.sort(pl.col("worth").abs(), descending=True).head(MOST_ROWS).sort("worth", descending=True)
    established = frame.filter(pl.col("adjusted_p") < ALPHA)
    found = len(established)
    left_out = len(frame) - len(shown)
    subtitle = (
        "Win share that one seat loses when it may not use the feature and the others may, in percentage points. "
        "Thick: 95 % interval of each on its own; thin: intervals that hold for all together. Grey: not established "
        f"({found} of {len(frame)} are; {METHODS[adjust]}). {counted(run.n_blocks, 'block')}"
        + (f"; {left_out} of the smallest left out." if left_out else ".")
    )
    labels = shown["feature"].to_list()
    figure = new_figure(_title(scale, established), subtitle, 0.6 + len(labels) * row_height(labels), width=7.2)
    axes = figure.subplots()
    axes.axvline(0, color=INK, linewidth=0.8)
    for place, row in enumerate(shown.iter_rows(named=True)):
        known = row["adjusted_p"] < ALPHA
        axes.barh(place, 100 * row["worth"], BAR, color=ACCENT if known else MUTED, alpha=0.35)
        for low, high, width in (("wide_low", "wide_high", 1.0), ("low", "high", 2.6)):
            axes.plot([100 * row[low], 100 * row[high]], [place, place], color=ACCENT if known else MUTED,
                      linewidth=width, solid_capstyle="butt")  # fmt: skip
        sign = "+" if row["worth"] > 0 else ""
        axes.annotate(
            f"{sign}{scale.value(row['worth'])} {scale.interval(row['low'], row['high'])}", (1.02, place),
            xycoords=("axes fraction", "data"), va="center", size=TEXT, color=INK if known else MUTED,
        )  # fmt: skip
    rows_from_above(axes, labels)
    bounds = 100 * shown.select("wide_low", "wide_high", "worth").to_numpy()
    least, most = min(0.0, float(np.nanmin(bounds))), max(0.0, float(np.nanmax(bounds)))
    margin = 0.04 * (most - least or 1)
    axes.set_xlim(least - margin, most + margin)
    axes.set_xlabel("worth in percentage points of win share")
    axes.grid(axis="x")
    return figure


def _title(scale: Scale, established: pl.DataFrame) -> str:
    """The feature with the largest worth of those that have one."""
    if established.is_empty():
        return "No feature has an established worth"
    row = established.row(0, named=True)
    worth = difference_text(scale, {"difference": row["worth"], "low": row["low"], "high": row["high"]})
    if row["worth"] < 0:
        return f"No feature is established to help; {row['feature']} is worth {worth} points of win share"
    return f"{row['feature']} is worth most: {worth} points of win share"
