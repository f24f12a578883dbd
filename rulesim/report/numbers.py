"""Numbers as people read them: as many decimals as the interval supports."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isnan
from typing import Any

import numpy as np
import polars as pl

FINE = 0.1
"""Half-widths below this get two decimals, others one."""

LOPSIDED = 0.25
"""Intervals off their estimate by more than this part of the half-width are not written with ±."""

NO_INTERVAL = "–"
SMALLEST_P = 0.001
LABEL_CHARACTERS = 26


@dataclass(frozen=True)
class Scale:
    """How the estimates of one table are written.

    Attributes
    ----------
    factor
        100 for shares that are shown in percent.
    digits
        Decimals, the same for the whole table.
    """

    factor: float = 1.0
    digits: int = 1

    @classmethod
    def of(cls, frame: pl.DataFrame, factor: float = 1.0) -> Scale:
        """The scale for estimates with columns ``low`` and ``high``: the middle width decides."""
        widths = factor * (frame["high"] - frame["low"]).to_numpy().astype(float) / 2
        widths = widths[np.isfinite(widths) & (widths > 0)]
        return cls(factor, 2 if len(widths) and np.median(widths) < FINE else 1)

    def value(self, estimate: float) -> str:
        """``31.2``."""
        return NO_INTERVAL if isnan(estimate) else f"{self.factor * estimate:z.{self.digits}f}"

    def signed(self, difference: float) -> str:
        """``+31.2``."""
        return ("+" if difference > 0 else "") + self.value(difference)

    def interval(self, low: float, high: float) -> str:
        """``[30.8, 31.6]``; a dash where there is none (a single block)."""
        if isnan(low) or isnan(high):
            return NO_INTERVAL
        return f"[{self.value(low)}, {self.value(high)}]"

    def give_or_take(self, estimate: float, low: float, high: float) -> str:
        """``31.2 ±0.4`` with half of the interval's width, or the interval where it is lopsided."""
        half = (high - low) / 2
        if isnan(half):
            return self.value(estimate)
        if abs(estimate - low - half) > LOPSIDED * half:
            return f"{self.value(estimate)} {self.interval(low, high)}"
        return f"{self.value(estimate)} ±{self.value(half)}"

    def sentence(self, row: dict[str, Any], name: str = "estimate", unit: str = "") -> str:
        """``31.2 % [30.8, 31.6]``."""
        unit = f" {unit}" if unit else ""
        span = "" if isnan(row["low"]) else f" {self.interval(row['low'], row['high'])}"
        return f"{self.value(row[name])}{unit}{span}"


def p_text(p_value: float) -> str:
    """``p < 0.001`` or ``p = 0.012``."""
    return f"p < {SMALLEST_P}" if p_value < SMALLEST_P else f"p = {min(p_value, 1):.3f}"


def bare_p(p_value: float) -> str:
    """A p-value below a header that says so: ``< 0.001`` or ``0.012``."""
    return p_text(p_value).removeprefix("p ").removeprefix("= ")


def whole(number: int) -> str:
    """``30,000``."""
    return f"{number:,}"


def counted(number: int, thing: str, things: str = "") -> str:
    """``1 block``, ``500 blocks``, ``2 strategies``."""
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


def duration(seconds: float) -> str:
    """A time in words: ``0.4 s``, ``12 s``, ``3 min 20 s``, ``2 h 5 min``."""
    if seconds < 1:
        return f"{seconds:.2f} s"
    if seconds < 10:
        return f"{seconds:.1f} s"
    total = round(seconds)
    if total < 60:
        return f"{total} s"
    if total < 3600:
        return f"{total // 60} min {total % 60} s"
    return f"{total // 3600} h {total % 3600 // 60} min"


def size_text(size: float) -> str:
    """A number of bytes: ``12 kB``, ``3.4 MB``, ``1.2 GB``."""
    for unit, factor in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if size >= factor:
            return f"{size / factor:.1f} {unit}"
    return f"{size / 1e3:.0f} kB"


def words(name: str) -> str:
    """A name of the data as words: ``island_tiles`` → ``island tiles``."""
    return name.replace("_", " ")


def unbroken(text: str) -> str:
    """The text with spaces that do not break between a number and its unit, and within an interval."""
    return re.sub(r"(?<=\d) (?=%)|(?<=\d,) (?=[-\d.]+\])|(?<=%) (?=\[)|(?<=[=<]) (?=\d)", "\xa0", text)


def wrapped(label: str, width: int = LABEL_CHARACTERS) -> str:
    """A long label in lines, broken after commas where possible."""
    lines = [""]
    for piece in re.findall(r"[^,\s]*[,\s]?", label):
        while len(piece) > width:
            lines += [piece[:width], ""]
            piece = piece[width:]
        if lines[-1] and len(lines[-1]) + len(piece) > width:
            lines.append("")
        lines[-1] += piece
    return "\n".join(line for line in lines if line)
