"""Batch sums of made-up results."""

from __future__ import annotations

from typing import Any

from rulesim.analysis.batch_sums import BatchSums
from rulesim.experiment.batches import BATCHES, Batches, batch_blocks, square_classes
from rulesim.experiment.designs import Plan
from rulesim.experiment.summary import groupings


def batch_sums(plan: Plan, results: Any) -> BatchSums:
    """The sums of results, (blocks, plays)."""
    groups, stored = groupings(plan), Batches()
    indicators = {name: grouping.indicator for name, grouping in groups.items()}
    stored.add("result", results.T[None], indicators, 0, BATCHES)
    blocks = batch_blocks(len(results), BATCHES)
    there = blocks > 0
    classes = square_classes({name: grouping.rows for name, grouping in groups.items()})
    squares = {one: row[there] for one, row in zip(classes, stored.squares["result"][0], strict=True)}
    return BatchSums(plan, blocks[there], stored.totals["result"][0][:, there], squares)
