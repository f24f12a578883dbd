"""Fixtures of all tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from rulesim.analysis.run import Run
from rulesim.games.registry import load_game
from tests.made_up import made_up_run, mining_game

# A slow or busy machine is no fault of what is tested.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

# Processes that tests start elsewhere find the package, installed or not.
os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", "")])


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--remake-images", action="store_true", help="Draw the images that figures are compared with.")


@pytest.fixture(scope="session")
def mining() -> Iterator[None]:
    """Let runs of a game that does not exist be read."""
    real = load_game
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "rulesim.analysis.stored_run.load_game", lambda name: mining_game() if name == "mining" else real(name)
        )
        yield


@pytest.fixture
def made_up(tmp_path: Path, mining: None) -> Any:
    """Make a stored run with made-up outcomes of the mining game."""

    def make(labels: list[str], **options: Any) -> Run:
        return made_up_run(tmp_path / "run", labels, **options)

    return make
