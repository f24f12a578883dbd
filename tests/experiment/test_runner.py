from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from rulesim.analysis.run import Run
from rulesim.errors import InputError, RunError
from rulesim.experiment import store
from rulesim.experiment.outcomes import Outcomes
from rulesim.experiment.playing import Table
from rulesim.experiment.runner import run_experiment
from rulesim.experiment.setup import prepare
from tests.experiment.plugins import BROKEN, source


def rows(folder: Path) -> pl.DataFrame:
    return Run(folder).games().collect()


def test_rows_do_not_depend_on_jobs_chunks_or_backend(small: Any, tmp_path: Path) -> None:
    reference = None
    for name, changes in {
        "one job": {},
        "two threads, small chunks": {"jobs": 2, "chunk": 7},
        "two processes": {"jobs": 2, "chunk": 9, "backend": "processes"},
    }.items():
        folder = run_experiment(small(**changes), tmp_path / name)
        if reference is None:
            reference = rows(folder.path), Run(folder).win_shares()
        assert rows(folder.path).equals(reference[0]), name
        assert Run(folder).win_shares().equals(reference[1]), name


def test_games_of_a_block_share_their_luck_and_blocks_do_not(small: Any) -> None:
    setup = prepare(small(blocks=1))
    natures = {}
    for seatings in ([[0, 1, 2]], [[1, 2, 0]]):
        table = Table(setup.rules, setup.entries * 3, seatings, seed=7)
        for block in (0, 1):
            table.play(block, 1, Outcomes.empty(setup.rules, 1, 1, 0))
            natures.setdefault(block, set()).add(int(table.state[0].nature))
    assert [len(keys) for keys in natures.values()] == [1, 1]
    assert natures[0] != natures[1]


def test_another_seed_gives_other_rows(small: Any, tmp_path: Path) -> None:
    one = rows(run_experiment(small(seed=1), tmp_path / "1").path)
    two = rows(run_experiment(small(seed=2), tmp_path / "2").path)
    assert not one["score"].equals(two["score"])


def test_more_blocks_go_on_where_the_run_ended(small: Any, tmp_path: Path) -> None:
    run_experiment(small(blocks=10), tmp_path / "grown")
    run_experiment(small(blocks=40), tmp_path / "grown")
    whole = run_experiment(small(blocks=40), tmp_path / "whole")
    assert rows(tmp_path / "grown").equals(rows(whole.path))
    assert Run(tmp_path / "grown").scores().equals(Run(whole.path).scores())


def test_fewer_blocks_than_stored_are_refused(small: Any, tmp_path: Path) -> None:
    run_experiment(small(blocks=10), tmp_path / "run")
    with pytest.raises(InputError, match="already holds 10 blocks"):
        run_experiment(small(blocks=5), tmp_path / "run")
    assert Run(tmp_path / "run").n_blocks == 10


def test_a_finished_run_is_not_played_again(small: Any, tmp_path: Path) -> None:
    run_experiment(small(), tmp_path / "run")
    calls: list[int] = []
    run_experiment(small(), tmp_path / "run", on_progress=lambda done, total: calls.append(done))
    assert calls == []


def test_a_killed_run_goes_on_to_the_same_rows(small: Any, tmp_path: Path) -> None:
    """Killed without warning somewhere in the middle: nothing is lost twice or counted twice."""
    code = (
        "from pathlib import Path; from rulesim.experiment import runner; from rulesim.experiment.spec import *;"
        "runner.CHECKPOINT_SECONDS = 0;"
        "e = Experiment.model_validate_json(Path('e.json').read_text());"
        "runner.run_experiment(e, Path('run'))"
    )
    experiment = small(blocks=30_000, chunk=100)
    (tmp_path / "e.json").write_text(experiment.model_dump_json())
    process = subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path)
    manifest = tmp_path / "run" / "manifest.json"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if manifest.exists() and Run(tmp_path / "run").n_blocks > 200:
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    done = Run(tmp_path / "run").n_blocks
    assert 200 < done < 30_000
    more = done + 300
    run_experiment(small(blocks=more, chunk=100), tmp_path / "run")
    whole = run_experiment(small(blocks=more), tmp_path / "whole")
    assert rows(tmp_path / "run").equals(rows(whole.path))
    assert Run(tmp_path / "run").win_shares().equals(Run(whole.path).win_shares())


