"""When an experiment stops before its most blocks: what its file may say."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator


class StopRule(BaseModel):
    """A rule that ends a run early. One of ``half_width`` and ``between`` is given.

    The rule is asked at fixed numbers of blocks (`rulesim.experiment.stopping.looks`), so the end
    does not depend on jobs, chunks or interruptions. The experiment's games or blocks are the most
    that is played.

    Attributes
    ----------
    half_width
        Stop when no 95 % interval of the metric is wider than this to either side (for win shares:
        0.002 is 0.2 percentage points; for scores: points).
    metric, by
        With ``half_width``: ``win_share`` or an outcome column, of each ``strategy`` or each
        ``seat``; by default by strategy where different ones meet. In an experiment with variants,
        the intervals are those of the differences to the base; in one of restricted play, those of
        the restricted seat.
    between
        Two values of an effect: test whether it is the lower or the upper one, and stop when that
        is decided. The effect is a difference of win shares on the same blocks: what a variant changes of the
        win share of a strategy, a seat or the restricted seat; or, without variants, what it wins more than ``against``
        another one, or than an equal share.
    strategy, seat, against, variant
        With ``between``: whose win share; they are found alone where there is only one possibility.
        ``variant = "base"`` asks about the base itself.
    alpha, beta
        Allowed chance to decide for the upper value where the lower one is true, and the reverse.
    first_look
        Blocks before the first look.
    """

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    half_width: float | None = Field(default=None, gt=0)
    metric: str = "win_share"
    by: Literal["strategy", "seat"] | None = None
    between: list[float] | None = Field(default=None, min_length=2, max_length=2)
    strategy: str | None = None
    seat: int | None = None
    against: str | int | None = None
    variant: str | None = None
    alpha: float = Field(default=0.05, gt=0, lt=0.5)
    beta: float = Field(default=0.05, gt=0, lt=0.5)
    first_look: int = Field(default=50, ge=30, le=10**9)

    @model_validator(mode="after")
    def _one_rule(self) -> StopRule:
        if (self.half_width is None) == (self.between is None):
            raise ValueError("stop: give one of half_width and between")
        wrong = TEST_KEYS if self.between is None else WIDTH_KEYS
        kind = "half_width" if self.between is None else "between"
        for key in wrong:
            if getattr(self, key) != StopRule.model_fields[key].default:
                raise ValueError(f"stop.{key}: a rule with {kind} does not take it")
        if self.between and self.between[0] >= self.between[1]:
            lower, upper = self.between
            raise ValueError(f"stop.between = [{lower}, {upper}]: expected the lower value first, and two that differ")
        if self.strategy is not None and self.seat is not None:
            raise ValueError("stop: give one of strategy and seat")
        return self


TEST_KEYS = ("strategy", "seat", "against", "variant", "alpha", "beta")
WIDTH_KEYS = ("metric", "by")
