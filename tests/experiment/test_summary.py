"""Sums over blocks: the same from any chunks, and the same as from plain loops."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from rulesim.experiment.designs import make_plan, round_robin
from rulesim.experiment.outcomes import WIN_SHARES
from rulesim.experiment.store import SUMMARY
from rulesim.experiment.summary import Summary, groupings, summarize
from rulesim.games.registry import load_game
from tests.made_up import made_up_outcomes, mining_game

BLOCKS = 30
PLAN = make_plan(round_robin(4, 3), "rotations")
RULES = replace(load_game("puerto_rico").rules(3), game=mining_game())
OUTCOMES = made_up_outcomes(RULES, PLAN, BLOCKS, 5)
GROUPS = groupings(PLAN)


def summary_of(first: int, end: int) -> Summary:
    return summarize(RULES.game, PLAN, GROUPS, OUTCOMES.part(slice(first, end)), first)


def assert_same(one: Summary, other: Summary) -> None:
    frames = other.frames(PLAN)
    assert list(frames) == list(SUMMARY)
    for name, frame in one.frames(PLAN).items():
        assert_frame_equal(frame, frames[name])


@pytest.mark.parametrize("edges", [(0, 7, 8, 30), (0, 29, 30), tuple(range(31))])
def test_chunks_merge_to_the_summary_of_all(edges: tuple[int, ...]) -> None:
    merged = Summary()
    for first, end in pairwise(edges):
        merged.merge(summary_of(first, end))
    everything = summary_of(0, BLOCKS)
    assert merged.blocks == BLOCKS
    assert_same(merged, everything)


def test_frames_hold_the_whole_summary() -> None:
    summary = summary_of(0, BLOCKS)
    assert_same(Summary.from_frames(summary.frames(PLAN)), summary)


def plain_totals(metric: str, belongs: Any) -> list[int]:
    """The total of each block, over the seats that belong to a group, by loops."""
    columns = [column.name for column in RULES.game.seat_columns]
    totals = []
    for block in range(BLOCKS):
        total = 0
        for game in range(PLAN.games_per_block):
            table = OUTCOMES.seat_rows[block, game]
            best = max((int(row[0]), int(row[1])) for row in table)
            winners = sum((int(row[0]), int(row[1])) == best for row in table)
            for seat, row in enumerate(table):
                if belongs(int(PLAN.line_up_of[game]), int(PLAN.strategy_of[game, seat]), seat + 1):
                    won = WIN_SHARES // winners if (int(row[0]), int(row[1])) == best else 0
                    total += won if metric == "win_share" else int(row[columns.index(metric)])
        totals.append(total)
    return totals


@pytest.mark.parametrize("metric", ["win_share", "score", "fines"])
@pytest.mark.parametrize("grouping", ["strategy", "strategy_seat", "seat", "line_up"])
def test_totals_of_groups(grouping: str, metric: str) -> None:
    moments = summary_of(0, BLOCKS).frames(PLAN)["moments"]
    part = moments.filter((pl.col("grouping") == grouping) & (pl.col("metric") == metric))
    for row in part[:: max(1, len(part) // 4)].iter_rows(named=True):
        wanted = (row["line_up"], row["strategy"], row["seat"])

        def belongs(*key: int, wanted: tuple[int | None, ...] = wanted) -> bool:
            return all(want in (None, own) for want, own in zip(wanted, key, strict=True))

        totals = plain_totals(metric, belongs)
        assert row["total"] == sum(totals)
        assert row["total_squared"] == sum(total**2 for total in totals)


def test_totals_of_games() -> None:
    moments = summary_of(0, BLOCKS).frames(PLAN)["moments"]
    row = moments.filter((pl.col("grouping") == "all") & (pl.col("metric") == "reason_gold_gone")).row(0, named=True)
    met = [sum(int(reason) // 2 for reason in block) for block in OUTCOMES.game_rows[:, :, 3]]
    assert (row["total"], row["total_squared"]) == (sum(met), sum(count**2 for count in met))


def test_histograms_count_rows_and_wins() -> None:
    frame = summary_of(0, BLOCKS).frames(PLAN)["histograms"].filter(pl.col("column") == "score")
    share = OUTCOMES.shares
    rows: Counter[tuple[int, int]] = Counter()
    wins: Counter[tuple[int, int]] = Counter()
    for block in range(BLOCKS):
        for game in range(PLAN.games_per_block):
            for seat in range(3):
                cell = (int(PLAN.strategy_of[game, seat]), int(OUTCOMES.seat_rows[block, game, seat, 0]))
                rows[cell] += 1
                wins[cell] += int(share[block, game, seat])
    assert {(row[2], row[3]): (row[4], row[5]) for row in frame.iter_rows()} == {
        cell: (count, wins[cell]) for cell, count in rows.items()
    }
