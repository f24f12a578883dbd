"""The value of a rule at which a metric meets a target, or is smallest or largest.

The metric is played at several values of the rule, all on the same blocks, so that the curve is
smooth where luck is common. Between the values it is taken as linear. What blocks do to the
solution is shown by drawing them anew, the same draw for all values.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal

import numpy as np
import polars as pl
from scipy.optimize import isotonic_regression

from rulesim.analysis.balance import equality_p
from rulesim.analysis.metric import Metric, parse_metric
from rulesim.analysis.multiple import ALPHA
from rulesim.errors import InputError
from rulesim.experiment.factors import number
from rulesim.experiment.runner import Progress
from rulesim.experiment.setup import Setup
from rulesim.games.game import Game
from rulesim.games.registry import load_game
from rulesim.studies.noise import noise_of
from rulesim.studies.points import PointPlayer, Varied, point_variants, reported
from rulesim.studies.store import store_solution
from rulesim.studies.values import Values

DRAWS = 1_000
FIRST_POINTS, MORE_POINTS, ROUNDS = 9, 4, 2
"""Values that are played at first, then in each of some rounds around the solution."""

ALL_OF = 25
"""Up to so many whole numbers all are played."""

FINE = 401
Status = Literal["solved", "not reached", "no influence"]


@dataclass(frozen=True)
class Target:
    """What the metric shall be.

    Attributes
    ----------
    goal
        value, min or max.
    value
        For the goal value.
    """

    metric: Metric
    goal: Literal["value", "min", "max"]
    value: float
    text: str


@dataclass(frozen=True)
class Solution:
    """Where a metric meets its target.

    Attributes
    ----------
    status
        ``no influence``: it is not established that the rule moves the metric; ``not reached``: no
        value in the range meets the target.
    real, real_low, real_high
        The solution between the values that were played, and its 95 % interval; None: there is
        none, or a bound lies outside the range.
    best, best_estimate, best_low, best_high
        The value that was played which is closest to the target, and the metric there.
    best_share
        In what part of the draws of blocks it is the closest.
    reached_share
        In what part of the draws the target is met within the range.
    p_influence
        Of the test that the metric is the same at all values.
    p_equal
        For a spread: of the test that all win shares at the best value are equal; else None.
    crossings
        How often the curve crosses the target.
    at_end
        Whether the best value is an end of the range, so that a better one may lie beyond it.
    frame : DataFrame
        value, is_base, estimate, low, high, best_share (in what part of the draws it is the closest).
    """

    game: str
    players: int
    path: str
    whole: bool
    base: float | None
    low: float
    high: float
    target: Target
    status: Status
    real: float | None
    real_low: float | None
    real_high: float | None
    best: float
    best_estimate: float
    best_low: float
    best_high: float
    best_share: float
    reached_share: float
    p_influence: float
    p_equal: float | None
    crossings: int
    at_end: bool
    frame: pl.DataFrame
    blocks: int
    games: int


def parse_target(text: str, game: Game, strategies: list[str], players: int) -> Target:
    """Read ``metric=value``, ``metric=min`` or ``metric=max``; a share may be given in percent.

    A spread cannot be below 0, so its target 0 is its minimum.

    Raises
    ------
    InputError
        If it is not of that form, or a share is not between 0 and 1.
    """
    name, equals, value = (part.strip() for part in text.rpartition("="))
    if not equals or name.count("(") != name.count(")"):
        raise InputError(
            f"target {text!r}: expected metric=value, as in seat_spread=0, win_share(seat=3)=0.25 or rounds=min"
        )
    metric = parse_metric(name, game, strategies, players)
    if value in ("min", "max"):
        return Target(metric, "min" if value == "min" else "max", float("nan"), text)
    try:
        wanted = float(value[:-1]) / 100 if value.endswith("%") else float(value)
        if not np.isfinite(wanted):
            raise ValueError
    except ValueError:
        raise InputError(f"target {text!r}: {value!r}: expected a number, min or max") from None
    if metric.is_share and not 0 <= wanted <= 1:
        raise InputError(f"target {text!r}: a share lies between 0 and 1 (or give percent, as 25%)")
    if metric.is_spread and wanted == 0:
        return Target(metric, "min", 0.0, text)
    return Target(metric, "value", wanted, text)


def solve(
    setup: Setup, varied: Varied, target: str, folder: Path | None = None, *, on_progress: Progress | None = None
) -> Solution:
    """Find the value of a rule or parameter at which a metric meets a target.

    Parameters
    ----------
    target
        See `parse_target`.
    folder
        Where the result is stored; by default nowhere.

    Raises
    ------
    InputError
        If something given has no sense, or the rule changes the metric in no block at all.
    RunError
        If a strategy fails, or the result cannot be written.
    """
    wanted = parse_target(target, setup.rules.game, setup.labels, setup.rules.players)
    if setup.blocks < 2:
        raise InputError("blocks: one block has no measure of its noise; give 2 or more, better 100")
    player = PointPlayer(setup, wanted.metric)

    def play(at: list[float], before: int, total: int) -> list[Any]:
        variants = point_variants(setup.variants[0], [varied.factor], [[value] for value in at])
        return list(reported(player.play(variants), total, on_progress, before))

    at = first_values(varied)
    totals = play(at, 0, len(at))
    if all(np.array_equal(other, totals[0]) for other in totals):
        raise InputError(
            f"{varied.factor.path}: from {number(varied.low)} to {number(varied.high)} it has no influence on "
            f"{wanted.metric.text}, which is the same in each of {setup.blocks:,} blocks; expected another rule or "
            "range, or strategies for which it matters"
        )
    for _ in range(ROUNDS):
        found = locate(at, player.values(totals), wanted, setup.experiment.seed)
        more = [] if found.status == "no influence" else closer_values(varied, at, found.near)
        if not more:
            break
        totals += play(more, len(at), len(at) + len(more))
        order = np.argsort(at + more)
        at, totals = [(at + more)[place] for place in order], [totals[place] for place in order]
    solution = _solution(setup, varied, wanted, at, player.values(totals))
    if folder is not None:
        asked = {"study": "solve", "target": target, "ranges": {varied.factor.path: [varied.low, varied.high]}}
        store_solution(folder, {**asked, **setup.manifest()}, as_dict(solution))
    return solution


def first_values(varied: Varied) -> list[float]:
    """The values that are played at first: all whole numbers if they are few, else evenly spaced ones."""
    low, high = varied.low, varied.high
    if varied.factor.whole and high - low < ALL_OF:
        return [float(value) for value in range(int(low), int(high) + 1)]
    values = set(varied.nearest(np.linspace(0, 1, FIRST_POINTS)).tolist())
    base = varied.factor.base
    return sorted(values | ({float(base)} if base is not None and low <= base <= high else set()))


def closer_values(varied: Varied, at: list[float], near: float) -> list[float]:
    """More values in the two gaps around a value."""
    place = int(np.searchsorted(at, near))
    low, high = at[max(0, place - 1)], at[min(len(at) - 1, place if near < at[min(place, len(at) - 1)] else place + 1)]
    values = np.linspace(low, high, MORE_POINTS + 2)[1:-1]
    if varied.factor.whole:
        values = np.floor(values + 0.5)
    return sorted({float(value) for value in values} - set(at))


@dataclass(frozen=True)
class Located:
    """A solution on values that were played; see `Solution`."""

    status: Status
    real: float | None
    real_low: float | None
    real_high: float | None
    best: int
    best_shares: Any
    reached_share: float
    p_influence: float
    crossings: int
    near: float


def locate(at: list[float], values: Values, target: Target, seed: int) -> Located:
    """Solve on values of the metric at ascending values ``at`` of the rule."""
    x, y = np.asarray(at), values.estimates
    shares = values.drawn_shares(DRAWS, seed % 2**32)
    drawn = values.draws(DRAWS, seed % 2**32)
    centred = drawn - drawn.mean(axis=1, keepdims=True)
    p_influence = noise_of(y - y.mean(), centred, values.blocks).p_value
    best = int(np.argmin(_miss(y, target)))
    best_shares = np.bincount(np.argmin(_miss(drawn, target), axis=1), minlength=len(x)) / DRAWS
    if target.goal != "value":
        curve = _least(x, values.shares, target, values.metric)
        reals = np.array([_least(x, one, target, values.metric) for one in shares])
        real_low, real_high = np.quantile(reals, [0.025, 0.975])
        status: Status = "solved" if p_influence < ALPHA else "no influence"
        return Located(status, curve, float(real_low), float(real_high), best, best_shares, 1.0, p_influence, 0, curve)
    smooth = _smoothing(y, drawn)
    roots = crossings(x, smooth(y), target.value)
    near = min(roots, key=lambda root: abs(root - x[best])) if roots else float(x[best])
    reals = np.array([_root_of_draw(x, smooth(one), target.value, near) for one in drawn])
    reached = float(np.isfinite(reals).mean())
    low, high = np.quantile(reals, [0.025, 0.975], method="nearest")
    status = "no influence" if p_influence >= ALPHA else "solved" if roots else "not reached"
    inside = [float(bound) if np.isfinite(bound) else None for bound in (low, high)]
    real = near if roots else None
    return Located(status, real, inside[0] if roots else None, inside[1] if roots else None, best, best_shares, reached,
                   p_influence, len(roots), near)  # fmt: skip


def _miss(y: Any, target: Target) -> Any:
    """How far values are from the target."""
    if target.goal == "value":
        return np.abs(y - target.value)
    return y if target.goal == "min" else -y


def _smoothing(y: Any, drawn: Any) -> Any:
    """Isotonic regression where the curve rises or falls throughout up to noise, else no smoothing."""
    rising = bool(np.polyfit(np.arange(len(y)), y, 1)[0] >= 0)
    error = drawn.std(axis=0)

    def isotonic(values: Any) -> Any:
        return isotonic_regression(values, increasing=rising).x

    monotone = bool((np.abs(isotonic(y) - y) <= 3 * error + 1e-12).all())
    return isotonic if monotone else lambda values: values


def crossings(x: Any, y: Any, value: float) -> list[float]:
    """Where a piecewise linear curve meets a value; of a flat piece that lies on it the middle."""
    apart = y - value
    roots: list[float] = []
    place = 0
    while place < len(x):
        if apart[place] == 0:
            end = place
            while end + 1 < len(x) and apart[end + 1] == 0:
                end += 1
            roots.append(float((x[place] + x[end]) / 2))
            place = end
        elif place + 1 < len(x) and apart[place] * apart[place + 1] < 0:
            part = apart[place] / (apart[place] - apart[place + 1])
            roots.append(float(x[place] + part * (x[place + 1] - x[place])))
        place += 1
    return roots


def _root_of_draw(x: Any, y: Any, value: float, near: float) -> float:
    """The crossing nearest to ``near``; where there is none, infinity on the side on which it would be."""
    roots = crossings(x, y, value)
    if roots:
        return min(roots, key=lambda root: abs(root - near))
    rising = y[-1] >= y[0]
    return float("inf") if (y.max() < value) == rising else float("-inf")


def _least(x: Any, shares: Any, target: Target, metric: Metric) -> float:
    """Where the metric is least (or most), with the means of its groups linear between the values."""
    fine = np.linspace(x[0], x[-1], FINE)
    fine = np.unique(np.concatenate([fine, x]))
    lines = np.stack([np.interp(fine, x, group) for group in shares.T], axis=1)
    curve = np.ptp(lines, axis=1) if metric.is_spread else lines[:, 0]
    return float(fine[np.argmin(curve if target.goal == "min" else -curve)])


def _solution(setup: Setup, varied: Varied, target: Target, at: list[float], values: Values) -> Solution:
    found = locate(at, values, target, setup.experiment.seed)
    intervals = [values.interval(place) for place in range(len(at))]
    base = varied.factor.base
    frame = pl.DataFrame(
        {
            "value": at, "is_base": [base is not None and value == base for value in at], "estimate": values.estimates,
            "low": [low for low, _ in intervals], "high": [high for _, high in intervals],
            "best_share": found.best_shares,
        }
    )  # fmt: skip
    best = found.best
    p_equal = (
        equality_p(values.shares[best], values.covariance(best), values.blocks) if target.metric.is_spread else None
    )
    return Solution(
        setup.rules.game.name, setup.rules.players, varied.factor.path, varied.factor.whole, base, varied.low,
        varied.high, target, found.status, found.real, found.real_low, found.real_high, at[best],
        float(values.estimates[best]), *intervals[best], float(found.best_shares[best]), found.reached_share,
        found.p_influence, p_equal, found.crossings, best in (0, len(at) - 1), frame, values.blocks,
        len(at) * setup.blocks * setup.plan.games_per_block,
    )  # fmt: skip


def as_dict(found: Solution) -> dict[str, Any]:
    """A solution as plain data; what is not a number is null."""
    data = {key: value for key, value in vars(found).items() if key not in ("target", "frame")}
    data |= {"metric": found.target.metric.text, "target": found.target.text, "goal": found.target.goal,
             "target_value": found.target.value}  # fmt: skip
    data["level"] = 0.95
    data["values"] = json.loads(found.frame.write_json())
    return {key: None if isinstance(value, float) and not np.isfinite(value) else value for key, value in data.items()}


def from_dict(data: dict[str, Any], manifest: dict[str, Any]) -> Solution:
    """The solution that `as_dict` made plain, with the manifest of its study."""
    target = parse_target(data["target"], load_game(data["game"]), manifest["strategies"], data["players"])
    own = {item.name for item in fields(Solution)}
    plain = {key: value for key, value in data.items() if key in own and key != "target"}
    return Solution(target=target, frame=pl.DataFrame(data["values"]), **plain)
