"""Rule numbers as data: files, presets, overrides, sources and ranges.

A rules file is TOML. Each number or switch is a table with the key ``value``, anywhere in the
tree; its name is the dotted path to it, for example ``buildings.factory.cost``:

``value``
    A number, a switch (true, false), one of ``choices``, a list of numbers of fixed length,
    a list of names out of ``choices`` (no choices: the game checks the names), or a table by
    player count (``{3 = 75, 4 = 100}``).
``range``
    Lowest and highest value that the rules code accepts.
``vary``
    Lowest and highest value that a designer may want to try (within ``range``).
``source``
    Where the number comes from.
``unverified``
    True for numbers that the rule texts do not print.
``meaning``
    What it is, in a few words.

A table of like things (Advances, say) may describe its columns once, in a row named ``"*"``: the
other rows then hold plain values, with one ``source`` and ``unverified`` for the row, and what a
row leaves out has the value of ``"*"``. With ``open = true`` in ``"*"`` overrides may add rows.
"""

from __future__ import annotations

import difflib
import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from rulesim.errors import InputError

Value = int | float | bool | str | tuple[int, ...] | tuple[str, ...]
META = {"value", "range", "vary", "source", "unverified", "meaning", "choices"}


class RulesError(InputError):
    """A rules file, preset or override that cannot be used."""


@dataclass(frozen=True)
class Rule:
    """One number or switch of a game's rules.

    Attributes
    ----------
    name
        Dotted path in the rules file.
    value
        The value, or a mapping from player count to value.
    """

    name: str
    value: Value | dict[int, Value]
    source: str
    meaning: str = ""
    allowed: tuple[float, float] | None = None
    vary: tuple[float, float] | None = None
    choices: tuple[str, ...] | None = None
    unverified: bool = False

    def at(self, players: int) -> Value:
        """The value for a player count."""
        return self.value[players] if isinstance(self.value, dict) else self.value

    def with_value(self, value: Any, place: str) -> Rule:
        """This rule with another value (for every player count).

        Raises
        ------
        RulesError
            If the value has another type or lies outside the range.
        """
        old = next(iter(self.value.values())) if isinstance(self.value, dict) else self.value
        if isinstance(value, Mapping):
            by_count = {_player_count(key, place): self._checked(item, old, place) for key, item in value.items()}
            if not isinstance(self.value, dict):
                raise RulesError(f"{place}: {self.name} does not depend on the player count; expected {kind(old)}")
            for count in by_count:
                if count not in self.value:
                    known = ", ".join(map(str, self.value))
                    raise RulesError(f"{place}: {self.name} has no value for {count} players; expected {known}")
            return replace(self, value={**self.value, **by_count})
        return replace(self, value=self._checked(value, old, place))

    def _checked(self, value: Any, old: Value, place: str) -> Value:
        expected = f"{place}: {self.name} = {shown(value)}: expected "
        if isinstance(old, bool):
            if not isinstance(value, bool):
                raise RulesError(expected + "true or false")
        elif isinstance(old, str):
            choices = self.choices or ()
            if value not in choices:
                raise RulesError(expected + "one of " + ", ".join(choices) + nearest(str(value), choices))
        elif isinstance(old, tuple) and self.choices is not None:
            if not isinstance(value, (list, tuple)) or not all(isinstance(item, str) for item in value):
                raise RulesError(expected + "a list of names")
            for item in value:
                if self.choices and item not in self.choices:
                    names = ", ".join(self.choices)
                    raise RulesError(expected + f"only {names}, not {item!r}{nearest(item, self.choices)}")
            return tuple(value)
        elif isinstance(old, tuple):
            if not isinstance(value, (list, tuple)) or len(value) != len(old):
                raise RulesError(expected + f"a list of {len(old)} whole numbers")
            return tuple(int(self._number(item, expected, whole=True)) for item in value)
        else:
            return self._number(value, expected, whole=isinstance(old, int))
        return value

    def _number(self, value: Any, expected: str, whole: bool) -> int | float:
        low, high = self.allowed or (-np.inf, np.inf)
        span = f" from {low:g} to {high:g}" if self.allowed else ""
        wanted = ("a whole number" if whole else "a number") + span
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise RulesError(expected + wanted)
        if not math.isfinite(value) or (whole and value != int(value)) or not low <= value <= high:
            raise RulesError(expected + wanted)
        return int(value) if whole else float(value)


