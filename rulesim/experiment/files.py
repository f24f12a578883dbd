"""Reading and writing of whole files: nothing half-written, one clear message."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TextIO

from rulesim.errors import InputError, RunError

_unfinished: set[Path] = set()


def remove_unfinished() -> None:
    """Remove what `whole_file` has begun, for a process that is about to be ended hard."""
    for path in list(_unfinished):
        path.unlink(missing_ok=True)


def read_text(file: str) -> str:
    """The text of a file, of standard input for ``-``.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{file}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise InputError(f"{file}: not a text file in UTF-8") from None


def read_lines(file: str) -> Iterator[str]:
    """The lines of a file, of standard input for ``-``, one at a time.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    try:
        with nullcontext(sys.stdin) if file == "-" else Path(file).open(encoding="utf-8") as stream:
            yield from stream
    except OSError as error:
        raise InputError(f"{file}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise InputError(f"{file}: not a text file in UTF-8") from None


@contextmanager
def whole_file(file: str) -> Iterator[TextIO]:
    """A text file to write that appears under its name only when it is complete; ``-``: standard output.

    Raises
    ------
    InputError
        If there is no such folder, or it cannot be written to.
    RunError
        If writing fails on the way, as on a full disk.
    """
    if file == "-":
        yield sys.stdout
        return
    target = Path(file)
    try:
        number, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    except OSError as error:
        raise InputError(f"{file}: cannot be written ({error.strerror})") from None
    _unfinished.add(Path(name))
    try:
        with os.fdopen(number, "w", encoding="utf-8") as stream:
            yield stream
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(target)
    except OSError as error:
        raise RunError(f"{file}: cannot be written ({error.strerror})") from None
    finally:
        Path(name).unlink(missing_ok=True)
        _unfinished.discard(Path(name))


def _umask() -> int:
    """The user's mask for new files, which temporary files do not follow."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_whole(path: Path, data: bytes) -> None:
    """Write a file completely or not at all.

    Raises
    ------
    RunError
        If it cannot be written (disk full, no permission), naming the file.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(data)
        temporary.replace(path)
    except OSError as error:
        with suppress(OSError):  # where the folder is none, there is nothing to remove either
            temporary.unlink(missing_ok=True)
        raise RunError(f"{path}: cannot be written ({error.strerror})") from None


def check_folder(folder: Path) -> None:
    """Refuse a folder that cannot be made or written to, before anything is played for it.

    Raises
    ------
    InputError
        If it is a file, lies in one, or may not be written to.
    """
    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    if not there.is_dir():
        raise InputError(f"{there}: there is a file of that name; expected a folder")
    if not os.access(there, os.W_OK | os.X_OK):
        raise InputError(f"{folder}: cannot be written (no permission in {there})")


def check_file(file: Path) -> None:
    """Refuse a file that cannot be written, before anything is played or drawn for it.

    Raises
    ------
    InputError
        If it is a folder, or its folder cannot be made or written to.
    """
    if file.is_dir():
        raise InputError(f"{file}: is a folder; expected a file")
    check_folder(file.parent)


@contextmanager
def in_file(file: str) -> Iterator[None]:
    """Name the file in complaints about what stands in it."""
    try:
        yield
    except InputError as error:
        place = "standard input" if file == "-" else file
        if str(error).startswith(place):
            raise
        raise InputError(f"{place}: {error}") from None