def test_a_summary_needs_no_rows_and_says_the_same(small: Any, tmp_path: Path) -> None:
    full = Run(run_experiment(small(), tmp_path / "full"))
    lean = Run(run_experiment(small(record="summary"), tmp_path / "lean"))
    assert lean.scores().equals(full.scores())
    assert lean.histogram("score").equals(full.histogram("score"))
    with pytest.raises(InputError, match="only a summary was kept"):
        lean.games()


def test_another_experiment_is_refused_and_fresh_replaces_it(small: Any, tmp_path: Path) -> None:
    run_experiment(small(), tmp_path / "run")
    with pytest.raises(InputError, match=r"another experiment \(it differs in: seed\)"):
        run_experiment(small(seed=8), tmp_path / "run")
    with pytest.raises(InputError, match="another experiment"):
        run_experiment(small(rules={"price": {"corn": 1}}), tmp_path / "run")
    assert Run(tmp_path / "run").manifest["experiment"]["seed"] == 7
    run_experiment(small(seed=8), tmp_path / "run", fresh=True)
    assert Run(tmp_path / "run").manifest["experiment"]["seed"] == 8


def test_a_foreign_folder_is_refused_and_left_alone(small: Any, tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("Dear …")
    for fresh in (False, True):
        with pytest.raises(InputError, match="not the folder of a run, and not empty"):
            run_experiment(small(), tmp_path / "letters", fresh=fresh)
    assert [path.name for path in (tmp_path / "letters").iterdir()] == ["dear.txt"]
    with pytest.raises(InputError, match=r"no manifest\.json"):
        Run(tmp_path / "letters")
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="there is a file of that name"):
        run_experiment(small(), tmp_path / "file")


def test_a_damaged_manifest_is_named(small: Any, tmp_path: Path) -> None:
    run_experiment(small(), tmp_path / "run")
    (tmp_path / "run" / "manifest.json").write_text("{")
    with pytest.raises(InputError, match=r"manifest\.json: not JSON"):
        Run(tmp_path / "run")
    with pytest.raises(InputError, match=r"manifest\.json: not JSON"):
        run_experiment(small(), tmp_path / "run")


def test_a_folder_in_use_is_refused(small: Any, tmp_path: Path) -> None:
    from filelock import FileLock

    (tmp_path / "run").mkdir()
    with FileLock(tmp_path / "run" / ".lock"), pytest.raises(InputError, match="in use by another process"):
        run_experiment(small(), tmp_path / "run")


