"""Rule changes as text, ``buildings.factory.cost=8``, and the rules that a file or position names."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rulesim.games.game import Game
from rulesim.games.position import Position, PositionError, rules_for
from rulesim.games.ruleset import RulesError, Ruleset

PREFIX = "rules."


def parse_setting(text: str) -> tuple[str, Any]:
    """A dotted key and a value in TOML; a bare word is a text.

    Raises
    ------
    RulesError
        If it is not of the form ``key=value``.
    """
    key, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not re.fullmatch(r"[\w*-]+(\.[\w*-]+)*", key):
        raise RulesError(f"setting {text!r}: expected key=value, as in buildings.factory.cost=8")
    if re.fullmatch(r"[A-Za-z_][\w-]*", value) and value not in ("true", "false", "inf", "nan"):
        return key, value
    try:
        parsed = tomllib.loads(f"value = {value}")
    except tomllib.TOMLDecodeError:
        parsed = {}
    if set(parsed) != {"value"}:
        raise RulesError(f'setting {text!r}: {value!r}: expected a value as in TOML (8, true, [4, 6, 0], "text")')
    return key, parsed["value"]


def rule_changes(settings: Iterable[str]) -> dict[str, Any]:
    """Rule changes by dotted name; a leading ``rules.`` is allowed.

    Raises
    ------
    RulesError
        As `parse_setting`.
    """
    return {key.removeprefix(PREFIX): value for key, value in map(parse_setting, settings)}


def read_position(text: str, preset: str | None = None, changes: Mapping[str, Any] | None = None) -> Position:
    """A position from JSON text, under the rules of a preset and changes.

    Raises
    ------
    PositionError, RulesError
        If the position or the rules are not sensible.
    """
    try:
        data = json.loads(text)
    except ValueError as error:
        raise PositionError(f"position: not JSON ({error})") from None
    usual = rules_for(data)
    return Position.from_dict(data, usual.game.rules(usual.players, preset, changes))


def named_ruleset(game: Game, name: str) -> Ruleset:
    """The rules of a preset, or of a file of overrides (a name that ends in ``.toml`` or exists).

    Raises
    ------
    RulesError
        If there is no such preset or file, or the file has a bad value.
    """
    path = Path(name)
    if name not in game.presets() and (path.suffix == ".toml" or path.is_file()):
        return game.ruleset(file=path)
    return game.ruleset(name)
