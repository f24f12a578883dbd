"""The one place where functions are compiled.

Every compiled function of the engine is decorated with :func:`kernel`, every strategy with
:func:`policy`; nothing else calls numba. Both are compiled on first use, never at import.

numba's disk cache notices a change in the file of a function, but not in the functions which it
imports, in global constants or in compile flags. So each set of sources has a cache folder of
its own, named after a digest of all engine sources, the versions and the mode.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
import numba.core.errors
import numpy as np
import platformdirs
from numba.core.errors import NumbaError, NumbaExperimentalFeatureWarning

from rulesim.added_games import added_sources

INTERPRETED: bool = bool(numba.config.DISABLE_JIT)
"""True under ``NUMBA_DISABLE_JIT=1``: all code runs as plain Python, with the same results."""

KEPT_CACHES = 6
"""How many cache folders of earlier engine versions stay on the disk."""

ENGINE = ("rulesim.kernel.", "rulesim.games.")
"""Modules on whose sources the cache folder depends; see `engine_digest`."""

Function = TypeVar("Function", bound=Callable[..., Any])

warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

# Where colorama is installed, numba puts a wrapper around the standard streams for every message that it makes, shown
# or not, one at each start of a line-up. Two threads at once leave wrappers in wrappers, until the stack overflows.
if hasattr(numba.core.errors, "ColorShell"):
    numba.core.errors.ColorShell = nullcontext


def source_digest(paths: list[Path]) -> str:
    """Digest of the names and contents of source files, as 16 hex digits."""
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def engine_digest() -> str:
    """Digest of everything that the compiled engine depends on.

    Covers the sources of ``kernel`` and of all games, the versions of Python, numpy and the
    compiler, and the bounds-check mode.
    """
    package = Path(__file__).parent.parent
    sources = [*package.glob("kernel/*.py"), *package.glob("games/**/*.py"), *added_sources()]
    setting = (
        source_digest(sources),
        sys.version_info[:2],
        np.__version__,
        numba.__version__,
        llvmlite.__version__,
        numba.config.BOUNDSCHECK,
        numba.config.OPT,
    )
    return hashlib.sha256(repr(setting).encode()).hexdigest()[:16]


@cache
def cache_folder() -> Path | None:
    """Folder of this engine's compiled code, or None where none can be written.

    ``RULESIM_CACHE_DIR`` overrides the user's cache folder.
    """
    chosen = os.environ.get("RULESIM_CACHE_DIR")
    root = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("rulesim"))
    folder = root / "compiled" / engine_digest()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        return None
    _prune(folder)
    return folder if os.access(folder, os.W_OK) else None


def compiled_before(name: str) -> bool:
    """Whether something was compiled (and marked) before, so that it only has to be loaded."""
    folder = cache_folder()
    return INTERPRETED or (folder is not None and (folder / f"{name}.compiled").exists())


def mark_compiled(name: str) -> None:
    """Note that something is compiled and stored."""
    folder = cache_folder()
    if folder is not None and not INTERPRETED:
        (folder / f"{name}.compiled").touch()


def _prune(current: Path) -> None:
    """Remove the oldest cache folders beside the current one."""

    def age(path: Path) -> float:
        try:
            return path.stat().st_mtime
        except OSError:
            return 0.0

    others = sorted((p for p in current.parent.iterdir() if p != current), key=age)
    for old in others[: max(0, len(others) - KEPT_CACHES)]:
        shutil.rmtree(old, ignore_errors=True)


_plugin_folder: Path | None = None


@contextmanager
def plugin_cache(digest: str) -> Iterator[None]:
    """While a plugin file is loaded, keep its compiled code apart, under its own digest ("": not apart)."""
    global _plugin_folder
    before = _plugin_folder
    base = cache_folder()
    _plugin_folder = base / f"plugin-{digest}" if base and digest else None
    try:
        yield
    finally:
        _plugin_folder = before


def _compile(function: Function, **flags: Any) -> Function:
    """Decorate with numba, with the cache in our folder and numba's own setting restored."""
    if INTERPRETED:
        return function
    flags = {"nogil": True, "error_model": "numpy", **flags}
    # A game's helpers are often imported by a plugin first, but they are no part of it: all plugins share them.
    folder = cache_folder() if function.__module__.startswith(ENGINE) else _plugin_folder or cache_folder()
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder) if folder else before
    try:
        compiled = numba.njit(cache=folder is not None, **flags)(function)
    except RuntimeError:  # source that is in no file cannot be cached
        compiled = numba.njit(**flags)(function)
    finally:
        numba.config.CACHE_DIR = before
    return compiled


def compile_signature(function: Any, signature: Any) -> None:
    """Compile a decorated function for one signature, or load it from the disk cache.

    A cache entry that cannot be loaded (a damaged file, a module that moved) counts as missing:
    its folder is emptied and the function compiled anew.
    """
    try:
        function.compile(signature)
    except NumbaError:
        raise
    except Exception:
        entries = getattr(function._cache, "cache_path", None)
        if entries is None:
            raise
        shutil.rmtree(Path(entries).parent, ignore_errors=True)
        function.compile(signature)


def kernel(function: Function) -> Function:
    """Compile a function of the engine on first use, without the global interpreter lock."""
    return _compile(function)


def policy(function: Function) -> Function:
    """Compile the decision function of a strategy, with every index checked: plugins are other people's code."""
    return _compile(function, boundscheck=True)
