"""Loading one plugin file.

The folder of a file becomes a package under a stable name (a digest of its path), so that the
compiled code of a plugin is found again by every process, and so that a plugin may share helpers
with its siblings: ``from ._common import helper``.
"""

from __future__ import annotations

import ast
import hashlib
import sys
import traceback
from functools import lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from rulesim.kernel.jit import plugin_cache, source_digest
from rulesim.strategy.contract import BrokenStrategyError, Strategy, StrategyError

_loaded: dict[Path, tuple[str, list[Strategy]]] = {}


def load_file(path: Path) -> list[Strategy]:
    """The strategies that a file declares, in its order. A file that changed is loaded anew.

    Raises
    ------
    StrategyError
        If there is no such file.
    BrokenStrategyError
        If it fails or declares no strategy: the reason in one line.
    """
    path = path.resolve()
    if not path.is_file():
        raise StrategyError("there is no such file")
    try:
        digest = source_files_digest(path)
        if path in _loaded and _loaded[path][0] == digest:
            return _loaded[path][1]
        with plugin_cache(digest):
            module = _execute(path)
    except (Exception, SystemExit) as error:
        raise BrokenStrategyError(reason(error, path)) from None
    declared = [one for one in vars(module).values() if isinstance(one, Strategy)]
    own = [one for one in declared if one.function.__module__ == module.__name__]
    if not own:
        raise BrokenStrategyError("declares no strategy: expected a function decorated with @strategy(GAME)")
    for one in own:
        one.digest = digest
    _loaded[path] = (digest, own)
    return own


def source_files_digest(path: Path) -> str:
    """Digest of a file and of the siblings that it imports, directly or through others."""
    sources, waiting = set(), [path]
    while waiting:
        source = waiting.pop()
        if source not in sources:
            sources.add(source)
            waiting.extend(_imported_siblings(source))
    return source_digest(list(sources))


def _imported_siblings(path: Path) -> list[Path]:
    return [file for name in _imported_names(path.read_bytes(), path) if (file := path.parent / f"{name}.py").is_file()]


@lru_cache(maxsize=256)
def _imported_names(source: bytes, path: Path) -> frozenset[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(source, str(path))):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            names |= {node.module.split(".")[0]} if node.module else {alias.name for alias in node.names}
    return frozenset(names)


def _execute(path: Path) -> ModuleType:
    package = _package(path.parent)
    for sibling in _imported_siblings(path):  # they may have changed as well
        sys.modules.pop(f"{package}.{sibling.stem}", None)
    name = f"{package}.{path.stem}"
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module  # before it runs: compiled code is stored under its module's name
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _package(folder: Path) -> str:
    """The package that stands for a folder of plugins."""
    name = f"rulesim_plugins_{hashlib.sha256(str(folder).encode()).hexdigest()[:16]}"
    if name not in sys.modules:
        package: Any = ModuleType(name)
        package.__path__ = [str(folder)]
        sys.modules[name] = package
    return name


def reason(error: BaseException, path: Path | None = None) -> str:
    """Why a plugin failed, in one line, with the line of the file where it is known."""
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: {error.msg}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) == path]
    where = f"line {lines[-1]}: " if lines else ""
    text = str(error).strip().splitlines()
    kind = "" if isinstance(error, StrategyError) else f"{type(error).__name__}: "
    return where + kind + (text[0] if text else "no message")
