"""What a run found, in sentences with numbers and their uncertainty.

Nothing here is a test: a sentence says what was measured, and where intervals overlap it says so.
"""

from __future__ import annotations

from typing import Any

import polars as pl

from rulesim.analysis.run import Run
from rulesim.report.numbers import Scale, counted, whole, words

FEW_BLOCKS = 30
"""Below this, intervals themselves are rough."""


def best_strategy(run: Run) -> str:
    """The title of the win shares: the first, the second and the last."""
    if not run.has_rivals:
        return "Each strategy met only itself: all win shares are equal by design"
    frame = run.win_shares()
    scale, rows = Scale.of(frame, 100), list(frame.iter_rows(named=True))
    first, *others = [f"{row['strategy']} {{}}{scale.sentence(row, 'win_share', '%')}" for row in rows]
    shown = [others[0], *others[-1:]] if len(others) > 1 else others
    return ", ".join([first.format("wins "), *(text.format("") for text in shown[:2])])


def best_seat(run: Run) -> str:
    """The title of the seats: the best and the worst."""
    frame = run.seats().sort("win_share", descending=True)
    scale, first, last = Scale.of(frame, 100), frame.row(0, named=True), frame.row(-1, named=True)
    if first["win_share"] == last["win_share"]:
        return f"All seats win {scale.sentence(first, 'win_share', '%')}"
    return (
        f"Seat {first['seat']} wins {scale.sentence(first, 'win_share', '%')}, "
        f"seat {last['seat']} {scale.sentence(last, 'win_share', '%')}"
    )


def best_start(run: Run, column: str) -> str:
    """The title of what was known before the first decision: the best and the worst value."""
    frame = run.by_value(column).sort("win_share", descending=True)
    scale, first, last = Scale.of(frame, 100), frame.row(0, named=True), frame.row(-1, named=True)
    name = words(column)
    return (
        f"{name.capitalize()} {first['value']} wins {scale.sentence(first, 'win_share', '%')}, "
        f"{name} {last['value']} {scale.sentence(last, 'win_share', '%')}"
    )


def best_strategy_seat(run: Run) -> str:
    """The title of strategies by seats: which depends most on its seat."""
    frame = run.seats(by_strategy=True)
    spread = (
        frame.group_by("strategy", maintain_order=True)
        .agg(spread=pl.col("win_share").max() - pl.col("win_share").min())
        .sort("spread", descending=True, maintain_order=True)
    )
    name = spread["strategy"][0]
    own = frame.filter(pl.col("strategy") == name).sort("win_share", descending=True)
    scale, best, worst = Scale.of(frame, 100), own.row(0, named=True), own.row(-1, named=True)
    return (
        f"{name} varies most by seat: {scale.sentence(best, 'win_share', '%')} in seat {best['seat']}, "
        f"{scale.sentence(worst, 'win_share', '%')} in seat {worst['seat']}"
    )


def best_pair(run: Run) -> str:
    """The title of the strategies against each other: the one most often ahead, its hardest and its easiest rival."""
    frame = run.pairwise()
    ahead = frame.group_by("strategy", maintain_order=True).agg(pl.col("share").mean()).sort("share", descending=True)
    name, scale = ahead["strategy"][0], Scale.of(frame, 100)
    rows = frame.filter(pl.col("strategy") == name).sort("share").to_dicts()
    texts = [f"of {row['other']} in {scale.sentence(row, 'share', '%')}" for row in (rows[0], *rows[1:][-1:])]
    return f"{name} is placed ahead {texts[0]} of their games" + "".join(f", {text}" for text in texts[1:])


def best_score(run: Run) -> str:
    """The title of the scores: the highest and what it is made of."""
    frame = run.scores()
    scale, row = Scale.of(frame), frame.row(0, named=True)
    parts = ", ".join(f"{words(part.name)} {scale.value(row[part.name])}" for part in run.score_parts)
    score = f"{row['strategy']} scores {scale.sentence(row, 'score', run.game.seat_columns[0].unit)}"
    return score + (f": {parts}" if parts else "")


def length(run: Run) -> str:
    """The title of the lengths: the mean, and the most frequent end."""
    row = run.lengths().row(0, named=True)
    ends = run.ends().sort("share", descending=True)
    end = ends.row(0, named=True)
    text = f"A game lasts {Scale.of(run.lengths()[0]).sentence(row, 'mean', run.game.game_columns[0].unit)} on average"
    return f"{text}; {Scale.of(ends, 100).sentence(end, 'share', '%')} meet the end condition “{words(end['end'])}”"


def findings(run: Run) -> list[str]:
    """The findings of a run, most important first."""
    found = [*cautions(run)]
    if run.has_rivals:
        found += about_strategies(run)
    return [*found, *about_seats(run), f"{best_score(run)}.", f"{length(run)}."]


def cautions(run: Run) -> list[str]:
    """What limits everything that follows."""
    cautions = []
    if not run.finished:
        asked = whole(int(run.manifest["blocks"]))
        cautions.append(f"The run is not finished: {whole(run.n_blocks)} of {asked} blocks were played.")
    if run.n_blocks == 1:
        cautions.append("With a single block no interval can be given: the numbers say little.")
    elif run.n_blocks < FEW_BLOCKS:
        cautions.append(f"With only {counted(run.n_blocks, 'block')} the intervals are wide, and themselves rough.")
    return cautions


def about_strategies(run: Run) -> list[str]:
    """The best strategy, the next and the last."""
    frame = run.win_shares()
    scale, rows = Scale.of(frame, 100), list(frame.iter_rows(named=True))
    equal = 100 / run.manifest["players"]
    first, last = rows[0], rows[-1]
    found = [
        f"Against the strategies of this run {first['strategy']} has the highest win share: "
        f"{scale.sentence(first, 'win_share', '%')} of its games, where an equal share is {equal:.1f} %."
    ]
    if len(rows) > 1:
        found.append(_next_best(scale, first, rows[1]))
    if len(rows) > 2:
        found.append(f"{last['strategy']} has the lowest: {scale.sentence(last, 'win_share', '%')}.")
    return found


def _next_best(scale: Scale, first: dict[str, Any], second: dict[str, Any]) -> str:
    text = f"Next is {second['strategy']} with {scale.sentence(second, 'win_share', '%')}"
    if second["high"] >= first["low"]:
        return f"{text}; the two intervals overlap: to tell the two apart takes a paired comparison."
    return f"{text}; the two intervals do not overlap." if second["high"] < first["low"] else f"{text}."


def about_seats(run: Run) -> list[str]:
    """The best and the worst seat, and who depends most on the seat."""
    found = [_seats(run)]
    return [*found, f"{best_strategy_seat(run)}."] if len(run.strategies) > 1 else found


def _seats(run: Run) -> str:
    equal = 1 / run.manifest["players"]
    rows = run.seats().iter_rows(named=True)
    outside = [str(row["seat"]) for row in rows if row["low"] > equal or row["high"] < equal]
    share = f"the equal share of {100 * equal:.1f} %"
    if not outside:
        return f"{best_seat(run)}."
    seats = f"seat {outside[0]}" if len(outside) == 1 else f"seats {', '.join(outside)}"
    return f"{best_seat(run)}; {share} lies outside the 95 % intervals of {seats}."
