"""Orders in the game's notation: patterns of actions as masks for the kernel.

A pattern is an action in the notation (``role:builder``), perhaps with wildcards (``role:*``,
``build:*market``, ``*``); it means every action, in any kind of decision, whose name it matches.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

import numpy as np

from rulesim.errors import InputError
from rulesim.games.game import Rules
from rulesim.games.ruleset import nearest
from rulesim.kernel.orders import UNTOLD

ALL_KINDS = np.uint64(2**64 - 1)
TABLE, ALONE = "table", "drawn"
"""Who plays lines, where it is not a given seat: the whole table, or one seat that is drawn for each game."""

Line = tuple[str, ...]
"""The moves of a line, as patterns."""


@dataclass(frozen=True)
class Orders:
    """What the seats of a variant are told; empty by default.

    Attributes
    ----------
    lines
        The book: moves by the name of the line.
    told
        For each seat, and last for the whole table: the number of its line, UNTOLD or DRAWN.
    alone
        Whether only one seat is told its line: that which is drawn for each game.
    forbid
        Patterns of actions that the marked seat may not take.
    lenient
        Whether a line ends where its move is not legal, instead of failing the run.
    counted
        The kinds of decisions, as bits, that are logged and counted by lines.
    masks : uint64 array, (masks, kinds of decisions, words)
    spans : int64 array, (lines, 2)
        First mask of each line, and how many.
    """

    lines: dict[str, Line]
    told: tuple[int, ...]
    alone: bool
    forbid: tuple[str, ...]
    lenient: bool
    counted: Any
    masks: Any
    spans: Any

    @property
    def any(self) -> bool:
        """Whether anybody is told anything."""
        return bool(self.forbid) or any(number != UNTOLD for number in self.told)

    @property
    def ban(self) -> int:
        """The mask of what the marked seat may do; -1: everything."""
        return len(self.masks) - 1 if self.forbid else -1

    def described(self) -> dict[str, Any]:
        """What a manifest says of them."""
        lines = {name: list(moves) for name, moves in self.lines.items()}
        told = {"told": list(self.told), "alone": self.alone}
        return {"lines": lines, **told, "forbid": list(self.forbid), "lenient": self.lenient} if self.any else {}


def make_orders(
    rules: Rules,
    lines: Mapping[str, Sequence[str]] | None = None,
    told: Mapping[int | str, str | int] | None = None,
    forbid: Sequence[str] = (),
    only: Sequence[str] = (),
    lenient: bool = False,
    alone: bool = False,
) -> Orders:
    """Orders from patterns.

    Parameters
    ----------
    lines
        Moves by the name of the line.
    told
        The line of a seat (from 1) or of the ``"table"``: its name, or DRAWN for one drawn in each game.
    forbid
        Patterns of what the marked seat may not do.
    only
        Patterns that name the kinds of decisions that are logged and counted; by default all.

    Raises
    ------
    InputError
        If a pattern matches no action of the game, with the nearest one, or a move of a line can never be counted.
    """
    names = action_names(rules) if lines or forbid or only else {}
    counted = _kinds(rules, names, only)
    book = {name: tuple(moves) for name, moves in (lines or {}).items()}
    masks: list[Any] = []
    spans = []
    for name, moves in book.items():
        spans.append((len(masks), len(moves)))
        for number, move in enumerate(moves, 1):
            place = f"line {name!r}, move {number}"
            masks.append(_allowing(rules, names, move, place))
            _check_counted(masks[-1], counted, f"{place}: {move!r}", only)
    if forbid:
        banned = np.bitwise_or.reduce([_mask(rules, names, pattern, "forbid") for pattern in forbid])
        masks.append(~banned)
    chosen = [UNTOLD] * (rules.players + 1)
    for seat, line in (told or {}).items():
        number = list(book).index(line) if isinstance(line, str) else line
        chosen[rules.players if seat == TABLE else int(seat) - 1] = number
    shape = (0, *_shape(rules))
    return Orders(
        book,
        tuple(chosen),
        alone,
        tuple(forbid),
        lenient,
        counted,
        np.stack(masks) if masks else np.zeros(shape, np.uint64),
        np.array(spans, np.int64).reshape(-1, 2),
    )


def action_names(rules: Rules) -> dict[tuple[int, int], str]:
    """All actions of a game by (kind of decision, number), in the notation."""
    names = {}
    for stage in range(rules.game.stages):
        for action in range(64 * _shape(rules)[1]):
            try:
                names[stage, action] = rules.game.action_name(rules, stage, action)
            except (ValueError, IndexError, KeyError):
                continue
    return names


def kinds_of_decisions(rules: Rules) -> list[str]:
    """What is decided in each kind of decision, as patterns of its actions: ``take:*, pass``."""
    kinds: list[dict[str, None]] = [{} for _ in range(rules.game.stages)]
    for (stage, _), name in action_names(rules).items():
        kinds[stage][kind_of_action(name)] = None
    return [", ".join(patterns) for patterns in kinds]


def kind_of_action(name: str) -> str:
    """The pattern of all actions of this one's kind: ``role:*`` of ``role:mayor``."""
    kind, colon, _ = name.partition(":")
    return f"{kind}:*" if colon else name


