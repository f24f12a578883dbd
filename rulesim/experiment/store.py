"""The folder of a run: chunks of rows, the running summary and the manifest.

``games/blocks-<first>-<end>.parquet``
    A row for each game and seat of some blocks (``record = "games"``).
``summary/<moments, crosses, histograms, batches>-<blocks>.parquet``
    The summary of all blocks so far.
``manifest.json``
    What was asked, with which versions, and how many blocks are done. It is the only ledger:
    what it does not name was never played.

Every file is written under another name and then renamed, the manifest last. So a run that is
stopped anywhere keeps all blocks of its last checkpoint and goes on from there.
"""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any

import polars as pl
from filelock import FileLock, Timeout

from rulesim.errors import InputError
from rulesim.experiment.designs import Plan
from rulesim.experiment.files import check_folder, write_whole
from rulesim.experiment.summary import Summary
from rulesim.games.ruleset import nearest

FORMAT = 4
MOST_NAMED = 5
SUMMARY = ("moments", "crosses", "histograms", "batches")
PROGRESS = ("blocks_done", "seconds", "looks", "decision")
"""What the manifest says of how far a run is: blocks, playing time, what its stopping rule saw and decided."""


def _nearest_run(path: Path) -> str:
    """A run beside the folder that is not there, as the end of a message."""
    runs = [str(manifest.parent) for manifest in path.parent.glob("*/manifest.json")]
    return nearest(str(path), runs)


def _runs_in(path: Path) -> str:
    """The runs below a folder that is none, as the end of a message."""
    runs = sorted(manifest.parent.name for manifest in path.glob("*/manifest.json"))[:MOST_NAMED]
    return f"; it holds the runs {', '.join(runs)}" if runs else ""


def parquet_bytes(frame: pl.DataFrame) -> bytes:
    """A frame as a Parquet file in memory."""
    buffer = io.BytesIO()
    frame.write_parquet(buffer, compression="zstd", compression_level=1, statistics=False)
    return buffer.getvalue()


