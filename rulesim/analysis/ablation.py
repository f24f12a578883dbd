"""What a feature is worth: a seat that may not use it, against its unrestricted twin on the same blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from rulesim.analysis.comparisons import paired_differences, widened
from rulesim.analysis.multiple import Adjustment, adjusted
from rulesim.errors import InputError
from rulesim.experiment.summary import GAVE_WAY_IN
from rulesim.statistics.intervals import LEVEL

if TYPE_CHECKING:
    from rulesim.analysis.run import Run

GROUPINGS = {None: "marked", "strategy": "marked_strategy", "seat": "marked_seat"}


def ablation(run: Run, by: str | None = None, adjust: Adjustment = "holm", level: float = LEVEL) -> pl.DataFrame:
    """The worth of every forbidden feature, largest first.

    Parameters
    ----------
    by
        None: all restricted seats together; ``strategy`` or ``seat``: of each restricted one.
    adjust
        For the number of features (and of strategies or seats).

    Returns
    -------
    DataFrame
        feature, (strategy or seat,) free and restricted (win share of the seat without and with the
        ban), worth (free less restricted), low, high (paired interval), wide_low, wide_high (at a
        level that holds for all features together), p_value, adjusted_p, deviation (of one block's
        difference), tested, score_worth, score_low, score_high, gave_way (decisions a game in which
        the ban left no legal action and was lifted), gave_way_in (what was decided there, as patterns
        of the actions, in most games first), blocks.

    Raises
    ------
    InputError
        If nothing was forbidden in the run, or ``by`` is unknown.
    """
    if run.kind != "ablation":
        raise InputError(f"{run.folder.path}: no variant forbids anything; `rulesim ablate` makes such a run")
    if by not in GROUPINGS:
        raise InputError(f"by = {by!r}: expected strategy or seat, or nothing for all together")
    grouping = GROUPINGS[by]
    keys = ["feature", *([by] if by else [])]
    wins = _worths(run, grouping, "win_share", keys, level)
    tested = wins["tested"].to_numpy()
    together = np.ones(len(wins))
    together[tested] = adjusted(wins["p_value"].to_numpy()[tested], adjust)
    frame = widened(wins, int(tested.sum()), level).with_columns(adjusted_p=pl.Series(together))
    frame = frame.select(
        *keys, pl.col("base").alias("free"), pl.col("changed").alias("restricted"), pl.col("difference").alias("worth"),
        "low", "high", "wide_low", "wide_high", "p_value", "adjusted_p", "deviation", "tested", "blocks",
    )  # fmt: skip
    scores = _worths(run, grouping, "score", keys, level).select(
        *keys, pl.col("difference").alias("score_worth"), pl.col("low").alias("score_low"),
        pl.col("high").alias("score_high"),
    )  # fmt: skip
    ways = _worths(run, grouping, "gave_way", keys, level).select(*keys, pl.col("changed").alias("gave_way"))
    for other, on in ((scores, keys), (ways, keys), (_ways(run), ["feature"])):
        frame = frame.join(other, on=on, maintain_order="left")
    return frame.sort("worth", descending=True, maintain_order=True)


def _worths(run: Run, grouping: str, metric: str, keys: list[str], level: float) -> pl.DataFrame:
    """Base less variant: the paired differences turned round."""
    frame = paired_differences(run, [(grouping, metric)], level)
    turned = frame.with_columns(difference=-pl.col("difference"), low=-pl.col("high"), high=-pl.col("low"))
    return turned.with_columns(pl.col("variant").cast(pl.String).alias("feature")).select(*keys, pl.exclude(*keys))


def _ways(run: Run) -> pl.DataFrame:
    """For each feature the kinds of decisions in which its ban was lifted, in most games first."""
    kinds = dict(enumerate(run.manifest.get("decisions", [])))
    counted = run.summary("histograms").filter(pl.col("column") == GAVE_WAY_IN)
    found: dict[int, dict[str, None]] = {}
    for variant, kind in counted.sort("rows", descending=True).select("variant", "value").iter_rows():
        if kind in kinds:
            found.setdefault(variant, {})[kinds[kind]] = None
    ways = [list(found.get(number, {})) for number in range(len(run.variants))]
    return pl.DataFrame({"feature": run.variants, "gave_way_in": pl.Series(ways, dtype=pl.List(pl.String))})
