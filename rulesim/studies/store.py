"""The folder of a study: its manifest, the points, the totals that were played, and the result.

``manifest.json``
    What was asked, with which versions, and how it was asked for.
``points.parquet``
    The values of the varied factors.
``totals/points-<first>-<end>.parquet``
    point, group, block and total of the metric, for some points. A file that is there is complete.
``result.json``
    The result, once there is one; the command line puts its ``figure.png`` beside it.

A solution has a manifest and a result only.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from filelock import FileLock, Timeout

from rulesim.errors import InputError
from rulesim.experiment.files import check_folder, write_whole
from rulesim.experiment.store import parquet_bytes
from rulesim.games.game import Game
from rulesim.games.registry import load_game

FORMAT = 1
BATCH = 50
"""Points in one file of totals."""

RESULT = {"manifest.json", "result.json", "figure.png", "report"}
"""What the folder of a study may hold beside what was played; the report is put there by default."""

OWN = RESULT | {"points.parquet", "totals", ".lock"}


@dataclass(frozen=True)
class StoredStudy:
    """A finished study as it is stored.

    Attributes
    ----------
    kind
        ``sensitivity`` or ``solve``.
    manifest
        Of the experiment (see `rulesim.experiment.setup.Setup.manifest`), and what was asked.
    result
        As ``as_dict`` of its kind gives it.
    """

    path: Path
    kind: str
    manifest: dict[str, Any]
    result: dict[str, Any]

    @property
    def game(self) -> Game:
        """The game that was played."""
        return load_game(self.manifest["game"])


def is_study(path: Path) -> bool:
    """Whether a folder is that of a study."""
    try:
        manifest = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(manifest, dict) and "study" in manifest


def open_study(path: Path) -> StoredStudy:
    """A finished study, to read.

    Raises
    ------
    InputError
        If there is none, it is not finished, or it was stored by another version.
    """
    if not is_study(path):
        raise InputError(f"{path}: not the folder of a study")
    manifest = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
    if manifest.get("format") != FORMAT:
        raise InputError(f"{path}: a study that this version cannot read; --fresh plays it anew")
    if not (path / "result.json").exists():
        raise InputError(f"{path}: this study is not finished; the command that began it goes on with it")
    try:
        result = json.loads((path / "result.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{path / 'result.json'}: cannot be read ({error}); --fresh plays it anew") from None
    return StoredStudy(path, manifest["study"], manifest, result)


def store_solution(folder: Path, manifest: dict[str, Any], result: dict[str, Any]) -> None:
    """Store what was asked and what came of it, where no points are kept."""
    write_whole(folder / "manifest.json", json.dumps({**manifest, "format": FORMAT}, indent=1, default=str).encode())
    write_whole(folder / "result.json", json.dumps(result, indent=1).encode())


class StudyFolder:
    """Stored totals of a study, to be gone on with."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def taken(self, manifest: dict[str, Any], fresh: bool) -> Iterator[StudyFolder]:
        """The folder, for writing by one process alone.

        Parameters
        ----------
        manifest
            What was asked. A folder of another study is refused; how it was ``asked`` for does not matter.
        fresh
            Throw away what an earlier study left.

        Raises
        ------
        InputError
            If the folder is in use, cannot be written, or belongs to something else.
        """
        check_folder(self.path)
        there = {item.name for item in self.path.iterdir() if item.suffix != ".part"} if self.path.exists() else set()
        if there - OWN:
            raise InputError(f"{self.path}: holds something else ({min(there - OWN)}); choose another with --out")
        told = {key: value for key, value in manifest.items() if key != "asked"}
        text = json.dumps(told, sort_keys=True, default=str)
        manifest = {**manifest, "format": FORMAT, "identity": hashlib.sha256(text.encode()).hexdigest()[:32]}
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self.path / ".lock")
            lock.acquire(timeout=0)
        except Timeout:
            raise InputError(f"{self.path}: in use by another process") from None
        except OSError as error:
            raise InputError(f"{self.path}: cannot be written ({error.strerror})") from None
        try:
            self._begin(manifest, fresh)
            yield self
        finally:
            lock.release()

    def _begin(self, manifest: dict[str, Any], fresh: bool) -> None:
        file = self.path / "manifest.json"
        if file.exists() and not fresh:
            try:
                identity = json.loads(file.read_text(encoding="utf-8"))["identity"]
            except (OSError, ValueError, KeyError, TypeError):
                raise InputError(f"{file}: not the manifest of a study; choose another folder with --out") from None
            if identity != manifest["identity"]:
                raise InputError(
                    f"{self.path}: holds another study; choose another folder with --out, or --fresh to throw it away"
                )
            return
        shutil.rmtree(self.path / "totals", ignore_errors=True)
        (self.path / "result.json").unlink(missing_ok=True)
        write_whole(file, json.dumps(manifest, indent=1, default=str).encode())

    def store_points(self, names: Sequence[str], points: Any) -> None:
        """The values of the varied factors, a row each point."""
        frame = pl.DataFrame(np.asarray(points, float), schema=list(names), orient="row")
        write_whole(self.path / "points.parquet", parquet_bytes(frame))

    def totals(self, first: int, end: int) -> list[Any] | None:
        """Stored totals of some points, each (groups, blocks); None if they are not there."""
        file = self._totals_path(first, end)
        if not file.exists():
            return None
        try:
            frame = pl.read_parquet(file)
        except (OSError, pl.exceptions.PolarsError) as error:
            raise InputError(f"{file}: cannot be read ({str(error).splitlines()[0]}); --fresh plays anew") from None
        groups, blocks = (int(frame[name].max()) + 1 for name in ("group", "block"))  # type: ignore[arg-type]
        return list(frame["total"].to_numpy().reshape(end - first, groups, blocks))

    def store_totals(self, first: int, totals: Sequence[Any]) -> None:
        """Store totals of points from ``first`` on."""
        stacked = np.stack(list(totals))
        point, group, block = (axis.ravel().astype(np.int32) for axis in np.indices(stacked.shape))
        frame = pl.DataFrame({"point": point + first, "group": group, "block": block, "total": stacked.ravel()})
        write_whole(self._totals_path(first, first + len(totals)), parquet_bytes(frame))

    def _totals_path(self, first: int, end: int) -> Path:
        return self.path / "totals" / f"points-{first:06d}-{end:06d}.parquet"

    def store_result(self, result: dict[str, Any]) -> None:
        """The result as JSON."""
        write_whole(self.path / "result.json", json.dumps(result, indent=1).encode())