class RunFolder:
    """The stored results of one run.

    Attributes
    ----------
    path : Path
    manifest : dict
        The manifest as last read or written; empty for a new folder.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.manifest: dict[str, Any] = {}
        self._lock = FileLock(path / ".lock")

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        """An existing run, to read.

        Raises
        ------
        InputError
            If there is none, or its manifest cannot be read.
        """
        folder = cls(Path(path))
        if folder.path.is_file():
            raise InputError(f"{path}: is a file; expected the folder of a run")
        if not folder.path.is_dir():
            raise InputError(f"{path}: there is no such folder{_nearest_run(folder.path)}")
        if not folder._manifest_path.exists():
            raise InputError(f"{path}: not the folder of a run (it has no manifest.json){_runs_in(folder.path)}")
        folder._read_manifest()
        return folder

    @property
    def _manifest_path(self) -> Path:
        return self.path / "manifest.json"

    def _read_manifest(self) -> None:
        try:
            manifest = json.loads(self._manifest_path.read_text(encoding="utf-8"))
        except OSError as error:
            raise InputError(f"{self._manifest_path}: cannot be read ({error.strerror})") from None
        except ValueError as error:
            raise InputError(f"{self._manifest_path}: not JSON ({error})") from None
        if isinstance(manifest, dict) and "study" in manifest:
            raise InputError(f"{self.path}: the folder of a study ({manifest['study']}), not of a run")
        if not isinstance(manifest, dict) or "blocks_done" not in manifest:
            raise InputError(f"{self._manifest_path}: not the manifest of a run")
        if manifest.get("format") != FORMAT:
            raise InputError(f"{self._manifest_path}: not the manifest of a run that this version can read")
        self.manifest = manifest

    def begin(self, manifest: dict[str, Any], fresh: bool) -> Summary:
        """Take the folder for writing, new or to go on with the same experiment.

        Parameters
        ----------
        manifest
            Of the experiment to be played; ``identity`` tells experiments apart.
        fresh
            Throw away what an earlier run left.

        Returns
        -------
        Summary
            What was played already.

        Raises
        ------
        InputError
            If the folder is in use, or belongs to something else.
        """
        self.check(manifest, fresh)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(timeout=0)
        except Timeout:
            raise InputError(f"{self.path}: in use by another process") from None
        except OSError as error:
            raise InputError(f"{self.path}: cannot be written ({error.strerror})") from None
        try:
            return self._take(manifest, fresh)
        except BaseException:
            self.end()
            raise

    def check(self, manifest: dict[str, Any], fresh: bool) -> None:
        """Refuse a folder that `begin` would refuse, before anything is compiled or written.

        Raises
        ------
        InputError
            If the folder cannot be written to, or belongs to something else.
        """
        check_folder(self.path)
        if self._manifest_path.exists():
            if not fresh:
                self._read_manifest()
                self._same_experiment(manifest)
            elif self._is_foreign():
                raise InputError(f"{self.path}: holds something else than a run; choose another folder with --out")
        elif self.path.is_dir():
            names = {item.name for item in self.path.iterdir() if item.suffix != ".part"}
            if names - {".lock", "games", "summary"}:
                raise InputError(f"{self.path}: not the folder of a run, and not empty; choose another with --out")

    def _take(self, manifest: dict[str, Any], fresh: bool) -> Summary:
        if self._manifest_path.exists() and not fresh:
            self._read_manifest()  # again, now that the folder is taken
            self._same_experiment(manifest)
            summary = self.summary() if self.manifest["blocks_done"] else Summary()
            self.manifest = {**manifest, **{key: self.manifest[key] for key in PROGRESS if key in self.manifest}}
        else:
            self._clear()
            summary = Summary()
            self.manifest = {**manifest, "blocks_done": 0, "seconds": 0.0}
        return summary

    def _is_foreign(self) -> bool:
        """Whether the manifest is of something else than a run; one that is damaged, or of another version, is not."""
        try:
            manifest = json.loads(self._manifest_path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return False
        return not isinstance(manifest, dict) or "blocks_done" not in manifest

    def _same_experiment(self, manifest: dict[str, Any]) -> None:
        stored = self.manifest
        if stored["identity"] != manifest["identity"]:
            changed = [
                key for key in manifest["experiment"] if stored["experiment"].get(key) != manifest["experiment"][key]
            ]
            what = (
                f" (it differs in: {', '.join(changed)})" if changed else " (a strategy's file or a rule has changed)"
            )
            raise InputError(
                f"{self.path}: holds the results of another experiment{what}; choose another folder with --out, "
                "or --fresh to throw them away"
            )
        left = stored["blocks_done"] < manifest["blocks"] and not stored.get("decision")
        if left and stored["engine"] != manifest["engine"]:
            raise InputError(
                f"{self.path}: was begun by another version of the engine, and results must not be mixed; "
                "--fresh plays it anew"
            )

    def remove(self) -> None:
        """Remove all that belongs to the run, and the folder if nothing else is in it."""
        self._clear()
        (self.path / ".lock").unlink(missing_ok=True)
        with suppress(OSError):
            self.path.rmdir()

    def _clear(self) -> None:
        self._manifest_path.unlink(missing_ok=True)
        for name in ("games", "summary"):
            shutil.rmtree(self.path / name, ignore_errors=True)

    def end(self) -> None:
        """Give the folder free."""
        self._lock.release()

    @property
    def blocks_done(self) -> int:
        """Blocks that are stored."""
        return int(self.manifest["blocks_done"])

    def store_rows(self, frame: pl.DataFrame, first_block: int, end_block: int) -> None:
        """Store the rows of some blocks; they count only after the next checkpoint."""
        name = f"blocks-{first_block:012d}-{end_block:012d}.parquet"
        write_whole(self.path / "games" / name, parquet_bytes(frame))

    @property
    def decided(self) -> bool:
        """Whether the stopping rule has ended the run."""
        return bool(self.manifest.get("decision"))

    @property
    def last_look(self) -> int:
        """Blocks at the last look of the stopping rule; 0: none yet."""
        return int(self.manifest["looks"][-1][0]) if self.manifest.get("looks") else 0

    def keep_looks(self, looks: Collection[int]) -> None:
        """Forget looks that the rule no longer takes: the end of a shorter run."""
        if "looks" in self.manifest:
            self.manifest["looks"] = [look for look in self.manifest["looks"] if look[0] in looks]

    def note_look(self, blocks: int, value: float | None, decision: str | None) -> None:
        """Note what the stopping rule saw and decided; it counts with the next checkpoint."""
        self.manifest["looks"] = [*self.manifest["looks"], [blocks, value]]
        self.manifest["decision"] = decision

    def discard_rest(self) -> None:
        """Remove rows that were played beyond the last checkpoint."""
        counted = {path.name for path in self.row_files()}
        for path in (self.path / "games").glob("blocks-*.parquet"):
            if path.name not in counted:
                path.unlink(missing_ok=True)

    def checkpoint(self, summary: Summary, plan: Plan, seconds: float) -> None:
        """Make all blocks of the summary count.

        Parameters
        ----------
        seconds
            Playing time to add.
        """
        done = summary.blocks
        if done:
            for name, frame in summary.frames(plan).items():
                write_whole(self._summary_path(name, done), parquet_bytes(frame))
        before = self.manifest["blocks_done"]
        self.manifest["seconds"] = round(self.manifest["seconds"] + seconds, 3)
        self.manifest["blocks_done"] = done
        write_whole(self._manifest_path, json.dumps(self.manifest, indent=1).encode())
        if before != done:
            for name in SUMMARY:
                self._summary_path(name, before).unlink(missing_ok=True)

    def _summary_path(self, name: str, blocks: int) -> Path:
        return self.path / "summary" / f"{name}-{blocks:012d}.parquet"

    def summary_frames(self) -> dict[str, pl.DataFrame]:
        """The stored summary, as frames by name.

        Raises
        ------
        InputError
            If nothing was played yet, or a file is damaged.
        """
        if not self.blocks_done:
            raise InputError(f"{self.path}: nothing was played yet")
        frames = {}
        for name in SUMMARY:
            path = self._summary_path(name, self.blocks_done)
            try:
                frames[name] = pl.read_parquet(path)
            except (OSError, pl.exceptions.PolarsError) as error:
                raise InputError(f"{path}: cannot be read ({str(error).splitlines()[0]})") from None
        return frames

    def summary(self) -> Summary:
        """The stored summary, to go on with."""
        return Summary.from_frames(self.summary_frames())

    def row_files(self) -> list[Path]:
        """The files of rows that count, in the order of blocks."""
        files: list[Path] = []
        for path in sorted((self.path / "games").glob("blocks-*.parquet")):
            first, end = map(int, path.stem.split("-")[1:])
            if end <= self.blocks_done and (not files or first == int(files[-1].stem.split("-")[2])):
                files.append(path)
        return files
