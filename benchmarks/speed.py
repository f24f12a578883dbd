"""How fast rulesim is: what the speed table of the README comes from.

Everything is measured in one run, several times, side by side; the figures that matter are ratios.
``python benchmarks/speed.py [--games N] [--json FILE]``
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
SCRIPTED = "experiments/puerto_rico_scripted.toml"
RANDOM = "experiments/puerto_rico_random.toml"
REPEATS = 5


def kernel_speed(strategies: str, games: int) -> dict[str, float]:
    """Games and decisions per CPU-second of the compiled loop alone, on one thread."""
    command = [*rulesim(), "bench", "puerto_rico", "--players", "4", "--strategies", strategies]
    command += ["--games", str(games), "--json"]
    return dict(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))


def rulesim() -> list[str]:
    """The command line, in this Python."""
    return [sys.executable, str(ROOT / "cli.py")]


def run(file: str, *options: str, environment: dict[str, str] | None = None) -> dict[str, float]:
    """Wall seconds, playing seconds and peak memory of one `rulesim run`."""
    with tempfile.TemporaryDirectory() as folder:
        command = [*rulesim(), "run", str(ROOT / file), "--out", f"{folder}/run", "--quiet", *options]
        start = time.perf_counter()
        process = subprocess.Popen(command, env={**os.environ, **(environment or {})})
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        if status:
            raise SystemExit(f"failed: {' '.join(command)}")
        manifest = json.loads(Path(folder, "run", "manifest.json").read_text())
        disk = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
    games = manifest["blocks_done"] * manifest["games_per_block"]
    return {
        "games": games,
        "wall_s": wall,
        "games_per_s": games / manifest["seconds"],
        "memory_mb": usage.ru_maxrss / 1024,
        "disk_mb": disk / 1e6,
    }


def median_of(measure: Callable[[], dict[str, float]], repeats: int = REPEATS) -> dict[str, float]:
    """The median of each figure over some repetitions."""
    results = [measure() for _ in range(repeats)]
    return {key: statistics.median(result[key] for result in results) for key in results[0]}


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200_000, help="games of the short runs")
    parser.add_argument("--big", type=int, default=1_000_000, help="games of the long run")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    options = parser.parse_args()
    games, figures = options.games, {}
    subprocess.run([*rulesim(), "warmup", "puerto_rico"], check=True)
    figures["kernel, random"] = median_of(lambda: kernel_speed("random", games))
    scripted = ",".join(scripted_line_up())
    figures["kernel, scripted"] = median_of(lambda: kernel_speed(scripted, games // 4))
    for jobs in ("1", "2"):
        figures[f"run, random, {jobs} jobs"] = median_of(
            lambda jobs=jobs: run(RANDOM, "--games", str(games), "--jobs", jobs)
        )
        figures[f"run, scripted, {jobs} jobs"] = median_of(
            lambda jobs=jobs: run(SCRIPTED, "--games", str(games // 2), "--jobs", jobs), 3
        )
    figures["run, 1 million games"] = run(SCRIPTED, "--games", str(options.big))
    figures["run, 1/10 of them"] = run(SCRIPTED, "--games", str(options.big // 10))
    figures["run, 1 million games, summary"] = run(SCRIPTED, "--games", str(options.big), "--set", "record=summary")
    figures["warm run of 100 games"] = median_of(lambda: run(RANDOM, "--games", "100"))
    with tempfile.TemporaryDirectory() as empty:
        figures["cold run of 100 games"] = run(SCRIPTED, "--games", "100", environment={"RULESIM_CACHE_DIR": empty})
    report(figures)
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1))


def scripted_line_up() -> list[str]:
    """The strategies of the scripted benchmark."""
    return list(tomllib.loads((ROOT / SCRIPTED).read_text())["strategies"])


def report(figures: dict[str, dict[str, Any]]) -> None:
    """Print the figures and their ratios."""
    for name, values in figures.items():
        print(f"{name}: " + ", ".join(f"{key} {value:,.1f}" for key, value in values.items()))

    def ratio(text: str, above: tuple[str, str], below: tuple[str, str]) -> None:
        print(f"{text}: {figures[above[0]][above[1]] / figures[below[0]][below[1]]:.2f}")

    for kind in ("random", "scripted"):
        one, two = (f"run, {kind}, {jobs} jobs" for jobs in (1, 2))
        ratio(f"{kind}: run / kernel alone", (one, "games_per_s"), (f"kernel, {kind}", "games_per_cpu_s"))
        ratio(f"{kind}: two jobs / one job", (two, "games_per_s"), (one, "games_per_s"))
    big, tenth = "run, 1 million games", "run, 1/10 of them"
    ratio("memory: 1 million games / a tenth", (big, "memory_mb"), (tenth, "memory_mb"))


if __name__ == "__main__":
    main()
