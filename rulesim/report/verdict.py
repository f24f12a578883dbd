"""What a run's variants changed, in plain sentences. Every claim is backed by an adjusted test."""

from __future__ import annotations

from math import isnan
from typing import Any

import numpy as np
import polars as pl

from rulesim.analysis.comparisons import Comparisons
from rulesim.analysis.multiple import ALPHA, Adjustment
from rulesim.analysis.power import POWER, blocks_to_detect
from rulesim.analysis.run import Run
from rulesim.report.numbers import Scale, counted, p_text, whole, words

MOST_SENTENCES = 6
"""Of one kind; the rest are counted."""

METHODS = {"holm": "Holm", "bh": "Benjamini-Hochberg"}
PERCENT = f"{100 * ALPHA:g} %"


def verdict(run: Run, compared: Comparisons, detect: float | None = None) -> dict[str, list[str]]:
    """Sentences for each variant: win shares, seats, the game, scores and what is owned; of each the largest first.

    Parameters
    ----------
    detect
        Difference of win shares for which the blocks that it takes are told; by default that observed.
    """
    return {name: _of_variant(run, compared, name, detect) for name in run.variants[1:]}


def how_tested(compared: Comparisons) -> str:
    """How the claims were tested, with the number of comparisons."""
    left_out = int((~compared.frame["tested"]).sum())
    text = tested_together(compared.count, "comparison", adjust=compared.adjust)
    return f"{text}; {whole(left_out)} more differ in no block" if left_out else text


def tested_together(number: int, thing: str, things: str = "", adjust: Adjustment = "holm") -> str:
    """``24 lines tested together (Holm, 5 %)``."""
    return f"{counted(number, thing, things)} tested together ({METHODS[adjust]}, {PERCENT})"


def by_size(run: Run, frame: pl.DataFrame) -> pl.DataFrame:
    """Comparisons sorted by the size of the difference: shares, then the rest.

    Differences of several units are compared in their own standard deviations.
    """
    shares = pl.Series("share", [run.is_share(metric) for metric in frame["metric"]], dtype=pl.Boolean)
    several = frame.filter(~shares)["metric"].n_unique() > 1
    difference = pl.col("difference").abs()
    own = pl.when(pl.col("share") | (not several)).then(difference).otherwise(difference / pl.col("deviation"))
    sized = frame.with_columns(shares).with_columns(size=pl.when("tested").then(own))
    return sized.sort("share", "size", descending=True, nulls_last=True, maintain_order=True).drop("share", "size")


def subject(run: Run, row: dict[str, Any]) -> str:
    """Who or what a comparison is about."""
    who = row["strategy"] or (f"seat {row['seat']}" if row["seat"] is not None else "")
    what = metric_name(run, row["metric"])
    return f"{who}: {what}" if who else what


def metric_name(run: Run, metric: str) -> str:
    """A metric in words: ``win share``, ``city: factory``, ``end: city full``."""
    for column in (*run.game.seat_columns, *run.game.game_columns):
        for member in column.members:
            if metric == f"{column.name}_{member}":
                return f"{words(column.name)}: {words(member)}"
    return words(metric)


def scale_of(run: Run, row: dict[str, Any]) -> tuple[Scale, str]:
    """How the numbers of a comparison are written, and their unit."""
    bounds = pl.DataFrame({"low": [row["low"]], "high": [row["high"]]})
    if run.is_share(row["metric"]):
        return Scale.of(bounds, 100), "%"
    units = {column.name: column.unit for column in (*run.game.seat_columns, *run.game.game_columns)}
    unit = units.get(row["metric"], "")
    return Scale.of(bounds), "" if unit == row["metric"] else unit


def _of_variant(run: Run, compared: Comparisons, name: str, detect: float | None) -> list[str]:
    own = compared.frame.filter(pl.col("variant") == name)
    sentences = [_headline(name, *compared.counts(name))]
    if run.n_blocks < compared.fewest_blocks:
        sentences.append(
            f"With {counted(run.n_blocks, 'block')} nothing can be established, whatever the differences: "
            f"{counted(compared.count, 'comparison')} take at least {compared.fewest_blocks} blocks."
        )
    wins, owned = pl.col("metric") == "win_share", pl.col("grouping") == "all_seats"
    shown = [
        own.filter(wins & (pl.col("grouping") == "strategy")),
        own.filter(wins & (pl.col("grouping") == "seat")),
        own.filter(pl.col("grouping").is_in(["all", "watched"])),
        own.filter(owned),
    ]
    for frame, kind in zip(shown, ("strategy", "seat", "", ""), strict=True):
        sentences += _changes(run, frame, kind)
        if kind:
            sentences += _open_questions(run, frame, kind, compared.count, detect)
    return [*sentences, *_balance_sentences(compared, name)]


