"""When a run stops: the looks of a rule, and what it says at each.

The rule is asked at fixed numbers of blocks and sees the sums of exactly these blocks. So where a
run ends depends on its experiment alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np

from rulesim.errors import InputError
from rulesim.experiment.designs import Plan
from rulesim.experiment.effects import Effect, Table, effect_of
from rulesim.experiment.outcomes import WIN_SHARES
from rulesim.experiment.stop_rule import StopRule
from rulesim.experiment.summary import MARKED_GROUPS, MEMBER_GROUPS, Grouping, Summary, groupings
from rulesim.games.game import Game
from rulesim.games.ruleset import nearest
from rulesim.statistics.intervals import LEVEL, block_variance, mean_interval, share_interval
from rulesim.statistics.sprt import FEWEST_DIFFERENT, SequentialTest, enough

GROWTH = 1.1
"""Each look comes after so many times the blocks of the one before: few looks, and at most a tenth too many blocks."""

EFFECT = "stop_effect"
"""The histogram of the effect, by which the test decides."""

NARROW = "narrow"


def looks(rule: StopRule, most: int) -> list[int]:
    """The numbers of blocks at which a rule is asked, the most that is played last."""
    found = [min(rule.first_look, most)]
    while found[-1] < most:
        found.append(min(most, max(found[-1] + 1, ceil(found[-1] * GROWTH))))
    return found


@dataclass(frozen=True)
class Stopping:
    """A stopping rule for one experiment.

    Attributes
    ----------
    effect
        What a rule with ``between`` tests.
    grouping : Grouping
        The groups whose intervals a rule with ``half_width`` looks at, those of ``chosen``.
    """

    rule: StopRule
    variants: int
    effect: Effect | None = None
    by: str = "strategy"
    grouping: Grouping | None = None
    chosen: Any = None
    is_share: bool = True

    @property
    def test(self) -> SequentialTest:
        """The test of a rule with ``between``."""
        lower, upper = self.rule.between or (0.0, 0.0)
        return SequentialTest(lower, upper, self.rule.alpha, self.rule.beta)

    def looks(self, most: int) -> list[int]:
        """As `looks`, of this rule."""
        return looks(self.rule, most)

    def count(self, shares: Any, summary: Summary) -> None:
        """Add to a summary what a test needs of the blocks' win shares."""
        if self.effect is None:
            return
        values, counts = np.unique(self.effect.values(shares), return_counts=True)
        for value, blocks in zip(values.tolist(), counts.tolist(), strict=True):
            summary.counts[0, EFFECT, -1, value] = (blocks, 0)

    def outcomes(self, summary: Summary) -> tuple[Any, Any]:
        """The effects that blocks had, and how many blocks had each."""
        assert self.effect is not None
        found = sorted((cell[3], rows) for cell, (rows, _) in summary.counts.items() if cell[1] == EFFECT)
        values, counts = np.array(found, float).T
        return values / self.effect.scale, counts

    def judge(self, summary: Summary) -> tuple[float | None, str | None]:
        """What the rule looks at, and its decision; None: go on.

        That is the log-likelihood ratio, or the widest half-width; None where there is too little to judge by.
        """
        if self.effect is not None:
            outcomes = self.outcomes(summary)
            return self.test.ratio(*outcomes) if enough(outcomes[1]) else None, self.test.decision(*outcomes)
        widest = float(np.max(self.half_widths(summary)))
        return widest if np.isfinite(widest) else None, NARROW if widest <= (self.rule.half_width or 0) else None

    def half_widths(self, summary: Summary) -> Any:
        """Half-widths of the 95 % intervals that the rule looks at.

        They are the ordinary intervals: that the run stops when they are narrow does not spoil
        them, because the width says next to nothing about the side on which the truth lies (Chow
        and Robbins, "On the asymptotic theory of fixed-width sequential confidence intervals for
        the mean", Annals of Mathematical Statistics 1965; Glynn and Whitt, "The asymptotic validity
        of sequential stopping rules for stochastic simulations", Annals of Applied Probability 1992).
        By simulation, 94 to 98 % of the intervals hold the truth where a run stops, and 92 to 94 % where
        the share is 0.1 or less and wins come strongly together: few wins then look more certain.

        A difference of shares that is zero in all blocks is not known to be zero: it could be in as
        many of them as would show none with 5 % probability (the "rule of three": Hanley and
        Lippman-Hand, JAMA 1983).
        """
        assert self.grouping is not None
        total, squared, difference = np.moveaxis(summary.totals[self.by, self.rule.metric].astype(float), 1, 0)
        scale = self.grouping.rows * (WIN_SHARES if self.rule.metric == "win_share" else 1)
        seldom = 0.0
        if self.variants > 1:
            total, squared = total[1:] - total[0], difference[1:]
            seldom = 1 - (1 - LEVEL) ** (1 / summary.blocks) if self.is_share else 0.0
        error = np.sqrt(block_variance(total, squared, summary.blocks) / summary.blocks) / scale
        interval = share_interval if self.is_share and self.variants == 1 else mean_interval
        low, high = interval(total / summary.blocks / scale, error, summary.blocks)
        half = (high - low) / 2
        half = np.where((squared == 0) & (half == 0), seldom, half)[:, self.chosen]
        return np.where(np.isnan(half), np.inf, half)

    def check_reach(self, most: int) -> None:
        """Refuse a rule that could not be met by ``most`` blocks, whatever they were.

        Outcomes are whole numbers (60ths of a win, or seats that own a thing). So the narrowest interval of a
        share is that in which one block differs from the others by one.

        Raises
        ------
        InputError
            With the least that can be met.
        """
        if self.effect is not None:
            if most <= FEWEST_DIFFERENT:
                raise InputError(
                    f"stop.between: cannot be decided in {most:,} blocks: expected more than {FEWEST_DIFFERENT}"
                )
            return
        if not self.is_share or self.grouping is None:
            return
        rows = float(np.min(np.asarray(self.grouping.rows)[self.chosen]))
        error = 1 / (most * rows * (WIN_SHARES if self.rule.metric == "win_share" else 1))
        least = float(mean_interval(0.0, error, most)[1]) if most > 1 else np.inf
        if (self.rule.half_width or 0) < least:
            raise InputError(
                f"stop.half_width = {self.rule.half_width:g}: can never be met: no interval of {self.subject} is "
                f"narrower than ±{least:.2g} after {most:,} blocks; expected more, or more blocks"
            )

    def text(self, most: int) -> str:
        """When the run stops, in words."""
        rule, ends = self.rule, f"or after {most:,} blocks"
        if self.effect is not None:
            lower, upper = rule.between or (0.0, 0.0)
            return f"once it is decided whether the {self.effect.what} is {lower:g} or {upper:g}, {ends}"
        return f"once no interval of {self.subject} is wider than ±{rule.half_width:g}, {ends}"

    @property
    def subject(self) -> str:
        """What the rule looks at, in words."""
        if self.effect is not None:
            return self.effect.what
        by = "of the restricted seat" + self.by.removeprefix("marked").replace("_", " by ")
        by = by if self.by in MARKED_GROUPS else f"by {self.by}"
        return f"{self.rule.metric.replace('_', ' ')} {by}{' (variant less base)' if self.variants > 1 else ''}"

    def described(self) -> dict[str, Any]:
        """What is stored about the rule."""
        if self.effect is None:
            return {
                "what": self.subject, "by": self.by, "metric": self.rule.metric, "half_width": self.rule.half_width,
            }  # fmt: skip
        return {
            "what": self.subject, "scale": self.effect.scale, "between": self.rule.between,
            "alpha": self.rule.alpha, "beta": self.rule.beta,
        }  # fmt: skip


