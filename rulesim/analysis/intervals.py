"""The confidence intervals of block outcomes, under the name that analyses import them by."""

from __future__ import annotations

from rulesim.statistics.intervals import LEVEL, mean_interval, share_interval

__all__ = ["LEVEL", "mean_interval", "share_interval"]