def test_a_full_disk_keeps_what_was_stored(small: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rulesim.experiment import runner

    monkeypatch.setattr(runner, "CHECKPOINT_SECONDS", 0.0)
    write = Path.write_bytes
    written = []

    def write_until_full(path: Path, data: bytes) -> int:
        if path.name.startswith(".blocks"):
            written.append(path)
            if len(written) > 2:
                write(path, data[:10])
                raise OSError(28, "No space left on device")
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", write_until_full)
    with pytest.raises(RunError, match=r"blocks-.*parquet: cannot be written \(No space left on device\)"):
        run_experiment(small(chunk=10), tmp_path / "run")
    monkeypatch.undo()
    assert Run(tmp_path / "run").n_blocks == 20
    assert not list((tmp_path / "run").rglob("*.part"))
    run_experiment(small(), tmp_path / "run")
    assert rows(tmp_path / "run").equals(rows(run_experiment(small(), tmp_path / "whole").path))


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("name", BROKEN)
def test_a_plugin_that_fails_is_named_with_the_game(small: Any, tmp_path: Path, name: str, compiled: bool) -> None:
    body, message = BROKEN[name]
    path = tmp_path / f"{name}.py"
    path.write_text(source(name, body, compiled))
    experiment = small(strategies=[f"{path}:{name}", "random", "random"], design="fixed")
    with pytest.raises((RunError, InputError)) as caught:
        run_experiment(experiment, tmp_path / "run")
    text = str(caught.value)
    assert name in text
    if compiled or "returns" not in message:
        assert message in text
    if isinstance(caught.value, RunError):
        assert "replay: rulesim play puerto_rico --players 3" in text
        assert "legal: " in text


def test_a_python_strategy_plays_the_same_games_as_its_compiled_twin(small: Any, tmp_path: Path) -> None:
    body = "return nth(legal, below(me, count(legal)))"
    import_line = "from rulesim.strategy import below, count, nth\n"
    frames = []
    for compiled in (True, False):
        path = tmp_path / f"twin_{compiled}.py"
        path.write_text(import_line + source("twin", body, compiled))
        experiment = small(strategies=[f"{path}:twin", "random", "random"], design="fixed", blocks=4)
        frames.append(rows(run_experiment(experiment, tmp_path / str(compiled)).path).drop("line_up", "strategy"))
    assert frames[0].equals(frames[1])


def test_workers_notice_that_a_plugin_has_changed(small: Any, tmp_path: Path) -> None:
    """Worker processes outlive a run; a second run in the same folder must not play the first one's plugin."""
    path, frames = tmp_path / "changing.py", []
    for body in ("return first(legal)", "return nth(legal, count(legal) - 1)"):
        path.write_text("from rulesim.strategy import count, first, nth\n" + source("changing", body))
        experiment = {
            "strategies": [f"{path}:changing", "random", "random"],
            "design": "fixed",
            "blocks": 6,
            "chunk": 6,
        }
        parallel = run_experiment(small(**experiment, jobs=2, backend="processes"), tmp_path / "run", fresh=True)
        frames.append(rows(parallel.path))
        assert frames[-1].equals(rows(run_experiment(small(**experiment), tmp_path / "alone", fresh=True).path))
    assert not frames[0].equals(frames[1])


def test_an_endless_strategy_ends_the_process_with_a_message(small: Any, tmp_path: Path) -> None:
    """Compiled code cannot be interrupted: the process says who does not answer, and ends."""
    path = tmp_path / "endless.py"
    path.write_text(source("endless", "x = 0\n    while me.seat >= 0:\n        x += 1\n    return x"))
    for backend, jobs in (("threads", 1), ("processes", 2)):
        experiment = small(
            strategies=[f"{path}:endless", "random", "random"], design="fixed", decision_seconds=0.3,
            backend=backend, jobs=jobs,
        )  # fmt: skip
        (tmp_path / "e.json").write_text(experiment.model_dump_json())
        code = (
            "from pathlib import Path; from rulesim.experiment.runner import *; from rulesim.experiment.spec import *;"
            "run_experiment(Experiment.model_validate_json(Path('e.json').read_text()), Path('run'), fresh=True)"
        )
        done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=120)
        assert done.returncode == 1
        assert "strategy 'endless.py:endless' (seat 1) did not answer within 0.3 seconds" in done.stderr


def test_a_game_without_end_is_an_error(small: Any, tmp_path: Path) -> None:
    """Players who only ever take prospector, trader, craftsman and settler would play for ever."""
    path = tmp_path / "idle.py"
    path.write_text(
        "from rulesim.strategy import has\n"
        + source("idle", "for a in (7, 6, 4, 3, 0, 63):\n        if has(legal, a):\n            return a\n    return 2")
    )
    with pytest.raises(RunError, match="did not end within 20000 decisions"):
        run_experiment(small(players=4, strategies=[f"{path}:idle"], design="self_play"), tmp_path / "run")


def test_win_shares_and_places_of_ties() -> None:
    seat_rows = np.array([[[[10, 3], [12, 1], [12, 1], [12, 0]]]], np.int32)
    outcomes = Outcomes(seat_rows, None, None, None)
    assert outcomes.places.tolist() == [[[4, 1, 1, 3]]]
    assert outcomes.shares.tolist() == [[[0, 30, 30, 0]]]


def test_no_temporary_files_stay(small: Any, tmp_path: Path) -> None:
    folder = run_experiment(small(), tmp_path / "run")
    names = {path.relative_to(folder.path).as_posix() for path in folder.path.rglob("*") if path.is_file()}
    assert names == {
        ".lock", "manifest.json", "games/blocks-000000000000-000000000040.parquet",
        "summary/moments-000000000040.parquet", "summary/crosses-000000000040.parquet",
        "summary/histograms-000000000040.parquet", "summary/batches-000000000040.parquet",
    }  # fmt: skip
    assert store.RunFolder.open(folder.path).blocks_done == 40
