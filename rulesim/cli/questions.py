"""What commands have in common that ask a question without an experiment file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesim.experiment.setup import Setup


def table_keys(
    game: str, players: int, strategies: str, preset: str | None, settings: list[str] | None, seed: int, jobs: int
) -> dict[str, Any]:
    """Who plays what, as the keys of an experiment that keeps only sums."""
    from rulesim.games.settings import rule_changes
    from rulesim.strategy.spec import split_specs

    return {
        "game": game, "players": players, "strategies": split_specs(strategies),
        "rules": {"preset": preset, **rule_changes(settings or [])}, "seed": seed, "jobs": jobs, "record": "summary",
    }  # fmt: skip


def prepared(keys: dict[str, Any], command: str, least_blocks: int = 0) -> Setup:
    """The experiment of a question, with so many blocks at least."""
    from dataclasses import replace

    from rulesim.experiment.setup import prepare
    from rulesim.experiment.spec import make_experiment

    setup = prepare(make_experiment(keys, command))
    return replace(setup, blocks=max(setup.blocks, least_blocks))


def own_folder(command: str, setup: Setup, *asked: Any) -> Path:
    """A folder of its own for each question, so that asking again goes on with it."""
    name = setup.manifest()["identity"]
    if asked:
        import hashlib

        name = hashlib.sha256(repr((name, setup.blocks, *asked)).encode()).hexdigest()
    return Path("runs") / f"{command}_{setup.rules.game.name}_{name[:8]}"
