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
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
SCRIPTED = "experiments/puerto_rico_scripted.toml"
LINE_UPS = {
    "puerto_rico": "corn_shipper,quarry_builder,factory_owner,coffee_trader",
    "el_capitan": "balanced,nine_cities,fortress_investor,phase_rusher",
    "captains_of_industry": "undercutter,researcher,landlord,monopolist",
}
"""Four plans of each game."""
RANDOM = "experiments/puerto_rico_random.toml"
REPEATS = 5


def kernel_speed(game: str, strategies: str) -> dict[str, float]:
    """Games and decisions per CPU-second of the compiled loop alone, on one thread, four players."""
    command = [*rulesim(), "bench", game, "--players", "4", "--strategies", strategies, "--json"]
    figures = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return {key: value for key, value in figures.items() if isinstance(value, float)}


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
    subprocess.run([*rulesim(), "warmup"], check=True)
    for game, line_up in LINE_UPS.items():
        figures[f"{game}, random"] = median_of(lambda game=game: kernel_speed(game, "random"))
        figures[f"{game}, scripted"] = median_of(lambda game=game, line_up=line_up: kernel_speed(game, line_up))
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


def report(figures: dict[str, dict[str, Any]]) -> None:
    """Print the figures and their ratios."""
    for name, values in figures.items():
        print(f"{name}: " + ", ".join(f"{key} {value:,.1f}" for key, value in values.items()))

    def ratio(text: str, above: tuple[str, str], below: tuple[str, str]) -> None:
        print(f"{text}: {figures[above[0]][above[1]] / figures[below[0]][below[1]]:.2f}")

    for kind in ("random", "scripted"):
        one, two = (f"run, {kind}, {jobs} jobs" for jobs in (1, 2))
        ratio(f"{kind}: run / kernel alone", (one, "games_per_s"), (f"puerto_rico, {kind}", "games_per_cpu_s"))
        ratio(f"{kind}: two jobs / one job", (two, "games_per_s"), (one, "games_per_s"))
    for game in LINE_UPS:
        for kind in ("random", "scripted"):
            ratio(
                f"decisions, {kind}: puerto_rico / {game}",
                (f"puerto_rico, {kind}", "decisions_per_s"),
                (f"{game}, {kind}", "decisions_per_s"),
            )
    big, tenth = "run, 1 million games", "run, 1/10 of them"
    ratio("memory: 1 million games / a tenth", (big, "memory_mb"), (tenth, "memory_mb"))


if __name__ == "__main__":
    main()
