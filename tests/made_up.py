"""Run folders with made-up outcomes: quick, of any size, and of a game that does not exist."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from rulesim.analysis.run import Run
from rulesim.experiment.designs import make_plan, round_robin, self_play
from rulesim.experiment.orders import make_orders
from rulesim.experiment.outcomes import Outcomes
from rulesim.experiment.rows import seat_frame
from rulesim.experiment.setup import Setup, Variant
from rulesim.experiment.spec import BASE
from rulesim.experiment.store import FORMAT, RunFolder
from rulesim.experiment.summary import Summary, groupings, summarize
from rulesim.games.game import Column, Game, Rules
from rulesim.games.registry import load_game
from rulesim.strategy.contract import Entry

SEAT_COLUMNS = (
    Column("score", "gold", "final score"),
    Column("tie_break", "cards", "more is better"),
    Column("deep_mines", "gold", "from mines", part=True),
    Column("fines", "gold", "below 0", part=True),
    Column("tools", "tools", "owned at the end", members=("pick", "lamp")),
)
GAME_COLUMNS = (
    Column("days", "days", "length of the game"),
    Column("reason", "", "what ended the game", members=("mine_empty", "gold_gone")),
)


def mining_game() -> Game:
    """A game with columns of its own; its moves are never used."""
    return replace(
        load_game("puerto_rico"),
        name="mining",
        title="Mining <Deep>",
        seat_columns=SEAT_COLUMNS,
        game_columns=GAME_COLUMNS,
    )


def made_up_outcomes(
    rules: Rules, plan: Any, blocks: int, seed: int, variants: int = 1, effect: float = 2, openings: int = 0
) -> Outcomes:
    """Outcomes in which later strategies and later seats score more, and games of a block share their luck.

    In each further variant the first strategy scores more by ``effect``. First choices are roles of
    Puerto Rico, early ones more often; some seats have fewer choices.
    """
    draw = np.random.default_rng(seed)
    outcomes = Outcomes.empty(rules, blocks, variants * plan.games_per_block, openings)
    shape = outcomes.seat_rows.shape[:3]
    luck = draw.normal(0, 2, (blocks, 1, shape[2]))
    strategy_of = np.tile(plan.strategy_of, (variants, 1))
    variant_of = np.repeat(np.arange(variants), plan.games_per_block)[:, None]
    strength = strategy_of + effect * variant_of * (strategy_of == 0) + np.arange(shape[2])
    mines = np.round(30 + strength + luck + draw.normal(0, 3, shape)).astype(int)
    fines = -draw.integers(0, 4, shape)
    rows = outcomes.seat_rows
    rows[..., 0], rows[..., 1], rows[..., 2], rows[..., 3] = mines + fines, draw.integers(0, 2, shape), mines, fines
    rows[..., 4] = draw.integers(0, 4, shape)
    games = outcomes.game_rows
    games[..., 2] = draw.integers(9, 15, shape[:2])
    games[..., 0], games[..., 1] = games[..., 2] * 20, games[..., 2] * 15
    games[..., 3] = draw.integers(1, 4, shape[:2])
    games[..., -2], games[..., -1] = draw.integers(0, 5, shape[:2]), draw.integers(0, 101, shape[:2])
    if openings:
        chosen = draw.geometric(0.5, outcomes.openings.shape).clip(max=6) - 1
        made = draw.integers(openings - 1, openings + 5, shape)[..., None]
        outcomes.openings[...] = np.where(np.arange(openings) < made, chosen, -1)
    return outcomes


def made_up_run(
    folder: Path,
    labels: list[str],
    players: int = 3,
    blocks: int = 60,
    seed: int = 1,
    variants: Sequence[str] = (),
    effect: float = 2,
    openings: int = 0,
    **manifest: Any,
) -> Run:
    """A stored run of the mining game; ``load_game`` must be told of it (see `tests.conftest`)."""
    rules = replace(load_game("puerto_rico").rules(players), game=mining_game())
    line_ups = (round_robin if len(labels) > 1 else self_play)(len(labels), players)
    plan = make_plan(line_ups, "rotations")
    names = [BASE, *variants]
    entries: list[Any] = [Entry(label, None, None) for label in labels]  # type: ignore[arg-type]
    played = [Variant(name, rules, entries, make_orders(rules)) for name in names]
    setup = Setup(None, played, plan, blocks)  # type: ignore[arg-type]
    outcomes = made_up_outcomes(rules, plan, blocks, seed, len(names), effect, openings)
    store = RunFolder(folder)
    store.begin(
        {
            "format": FORMAT, "title": "", "game": "mining", "players": players, "identity": "made up",
            "engine": "none", "experiment": {
                "game": "mining", "players": players, "strategies": labels, "design": "round_robin", "seed": seed,
            },
            "version": "0", "preset": "seed", "rules_changed": {}, "unverified_rules": 69, "strategies": labels,
            "line_ups": [list(line_up) for line_up in line_ups], "seating": "rotations",
            "kind": "whatif" if len(names) > 1 else "run",
            "variants": [{"name": name, "rules_changed": {}, "strategies_changed": {}} for name in names],
            "games_per_block": plan.games_per_block, "blocks": blocks, **manifest,
        },
        fresh=False,
    )  # fmt: skip
    summary, half = Summary(), blocks // 2
    for first, end in ((0, half), (half, blocks)):
        part = outcomes.part(slice(first, end))
        if end > first:
            store.store_rows(seat_frame(setup, part, first), first, end)
            summary.merge(summarize(rules.game, plan, groupings(plan), part, first))
    store.checkpoint(summary, plan, 1.5)
    store.end()
    return Run(folder)
