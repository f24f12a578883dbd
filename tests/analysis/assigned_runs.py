"""Runs with lines, made up so that what a line is worth is known, and what is observed misleads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from rulesim.analysis.run import Run
from rulesim.experiment.store import FORMAT, RunFolder, parquet_bytes

LINES = {"a": ["role:settler"], "b then a": ["role:mayor", "role:settler"], "b then b": ["role:mayor", "role:*"]}
WORTH = {"a": -4.0, "b then a": 3.0, "b then b": 0.0}
"""What a line adds to the score."""

PLAYERS = 3
STRATEGIES = ["strong", "weak", "other"]


def assigned_run(
    folder: Path, blocks: int = 200, seed: int = 1, seat: Any = "drawn", assign: str = "random", luck: float = 2
) -> Run:
    """A run of three seats in three seatings, with the base and the games in which lines were told.

    The strong strategy, which scores 8 more, likes line a; the others like b.
    """
    draw = np.random.default_rng(seed)
    names = ["base", "assigned"] if assign == "random" else ["base", *LINES]
    games = blocks * len(names) * PLAYERS
    shape = (blocks, len(names), PLAYERS, PLAYERS)  # variant, seating, seat
    block, variant, seating, place = (axis.ravel() for axis in np.indices(shape))
    strategy = (place + seating) % PLAYERS
    likes_a = draw.random(len(block)) < np.where(strategy == 0, 0.8, 0.2)
    then_a = draw.random(len(block)) < 0.5
    own = np.where(likes_a, 0, np.where(then_a, 1, 2))
    line = np.full(len(block), -1)
    if assign == "random":
        lone = np.repeat(draw.integers(0, PLAYERS, games), PLAYERS)
        told = (variant == 1) & {"drawn": lone == place, None: place >= 0}.get(seat, place + 1 == seat)
        line[told] = draw.integers(0, len(LINES), told.sum())
    else:
        told = (variant > 0) & (place + 1 == seat)
        line[told] = variant[told] - 1
    legal = draw.random((blocks, 1, PLAYERS, PLAYERS)).repeat(len(names), axis=1).ravel() < 0.75
    played = np.where((line >= 0) & legal, line, own)
    shared = draw.normal(0, luck, (blocks, 1, PLAYERS, PLAYERS)).repeat(len(names), axis=1).ravel()
    worth = np.array(list(WORTH.values()))
    score = 30 + 8.0 * (strategy == 0) + 2 * place + worth[played] + shared + draw.normal(0, 1, len(block))
    best = score.reshape(-1, PLAYERS).argmax(axis=1).repeat(PLAYERS) == place
    moves = np.array([["role:settler", "role:mayor"], ["role:mayor", "role:settler"], ["role:mayor", "role:trader"]])
    frame = pl.DataFrame(
        {
            "game": np.arange(games).repeat(PLAYERS), "block": block, "variant": np.array(names)[variant],
            "line_up": np.zeros(len(block), np.int32), "seating": seating, "seat": (place + 1).astype(np.uint8),
            "strategy": np.array(STRATEGIES)[strategy],
            "line": pl.Series([None if one < 0 else list(LINES)[one] for one in line], dtype=pl.Enum(list(LINES))),
            "line_made": np.where(legal & (line >= 0), np.array([1, 2, 2])[line], 0),
            "win_share": best.astype(float), "score": score,
            "opening_1": moves[played, 0], "opening_2": moves[played, 1],
        }
    )  # fmt: skip
    openings = {"assign": assign, "seat": seat, "depth": 2, "only": ["role:*"], "lines": LINES, "if_illegal": "free"}
    store = RunFolder(folder)
    store.begin(
        {
            "format": FORMAT, "title": "", "game": "puerto_rico", "players": PLAYERS, "identity": "made up",
            "engine": "none", "experiment": {"game": "puerto_rico", "seed": seed, "openings": openings},
            "strategies": STRATEGIES, "line_ups": [[0, 1, 2]], "lines": LINES, "kind": "openings",
            "variants": [{"name": name} for name in names], "games_per_block": PLAYERS, "blocks": blocks,
        },
        fresh=False,
    )  # fmt: skip
    half = blocks // 2
    (folder / "games").mkdir()
    for first, end in ((0, half), (half, blocks)):
        part = frame.filter(pl.col("block").is_between(first, end - 1))
        (folder / "games" / f"blocks-{first:012d}-{end:012d}.parquet").write_bytes(parquet_bytes(part))
    store.manifest["blocks_done"] = blocks
    (folder / "manifest.json").write_text(json.dumps(store.manifest))
    store.end()
    return Run(folder)
