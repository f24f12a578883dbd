"""A figure of every topic that the page of a made-up run does not show: quick, and the same in every version."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
from matplotlib.figure import Figure

from rulesim.analysis.metric import Metric
from rulesim.analysis.run import Run
from rulesim.report.ablation_plot import ablation_figure
from rulesim.report.assigned_plot import dumbbell_figure
from rulesim.report.metagame_plot import graph_figure
from rulesim.report.metagame_plot import sweep_figure as alpha_rank_figure
from rulesim.report.openings_plot import icicle_figure
from rulesim.report.sensitivity_plot import bar_figure, morris_figure
from rulesim.report.solve_plot import solve_figure
from rulesim.report.sweep_plot import sweep_figure
from rulesim.studies.sensitivity import Method, Sensitivity
from rulesim.studies.solve import Solution, Target
from tests.analysis.assigned_runs import assigned_run
from tests.made_up import made_up_run

RULES = ["buildings.factory.cost", "setup.doubloons", "price.corn", "buildings.wharf.cost"]


def swept_run(folder: Path, two_axes: bool = False) -> Run:
    """A run that looks like a sweep of one or two axes."""
    costs = [(6.0,), (7.0,), (9.0,)]
    points = [(cost, pay) for (cost,) in (*costs, (8.0,)) for pay in (1.0, 2.0) if (cost, pay) != (8.0, 2.0)]
    used: list[tuple[float, ...]] = list(points) if two_axes else list(costs)
    run = made_up_run(folder, ["first", "second", "third"], variants=[f"point {one}" for one in used], effect=0.6)
    names = ["cost", "pay"][: len(used[0])]
    axes = [
        {"path": f"mine.{name}", "name": name, "values": sorted({8.0 - 6 * place} | {one[place] for one in used}),
         "base": 8.0 - 6 * place, "whole": True, "log": False, "meaning": "in gold"}
        for place, name in enumerate(names)
    ]  # fmt: skip
    run.manifest |= {"kind": "sweep", "sweep": axes}
    for variant, point in zip(run.manifest["variants"][1:], used, strict=True):
        variant["point"] = list(point)
    return run


def restricted_run() -> Any:
    """What the figure of restricted play asks a run for."""
    rows = [
        ("tool:lamp", 0.081, 0.012, 0.001), ("tool:pick", 0.034, 0.011, 0.02), ("sell", 0.012, 0.014, 0.4),
        ("rest", -0.042, 0.009, 0.003),
    ]  # fmt: skip
    frame = pl.DataFrame(
        [(name, worth, worth - 2 * error, worth + 2 * error, worth - 3 * error, worth + 3 * error, p)
         for name, worth, error, p in rows],
        schema=["feature", "worth", "low", "high", "wide_low", "wide_high", "adjusted_p"], orient="row",
    )  # fmt: skip
    return SimpleNamespace(ablation=lambda adjust: frame, n_blocks=60)


def effects(method: Method) -> Sensitivity:
    """A study of four rules, two of which matter."""
    indices = {"morris": ("mu_star", "mu", "sigma"), "sobol": ("total", "first")}[method]
    sizes = {"morris": 0.2, "sobol": 1.0}[method]
    columns: dict[str, Any] = {"name": RULES, "rules": [1] * 4, "low": [4.0, 0.0, 0.0, 5.0],
                               "high": [10.0, 6.0, 3.0, 12.0], "base": [7.0, 2.0, 0.0, 9.0]}  # fmt: skip
    for number, index in enumerate(indices):
        estimate = [sizes * part / (1 + 0.6 * number) for part in (0.62, 0.31, 0.08, 0.02)]
        columns |= {index: estimate, f"{index}_low": [max(0.0, one - 0.1 * sizes) for one in estimate],
                    f"{index}_high": [one + 0.12 * sizes for one in estimate]}  # fmt: skip
    columns |= {"noise": [0.02, 0.1, 0.6, 0.9], "p_value": [1e-4, 0.004, 0.3, 0.7]}
    frame = pl.DataFrame({**columns, "adjusted_p": [4e-4, 0.012, 0.6, 0.7]})
    return Sensitivity("puerto_rico", 4, method, "seat_spread", True, frame, 0.12, 0.03, 50, 4000, 20, 10)


def solution() -> Solution:
    """A metric that rises through its target."""
    values = [float(value) for value in range(9)]
    estimate = [0.18 + 0.012 * value + 0.004 * (value % 2) for value in values]
    frame = pl.DataFrame(
        {"value": values, "is_base": [value == 2 for value in values], "estimate": estimate,
         "low": [one - 0.015 for one in estimate], "high": [one + 0.015 for one in estimate],
         "best_share": [0.0] * 5 + [0.2, 0.7, 0.1, 0.0]}
    )  # fmt: skip
    metric = Metric("win_share", "seat", None, 1, "win_share(seat=1)", True)
    target = Target(metric, "value", 0.25, "win_share(seat=1)=25%")
    return Solution(
        "puerto_rico", 4, "setup.doubloons", True, 2.0, 0.0, 8.0, target, "solved", 5.7, 4.9, 6.6, 6.0, 0.252, 0.237,
        0.267, 0.7, 1.0, 1e-4, None, 1, False, frame, 60, 5000,
    )  # fmt: skip


def metagame(folder: Path) -> Any:
    return made_up_run(folder, ["first", "second", "third"], players=2).metagame()


EXAMPLES: dict[str, Callable[[Path], Figure]] = {
    "metagame": lambda folder: graph_figure(metagame(folder)),
    "alpha_rank": lambda folder: alpha_rank_figure(metagame(folder)),
    "openings": lambda folder: icicle_figure(
        made_up_run(folder, ["a", "b", "c"], blocks=50, openings=3).openings(least=40)
    ),
    "lines": lambda folder: dumbbell_figure(assigned_run(folder).assigned()),
    "worth": lambda folder: ablation_figure(restricted_run()),
    "sweep_win_share_strategy": lambda folder: sweep_figure(swept_run(folder)),
    "sweep_of_two": lambda folder: sweep_figure(swept_run(folder, two_axes=True)),
    "morris": lambda folder: morris_figure(effects("morris")),
    "effects": lambda folder: bar_figure(effects("morris")),
    "sobol": lambda folder: bar_figure(effects("sobol")),
    "solution": lambda folder: solve_figure(solution()),
}
"""A figure for each name, drawn from results in a folder that does not exist yet."""
