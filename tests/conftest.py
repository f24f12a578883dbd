"""Fixtures of all tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesim.analysis.run import Run
from tests.made_up import made_up_run, mining_game


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Make a stored run with made-up outcomes of a game that does not exist."""
    monkeypatch.setattr("rulesim.analysis.run.load_game", lambda name: mining_game())

    def make(labels: list[str], **options: Any) -> Run:
        return made_up_run(tmp_path / "run", labels, **options)

    return make
