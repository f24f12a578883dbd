"""Measure how strong the shipped strategies are, for the tables of the games' pages.

    python docs/tools/measure.py [GAME …]

Writes `docs/games/measured.json`; takes some minutes.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from math import comb
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
GAMES = 30_000
LEAST_BLOCKS = 20
SEED = 1


def measure(game: str, players: int) -> dict[str, Any]:
    """Win shares of all shipped strategies among themselves, as (share, low, high)."""
    import rulesim
    from rulesim.strategy.loader import shipped_folder

    names = [path.stem for path in sorted((shipped_folder() / game).glob("*.py")) if not path.name.startswith("_")]
    blocks = max(LEAST_BLOCKS, -(-GAMES // (comb(len(names), players) * players)))
    experiment = {
        "game": game, "players": players, "strategies": names, "blocks": blocks, "seed": SEED, "record": "summary",
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        run = rulesim.run(experiment, Path(folder) / "run")
        shares = {
            row["strategy"]: [round(row[key], 4) for key in ("win_share", "low", "high")]
            for row in run.win_shares().iter_rows(named=True)
        }
        return {"players": players, "games": run.n_games, "blocks": run.n_blocks, "win_shares": shares}


def main(chosen: Sequence[str]) -> None:
    """Measure the tables of three to five players of the games, or of every shipped one."""
    from rulesim.games.registry import load_games

    path = ROOT / "docs" / "games" / "measured.json"
    measured = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    for name in chosen or [game.name for game in load_games()[0]]:
        measured[name] = {"tables": [measure(name, players) for players in (3, 4, 5)]}
        path.write_text(json.dumps(measured, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        print(f"{name} is measured", flush=True)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main(sys.argv[1:])
