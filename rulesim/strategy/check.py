"""The compliance report of a strategy: what `rulesim strategies check` shows.

A plugin is other people's code: it may loop for ever or bring its process down. So it is
examined in a process of its own (`rulesim.strategy.examination`), which reports line by line.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulesim.games.registry import load_game
from rulesim.strategy.contract import StrategyError

LOADS = "loads"
WHOLE = "answers a whole number"
LEGAL = "answers legally"
CLEAN = "changes nothing"
REPEATS = "repeats under a seed"
FAIR = "uses no hidden information"
ENDS = "never stalls"
TIME = "time a decision"
PLAIN = "runs interpreted"
CHECKS = (LOADS, WHOLE, LEGAL, CLEAN, REPEATS, FAIR, ENDS, TIME, PLAIN)

STATES = 10_000
"""Decisions of each player count that a strategy is examined on."""
SECONDS = 5.0
"""A strategy that thinks longer over a decision counts as stalled."""


@dataclass(frozen=True)
class Check:
    """One line of the report."""

    check: str
    passed: bool
    detail: str


def check_strategy(
    game: str,
    spec: str,
    states: int = STATES,
    seconds: float = SECONDS,
    progress: Callable[[float], None] | None = None,
) -> list[Check]:
    """Examine a strategy.

    Parameters
    ----------
    states
        Decisions of each player count to ask it for.
    seconds
        Longest time for a decision.
    progress
        Is told the part that is done, from 0 to 1.

    Returns
    -------
    All checks in the order of ``CHECKS``. Those that could not be made have failed.

    Raises
    ------
    InputError
        If there is no such game, strategy or parameter.
    """
    load_game(game)
    done: dict[str, Check] = {}
    with examination("examine", game, spec, str(states), str(seconds)) as lines:
        for line in lines:
            if "refused" in line:
                raise StrategyError(line["refused"])
            if "part" in line and progress:
                progress(line["part"])
            if "check" in line:
                done[line["check"]] = Check(**line)
            if "ended" in line and len(done) < len(CHECKS):
                last = done.get(ENDS)
                if last is None or last.passed:
                    done[ENDS] = Check(ENDS, False, f"its process ended early ({line['ended']})")
    return [done.get(name, Check(name, False, "not reached")) for name in CHECKS]


@contextmanager
def examination(*arguments: str, interpreted: bool = False) -> Iterator[Iterator[dict[str, Any]]]:
    """Run the examination in a process of its own and read its lines; the last tells how it ended."""
    here = str(Path(__file__).parents[2])  # this very package, wherever the process starts
    paths = [here, *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    if interpreted:
        environment["NUMBA_DISABLE_JIT"] = "1"
    process = subprocess.Popen(
        [sys.executable, "-m", "rulesim.strategy.examination", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )

    def lines() -> Iterator[dict[str, Any]]:
        assert process.stdout is not None and process.stderr is not None
        for line in process.stdout:
            yield json.loads(line)
        complaint = process.stderr.read().strip().splitlines()
        yield {"ended": f"exit code {process.wait()}" + (f": {complaint[-1]}" if complaint else "")}

    try:
        yield lines()
    finally:
        process.kill()
        process.communicate()
