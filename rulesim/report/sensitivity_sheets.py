"""The table of a sensitivity study."""

from __future__ import annotations

from math import isnan
from typing import Any

from rulesim.analysis.multiple import ALPHA
from rulesim.experiment.factors import number, short_names
from rulesim.report.numbers import NO_INTERVAL, Scale, counted, p_text
from rulesim.report.sheets import INTERVAL, Cell, Sheet, text_cell
from rulesim.studies.sensitivity import Sensitivity

HEADERS = {
    "mu_star": "μ*", "mu": "μ", "sigma": "σ", "total": "total", "first": "first order",
}  # fmt: skip
NOTES = {
    "morris": "μ*: mean absolute effect of the whole range, μ with its sign, σ how far it depends on the other rules",
    "sobol": "parts of the metric's variance: first order alone, total with all others together",
}


def sensitivity_sheet(found: Sensitivity) -> Sheet:
    """A row for each rule or group, the most important first."""
    scale = value_scale(found)
    names = [name for name in HEADERS if name in found.frame.columns]
    shown = labels(found)
    rows = [_row(row, name, scale, found) for row, name in zip(found.frame.to_dicts(), shown, strict=True)]
    main = found.main
    others = [name for name in names if name != main]
    headers = [
        "rule",
        "range (base)",
        HEADERS[main],
        INTERVAL,
        "noise",
        "adjusted p",
        *(HEADERS[name] for name in others),
    ]
    note = (
        f"{NOTES[found.method]}. {counted(found.points, 'point')} on the same {counted(found.blocks, 'block')}; the "
        "noise of simulation is taken out of the indices and is part of the intervals; noise: what part of the squared "
        f"effects is chance; *: more than chance ({counted(len(rows), 'test')} together, Holm, 5 %)"
    )
    unit = ", in percentage points" if found.is_share and found.method == "morris" else ""
    return Sheet("sensitivity", f"What {found.metric} depends on{unit}", headers, rows, note, 2)


def labels(found: Sensitivity) -> list[str]:
    """Short names of the rules; patterns of groups as they were given."""
    names = found.frame["name"].to_list()
    return names if any("*" in name for name in names) else short_names(names)


def value_scale(found: Sensitivity) -> Scale:
    """How indices are written: effects on shares in percentage points, parts of variance with two decimals."""
    if found.method == "sobol":
        return Scale(1, 2)
    return Scale.of(found.frame.select(low="mu_star_low", high="mu_star_high"), 100 if found.is_share else 1)


def _row(row: dict[str, Any], name: str, scale: Scale, found: Sensitivity) -> list[Cell]:
    if row["low"] is None:
        span = counted(row["rules"], "rule")
    else:
        base = "mixed" if row["base"] is None else number(row["base"])
        span = f"{number(row['low'])} to {number(row['high'])} ({base})"
    main = found.main
    noise = row["noise"]
    known = noise is not None and not isnan(noise)
    mark = " *" if row["adjusted_p"] < ALPHA else ""
    text = p_text(row["adjusted_p"]).removeprefix("p ").removeprefix("= ")
    others = [other for other in HEADERS if other in row and other != main]
    return [
        text_cell(name),
        text_cell(span),
        Cell(scale.value(row[main]), row[main]),
        Cell(scale.interval(row[f"{main}_low"], row[f"{main}_high"]), row[f"{main}_low"]),
        Cell(f"{100 * noise:.0f} %" if known else NO_INTERVAL, noise if known else 1.0),
        Cell(text + mark, row["adjusted_p"]),
        *(
            Cell(scale.give_or_take(row[other], row[f"{other}_low"], row[f"{other}_high"]), row[other])
            for other in others
        ),
    ]