@dataclass(frozen=True)
class Ruleset:
    """All rule numbers of a game, by dotted name, in the order of the file.

    Attributes
    ----------
    open_tables
        The columns of each table that overrides may add rows to.
    """

    game: str
    preset: str
    rules: dict[str, Rule]
    open_tables: dict[str, dict[str, Rule]] = field(default_factory=dict)

    def at(self, players: int) -> dict[str, Value]:
        """The plain values for a player count."""
        return {name: rule.at(players) for name, rule in self.rules.items()}

    def rows(self, table: str) -> list[str]:
        """Names of the rows of a table, in order."""
        return list(self._tables.get(table, ()))

    @cached_property
    def _tables(self) -> dict[str, dict[str, None]]:
        """For each table its rows, in order."""
        tables: dict[str, dict[str, None]] = {}
        for name in self.rules:
            parts = name.split(".")
            for depth in range(1, len(parts)):
                tables.setdefault(".".join(parts[:depth]), {})[parts[depth]] = None
        return tables

    def override(self, changes: Mapping[str, Any], place: str = "rules") -> Ruleset:
        """These rules with some values replaced.

        Parameters
        ----------
        changes
            Values by dotted name, or nested tables as in a TOML file. A part of a name may be ``*``:
            ``cities.*.hatched`` sets that number of every city.
        place
            Where the changes come from, for messages.

        Raises
        ------
        RulesError
            For an unknown name (with the nearest known one) or a bad value.
        """
        rules = dict(self.rules)
        for name, value in self.named(changes):
            if name not in rules:
                rules.update(self._new_row(name, place))
            rules[name] = rules[name].with_value(value, place)
        return replace(self, rules=rules)

    def named(self, tree: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
        """Changes as (dotted name, value), a name with ``*`` once for each rule that it means.

        Raises
        ------
        RulesError
            For an unknown name, with the nearest known one.
        """
        named: list[tuple[str, Any]] = []
        for key, value in tree.items():
            name = f"{prefix}{key}"
            table, _, last = name.rpartition(".")
            if name in self.rules or last in self.open_tables.get(table.rpartition(".")[0], ()):
                named.append((name, value))
            elif matches := self._matching(name):
                named.extend((known, value) for known in matches)
            elif isinstance(value, Mapping) and (
                "*" in key or table in self.open_tables or any(known.startswith(name + ".") for known in self.rules)
            ):
                named.extend(self.named(value, name + "."))
            else:
                raise RulesError(unknown_rule(name, self.game, self._nearest(name)))
        return named

    def _matching(self, name: str) -> list[str]:
        """The rules that a name with ``*`` for any one of its parts means."""
        pattern = re.escape(name).replace(r"\*", "[^.]+")
        return [known for known in self.rules if re.fullmatch(pattern, known)] if "*" in name else []

    def _nearest(self, name: str) -> str:
        """A known rule, or table of rules at the same depth, whose name is close."""
        depth = name.count(".") + 1
        same_depth = dict.fromkeys(".".join(known.split(".")[:depth]) for known in self.rules)
        return nearest(name, same_depth) or nearest(name, self.rules)

    def _new_row(self, name: str, place: str) -> dict[str, Rule]:
        """A row that an override adds to an open table, with the values of ``"*"``."""
        row = name.rpartition(".")[0]
        columns = self.open_tables[row.rpartition(".")[0]]
        named = {f"{row}.{column}": rule for column, rule in columns.items()}
        return {full: replace(rule, name=full, source=place) for full, rule in named.items()}

    def differences(self, other: Ruleset) -> dict[str, tuple[Any, Any]]:
        """Names whose values differ, with the value here and there (None: there is no such row)."""
        return {
            name: (here, there)
            for name in {**self.rules, **other.rules}
            if (here := self._value(name)) != (there := other._value(name))
        }

    def section(self, prefix: str) -> list[Rule]:
        """The rules below a dotted name (or of that name); all for an empty one.

        Raises
        ------
        RulesError
            If there is none, with the nearest section.
        """
        inside = [rule for name, rule in self.rules.items() if not prefix or f"{name}.".startswith(f"{prefix}.")]
        if not inside:
            sections = {name.rsplit(".", 1)[0] for name in self.rules} | {name.split(".")[0] for name in self.rules}
            known = ", ".join(dict.fromkeys(name.split(".")[0] for name in self.rules))
            raise RulesError(f"no rules of {self.game} below {prefix!r}: expected {known}{nearest(prefix, sections)}")
        return inside

    def _value(self, name: str) -> Any:
        rule = self.rules.get(name)
        return rule.value if rule else None

    def unverified(self) -> list[Rule]:
        """The numbers that the rule texts do not print."""
        return [rule for rule in self.rules.values() if rule.unverified]


def unknown_rule(name: str, game: str, hint: str) -> str:
    """The complaint about a rule that there is not; without a hint, where the rules are listed."""
    return f"unknown rule {name!r} of {game}{hint or f'; `rulesim rules show {game}` lists them'}"


def nearest(name: str, known: Any) -> str:
    """``"; did you mean 'x'?"`` for a name close to a known one, else an empty text."""
    known = [str(item) for item in known]
    close = difflib.get_close_matches(name, known, 1, 0.5)
    if not close:
        tails = {item.rsplit(".", 1)[-1]: item for item in reversed(known)}
        ends = difflib.get_close_matches(name.rsplit(".", 1)[-1], list(tails), 1, 0.7)
        close = [tails[ends[0]]] if ends else []
    return f"; did you mean {close[0]!r}?" if close else ""


def kind(value: Any) -> str:
    """The kind of a value, in words."""
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, (tuple, list)):
        return f"a list of {len(value)} numbers"
    return "text" if isinstance(value, str) else "a number"


