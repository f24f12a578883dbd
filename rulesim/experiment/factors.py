"""What a sweep or a study varies: numeric rules and parameters of strategies, each by its dotted path.

::

    buildings.factory.cost          a rule (also rules.buildings.factory.cost)
    cities.*.hatched                that number of every row of a table, all set to the same value
    strategies.balanced.patience    a parameter of a strategy of the experiment
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulesim.errors import InputError
from rulesim.experiment.line_up import with_parameter
from rulesim.games.game import Game, Rules
from rulesim.games.ruleset import Rule, Ruleset, kind, nearest, unknown_rule
from rulesim.strategy.contract import Entry

if TYPE_CHECKING:
    from rulesim.experiment.setup import Variant

STRATEGIES, RULES = "strategies.", "rules."


@dataclass(frozen=True)
class Factor:
    """A number that may be varied.

    Attributes
    ----------
    path
        Its dotted path, without a leading ``rules.``.
    base
        Its value in the experiment; None where the rows that a ``*`` means differ.
    whole
        Whether its values are whole numbers.
    allowed
        Lowest and highest value that is accepted; None: any.
    vary
        Lowest and highest value that is worth trying, as the rules file or the strategy declares; None: not declared.
    strategy
        Index of the strategy whose parameter it is; None for a rule.
    meaning
        What it is, in a few words.
    """

    path: str
    base: float | None
    whole: bool
    allowed: tuple[float, float] | None
    vary: tuple[float, float] | None
    strategy: int | None = None
    meaning: str = ""

    @property
    def parameter(self) -> str:
        """Name of the strategy's parameter."""
        return self.path.rpartition(".")[2]


def find_factor(base: Variant, path: str) -> Factor:
    """The factor of this path.

    Raises
    ------
    InputError
        If there is none (with the nearest), or it is not a number.
    """
    path = path.removeprefix(RULES)
    if path.startswith(STRATEGIES):
        return _parameter(base.entries, path)
    rules = [_numeric(rule, base.rules.players) for rule in _meant(base.rules.ruleset, path)]
    values = {rule.at(base.rules.players) for rule in rules}
    first = rules[0]
    return Factor(
        path,
        values.pop() if len(values) == 1 else None,  # type: ignore[arg-type]
        isinstance(first.at(base.rules.players), int),
        _common([rule.allowed for rule in rules]),
        _common([rule.vary for rule in rules]),
        meaning=first.meaning,
    )


def matching_factors(base: Variant, pattern: str) -> list[Factor]:
    """The factors that a pattern with ``*`` means, one each; those without a declared range are left out.

    Raises
    ------
    InputError
        If the pattern means nothing, or nothing that is a number with a declared range.
    """
    if pattern.startswith(STRATEGIES) or "*" not in pattern:
        factors = [find_factor(base, pattern)]
    else:
        players = base.rules.players
        rules = _meant(base.rules.ruleset, pattern.removeprefix(RULES))
        factors = [find_factor(base, rule.name) for rule in rules if _is_numeric(rule, players)]
    declared = [factor for factor in factors if factor.vary]
    if not declared:
        raise InputError(
            f"{pattern}: no range to vary it in is declared; give one, as in "
            f"--vary {factors[0].path if factors else pattern}=LOW:HIGH"
        )
    return declared


def all_factors(base: Variant) -> list[Factor]:
    """All numeric rules with a declared range, except those whose ends the game refuses by themselves."""
    rules = [rule for rule in base.rules.ruleset.rules.values() if rule.vary and _is_numeric(rule, base.rules.players)]
    return [factor for factor in (find_factor(base, rule.name) for rule in rules) if _ends_are_possible(base, factor)]


def _ends_are_possible(base: Variant, factor: Factor) -> bool:
    assert factor.vary is not None
    try:
        for end in factor.vary:
            changed(base, [factor], [end], "")
    except InputError:
        return False
    return True


