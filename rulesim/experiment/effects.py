"""The effect that a sequential test is about: a difference of win shares on the same blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any

import numpy as np

from rulesim.errors import InputError
from rulesim.experiment.designs import Plan
from rulesim.experiment.outcomes import WIN_SHARES
from rulesim.experiment.stop_rule import StopRule
from rulesim.games.ruleset import nearest
from rulesim.strategy.contract import Entry


@dataclass(frozen=True)
class Effect:
    """A weighted sum of a block's win shares, in whole numbers.

    Attributes
    ----------
    what
        The effect in words.
    weights : int64 array, (games of all variants in a block, seats)
    offset
        What is taken off the sum.
    scale
        By which the difference is divided to give the effect.
    """

    what: str
    weights: Any
    offset: int
    scale: int

    def values(self, shares: Any) -> Any:
        """The effect of each block times the scale, int64; shares are in 60ths, (blocks, games, seats)."""
        return shares.reshape(len(shares), -1) @ self.weights.ravel() - self.offset

    @property
    def limits(self) -> tuple[float, float]:
        """The lowest and the highest effect that is possible: each game won by the seat that counts least, or most."""
        worst, best = (WIN_SHARES * pick(self.weights, axis=1).sum() - self.offset for pick in (np.min, np.max))
        return float(worst / self.scale), float(best / self.scale)


@dataclass(frozen=True)
class Table:
    """What an effect can be about: who plays, in which variants, by which plan."""

    entries: Sequence[Entry]
    variants: Sequence[str]
    plan: Plan
    candidate: str | None = None

    @property
    def labels(self) -> list[str]:
        """Names of the strategies."""
        return [entry.label for entry in self.entries]

    @property
    def players(self) -> int:
        """Seats at the table."""
        return int(self.plan.strategy_of.shape[1])

    @property
    def marked(self) -> Any:
        """1 for the seat of each game that is singled out, int64 (games, seats)."""
        return (self.plan.mark_of[:, None] == np.arange(self.players)).astype(np.int64)

    def strategy(self, text: str, key: str) -> int:
        """The number of a strategy, by its name or its spec."""
        for number, entry in enumerate(self.entries):
            if text in (entry.label, entry.spec):
                return number
        known = self.labels
        raise InputError(
            f"stop.{key} = {text!r}: not a strategy of the experiment: "
            f"expected one of {', '.join(known)}{nearest(text, known)}"
        )

    def checked_seat(self, seat: Any, key: str) -> int:
        """A seat that exists."""
        if not isinstance(seat, int) or not 1 <= seat <= self.players:
            raise InputError(f"stop.{key} = {seat!r}: expected a seat from 1 to {self.players}")
        return seat

    def rows(self, strategy: int | None, seat: int | None) -> Any:
        """1 for the seats of a block's games that belong to it, int64 (games, seats)."""
        if strategy is not None:
            return (self.plan.strategy_of == strategy).astype(np.int64)
        return np.broadcast_to(np.arange(1, self.players + 1) == seat, self.plan.strategy_of.shape).astype(np.int64)


def effect_of(rule: StopRule, table: Table) -> Effect:
    """The effect that a rule tests.

    Raises
    ------
    InputError
        If it names what is not there, leaves open what is meant, or tests what is not possible.
    """
    variant = _variant(rule, table)
    restricted = variant is not None and bool(table.marked.any())
    if restricted and rule.strategy is None and rule.seat is None:
        strategy, name, own = None, "the restricted seat", table.marked
    else:
        strategy, seat = _who(rule, table)
        name = f"seat {seat}" if strategy is None else table.labels[strategy]
        own = table.rows(strategy, seat)
        if restricted:
            name, own = f"a restricted {name}", own * table.marked
    if rule.against is not None:
        if variant:
            raise InputError('stop.against: a rule that asks about a variant does not take it; variant = "base" does')
        effect = _against(rule, table, name, own, strategy)
    elif variant:
        number = table.variants.index(variant)
        weights = np.zeros((len(table.variants), *own.shape), np.int64)
        weights[number], weights[0] = own, -own
        what = f"win share of {name} in variant “{variant}” less that in the base"
        effect = Effect(what, weights.reshape(-1, table.players), 0, int(WIN_SHARES * own.sum()))
    else:
        rows = int(own.sum())
        what = f"win share of {name} less an equal share"
        effect = Effect(what, _in_base(table, own), rows * WIN_SHARES // table.players, WIN_SHARES * rows)
    _check_range(rule, effect)
    return effect


def _in_base(table: Table, weights: Any) -> Any:
    """Weights of the base's games, and none of the variants'."""
    return np.concatenate([weights, *[np.zeros_like(weights)] * (len(table.variants) - 1)])


def _who(rule: StopRule, table: Table) -> tuple[int | None, int | None]:
    """Whose win share: a strategy or a seat."""
    if rule.seat is not None:
        return None, table.checked_seat(rule.seat, "seat")
    if all(len(set(line_up)) == 1 for line_up in table.plan.line_ups):
        if rule.strategy is not None:
            raise InputError("stop.strategy: each strategy meets only itself and wins an equal share; give a seat")
        raise InputError(f"stop.seat is missing: expected a seat from 1 to {table.players}")
    text = rule.strategy or table.candidate
    if text is None:
        raise InputError(f"stop.strategy is missing: expected one of {', '.join(table.labels)} (or a seat)")
    return table.strategy(text, "strategy"), None


def _variant(rule: StopRule, table: Table) -> str | None:
    """The variant whose change is asked about; None: the base itself."""
    base, *others = table.variants
    if rule.variant == base or (rule.variant is None and not others):
        return None
    if rule.variant is None:
        if len(others) == 1:
            return others[0]
        raise InputError(f"stop.variant is missing: expected one of {', '.join(table.variants)}")
    if rule.variant not in others:
        raise InputError(
            f"stop.variant = {rule.variant!r}: no such variant: "
            f"expected one of {', '.join(table.variants)}{nearest(rule.variant, table.variants)}"
        )
    return rule.variant


def _against(rule: StopRule, table: Table, name: str, own: Any, strategy: int | None) -> Effect:
    """What one strategy or seat wins more than another."""
    if strategy is None:
        other_seat = table.checked_seat(rule.against, "against")
        other, other_name = table.rows(None, other_seat), f"seat {other_seat}"
    else:
        number = table.strategy(str(rule.against), "against")
        other, other_name = table.rows(number, None), table.labels[number]
    if name == other_name:
        raise InputError(f"stop.against = {rule.against!r}: the same as the other; expected another one")
    one, two = int(own.sum()), int(other.sum())
    common = gcd(one, two)
    weights = own * (two // common) - other * (one // common)
    return Effect(
        f"win share of {name} less that of {other_name}", _in_base(table, weights), 0, WIN_SHARES * one * two // common
    )


def _check_range(rule: StopRule, effect: Effect) -> None:
    low, high = effect.limits
    for value in rule.between or []:
        if not low < value < high:
            raise InputError(
                f"stop.between: {value} cannot be: the {effect.what} lies between {low:.4g} and {high:.4g} "
                "(0.01 is one percentage point)"
            )
