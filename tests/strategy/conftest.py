"""Plugin files for the tests, and none of the user's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesim.games.game import Game
from rulesim.games.registry import load_game

PLUGIN = '''"""A plugin for tests."""

from rulesim.strategy import Parameter, below, count, first, nth, strategy


@strategy("puerto_rico", parameters=[Parameter("luck", 0.5, 0.0, 1.0, "how lucky")]{options})
def {name}(state, rules, legal, me):
    """Plans nothing. Loses."""
    {body}
'''


@pytest.fixture(autouse=True)
def no_own_plugins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The machine's own plugins are not part of a test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("RULESIM_STRATEGIES", raising=False)


@pytest.fixture
def game() -> Game:
    """Puerto Rico."""
    return load_game("puerto_rico")


@pytest.fixture
def plugin(tmp_path: Path) -> Any:
    """Write a plugin file; returns its path."""

    def write(name: str, body: str = "return first(legal)", options: str = "", folder: Path = tmp_path) -> Path:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}.py"
        path.write_text(PLUGIN.format(name=name, body=body, options=options), encoding="utf-8")
        return path

    return write