def shown(value: Any) -> str:
    """A value as TOML shows it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(shown(item) for item in value) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {shown(item)}" for key, item in value.items()) + "}"
    return repr(value).replace("'", '"') if isinstance(value, str) else str(value)


def _player_count(key: Any, place: str) -> int:
    try:
        return int(key)
    except ValueError:
        raise RulesError(f"{place}: {key!r} is not a player count") from None


def _tuples(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _rule(name: str, table: Mapping[str, Any], place: str) -> Rule:
    unknown = set(table) - META
    if unknown:
        raise RulesError(
            f"{place}: {name} has an unknown key {sorted(unknown)[0]!r}{nearest(sorted(unknown)[0], META)}"
        )
    value = table["value"]
    if isinstance(value, Mapping):
        value = {_player_count(count, place): _tuples(item) for count, item in value.items()}
    return Rule(
        name,
        _tuples(value),
        table.get("source", ""),
        table.get("meaning", ""),
        _tuples(table.get("range")),
        _tuples(table.get("vary")),
        _tuples(table.get("choices")),
        table.get("unverified", False),
    )


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as nested dictionaries.

    Raises
    ------
    RulesError
        If the file cannot be read or is not TOML, naming the file.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RulesError(f"{path}: cannot be read ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulesError(f"{path}: not a TOML file ({error})") from None


def _row(name: str, row: Mapping[str, Any], columns: Mapping[str, Rule], place: str) -> dict[str, Rule]:
    """The rules of one row of a table whose columns are described in ``"*"``."""
    rules = {}
    origin = {"source": row.get("source", ""), "unverified": row.get("unverified", False)}
    unknown = set(row) - set(columns) - set(origin)
    if unknown:
        raise RulesError(f"{place}: {name} has an unknown key {min(unknown)!r}{nearest(min(unknown), columns)}")
    for column, rule in columns.items():
        rules[f"{name}.{column}"] = rule = replace(rule, name=f"{name}.{column}", source=origin["source"])
        if column in row:
            given = row[column] if isinstance(row[column], Mapping) else {"value": row[column]}
            rule = rule.with_value(given["value"], place)
            rules[rule.name] = replace(rule, **{**origin, **given, "value": rule.value})
    return rules


def load_ruleset(game: str, path: Path) -> Ruleset:
    """The rules of a game from its complete rules file."""
    rules: dict[str, Rule] = {}
    open_tables: dict[str, dict[str, Rule]] = {}

    def walk(tree: Mapping[str, Any], prefix: str) -> None:
        columns = None
        if "*" in tree:
            table = dict(tree["*"])
            may_grow = table.pop("open", False)
            columns = {column: _rule(column, leaf, str(path)) for column, leaf in table.items()}
            if may_grow:
                open_tables[prefix[:-1]] = columns
        for key, value in tree.items():
            if key == "*":
                continue
            if not isinstance(value, Mapping):
                raise RulesError(f"{path}: {prefix}{key} is not a table with a value")
            if columns is not None:
                rules.update(_row(prefix + key, value, columns, str(path)))
            elif "value" in value:
                rules[prefix + key] = _rule(prefix + key, value, str(path))
            else:
                walk(value, f"{prefix}{key}.")

    walk(read_toml(path), "")
    return Ruleset(game, "", rules, open_tables)