def changed(base: Variant, factors: Sequence[Factor], values: Sequence[float], name: str) -> Variant:
    """The variant in which the factors have these values.

    Raises
    ------
    InputError
        If a value is out of range, or the values do not go together.
    """
    rules, entries = base.rules, list(base.entries)
    changes: dict[str, float] = {}
    for factor, value in zip(factors, values, strict=True):
        if factor.strategy is None:
            changes[factor.path] = int(value) if factor.whole and float(value).is_integer() else value
        else:
            entries[factor.strategy] = with_parameter(entries[factor.strategy], factor.parameter, value)
    if changes:
        rules = _with_changes(rules.game, rules, changes)
    return replace(base, name=name, rules=rules, entries=entries)


def _with_changes(game: Game, rules: Rules, changes: dict[str, float]) -> Rules:
    ruleset = rules.ruleset.override(changes)
    return Rules(game, rules.players, ruleset, game.rules_record(ruleset, rules.players))


def _meant(ruleset: Ruleset, path: str) -> list[Rule]:
    """The rules that a path means: one, or those of all rows for a ``*``."""
    names = [name for name, _ in ruleset.named({path: 0})]
    unknown = [name for name in names if name not in ruleset.rules]
    if unknown:  # a row that an override could add to an open table
        raise InputError(unknown_rule(unknown[0], ruleset.game, nearest(unknown[0], ruleset.rules)))
    return [ruleset.rules[name] for name in names]


def _is_numeric(rule: Rule, players: int) -> bool:
    return type(rule.at(players)) in (int, float)


def _numeric(rule: Rule, players: int) -> Rule:
    if not _is_numeric(rule, players):
        value = rule.at(players)
        raise InputError(
            f"{rule.name} is {kind(value)}, not a number: only numbers can be varied; "
            "compare other values with [[variant]]"
        )
    return rule


def _common(ranges: Sequence[tuple[float, float] | None]) -> tuple[float, float] | None:
    """What lies within all of the ranges."""
    known = [one for one in ranges if one]
    return (max(low for low, _ in known), min(high for _, high in known)) if known else None


def _parameter(entries: Sequence[Entry], path: str) -> Factor:
    """The parameter of a strategy of the experiment."""
    name, _, parameter = path.removeprefix(STRATEGIES).rpartition(".")
    labels = [item.label for item in entries]
    found = [n for n, item in enumerate(entries) if name in (item.label, item.spec)]
    found = found or [n for n, item in enumerate(entries) if name == item.strategy.name]
    if not name:
        raise InputError(f"{path}: expected strategies.<strategy>.<parameter>")
    if len(found) != 1:
        why = "is not a strategy of the experiment" if not found else "is several strategies of the experiment"
        raise InputError(f"{path}: {name!r} {why}: expected one of {', '.join(labels)}{nearest(name, labels)}")
    entry = entries[found[0]]
    names = [one.name for one in entry.strategy.parameters]
    if parameter not in names:
        has = f"its parameters are {', '.join(names)}" if names else "it has no parameters"
        raise InputError(f"{path}: {name} has no parameter {parameter!r}: {has}{nearest(parameter, names)}")
    place = names.index(parameter)
    declared = entry.strategy.parameters[place]
    span = (declared.low, declared.high)
    return Factor(path, float(entry.values[place]), False, span, span, found[0], declared.meaning)


def short_names(paths: Sequence[str]) -> list[str]:
    """The shortest ends of dotted paths that tell them apart, of two parts or more: ``factory.cost``."""
    parts = [path.split(".") for path in paths]

    def end(path: list[str], length: int) -> str:
        return ".".join(path[-length:])

    names = []
    for own in parts:
        length = 2
        while length < len(own) and sum(end(other, length) == end(own, length) for other in parts) > 1:
            length += 1
        names.append(end(own, length))
    return names


def number(value: Any) -> str:
    """A value of a factor as text: ``8``, ``0.25``."""
    return f"{value:.12g}"
