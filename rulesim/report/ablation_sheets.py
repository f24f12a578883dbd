"""Tables and sentences of restricted play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from rulesim.analysis.multiple import ALPHA, Adjustment
from rulesim.analysis.power import POWER, blocks_to_detect
from rulesim.analysis.run import Run
from rulesim.report.numbers import Scale, counted, p_text, whole
from rulesim.report.sheets import INTERVAL, Cell, Sheet, p_cell, text_cell
from rulesim.report.verdict import METHODS

MOST_SENTENCES = 6


def ablation_sheet(run: Run, adjust: Adjustment = "holm", by: str | None = None) -> Sheet:
    """The worth of every feature, best first."""
    frame = run.ablation(by, adjust)
    scale = Scale.of(frame, 100)
    points = Scale.of(frame.select(low="score_low", high="score_high"))
    rows = [
        [
            text_cell(row["feature"]),
            *([text_cell(row[by] if by == "strategy" else f"seat {row[by]}")] if by else []),
            Cell(scale.value(row["free"]), row["free"]),
            Cell(scale.value(row["restricted"]), row["restricted"]),
            Cell(scale.signed(row["worth"]), row["worth"]),
            Cell(scale.interval(row["low"], row["high"]), row["low"]),
            p_cell(row["adjusted_p"]),
            Cell(points.signed(row["score_worth"]), row["score_worth"]),
            Cell(points.interval(row["score_low"], row["score_high"]), row["score_low"]),
            Cell(f"{row['gave_way']:.2f}", row["gave_way"]),
        ]
        for row in frame.iter_rows(named=True)
    ]
    labels = ["feature", *([by] if by else [])]
    headers = [*labels, "free %", "without %", "worth", INTERVAL, "adjusted p", "in score", INTERVAL, "lifted"]
    tested = int(frame["tested"].sum())
    note = (
        f"{counted(run.n_blocks, 'block')}, {METHODS[adjust]} over {counted(tested, 'comparison')}, * established; "
        "free, without: win share of one seat that may and may not use the feature, the others may; lifted: "
        "decisions a game in which the ban left no legal action and was lifted"
    )
    unit = run.game.seat_columns[0].unit
    title = f"Worth of each feature, in % of wins and in {unit}" + (f", by {by}" if by else "")
    return Sheet(f"worth{f'-by-{by}' if by else ''}", title, headers, rows, note, len(labels))


def ablation_sentences(run: Run, adjust: Adjustment = "holm") -> list[str]:
    """What the features are worth, the largest first; what is not established, and what it would take."""
    frame = run.ablation(adjust=adjust)
    scale = Scale.of(frame, 100)
    established = frame.filter(pl.col("adjusted_p") < ALPHA)
    tested = int(frame["tested"].sum())
    sentences = [
        f"{len(established)} of {counted(len(frame), 'feature')} {'has' if len(established) == 1 else 'have'} an "
        f"established worth ({METHODS[adjust]} over {counted(tested, 'comparison')})."
    ]
    gains, burdens = established.filter(pl.col("worth") > 0), established.filter(pl.col("worth") < 0)
    sentences += [_sentence(scale, row) for row in gains.head(MOST_SENTENCES).iter_rows(named=True)]
    if len(gains) > MOST_SENTENCES:
        sentences.append(f"… and {counted(len(gains) - MOST_SENTENCES, 'feature')} of smaller worth.")
    for row in burdens.reverse().head(MOST_SENTENCES).iter_rows(named=True):
        sentences.append(
            f"{row['feature']}: who may not use it wins more often, {_span(scale, row)}, adjusted "
            f"{p_text(row['adjusted_p'])}: these strategies use it too often or too early."
        )
    open_rows = frame.filter((pl.col("adjusted_p") >= ALPHA) & pl.col("tested"))
    if len(open_rows):
        row = open_rows.sort(pl.col("worth").abs(), descending=True).row(0, named=True)
        needed = blocks_to_detect(abs(row["worth"]), row["deviation"], ALPHA / max(1, tested))
        more = (
            f"; a worth of this size takes about {whole(needed)} blocks to be found with {100 * POWER:g} % probability"
            if needed
            else ""
        )
        sentences.append(
            f"Not established: the worth of {counted(len(open_rows), 'feature')}. The largest is {row['feature']}, "
            f"{_span(scale, row)}{more}."
        )
    unused = frame.filter(~pl.col("tested"))["feature"].to_list()
    if unused:
        sentences.append(f"No win depended on {', '.join(unused)}.")
    lifted = frame.filter(pl.col("gave_way") > 0)
    for row in lifted.iter_rows(named=True):
        sentences.append(
            f"The ban of {row['feature']} left no legal action in {row['gave_way']:.2f} decisions a game, and was "
            f"lifted there{_decisions(row['gave_way_in'])}."
        )
    return sentences


def _decisions(kinds: Sequence[str]) -> str:
    """``, in choices of role:*``."""
    return f", in choices of {'; or of '.join(kinds)}" if kinds else ""


def _sentence(scale: Scale, row: dict[str, Any]) -> str:
    return (
        f"{row['feature']}: a seat without it wins {scale.value(row['restricted'])} % instead of "
        f"{scale.value(row['free'])} %; it is worth {_span(scale, row)}, adjusted {p_text(row['adjusted_p'])}."
    )


def _span(scale: Scale, row: dict[str, Any]) -> str:
    return f"{scale.signed(row['worth'])} {scale.interval(row['low'], row['high'])}"
