"""rulesim: Monte Carlo strategy analysis of board games.

>>> import rulesim
>>> run = rulesim.run("experiments/puerto_rico_quick.toml")  # doctest: +SKIP
>>> run.win_shares()  # doctest: +SKIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesim.analysis.evaluation import Evaluation
    from rulesim.analysis.review import Review
    from rulesim.analysis.run import Run
    from rulesim.api import evaluate, plan, review, run, sensitivity, solve
    from rulesim.errors import InputError, RunError
    from rulesim.games.position import Position
    from rulesim.games.registry import game_names, load_game

__all__ = [
    "Evaluation",
    "InputError",
    "Position",
    "Review",
    "Run",
    "RunError",
    "evaluate",
    "game_names",
    "load_game",
    "plan",
    "review",
    "run",
    "sensitivity",
    "solve",
]

_HOMES = {
    "InputError": "rulesim.errors",
    "RunError": "rulesim.errors",
    "Position": "rulesim.games.position",
    "Evaluation": "rulesim.analysis.evaluation",
    "Review": "rulesim.analysis.review",
    "Run": "rulesim.analysis.run",
    "game_names": "rulesim.games.registry",
    "load_game": "rulesim.games.registry",
    "evaluate": "rulesim.api",
    "plan": "rulesim.api",
    "review": "rulesim.api",
    "run": "rulesim.api",
    "sensitivity": "rulesim.api",
    "solve": "rulesim.api",
}


def __getattr__(name: str) -> Any:
    """Import on first use: ``import rulesim`` alone stays light."""
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module 'rulesim' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