def stopping_of(rule: StopRule, table: Table, game: Game) -> Stopping:
    """A rule for an experiment.

    Raises
    ------
    InputError
        If it does not fit the experiment.
    """
    if rule.between is not None:
        return Stopping(rule, len(table.variants), effect_of(rule, table))
    rivals = any(len(set(line_up)) > 1 for line_up in table.plan.line_ups)
    marked = bool(table.marked.any())
    by: str = rule.by or ("" if marked else "strategy" if rivals else "seat")
    if by == "strategy" and not rivals and not marked and rule.metric == "win_share":
        raise InputError('stop.by = "strategy": each strategy meets only itself and wins an equal share; expected seat')
    if marked:
        by = f"marked_{by}" if by else "marked"
    is_share = _check_metric(rule, by, game)
    grouping = groupings(table.plan)[by]
    chosen = np.ones(len(grouping.keys), bool)
    if by == "strategy" and rule.metric == "win_share":
        chosen = np.array([number in _in_company(table.plan) for number in grouping.keys["strategy"]])
    return Stopping(rule, len(table.variants), None, by, grouping, chosen, is_share)


def _in_company(plan: Plan) -> set[int]:
    """The strategies that meet others; the win share of the rest is an equal one by design."""
    return {strategy for line_up in plan.line_ups if len(set(line_up)) > 1 for strategy in line_up}


def _check_metric(rule: StopRule, by: str, game: Game) -> bool:
    """Whether the metric is a share.

    Raises
    ------
    InputError
        If there is no such metric, or a share could never be so far off.
    """
    shares = ["win_share", *(_members(game) if by in MEMBER_GROUPS else [])]
    columns = [column.name for column in game.seat_columns if not column.members]
    known = [*shares, *(["score"] if by in MARKED_GROUPS else columns)]
    if rule.metric not in known:
        hint = nearest(rule.metric, known)
        raise InputError(f"stop.metric = {rule.metric!r}: no such metric{hint}; known: {', '.join(known)}")
    if rule.metric in shares and (rule.half_width or 0) >= 0.5:
        raise InputError(f"stop.half_width = {rule.half_width}: expected below 0.5 (0.002 is 0.2 percentage points)")
    return rule.metric in shares


def _members(game: Game) -> Iterator[str]:
    for column in game.seat_columns:
        yield from (f"{column.name}_{member}" for member in column.members)
