"""A Dask cluster plays the same games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesim.analysis.run import Run
from rulesim.errors import InputError
from rulesim.experiment.runner import run_experiment


def test_workers_of_a_cluster_play_the_same_rows(small: Any, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    here = Run(run_experiment(small(), tmp_path / "here"))
    there = Run(run_experiment(small(backend="dask", jobs=2, chunk=9), tmp_path / "there"))
    assert there.games().collect().equals(here.games().collect())
    assert there.scores().equals(here.scores())


def test_a_scheduler_that_does_not_answer(small: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("rulesim.experiment.cluster.SECONDS", 0.2)
    with pytest.raises(InputError, match=r"cluster = 'tcp://127.0.0.1:9': no scheduler answers"):
        run_experiment(small(backend="dask", cluster="tcp://127.0.0.1:9"), tmp_path / "run")


def test_an_address_without_dask_is_refused(small: Any) -> None:
    with pytest.raises(InputError, match='cluster: only backend = "dask" takes it'):
        small(cluster="tcp://127.0.0.1:8786")
