"""Make the notebooks from their scripts, and run them.

    python docs/tools/notebooks.py

`docs/notebooks/NAME.py` is a script in cells: ``# %% [markdown]`` begins a cell of text, ``# %%`` one of code. It is
run and written, with what it shows, to `docs/notebooks/NAME.ipynb`.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
NOTEBOOKS = ROOT / "docs" / "notebooks"
CELL = re.compile(r"^# %%(?P<kind> \[markdown\])?\n", re.MULTILINE)


def cells(text: str) -> Iterator[tuple[str, str]]:
    """The cells of a script as (kind, source), kind ``markdown`` or ``code``."""
    parts = CELL.split(text)
    for kind, body in zip(parts[1::2], parts[2::2], strict=True):
        source = body.strip("\n")
        if kind:
            source = "\n".join(line.removeprefix("#").removeprefix(" ") for line in source.splitlines())
        yield ("markdown" if kind else "code"), source


def make(script: Path) -> None:
    """Run a script as a notebook and write it."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.v4.new_notebook()
    for number, (kind, source) in enumerate(cells(script.read_text(encoding="utf-8"))):
        cell = nbformat.v4.new_code_cell(source) if kind == "code" else nbformat.v4.new_markdown_cell(source)
        cell["id"] = f"cell-{number}"
        notebook.cells.append(cell)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "experiments").symlink_to(ROOT / "experiments")
        NotebookClient(notebook, timeout=300, resources={"metadata": {"path": folder}}).execute()
    for cell in notebook.cells:
        cell.metadata.clear()
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    nbformat.write(notebook, script.with_suffix(".ipynb"))


def main() -> None:
    """Make all notebooks."""
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    for script in sorted(NOTEBOOKS.glob("*.py")):
        make(script)


if __name__ == "__main__":
    main()
