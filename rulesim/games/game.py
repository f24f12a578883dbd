"""What a game is to the rest of the library."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from rulesim.games.reading import LeftOut
from rulesim.games.ruleset import RulesError, Ruleset, load_ruleset, nearest, read_toml
from rulesim.kernel.engine import Engine, Moves
from rulesim.kernel.jit import compiled_before, mark_compiled


@dataclass(frozen=True)
class Column:
    """A column of the outcome rows.

    Attributes
    ----------
    name, unit, meaning
        What the column holds, and in which unit ("VP", "doubloons", "rounds" …).
    part
        Whether it is a part of the score: the parts add up to the score.
    members
        For a column that holds a set as bits: the name of each bit.
    start
        Whether it is known before the first decision: reports show who wins from each value.
    """

    name: str
    unit: str
    meaning: str
    part: bool = False
    members: tuple[str, ...] = ()
    start: bool = False


@dataclass(frozen=True)
class Game:
    """A game: its moves, its rule numbers, its notation and its outcome columns.

    Attributes
    ----------
    players
        The player counts that the rules know.
    seat_columns
        Outcome columns of a seat; the first two are ``score`` and ``tie_break`` (more is
        better; seats equal in both share their place).
    game_columns
        Outcome columns of a game; the first is its length, the second a set of end reasons.
    rules_record
        ``(ruleset, players) ->`` record array of length 1; refuses inconsistent numbers.
    action_name
        ``(rules, stage, action) ->`` the action in the game's notation.
    to_dict, from_dict
        ``(rules, state) ->`` position without the seats' streams, and ``(rules, data) ->``
        record array of length 1.
    rules_of_position
        ``(rules, data) ->`` the rules for a position that itself states rule numbers (the
        capacities of its ships, say); by default the rules as given.
    describe, describe_action
        ``(rules, state) ->`` the position, ``(rules, state, action) ->`` the move, as text.
    laws
        ``(rules, state) ->`` for each conservation law its name with (counted, expected).
    fill_hidden
        ``(rules, state, left_out) -> None``: put what is nowhere else into the hidden stacks and
        hands that a position leaves out, in place and in any order.
    hidden_stacks
        Key paths of the notation that a position may leave out: stacks whose order nobody knows.
    hidden_hand
        Key of a seat's secret hand, which may be a number of cards; empty where no hand is secret.
    dealt_piles
        Key paths of the notation whose contents are shuffled together: a face-down pile, then
        the places to which its cards are turned up. A replay of a foreign trace compares them
        without their order after a shuffle.
    stages
        Kinds of decisions: ``state.stage`` is below this number, which is at most 64.
    most_decisions
        Decisions after which a game counts as endless.
    """

    name: str
    title: str
    players: tuple[int, ...]
    folder: Path
    moves: Moves
    seat_columns: tuple[Column, ...]
    game_columns: tuple[Column, ...]
    rules_record: Callable[[Ruleset, int], Any]
    action_name: Callable[[Any, int, int], str]
    to_dict: Callable[[Any, Any], dict[str, Any]]
    from_dict: Callable[[Any, Mapping[str, Any]], Any]
    describe: Callable[[Any, Any], str]
    describe_action: Callable[[Any, Any, int], str]
    laws: Callable[[Any, Any], dict[str, tuple[int, int]]]
    fill_hidden: Callable[[Any, Any, LeftOut], None]
    hidden_stacks: tuple[str, ...]
    stages: int
    hidden_hand: str = ""
    rules_of_position: Callable[[Rules, Mapping[str, Any]], Rules] = lambda rules, data: rules
    dealt_piles: tuple[tuple[str, ...], ...] = ()
    most_decisions: int = 100_000
    default_preset: str = "seed"

    @cached_property
    def engine(self) -> Engine:
        """The game's compiled functions (not compiled before ``engine.compile()``)."""
        return Engine(self.moves)

    def redraw_hidden(self, rules: Rules, state: Any, key: Any) -> None:
        """Draw anew what the actor cannot know and all shuffles to come, in place."""
        self.moves.redraw(state, rules.record[0], np.uint64(key))

    @property
    def compiled_before(self) -> bool:
        """Whether the game only has to be loaded, not compiled."""
        return compiled_before(self.name)

    def compile(self) -> None:
        """Compile the game (the first time: some 20 seconds) or load it from the disk cache."""
        self.engine.compile()
        mark_compiled(self.name)

    @cached_property
    def base_rules(self) -> Ruleset:
        """The rules file as shipped."""
        return load_ruleset(self.name, self.folder / "rules.toml")

    def presets(self) -> list[str]:
        """Names of the shipped presets."""
        return sorted(path.stem for path in (self.folder / "presets").glob("*.toml"))

    def ruleset(
        self, preset: str | None = None, changes: Mapping[str, Any] | None = None, file: Path | None = None
    ) -> Ruleset:
        """The rule numbers: preset, then a file of overrides, then single overrides.

        Raises
        ------
        RulesError
            For an unknown preset or rule, or a bad value, with its place.
        """
        preset = preset or self.default_preset
        if preset not in self.presets():
            known = ", ".join(self.presets())
            raise RulesError(
                f"unknown preset {preset!r} of {self.name}: expected one of {known}{nearest(preset, self.presets())}"
            )
        path = self.folder / "presets" / f"{preset}.toml"
        ruleset = self.base_rules.override(read_toml(path), str(path))
        if file is not None:
            ruleset = ruleset.override(read_toml(file), str(file))
        ruleset = ruleset.override(changes or {})
        return replace(ruleset, preset=preset)

    def rules(
        self,
        players: int,
        preset: str | None = None,
        changes: Mapping[str, Any] | None = None,
        file: Path | None = None,
    ) -> Rules:
        """The rules for a player count.

        Raises
        ------
        RulesError
            As `ruleset`, and for a player count that the game does not know.
        """
        if not isinstance(players, int) or players not in self.players:
            low, high = min(self.players), max(self.players)
            raise RulesError(f"{self.title} is for {low} to {high} players, not {players}")
        ruleset = self.ruleset(preset, changes, file)
        return Rules(self, players, ruleset, self.rules_record(ruleset, players))


@dataclass(frozen=True)
class Rules:
    """The rules of a game for one player count, for people (``ruleset``) and for the kernel (``record``).

    Attributes
    ----------
    record
        Record array of length 1.
    """

    game: Game
    players: int
    ruleset: Ruleset
    record: Any = field(repr=False)
