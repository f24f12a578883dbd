"""Runs with one, three and twenty strategies."""

from __future__ import annotations

from typing import Any

import pytest

from rulesim.analysis.run import Run
from tests.made_up import made_up_run

LONG = "a_strategy_with_a_very_long_name(first=1.5,second=0.25,third=12)"
MANY = [f"shipper(corn={number},luck=0.{number:02})" for number in range(19)] + [LONG]
STRATEGIES = {"one": ["alone"], "three": ["shipper(corn=1.5)", "builder", "random"], "twenty": MANY}


@pytest.fixture(params=list(STRATEGIES))
def run(request: pytest.FixtureRequest, made_up: Any) -> Run:
    labels = STRATEGIES[request.param]
    return made_up(labels, blocks=4 if len(labels) > 3 else 60)


@pytest.fixture(scope="session")
def three(mining: None, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The run of three; tests must not change it."""
    title = "Who <script>alert(1)</script> digs & wins?"
    return made_up_run(tmp_path_factory.mktemp("three") / "run", STRATEGIES["three"], title=title)
