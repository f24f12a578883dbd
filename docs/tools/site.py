"""Pages that are made while the site is built: the commands and the notebooks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from commands import reference

COMMANDS = "reference/commands.md"


def on_files(files: Any, config: Any) -> Any:
    """Add the pages to those of the folder (mkdocs calls this)."""
    from mkdocs.structure.files import File

    files.append(File.generated(config, COMMANDS, content=reference()))
    for notebook in sorted((Path(config["docs_dir"]) / "notebooks").glob("*.ipynb")):
        page, pictures = notebook_page(notebook)
        files.append(File.generated(config, f"notebooks/{notebook.stem}.md", content=page))
        for name, content in pictures.items():
            files.append(File.generated(config, f"notebooks/{name}", content=content))
    return files


def notebook_page(path: Path) -> tuple[str, dict[str, bytes]]:
    """An executed notebook as Markdown, and its pictures by name."""
    import nbformat
    from nbconvert import MarkdownExporter

    exporter = MarkdownExporter()
    resources = {"output_files_dir": f"{path.stem}_files"}
    page, made = exporter.from_notebook_node(nbformat.read(path, as_version=4), resources)
    return page, made["outputs"]
