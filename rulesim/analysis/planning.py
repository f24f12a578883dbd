"""What an experiment will be able to tell, judged by a pilot of some blocks."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from rulesim.analysis.balance import win_share_covariance
from rulesim.analysis.comparisons import compare
from rulesim.analysis.multiple import ALPHA
from rulesim.analysis.power import blocks_to_detect, detectable
from rulesim.analysis.sweep import sweep_frame, topics

if TYPE_CHECKING:
    from rulesim.analysis.run import Run

POWERS = (0.8, 0.95)


@dataclass(frozen=True)
class Deviations:
    """How differences of win shares vary from block to block.

    Attributes
    ----------
    what
        The differences, in words.
    count
        How many comparisons are tested together.
    paired, unpaired
        Largest standard deviation of one block's difference: on the same block, and on different ones.
    """

    what: str
    count: int
    paired: float
    unpaired: float


def deviations(pilot: Run) -> Deviations:
    """The differences that the experiment is about: of variants to the base, else between those who play.

    The largest deviation counts, so that what is said holds for each of the differences.
    """
    grouping = "strategy" if pilot.has_rivals else "seat"
    if len(pilot.variants) > 1:
        compared = compare(pilot)
        frame = compared.of(grouping, "win_share").filter(pl.col("deviation") > 0)
        apart = frame["deviation"] * frame["gain"].sqrt()
        what = f"win share of a {grouping}, variant against base"
        count = compared.count
        if pilot.axes:  # of a sweep less is tested
            count = int(sweep_frame(pilot, topics(pilot))["p_value"].is_not_nan().sum())
        return Deviations(what, count, _largest(frame["deviation"]), _largest(apart))
    covariance = win_share_covariance(pilot, grouping)[1][0] * pilot.n_blocks
    one, other = np.array(list(combinations(range(len(covariance)), 2))).reshape(-1, 2).T
    apart = np.sqrt(covariance[one, one] + covariance[other, other])
    paired = np.sqrt(np.maximum(apart**2 - 2 * covariance[one, other], 0))
    plural = "strategies" if grouping == "strategy" else "seats"
    return Deviations(f"win share of two {plural}", len(one), _largest(paired), _largest(apart))


def _largest(values: Any) -> float:
    values = np.asarray(values, float)
    return float(values.max()) if len(values) else float("nan")


def detection(found: Deviations, blocks: int, detect: float | None = None) -> pl.DataFrame:
    """What can be detected, at a level of 5 % for all comparisons together.

    Parameters
    ----------
    detect
        A difference of win shares.

    Returns
    -------
    DataFrame
        power, pairing (paired or unpaired), difference (the smallest that ``blocks`` blocks detect
        with this probability; null if none), blocks (that detecting ``detect`` takes; null without it).
    """
    alpha = ALPHA / max(1, found.count)
    rows = [
        (power, pairing, detectable(blocks, deviation, alpha, power),
         blocks_to_detect(detect, deviation, alpha, power) if detect else None)
        for power in POWERS
        for pairing, deviation in (("paired", found.paired), ("unpaired", found.unpaired))
    ]  # fmt: skip
    schema = {"power": pl.Float64, "pairing": pl.String, "difference": pl.Float64, "blocks": pl.Int64}
    return pl.DataFrame(rows, schema=schema, orient="row").fill_nan(None)