def _shape(rules: Rules) -> tuple[int, int]:
    """Kinds of decisions, and words of a legal set."""
    return rules.game.stages, len(np.zeros(1, rules.game.moves.legal)[0].words)


def _mask(rules: Rules, names: dict[tuple[int, int], str], pattern: str, place: str) -> Any:
    """The actions that a pattern matches.

    Raises
    ------
    InputError
        If there are none.
    """
    mask = np.zeros(_shape(rules), np.uint64)
    for (stage, action), name in names.items():
        if fnmatchcase(name, pattern):
            mask[stage, action // 64] |= np.uint64(1 << action % 64)
    if not mask.any():
        known_pattern(rules, names.values(), pattern, place)
    return mask


def known_pattern(rules: Rules, names: Iterable[str], pattern: str, place: str) -> None:
    """Refuse a pattern that matches no action.

    Raises
    ------
    InputError
        With the nearest action, or kind of action.
    """
    known = sorted(set(names))
    if not any(fnmatchcase(name, pattern) for name in known):
        kinds = sorted({kind_of_action(name) for name in known})
        whole = [kind for kind in kinds if kind.removesuffix(":*") == pattern]
        hint = nearest(whole[0] if whole else pattern, kinds if whole or "*" in pattern else known)
        raise InputError(
            f"{place}: {pattern!r} matches no action of {rules.game.title}{hint}; kinds: {', '.join(kinds)}"
        )


def _allowing(rules: Rules, names: dict[tuple[int, int], str], pattern: str, place: str) -> Any:
    """The mask of a move in a line; ``*`` leaves everything."""
    if pattern == "*":
        return np.full(_shape(rules), ALL_KINDS)
    return _mask(rules, names, pattern, place)


def _check_counted(mask: Any, counted: Any, place: str, only: Sequence[str]) -> None:
    """Refuse a move of a line that no counted decision can ever make."""
    kinds = np.flatnonzero(mask.any(axis=1))
    if not any(int(counted) >> int(kind) & 1 for kind in kinds):
        raise InputError(f"{place} is never possible where only {', '.join(only)} is counted (openings.only)")


def _kinds(rules: Rules, names: dict[tuple[int, int], str], only: Sequence[str]) -> Any:
    """The kinds of decisions, as bits, in which a pattern matches an action."""
    if not only:
        return ALL_KINDS
    masks = [_mask(rules, names, pattern, "openings.only") for pattern in only]
    stages = np.flatnonzero(np.bitwise_or.reduce(masks).any(axis=1))
    return np.uint64(sum(1 << int(stage) for stage in stages))
