"""From an experiment to what is needed to play it: rules, entries, plan and identity."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from rulesim.errors import InputError
from rulesim.experiment import designs
from rulesim.experiment.designs import LineUp, Plan, make_plan
from rulesim.experiment.line_up import entry
from rulesim.experiment.spec import Experiment
from rulesim.games.game import Game, Rules
from rulesim.games.registry import load_game
from rulesim.kernel.jit import engine_digest
from rulesim.strategy.contract import Entry
from rulesim.strategy.loader import find_strategies


@dataclass(frozen=True)
class Setup:
    """An experiment, ready to be played."""

    experiment: Experiment
    rules: Rules
    entries: list[Entry]
    plan: Plan
    blocks: int

    @property
    def labels(self) -> list[str]:
        """Names of the strategies in tables."""
        return [item.label for item in self.entries]

    @property
    def compiled(self) -> bool:
        """Whether all strategies are compiled."""
        return all(item.strategy.compiled for item in self.entries)

    @property
    def chunk_blocks(self) -> int:
        """Blocks that are played in one go; fewer where plain Python plays."""
        games = self.experiment.chunk if self.compiled else max(1, self.experiment.chunk // 100)
        return max(1, games // self.plan.games_per_block)

    def compile(self) -> None:
        """Compile the game and the strategies, or load them from the disk cache."""
        self.rules.game.compile()
        for item in self.entries:
            item.strategy.compile(self.rules.game)

    def manifest(self) -> dict[str, Any]:
        """What is stored about the run."""
        experiment = self.experiment.model_dump(exclude={"jobs", "backend", "chunk", "out", "games", "blocks", "title"})
        base = self.rules.game.ruleset(self.rules.ruleset.preset)
        identity = {
            "experiment": experiment,
            "rules": self.rules.ruleset.at(self.rules.players),
            "strategies": [[item.label, item.strategy.digest] for item in self.entries],
        }
        text = json.dumps(identity, sort_keys=True, default=str)
        return {
            "format": 1,
            "title": self.experiment.title,
            "game": self.rules.game.name,
            "players": self.rules.players,
            "experiment": json.loads(json.dumps(experiment)),
            "identity": hashlib.sha256(text.encode()).hexdigest()[:32],
            "engine": engine_digest(),
            "version": installed_version(),
            "preset": self.rules.ruleset.preset,
            "rules_changed": {name: list(pair) for name, pair in base.differences(self.rules.ruleset).items()},
            "unverified_rules": len(self.rules.ruleset.unverified()),
            "strategies": self.labels,
            "line_ups": [list(line_up) for line_up in self.plan.line_ups],
            "seating": self.experiment.seating,
            "games_per_block": self.plan.games_per_block,
            "blocks": self.blocks,
        }


def installed_version() -> str:
    """The version of this library."""
    try:
        return version("rulesim")
    except PackageNotFoundError:
        return "not installed"


def prepare(experiment: Experiment) -> Setup:
    """Resolve rules, strategies and design.

    Raises
    ------
    InputError
        If any of them does not exist or does not fit.
    """
    game = load_game(experiment.game)
    chosen = experiment.rules
    rules = game.rules(
        experiment.players, chosen.preset, chosen.overrides(), Path(chosen.file) if chosen.file else None
    )
    texts = _all_compiled(game) if experiment.strategies == ["all"] else experiment.strategies
    line_ups = experiment.line_ups or [texts]
    focus = [experiment.focus] if experiment.focus else []
    entries: list[Entry] = []
    number: dict[str, int] = {}
    for text in [*texts, *(spec for line_up in experiment.line_ups for spec in line_up), *focus]:
        number[text] = _number(entries, entry(game, text))
    if not entries:
        raise InputError(f"strategies: name at least one of {game.title}: {', '.join(_all_compiled(game))}")
    plan = make_plan(_line_ups(experiment, line_ups, rules.players, number), experiment.seating)
    blocks = experiment.blocks or math.ceil((experiment.games or 1) / plan.games_per_block)
    return Setup(experiment, rules, entries, plan, blocks)


def _number(entries: list[Entry], new: Entry) -> int:
    """The number of an entry, which is added if it is new."""
    for number, old in enumerate(entries):
        if old.label == new.label:
            if old.strategy.path != new.strategy.path:
                raise InputError(f"strategies: {old.spec} and {new.spec} have the same name, {new.label}; rename one")
            return number
    entries.append(new)
    return len(entries) - 1


def _all_compiled(game: Game) -> list[str]:
    """Names of all strategies that are compiled."""
    return [name for name, strategy in find_strategies(game)[0].items() if strategy.compiled]


def _line_ups(experiment: Experiment, given: list[list[str]], players: int, number: dict[str, int]) -> list[LineUp]:
    """The line-ups of the experiment's design; ``given`` are those of the design "fixed"."""
    count = len(set(number.values()))
    if experiment.design == "self_play":
        return designs.self_play(count, players)
    if experiment.design == "one_vs_field":
        if count < 2:
            raise InputError("strategies: the design one_vs_field needs another strategy than the focus")
        return designs.one_vs_field(count, players, number[str(experiment.focus)])
    if experiment.design == "round_robin":
        return designs.round_robin(count, players)
    for specs in given:
        if len(specs) not in (1, players):
            raise InputError(f"line_ups: {', '.join(specs)}: expected {players} strategies, or one for all seats")
    return [tuple(number[spec] for spec in specs) * (players if len(specs) == 1 else 1) for specs in given]
