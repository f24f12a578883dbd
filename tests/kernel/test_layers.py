"""Numba stays where it belongs."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "rulesim"
MAY_IMPORT = {"kernel/jit.py", "kernel/bits.py", "kernel/engine.py", "strategy/compilation.py"}
FILES = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}
FILES |= {f"strategies/{p.name}": p for p in sorted((PACKAGE.parent / "strategies").rglob("*.py"))}


def imported(tree):
    """Modules that a file imports, also inside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module


@pytest.mark.parametrize("name", [name for name in FILES if name not in MAY_IMPORT])
def test_no_other_module_imports_numba(name):
    modules = {module.split(".")[0] for module in imported(ast.parse(FILES[name].read_text()))}
    assert not modules & {"numba", "llvmlite"}


@pytest.mark.parametrize("name", sorted(MAY_IMPORT - {"kernel/jit.py"}))
def test_only_one_module_compiles(name):
    """The others import types and intrinsics; `njit` and `jit` are called in kernel/jit.py alone."""
    text = FILES[name].read_text()
    assert "njit" not in text and "@jit" not in text and "vectorize" not in text
