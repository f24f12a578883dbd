"""The openings of a run as a table, and on the terminal as a tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import polars as pl
from rich.text import Text
from rich.tree import Tree

from rulesim.analysis.multiple import ALPHA
from rulesim.analysis.openings import SEPARATOR, Openings
from rulesim.report.numbers import Scale, whole
from rulesim.report.openings_sentences import average_text, how_tested, whose
from rulesim.report.sheets import INTERVAL, Cell, Sheet, count_cell, p_cell, text_cell

INDENT = 4
"""Columns by which a level of the tree is shifted to the right."""

MOVE = 64
"""Widest a move may be before its numbers go out of line."""


def opening_sheet(found: Openings) -> Sheet:
    """All lines, each below the one that it continues."""
    frame = found.frame.filter(pl.col("depth") > 0)
    shares, differences, scores = _scales(frame)
    rows = [
        [
            text_cell(row["line"]),
            count_cell(row["plays"]),
            Cell(Scale(100).value(row["played"]), row["played"], row["plays"] / found.frame["plays"][0]),
            Cell(shares.value(row["win_share"]), row["win_share"]),
            Cell(shares.interval(row["low"], row["high"]), row["low"]),
            Cell(differences.signed(row["difference"]), row["difference"]),
            Cell(differences.interval(row["difference_low"], row["difference_high"]), row["difference_low"]),
            p_cell(row["adjusted_p"]),
            Cell(scores.signed(row["score_difference"]), row["score_difference"]),
            Cell(scores.interval(row["score_difference_low"], row["score_difference_high"]), row["score_difference"]),
        ]
        for row in frame.iter_rows(named=True)
    ]
    headers = [
        "line", "plays", "% of the line before", "win %", INTERVAL, "to average", INTERVAL, "adjusted p",
        "score to average", INTERVAL,
    ]  # fmt: skip
    return Sheet("openings", f"Openings of {whose(found)}", headers, rows, note(found))


def note(found: Openings) -> str:
    """What the numbers are based on."""
    plays, blocks = found.frame["plays"][0], found.frame["blocks"][0]
    return (
        f"{whole(plays)} plays in {whole(blocks)} blocks; to average: to {average_text(found)}, observed and not "
        f"caused by the line alone; {how_tested(found)}, * established; a line that all its plays went on with is not "
        f"tested again; several moves of fewer than {whole(found.least)} plays stand together as other"
    )


def _scales(frame: pl.DataFrame) -> tuple[Scale, Scale, Scale]:
    """How win shares, their differences and those of scores are written."""
    differences = frame.select(low="difference_low", high="difference_high")
    scores = frame.select(low="score_difference_low", high="score_difference_high")
    return Scale.of(frame, 100), Scale.of(differences, 100), Scale.of(scores)


def opening_tree(found: Openings) -> Tree:
    """The tree for a rich console: each line with its plays, win share and difference to the average.

    Moves that all plays of a line went on with stand on its own row.
    """
    root = found.frame.row(0, named=True)
    stems = list(_stems(found, root["line"]))
    width = max(min(MOVE, INDENT * depth + len(text)) for text, _, depth in [("all", root, 0), *stems])
    shares, differences, _ = _scales(found.frame)

    def label(text: str, row: dict[str, Any], depth: int) -> Text:
        cells = Text(text.ljust(width - INDENT * depth), no_wrap=True)
        cells.append(f"{whole(row['plays']):>9}  {Scale(100).value(row['played']):>5}", style="dim")
        cells.append(f"  {shares.value(row['win_share']):>5} {shares.interval(row['low'], row['high']):<13}")
        interval = differences.interval(row["difference_low"], row["difference_high"])
        known = row["adjusted_p"] is not None and row["adjusted_p"] < ALPHA
        style = ("bold blue" if row["difference"] > 0 else "bold yellow") if known else ""
        cells.append(f"{differences.signed(row['difference']):>6} {interval:<15}{'*' if known else ' '}", style=style)
        return cells

    head = "move".ljust(width + INDENT) + f"{'plays':>9}  {'%':>5}  {'win %':>5} {'95 %':<13}{'to av.':>6} {'95 %':<16}"
    tree = Tree(Text(head, style="dim", no_wrap=True), guide_style="dim")
    branches = [tree.add(label("all", root, 0))]
    for text, row, depth in stems:
        branches[depth:] = [branches[depth - 1].add(label(text, row, depth))]
    return tree


def _stems(found: Openings, line: str, depth: int = 1) -> Iterator[tuple[str, dict[str, Any], int]]:
    """Each branching of the tree: the moves up to the next one, the row of the first, and how deep it stands."""
    for row in found.children(line).iter_rows(named=True):
        moves, last = [row["move"]], row["line"]
        while len(after := found.children(last)) == 1:
            moves.append(after["move"][0])
            last = after["line"][0]
        yield SEPARATOR.join(moves), row, depth
        yield from _stems(found, last, depth + 1)
