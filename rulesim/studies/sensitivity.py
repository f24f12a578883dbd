"""Which rules matter for a metric: Morris to screen many, Sobol to rank a few or whole groups."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
import polars as pl

from rulesim.analysis.metric import parse_metric
from rulesim.analysis.multiple import ALPHA, adjusted
from rulesim.errors import InputError
from rulesim.experiment.factors import RULES, Factor, all_factors, find_factor, matching_factors
from rulesim.experiment.runner import Progress
from rulesim.experiment.setup import Setup
from rulesim.games.registry import load_game
from rulesim.studies.indices import NEVER_BELOW_0, Design, indices_of, make_design
from rulesim.studies.points import PointPlayer, Varied, point_variants, reported
from rulesim.studies.store import BATCH, StudyFolder
from rulesim.studies.values import Values

Method = Literal["morris", "sobol"]


@dataclass(frozen=True)
class Sensitivity:
    """How a metric depends on rules.

    Attributes
    ----------
    frame : DataFrame
        A row for each rule or group, the most important first: name, rules (how many), low, high
        (the range; null for groups), base, the indices each with its bounds (Morris: ``mu_star``,
        ``mu``, ``sigma``, in units of the metric over the whole range; Sobol: ``first``, ``total``, parts
        of the metric's variance), ``noise`` (the part of its mean squared effect that is down to chance),
        p_value, adjusted_p (that all its effects are zero; Holm).
    metric, is_share
        What depends.
    mean, spread
        Mean of the metric over the points, and its standard deviation with noise taken out.
    points, games, blocks
        Different points that were played, games in all, and blocks of each point.
    """

    game: str
    players: int
    method: Method
    metric: str
    is_share: bool
    frame: pl.DataFrame
    mean: float
    spread: float
    points: int
    games: int
    blocks: int
    size: int

    @property
    def main(self) -> str:
        """The index that rules are ordered by."""
        return "mu_star" if self.method == "morris" else "total"

    def established(self) -> pl.DataFrame:
        """The rows whose effect is more than noise."""
        return self.frame.filter(pl.col("adjusted_p") < ALPHA)


@dataclass(frozen=True)
class Choice:
    """What is varied, and in which groups.

    Attributes
    ----------
    varied
        The factors with their ranges.
    groups
        The group of each; its own path where it stands alone.
    asked
        How they were asked for: ``patterns``, ``ranges`` and whether ``grouped``; see `choose`.
    """

    varied: list[Varied]
    groups: list[str]
    asked: dict[str, Any] = field(default_factory=dict)


def choose(
    setup: Setup, patterns: Sequence[str] = (), ranges: Sequence[tuple[str, float, float]] = (), grouped: bool = False
) -> Choice:
    """The rules and parameters to vary.

    Parameters
    ----------
    patterns
        ``buildings.*.cost``: every rule that it means, each in its declared range. Without patterns
        and ranges: every numeric rule with a declared range.
    ranges
        (path, low, high): these in a range of their own; they count before the patterns.
    grouped
        One group a pattern (without patterns: one a table of rules) instead of one a rule.

    Raises
    ------
    InputError
        If a path or pattern means nothing that can be varied.
    """
    base = setup.variants[0]
    found: dict[str, tuple[Varied, str]] = {}
    for path, low, high in ranges:
        factor = find_factor(base, path)
        found[factor.path] = (Varied(factor, low, high), factor.path)
    chosen: list[tuple[str, list[Factor]]] = [(pattern, matching_factors(base, pattern)) for pattern in patterns]
    if not chosen and not found:
        chosen = [(factor.path.split(".")[0], [factor]) for factor in all_factors(base)]
    for pattern, factors in chosen:
        for factor in factors:
            assert factor.vary is not None
            group = pattern.removeprefix(RULES) if grouped else factor.path
            found.setdefault(factor.path, (Varied(factor, *factor.vary), group))
    if len({group for _, group in found.values()}) < 2:
        raise InputError(
            "sensitivity compares rules with each other: vary two or more, as in --rules 'buildings.*.cost'"
        )
    asked = {"patterns": list(patterns), "ranges": [list(one) for one in ranges], "grouped": grouped}
    return Choice([varied for varied, _ in found.values()], [group for _, group in found.values()], asked)


def sensitivity(
    setup: Setup,
    choice: Choice,
    metric: str,
    folder: Path,
    method: Method = "morris",
    size: int = 10,
    *,
    fresh: bool = False,
    on_progress: Progress | None = None,
) -> Sensitivity:
    """Play the points of a design, or what is missing of them, and compute the indices.

    Parameters
    ----------
    metric
        See `rulesim.analysis.metric`.
    folder
        Of the results; an unfinished study in it is gone on with.
    size
        Trajectories (Morris) or samples (Sobol).

    Raises
    ------
    InputError
        If something given has no sense, a point is not possible, or the folder is another study's.
    RunError
        If a strategy fails, or a result cannot be written.
    """
    of = parse_metric(metric, setup.rules.game, setup.labels, setup.rules.players)
    if setup.blocks < 2:
        raise InputError("blocks: one block has no measure of its noise; give 2 or more, better 20")
    paths = [one.factor.path for one in choice.varied]
    design = make_design(method, paths, choice.groups, size, setup.experiment.seed % 2**32)
    runs = _runs(design, choice)
    points, run_of = np.unique(runs, axis=0, return_inverse=True)
    variants = point_variants(setup.variants[0], [one.factor for one in choice.varied], points)
    player = PointPlayer(setup, of)
    manifest = {"study": "sensitivity", "method": method, "size": size, "metric": of.text,
                "ranges": {one.factor.path: [one.low, one.high] for one in choice.varied},
                "groups": choice.groups, "asked": choice.asked, **setup.manifest()}  # fmt: skip
    manifest["identity_of_experiment"] = manifest.pop("identity")
    totals: list[Any] = []
    with StudyFolder(folder).taken(manifest, fresh) as store:
        store.store_points(paths, points)
        batches = [(first, min(first + BATCH, len(points))) for first in range(0, len(points), BATCH)]
        for first, end in batches:
            part = store.totals(first, end)
            if part is None:
                played = reported(player.play(variants[first:end]), len(points), on_progress, first)
                part = list(played)
                store.store_totals(first, part)
            totals += part
        values = player.values(totals)
        result = _result(setup, choice, design, values, run_of.ravel(), method)
        store.store_result(as_dict(result))
    return result


def _runs(design: Design, choice: Choice) -> Any:
    """The values of the factors at each run of the design, (runs, factors)."""
    columns = []
    for varied, unit in zip(choice.varied, design.units.T, strict=True):
        columns.append(varied.nearest(unit) if design.method == "morris" else varied.equally_likely(unit))
    return np.stack(columns, axis=1).astype(float)


def _result(setup: Setup, choice: Choice, design: Design, values: Values, run_of: Any, method: Method) -> Sensitivity:
    steps = [_step(choice, group) for group in design.groups]
    found, noise = indices_of(design, values.at(run_of), steps, setup.experiment.seed % 2**32)
    p_value = np.array([one.p_value for one in noise])
    together = adjusted(p_value)
    columns = _ranges(choice, design.groups)
    for name, index in found.items():
        low = np.where(together < ALPHA, index.low, 0) if name in NEVER_BELOW_0 else index.low
        columns |= {name: index.estimate, f"{name}_low": low, f"{name}_high": index.high}
    columns |= {"noise": [one.share for one in noise], "p_value": p_value, "adjusted_p": together}
    frame = pl.DataFrame(columns, strict=False).sort("mu_star" if method == "morris" else "total", descending=True)
    points = len(values.totals)
    return Sensitivity(
        setup.rules.game.name, setup.rules.players, method, values.metric.text, values.metric.is_share, frame,
        float(values.estimates.mean()), _spread(values), points,
        points * setup.blocks * setup.plan.games_per_block, setup.blocks, design.size,
    )  # fmt: skip


def _ranges(choice: Choice, groups: list[str]) -> dict[str, Any]:
    """Name, number of rules, range and base of each group."""
    members = [[one for one, own in zip(choice.varied, choice.groups, strict=True) if own == group] for group in groups]
    alone = [own[0] if len(own) == 1 else None for own in members]
    return {
        "name": groups,
        "rules": [len(own) for own in members],
        "low": [one and one.low for one in alone],
        "high": [one and one.high for one in alone],
        "base": [one and one.factor.base for one in alone],
    }


def _spread(values: Values) -> float:
    """Standard deviation of the metric between points, less what noise adds."""
    estimates, drawn = values.estimates, values.draws(100, 1)
    noise = (drawn - drawn.mean(axis=1, keepdims=True)) - (estimates - estimates.mean())
    return float(np.sqrt(max(0.0, float(estimates.var() - noise.var(axis=0).mean()))))


def _step(choice: Choice, group: str) -> float:
    """Morris's step of two thirds as it is after rounding to whole numbers; a group keeps its own."""
    own = [one for one, of in zip(choice.varied, choice.groups, strict=True) if of == group]
    if len(own) > 1 or not own[0].factor.whole:
        return 2 / 3
    low, high = own[0].nearest(np.array([0, 2 / 3]))
    return float((high - low) / (own[0].high - own[0].low))


def as_dict(result: Sensitivity) -> dict[str, Any]:
    """A result as plain data; what is not a number is null."""
    rows = json.loads(result.frame.write_json())
    for row in rows:
        row.update({key: None for key, value in row.items() if isinstance(value, float) and not np.isfinite(value)})
    return {
        "game": result.game, "players": result.players, "method": result.method, "metric": result.metric,
        "mean": result.mean, "standard_deviation": result.spread, "level": 0.95, "points": result.points,
        "games": result.games, "blocks": result.blocks, "size": result.size, "rules": rows,
    }  # fmt: skip


def from_dict(data: dict[str, Any], manifest: dict[str, Any]) -> Sensitivity:
    """The result that `as_dict` made plain, with the manifest of its study."""
    texts, whole = {"name": pl.String}, {"rules": pl.Int64}
    ranges = ("low", "high", "base")
    schema = {key: (texts | whole).get(key, pl.Float64) for key in data["rules"][0]}
    frame = pl.DataFrame(data["rules"], schema=schema).with_columns(
        pl.col(key).fill_null(float("nan")) for key, kind in schema.items() if kind == pl.Float64 and key not in ranges
    )
    metric = parse_metric(data["metric"], load_game(data["game"]), manifest["strategies"], data["players"])
    return Sensitivity(
        data["game"], data["players"], data["method"], data["metric"], metric.is_share, frame, data["mean"],
        data["standard_deviation"], data["points"], data["games"], data["blocks"], data["size"],
    )  # fmt: skip