def _headline(name: str, found: int, tested: int) -> str:
    if not tested:
        return f"“{name}” played the same games as the base in every block."
    if not found:
        return f"“{name}”: no difference to the base is established ({counted(tested, 'comparison')})."
    is_are = "is" if found == 1 else "are"
    return f"“{name}”: {found} of {counted(tested, 'difference')} to the base {is_are} established."


def _changes(run: Run, frame: pl.DataFrame, kind: str) -> list[str]:
    """Established changes of one kind, the largest first."""
    rows = by_size(run, frame.filter(pl.col("adjusted_p") < ALPHA)).to_dicts()
    sentences = [_change(run, row) for row in rows[:MOST_SENTENCES]]
    if len(rows) > MOST_SENTENCES:
        sentences.append(f"… and {counted(len(rows) - MOST_SENTENCES, 'smaller change')} of this kind.")
    return sentences


def _change(run: Run, row: dict[str, Any]) -> str:
    """``factory_owner: win share 31.2 % → 28.9 %, −2.3 [−2.7, −1.9], adjusted p < 0.001.``"""
    scale, unit = scale_of(run, row)
    return (
        f"{subject(run, row)} {scale.value(row['base'])} → {scale.value(row['changed'])}{unit and f' {unit}'}: "
        f"{difference_text(scale, row)}, adjusted {p_text(row['adjusted_p'])}."
    )


def difference_text(scale: Scale, row: dict[str, Any]) -> str:
    """``+2.3 [1.9, 2.7]``."""
    sign = "+" if row["difference"] > 0 else ""
    return f"{sign}{scale.value(row['difference'])} {scale.interval(row['low'], row['high'])}"


def _open_questions(run: Run, frame: pl.DataFrame, kind: str, count: int, detect: float | None) -> list[str]:
    """What is not established, what it could be at most, and how many more blocks would settle it."""
    rows = frame.filter((pl.col("adjusted_p") >= ALPHA) & pl.col("tested")).to_dicts()
    if not rows:
        return []
    row = max(rows, key=lambda row: abs(row["difference"]))
    names = ", ".join(_who(one) for one in sorted(rows, key=lambda one: -abs(one["difference"])))
    if len(rows) > MOST_SENTENCES:
        names = f"{counted(len(rows), kind).replace('strategys', 'strategies')}"
    scale, _ = scale_of(run, row)
    text = f"Not established: a change of win share for {names}. The largest is {_who(row)}'s, "
    text += difference_text(scale, row)
    wanted = detect or abs(row["difference"])
    needed = blocks_to_detect(wanted, row["deviation"], ALPHA / max(count, 1))
    if needed is None or isnan(row["deviation"]):
        return [f"{text}."]
    amount = f"a difference of {scale.value(wanted)}" if detect else "a difference of this size"
    more = needed - run.n_blocks
    if more <= 0:
        return [f"{text}; {amount} would have been found with more than {100 * POWER:g} % probability."]
    return [
        f"{text}; {amount} takes about {_rounded(needed)} blocks ({_rounded(more)} more) "
        f"to be found with {100 * POWER:g} % probability."
    ]


def _who(row: dict[str, Any]) -> str:
    return str(row["strategy"] or f"seat {row['seat']}")


def _rounded(number: int) -> str:
    """A large number to two figures."""
    digits = max(0, len(str(number)) - 2)
    return whole(int(np.ceil(number / 10**digits)) * 10**digits)


def _balance_sentences(compared: Comparisons, name: str) -> list[str]:
    """How far apart seats and strategies are, before and after, and whether that is a change."""
    sentences = []
    for of, thing in (("seat", "seats"), ("strategy", "strategies")):
        part = compared.balance.filter(pl.col("of") == of)
        if part.is_empty():
            continue
        base, own = part.row(0, named=True), part.filter(pl.col("variant") == name).row(0, named=True)
        scale = Scale.of(part, 100)
        if own["adjusted_p"] < ALPHA:
            claim = f"the {thing} became {'less' if own['change'] > 0 else 'more'} equal"
        else:
            claim = f"that the {thing} became more or less equal is not established"
        sentences.append(
            f"From the best to the worst of the {thing} it is {scale.sentence(own, 'spread', '% of wins')}, "
            f"in the base {scale.sentence(base, 'spread', '%')}: {claim} (adjusted {p_text(own['adjusted_p'])})."
        )
    return sentences
