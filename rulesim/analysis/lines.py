"""Trees of lines: of those that were played, with the rows that are where in it, and of those in a book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

ROOT = 0
END = "(no further choice)"
"""The move of a seat that had fewer choices in its game."""

FREE = "(as they like)"
"""The line without moves: those who play it are told nothing."""


@dataclass(frozen=True)
class Lines:
    """A tree whose nodes are lines: the first moves of a seat.

    Attributes
    ----------
    nodes : DataFrame, a row for each node, the parents first
        node (its number: the row), parent, depth, move, lines (of a node "other": how many it holds).
    steps : list of DataFrames, one a depth
        parent, move and node: where a row with this next move belongs.
    """

    nodes: pl.DataFrame
    steps: list[pl.DataFrame]

    @property
    def depth(self) -> int:
        """Moves of the longest lines."""
        return len(self.steps)

    def located(self, rows: pl.LazyFrame) -> pl.LazyFrame:
        """The rows with their nodes at each depth, ``node_0`` … (null below an "other" and after the last choice)."""
        rows = rows.with_columns(pl.lit(ROOT, pl.Int64).alias("node_0"))
        for depth, step in enumerate(self.steps, 1):
            rows = _stepped(rows, depth, step)
        return rows


def _stepped(rows: pl.LazyFrame, depth: int, step: pl.DataFrame) -> pl.LazyFrame:
    """The rows with one more column of nodes."""
    keys = step.lazy().rename({"parent": f"node_{depth - 1}", "move": f"opening_{depth}", "node": f"node_{depth}"})
    with_end = pl.col(f"opening_{depth}").fill_null(END)
    return rows.with_columns(with_end).join(
        keys, on=[f"node_{depth - 1}", f"opening_{depth}"], how="left", maintain_order="left"
    )


def grow(rows: pl.LazyFrame, depth: int, least: int) -> Lines:
    """The tree of some rows' lines, one pass over the rows for each depth.

    Parameters
    ----------
    rows
        With columns ``opening_1`` … of at least the depth.
    least
        Lines of one parent that are played less often are put together into one node "other", unless
        there is only one.
    """
    columns = [f"opening_{place + 1}" for place in range(depth)]
    rows = rows.select(columns).with_columns(pl.lit(ROOT, pl.Int64).alias("node_0"))
    parts = [pl.DataFrame({"node": [ROOT], "parent": [ROOT], "depth": [0], "move": [""], "lines": [1]})]
    open_nodes, steps, count = pl.DataFrame({"parent": [ROOT]}), [], 1
    for level in range(1, depth + 1):
        played = (
            rows.filter(pl.col(f"node_{level - 1}").is_not_null())
            .group_by(parent=f"node_{level - 1}", move=pl.col(f"opening_{level}").fill_null(END))
            .len("plays")
            .collect(engine="streaming")
            .join(open_nodes, on="parent", how="semi")
        )
        found = _children(played, least, count)
        step = found.select("parent", "move", "node")
        new = (
            found.group_by("node", maintain_order=True)
            .agg(
                pl.col("parent").first(),
                lines=pl.len().cast(pl.Int64),
                move=pl.col("move").first(),
                rare=pl.col("rare").first(),
            )
            .with_columns(depth=pl.lit(level, pl.Int64))
        )
        parts.append(new.with_columns(move=_move_text()).select(parts[0].columns))
        open_nodes = new.filter(~pl.col("rare") & (pl.col("move") != END)).select(parent="node")
        count += len(new)
        steps.append(step)
        rows = _stepped(rows, level, step)
    return Lines(pl.concat(parts), steps)


def _move_text() -> pl.Expr:
    lines = pl.col("lines")
    other = pl.format("other ({} lines)", lines)
    return pl.when("rare").then(other).otherwise("move")


def _children(played: pl.DataFrame, least: int, first: int) -> pl.DataFrame:
    """The moves from each parent with their nodes, the most played first, the rare ones together and last."""
    rare = pl.col("plays") < least
    marked = played.with_columns(rare=rare & (rare.sum().over("parent") > 1))
    ordered = marked.sort("parent", "rare", "plays", "move", descending=[False, False, True, False])
    begins = ~(
        pl.col("rare") & pl.col("rare").shift(1, fill_value=False) & (pl.col("parent") == pl.col("parent").shift(1))
    )
    return ordered.with_columns(node=first - 1 + begins.fill_null(True).cast(pl.Int64).cum_sum())


@dataclass(frozen=True)
class BookTree:
    """The lines of a book, and where several go on from the same moves also those, as a tree; the root first.

    Attributes
    ----------
    moves, parents, names
        Of each node: its moves, its parent's number, and the names of the lines that end there.
    of_line
        The nodes on the way to each line, by name.
    """

    moves: list[tuple[str, ...]]
    parents: list[int]
    names: list[str]
    of_line: dict[str, list[int]]

    @classmethod
    def of(cls, lines: Mapping[str, Sequence[str]], depth: int | None = None) -> BookTree:
        """The tree of some lines by name, or of their beginnings of so many moves."""
        full = {name: tuple(moves)[:depth] or (FREE,) for name, moves in lines.items()}
        after: dict[tuple[str, ...], set[str]] = {}
        for moves in full.values():
            for place, move in enumerate(moves):
                after.setdefault(moves[:place], set()).add(move)
        ends = set(full.values())
        tree = cls([], [], [], {name: [] for name in full})
        number: dict[tuple[str, ...], int] = {}
        for name, moves in full.items():
            parent = ROOT
            for place in range(len(moves) + 1):
                begun = moves[:place]
                if place and begun not in ends and len(after[begun]) < 2:
                    continue
                if begun not in number:
                    number[begun] = len(tree.moves)
                    tree.moves.append(begun)
                    tree.parents.append(parent)
                    tree.names.append("")
                parent = number[begun]
                tree.of_line[name].append(parent)
            if len(lines[name]) <= len(moves):  # else only a beginning of it
                tree.names[parent] = ", ".join(filter(None, [tree.names[parent], name]))
        return tree
