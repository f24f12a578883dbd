"""The notebooks are their scripts, were run, and still run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import matplotlib
import pytest

from tests.docs.tools import ROOT, notebooks

SCRIPTS = sorted(notebooks.NOTEBOOKS.glob("*.py"))


def stored(script: Path) -> list[dict[str, Any]]:
    notebook = json.loads(script.with_suffix(".ipynb").read_text(encoding="utf-8"))
    return list(notebook["cells"])


def test_there_is_one_for_each_kind_of_reader() -> None:
    assert {script.stem for script in SCRIPTS} == {"designer", "analyst", "batch"}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_notebook_is_its_script_and_was_run(script: Path) -> None:
    cells = stored(script)
    written = list(notebooks.cells(script.read_text(encoding="utf-8")))
    assert [(cell["cell_type"], "".join(cell["source"])) for cell in cells] == written, "run `make notebooks`"
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert all(cell["execution_count"] for cell in code)
    outputs = [output for cell in code for output in cell["outputs"]]
    assert outputs and not [output for output in outputs if output["output_type"] == "error"]
    assert any("image/png" in output.get("data", {}) for output in outputs)
    assert str(ROOT) not in script.with_suffix(".ipynb").read_text(encoding="utf-8")


def test_a_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of them, the quickest; `make notebooks` runs all."""
    script = notebooks.NOTEBOOKS / "batch.py"
    monkeypatch.chdir(tmp_path)
    matplotlib.use("agg")
    monkeypatch.setattr("matplotlib.pyplot.show", lambda: None)
    exec(compile(script.read_text(encoding="utf-8"), str(script), "exec"), {"__name__": "__main__"})
