"""From an experiment to what is needed to play it: rules, entries, plan and identity."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from rulesim.errors import InputError
from rulesim.experiment import designs
from rulesim.experiment.designs import LineUp, Plan, make_plan
from rulesim.experiment.effects import Table
from rulesim.experiment.line_up import entry
from rulesim.experiment.orders import ALONE, TABLE, Orders, kinds_of_decisions, make_orders
from rulesim.experiment.outcomes import Outcomes
from rulesim.experiment.spec import BASE, Experiment, RulesChoice, VariantChoice, merge
from rulesim.experiment.stopping import Stopping, stopping_of
from rulesim.experiment.store import FORMAT
from rulesim.experiment.sweep import Axis, sweep_axes, sweep_variants
from rulesim.games.game import Game, Rules
from rulesim.games.registry import load_game
from rulesim.games.ruleset import nearest
from rulesim.kernel.jit import engine_digest
from rulesim.kernel.orders import DRAWN
from rulesim.strategy.contract import Entry
from rulesim.strategy.loader import find_strategies
from rulesim.strategy.spec import parse_spec

ASSIGNED = "assigned"
"""Name of the variant in which lines are drawn at random."""

LEAST_CHUNKS, SMALL_CHUNK = 16, 1_000
"""A run is divided into so many chunks at least, so that all jobs have work to the end; but not below so many games."""


@dataclass(frozen=True)
class Variant:
    """What is played on every block: rules, who plays for each strategy of the experiment, and what seats are told.

    Attributes
    ----------
    point
        For a point of a sweep the values of its axes.
    """

    name: str
    rules: Rules
    entries: list[Entry]
    orders: Orders
    point: tuple[float, ...] | None = None

    def at_tables(self) -> tuple[Any, ...]:
        """All that its games depend on; two variants that are equal in it play the same games."""
        players = [(item.strategy.digest, item.strategy.name, list(item.values)) for item in self.entries]
        return self.rules.ruleset.at(self.rules.players), players, self.orders.described()


@dataclass(frozen=True)
class Setup:
    """An experiment, ready to be played.

    Attributes
    ----------
    variants
        The first is the experiment itself.
    blocks
        How many are played, at most if there is a stopping rule.
    axes
        Of the sweep, if there is one.
    """

    experiment: Experiment
    variants: list[Variant]
    plan: Plan
    blocks: int
    axes: list[Axis] = field(default_factory=list)
    stopping: Stopping | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the experiment itself."""
        return self.variants[0].rules

    @property
    def entries(self) -> list[Entry]:
        """The strategies of the experiment itself."""
        return self.variants[0].entries

    @property
    def labels(self) -> list[str]:
        """Names of the strategies in tables."""
        return [item.label for item in self.entries]

    @property
    def compiled(self) -> bool:
        """Whether all strategies are compiled."""
        return all(item.strategy.compiled for variant in self.variants for item in variant.entries)

    @property
    def lines(self) -> list[str]:
        """Names of the lines that seats are told."""
        return list(self.variants[-1].orders.lines)

    @property
    def told(self) -> bool:
        """Whether any seat has orders."""
        return any(variant.orders.any for variant in self.variants)

    @property
    def kind(self) -> str:
        """What the variants are: ``run`` (none), ``sweep``, ``openings`` (lines), ``ablation`` (bans) or ``whatif``."""
        if self.axes:
            return "sweep"
        if self.lines:
            return "openings"
        if any(variant.orders.forbid for variant in self.variants):
            return "ablation"
        return "whatif" if len(self.variants) > 1 else "run"

    @property
    def games_per_block(self) -> int:
        """Games in a block, of all variants together."""
        return len(self.variants) * self.plan.games_per_block

    @property
    def histograms(self) -> int:
        """Variants that histograms are kept of: those before the points of a sweep."""
        return sum(variant.point is None for variant in self.variants)

    @property
    def chunk_blocks(self) -> int:
        """Blocks that are played in one go: fewer where plain Python plays, or where that would leave jobs idle."""
        games = self.experiment.chunk if self.compiled else self.experiment.chunk // 100
        games = min(games, max(SMALL_CHUNK, self.blocks * self.games_per_block // LEAST_CHUNKS))
        return max(1, games // self.games_per_block)

    def empty_outcomes(self, blocks: int) -> Outcomes:
        """Arrays for the outcomes of some blocks, of all variants."""
        return Outcomes.empty(self.rules, blocks, self.games_per_block, self.experiment.openings.depth, self.told)

    def compile(self) -> None:
        """Compile the game and the strategies, or load them from the disk cache."""
        self.rules.game.compile()
        for variant in self.variants:
            for item in variant.entries:
                item.strategy.compile(self.rules.game)

    def manifest(self) -> dict[str, Any]:
        """What is stored about the run."""
        experiment = self.experiment.model_dump(
            exclude={"jobs", "backend", "cluster", "chunk", "out", "games", "blocks", "title"}
        )
        base = self.rules.game.ruleset(self.rules.ruleset.preset)
        identity = {
            "experiment": experiment,
            "rules": self.rules.ruleset.at(self.rules.players),
            "strategies": [[item.label, item.strategy.digest] for item in self.entries],
            "variants": [[item.name, *item.at_tables()] for item in self.variants[1:]],
        }
        text = json.dumps(identity, sort_keys=True, default=str)
        return {
            "format": FORMAT,
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
            "variants": [self._described(item) for item in self.variants],
            "kind": self.kind,
            "decisions": kinds_of_decisions(self.rules) if self.kind == "ablation" else [],
            "lines": {name: list(moves) for name, moves in self.variants[-1].orders.lines.items()},
            "sweep": [axis.described() for axis in self.axes],
            "seating": self.experiment.seating,
            "games_per_block": self.plan.games_per_block,
            "blocks": self.blocks,
            **({"stop": self.stopping.described(), "looks": [], "decision": None} if self.stopping else {}),
        }

    def _described(self, variant: Variant) -> dict[str, Any]:
        """The name of a variant and what it changes of the experiment."""
        rules = self.rules.ruleset.differences(variant.rules.ruleset)
        pairs = zip(self.entries, variant.entries, strict=True)
        return {
            "name": variant.name,
            "rules_changed": {name: list(pair) for name, pair in rules.items()},
            "strategies_changed": {old.label: new.label for old, new in pairs if new is not old},
            "forbid": list(variant.orders.forbid),
            **({"point": list(variant.point)} if variant.point is not None else {}),
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
    rules = _rules(game, experiment.players, experiment.rules)
    texts = all_compiled(game) if experiment.strategies == ["all"] else experiment.strategies
    line_ups = experiment.line_ups or [texts]
    focus = [experiment.focus] if experiment.focus else []
    entries: list[Entry] = []
    number: dict[str, int] = {}
    for text in [*texts, *(spec for line_up in experiment.line_ups for spec in line_up), *focus]:
        number[text] = _number(entries, entry(game, text))
    if not entries:
        raise InputError(f"strategies: name at least one of {game.title}: {', '.join(all_compiled(game))}")
    marked = any(choice.forbid for choice in experiment.variant)
    plan = make_plan(_line_ups(experiment, line_ups, rules.players, number), experiment.seating, marked)
    blocks = experiment.blocks or math.ceil((experiment.games or 1) / plan.games_per_block)
    base = Variant(BASE, rules, entries, make_orders(rules, only=experiment.openings.only))
    variants = [
        base,
        *(_variant(experiment, base, choice) for choice in experiment.variant),
        *_of_lines(base, experiment),
    ]
    _check_distinct(variants[1:])
    axes = sweep_axes(base, experiment.sweep)
    if axes:
        variants += sweep_variants(base, axes, plan.games_per_block)
    return Setup(experiment, variants, plan, blocks, axes, _stopping(experiment, variants, plan, blocks))


def _of_lines(base: Variant, experiment: Experiment) -> list[Variant]:
    """The variants in which lines of the book are played."""
    chosen, rules = experiment.openings, base.rules
    if not chosen.lines:
        return []
    if isinstance(chosen.seat, int) and not 1 <= chosen.seat <= rules.players:
        raise InputError(f"openings.seat = {chosen.seat}: expected 1 to {rules.players}, {ALONE!r} or {TABLE!r}")
    alone = chosen.seat == ALONE
    seats = range(1, rules.players + 1) if alone or chosen.seat is None else [chosen.seat]

    def told(line: str | int) -> Orders:
        lenient = chosen.if_illegal == "free"
        return make_orders(
            rules, chosen.lines, dict.fromkeys(seats, line), only=chosen.only, lenient=lenient, alone=alone
        )

    if chosen.assign == "random":
        return [replace(base, name=ASSIGNED, orders=told(DRAWN))]
    return [replace(base, name=line, orders=told(line)) for line in chosen.lines]


def _stopping(experiment: Experiment, variants: list[Variant], plan: Plan, blocks: int) -> Stopping | None:
    """The stopping rule of the experiment, if it has one."""
    if experiment.stop is None:
        return None
    replaced = {name for choice in experiment.variant for name in choice.strategies}
    candidate = experiment.focus or (replaced.pop() if len(replaced) == 1 else None)
    table = Table(variants[0].entries, [variant.name for variant in variants], plan, candidate)
    stopping = stopping_of(experiment.stop, table, variants[0].rules.game)
    stopping.check_reach(blocks)
    return stopping


def _rules(game: Game, players: int, chosen: RulesChoice) -> Rules:
    return game.rules(players, chosen.preset, chosen.overrides(), Path(chosen.file) if chosen.file else None)


def _variant(experiment: Experiment, base: Variant, choice: VariantChoice) -> Variant:
    """A variant of the experiment; every fault names it."""
    game = base.rules.game
    changed = experiment.rules.model_dump(exclude_none=True)
    merge(changed, choice.rules.model_dump(exclude_none=True))
    try:
        rules = _rules(game, experiment.players, RulesChoice.model_validate(changed))
        entries = _replaced(base.entries, choice.strategies, game)
        orders = make_orders(rules, forbid=choice.forbid, only=experiment.openings.only)
    except InputError as error:
        raise InputError(f"variant {choice.name!r}: {error}") from None
    variant = Variant(choice.name, rules, entries, orders)
    if variant.at_tables() == base.at_tables():
        raise InputError(
            f"variant {choice.name!r}: it changes nothing; expected other rules, strategies or forbidden actions"
        )
    return variant


def _check_distinct(variants: list[Variant]) -> None:
    """Refuse a variant that plays the same games as one before."""
    seen: dict[str, str] = {}
    for variant in variants:
        first = seen.setdefault(json.dumps(variant.at_tables(), sort_keys=True, default=str), variant.name)
        if first != variant.name:
            raise InputError(f"variant {variant.name!r}: it is the same as variant {first!r}; leave one of them out")


def _replaced(entries: list[Entry], replacements: Mapping[str, str], game: Game) -> list[Entry]:
    """The entries, with some strategies played by others."""
    labels = [item.label for item in entries]
    numbers = {text: number for number, item in enumerate(entries) for text in (item.label, item.spec)}
    replaced = list(entries)
    for old, new in replacements.items():
        number = numbers.get(old, numbers.get(str(parse_spec(old))))
        if number is None:
            raise InputError(
                f"strategies: {old!r} is not a strategy of the experiment: "
                f"expected one of {', '.join(labels)}{nearest(old, labels)}"
            )
        replaced[number] = entry(game, new)
    return replaced


def _number(entries: list[Entry], new: Entry) -> int:
    """The number of an entry, which is added if it is new."""
    for number, old in enumerate(entries):
        if old.label == new.label:
            if old.strategy.path != new.strategy.path:
                raise InputError(f"strategies: {old.spec} and {new.spec} have the same name, {new.label}; rename one")
            return number
    entries.append(new)
    return len(entries) - 1


def all_compiled(game: Game) -> list[str]:
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
    if experiment.design == "random_lineups":
        return designs.random_line_ups(count, players, experiment.line_up_count or 1, experiment.seed)
    if experiment.design == "round_robin":
        return designs.round_robin(count, players)
    if experiment.design in ("pair_mixtures", "all_mixtures"):
        if count < 2:
            raise InputError(f"strategies: the design {experiment.design} needs two strategies or more")
        mixtures = designs.pair_mixtures if experiment.design == "pair_mixtures" else designs.all_mixtures
        return mixtures(count, players)
    for specs in given:
        if len(specs) not in (1, players):
            raise InputError(f"line_ups: {', '.join(specs)}: expected {players} strategies, or one for all seats")
    return [tuple(number[spec] for spec in specs) * (players if len(specs) == 1 else 1) for specs in given]
