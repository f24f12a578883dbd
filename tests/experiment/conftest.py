"""A small experiment that every test of this folder plays."""

from __future__ import annotations

from typing import Any

import pytest

from rulesim.experiment.spec import Experiment, make_experiment

SMALL: dict[str, Any] = {
    "game": "puerto_rico",
    "players": 3,
    "strategies": ["random"],
    "design": "self_play",
    "blocks": 40,
    "seed": 7,
    "jobs": 1,
}


@pytest.fixture
def small() -> Any:
    """Make the small experiment, with other values of some keys."""

    def make(**changes: Any) -> Experiment:
        return make_experiment({**SMALL, **changes})

    return make
