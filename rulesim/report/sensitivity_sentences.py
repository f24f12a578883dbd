"""What a sensitivity study found, in plain sentences."""

from __future__ import annotations

from typing import Any

from rulesim.report.numbers import Scale, counted, p_text
from rulesim.report.sensitivity_sheets import value_scale
from rulesim.studies.sensitivity import Sensitivity

MOST_SENTENCES = 5


def sensitivity_sentences(found: Sensitivity) -> list[str]:
    """Which rules move the metric, the strongest first; only what is more than noise is claimed."""
    real, total = found.established(), len(found.frame)
    factor = 100 if found.is_share else 1
    values = Scale(factor, 1 if found.is_share else 2)
    unit, points = (" %", " percentage points") if found.is_share else ("", "")
    sentences = [
        f"Over the ranges {found.metric} is {values.value(found.mean)}{unit} on average, with a standard deviation of "
        f"{values.value(found.spread)}{points} between points (noise taken out)."
    ]
    if real.is_empty():
        return [
            *sentences,
            f"None of {counted(total, 'effect')} is established: all could be noise of "
            f"{counted(found.blocks, 'block')} a point. More blocks make the noise smaller.",
        ]
    scale = value_scale(found)
    sentences.append(
        f"{len(real)} of {counted(total, 'effect')} {'is' if len(real) == 1 else 'are'} more than noise (Holm, 5 %)."
    )
    sentences += [_effect(found, scale, row) for row in real.head(MOST_SENTENCES).to_dicts()]
    quiet = total - len(real)
    if quiet:
        largest = found.frame.filter(~found.frame["name"].is_in(real["name"].to_list())).row(0, named=True)
        sentences.append(
            f"For {counted(quiet, 'other')} no effect is established; the largest could be "
            f"{scale.value(largest[f'{found.main}_high'])} at most ({largest['name']})."
        )
    return sentences


def _effect(found: Sensitivity, scale: Scale, row: dict[str, Any]) -> str:
    """One rule's effect."""
    main = found.main
    span = f"{scale.value(row[main])} {scale.interval(row[f'{main}_low'], row[f'{main}_high'])}"
    p_value = f"adjusted {p_text(row['adjusted_p'])}"
    if found.method == "sobol":
        return f"{row['name']}: {span} of the variance in all, {scale.value(row['first'])} by itself ({p_value})."
    unit = " percentage points" if found.is_share else ""
    text = f"{row['name']}: its whole range moves {found.metric} by {span}{unit} on average"
    if row.get("mu") is not None and (row["mu_low"] > 0 or row["mu_high"] < 0):
        text += ", up" if row["mu"] > 0 else ", down"
        text += f" with larger values ({scale.value(row['mu'])} {scale.interval(row['mu_low'], row['mu_high'])})"
    return f"{text}, {p_value}."
