"""The solution for a rule, in plain sentences and as a table."""

from __future__ import annotations

from rulesim.analysis.multiple import ALPHA
from rulesim.experiment.factors import number
from rulesim.report.numbers import Scale, counted, p_text
from rulesim.report.sheets import INTERVAL, Cell, Sheet
from rulesim.studies.solve import Solution


def solve_sheet(found: Solution) -> Sheet:
    """The metric at every value that was played."""
    scale = _scale(found)
    rows = []
    for row in found.frame.to_dicts():
        marks = " (base)" * row["is_base"] + " ←" * (row["value"] == found.best and found.status != "no influence")
        rows.append(
            [
                Cell(number(row["value"]) + marks, row["value"]),
                Cell(scale.value(row["estimate"]), row["estimate"]),
                Cell(scale.interval(row["low"], row["high"]), row["low"]),
                Cell(f"{100 * row['best_share']:.0f} %", row["best_share"]),
            ]
        )
    unit = " in %" if found.target.metric.is_share else ""
    note = (
        f"{counted(found.games, 'game')}, all values on the same {counted(found.blocks, 'block')}; "
        "closest: in what part of the draws of blocks this value is closest to the target"
    )
    headers = [found.path, found.target.metric.text, INTERVAL, "closest"]
    return Sheet("solve", f"{found.target.metric.text}{unit} by {found.path}", headers, rows, note)


def _scale(found: Solution) -> Scale:
    return Scale.of(found.frame, 100 if found.target.metric.is_share else 1)


def solve_sentences(found: Solution) -> list[str]:
    """What the solution is, how sure, and what it is worth; or why there is none."""
    scale, metric = _scale(found), found.target.metric
    unit = " %" if metric.is_share else ""
    span = f"{number(found.low)} to {number(found.high)}"
    best = (
        f"{metric.text} is {scale.value(found.best_estimate)}{unit} "
        f"{scale.interval(found.best_low, found.best_high)} at {found.path}={number(found.best)}"
    )
    if found.status == "no influence":
        estimates = found.frame["estimate"].to_list()
        lowest, highest = scale.value(min(estimates)), scale.value(max(estimates))
        return [
            f"No solution: that {found.path} from {span} moves {metric.text} at all is not established "
            f"({p_text(found.p_influence)}, {counted(found.blocks, 'block')}). The estimates lie between {lowest} and "
            f"{highest}{unit}; more blocks may tell, or another rule is needed."
        ]
    if found.status == "not reached":
        return [
            f"The target {scale.value(found.target.value)}{unit} is not reached for {found.path} from {span}; {best}, "
            "which is the closest" + (", at the end of the range: a wider one may reach it." if found.at_end else "."),
            f"In {100 * found.reached_share:.0f} % of the draws of blocks the target is met within the range.",
        ]
    closest = f"in {100 * found.best_share:.0f} % of the draws of blocks it is the closest"
    sentences = [_where(found), f"Of the values that were played {best}; {closest}."]
    if found.crossings > 1:
        many = f"The curve crosses the target {found.crossings} times"
        sentences.append(f"{many}; this is the crossing nearest to the best value.")
    if found.p_equal is not None:
        claim = "is not refuted" if found.p_equal >= ALPHA else "is refuted: this rule alone does not make them equal"
        sentences.append(f"That all win shares are equal there {claim} ({p_text(found.p_equal)}).")
    if found.at_end and found.target.goal != "value":
        sentences.append("The best value is an end of the range: a better one may lie beyond it.")
    base = found.frame.filter("is_base")
    if len(base) and base["value"][0] != found.best:
        row = base.row(0, named=True)
        sentences.append(f"At the base, {number(row['value'])}, it is {scale.sentence(row, unit=unit.strip())}.")
    return sentences


def _where(found: Solution) -> str:
    """``win_share(seat=1) = 25 % at seat_money.corn = 0.43 [0.21, 0.70].``"""
    assert found.real is not None
    digits = 2 if found.high - found.low >= 0.5 else 4
    ends = [
        f"{'below' if side == 'low' else 'above'} the range" if bound is None else f"{bound:.{digits}f}"
        for side, bound in (("low", found.real_low), ("high", found.real_high))
    ]
    what = {"min": "smallest", "max": "largest"}.get(found.target.goal)
    text = f"{found.target.metric.text} is {what}" if what else f"{found.target.text} is met"
    between = (
        ", between whole numbers that a table can play" if found.whole and not float(found.real).is_integer() else ""
    )
    return f"{text} at {found.path} = {found.real:.{digits}f} [{ends[0]}, {ends[1]}] (95 % interval{between})."
