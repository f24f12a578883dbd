"""Finding plugins, and keeping broken ones from harm."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from rulesim.games.game import Game
from rulesim.strategy import loader
from rulesim.strategy.contract import BrokenStrategyError, StrategyError
from rulesim.strategy.files import load_file, source_files_digest
from rulesim.strategy.loader import find_strategies, load_strategy


def test_shipped_strategies_are_found(game: Game) -> None:
    found, broken = find_strategies(game)
    assert "random" in found
    assert broken == []


def test_folders_of_the_user(game: Game, plugin: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin("own", folder=tmp_path / "data" / "rulesim" / "strategies" / "puerto_rico")
    plugin("direct", folder=tmp_path / "one")
    plugin("nested", folder=tmp_path / "two" / "puerto_rico")
    monkeypatch.setenv("RULESIM_STRATEGIES", os.pathsep.join([str(tmp_path / "one"), str(tmp_path / "two")]))
    found, broken = find_strategies(game)
    assert {"own", "direct", "nested", "random"} <= set(found)
    assert broken == []


def test_a_broken_file_disturbs_no_other(
    game: Game, plugin: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin("good")
    (tmp_path / "syntax.py").write_text("def f(:\n    pass\n")
    (tmp_path / "raises.py").write_text("x = 1\nraise RuntimeError('no\\nway')\n")
    (tmp_path / "leaves.py").write_text("import sys\nsys.exit(3)\n")
    (tmp_path / "empty.py").write_text("")
    (tmp_path / "_helper.py").write_text("raise ValueError\n")
    monkeypatch.setenv("RULESIM_STRATEGIES", str(tmp_path))
    found, broken = find_strategies(game)
    assert "good" in found
    reasons = {Path(one.place).name: one.reason for one in broken}
    assert reasons["syntax.py"].startswith("line 1:")
    assert reasons["raises.py"] == "line 2: RuntimeError: no"
    assert reasons["leaves.py"] == "line 2: SystemExit: 3"
    assert "declares no strategy" in reasons["empty.py"]
    assert len(broken) == 4
    with pytest.raises(BrokenStrategyError, match="RuntimeError: no"):
        load_strategy(game, "raises")


def test_the_name_nearest_to_the_user_wins(
    game: Game, plugin: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = plugin("random")
    monkeypatch.setenv("RULESIM_STRATEGIES", str(tmp_path))
    found, broken = find_strategies(game)
    assert found["random"].path == path
    assert [one.reason for one in broken] == [f"strategy 'random' is hidden by {path}"]


def test_unknown_names(game: Game, plugin: Any) -> None:
    with pytest.raises(StrategyError, match=r"unknown strategy 'rnadom'.*did you mean 'random'.*known:"):
        load_strategy(game, "rnadom")
    with pytest.raises(StrategyError, match="no such file"):
        load_strategy(game, "nowhere/mine.py")
    with pytest.raises(StrategyError, match="has no strategy 'goood': expected good; did you mean 'good'"):
        load_strategy(game, f"{plugin('good')}:goood")


def test_a_file_with_several_strategies(game: Game, plugin: Any) -> None:
    path = plugin("one")
    path.write_text(path.read_text() + path.read_text().replace("def one", "def two"))
    with pytest.raises(StrategyError, match=r"has 2 strategies: expected .*:NAME with one of one, two"):
        load_strategy(game, str(path))
    assert load_strategy(game, f"{path}:two").name == "two"


def test_a_file_for_another_game(game: Game, plugin: Any) -> None:
    path = plugin("good")
    path.write_text(path.read_text().replace("puerto_rico", "chess"))
    with pytest.raises(StrategyError, match="strategies are for chess, not for puerto_rico"):
        load_strategy(game, str(path))


def test_siblings_are_shared_and_part_of_the_digest(game: Game, plugin: Any, tmp_path: Path) -> None:
    path = plugin("good", "return choose(legal)")
    path.write_text("from ._common import choose\n" + path.read_text())
    common = tmp_path / "_common.py"
    common.write_text(
        "from rulesim.strategy import first, helper\n\n@helper\ndef choose(legal):\n    return first(legal)\n"
    )
    before = source_files_digest(path)
    assert [one.name for one in load_file(path)] == ["good"]
    plugin("unrelated")
    assert source_files_digest(path) == before
    common.write_text(common.read_text() + "\nMARK = 1\n")
    assert source_files_digest(path) != before
    load_file(path)
    assert sys.modules[load_file(path)[0].function.__module__.rsplit(".", 1)[0] + "._common"].MARK == 1


def test_a_changed_file_is_loaded_anew(game: Game, plugin: Any) -> None:
    path = plugin("good")
    first = load_strategy(game, str(path))
    assert load_strategy(game, str(path)) is first
    path.write_text(path.read_text().replace("Plans nothing.", "Plans all."))
    assert load_strategy(game, str(path)).plan.startswith("Plans all.")


def test_entry_points(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plugin: Any) -> None:
    plugin("packaged", folder=tmp_path / "site")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    points = [
        EntryPoint("packaged", "packaged:packaged", loader.ENTRY_POINTS),
        EntryPoint("gone", "no_such_module_at_all", loader.ENTRY_POINTS),
    ]
    monkeypatch.setattr(loader, "entry_points", lambda group: points)
    found, broken = find_strategies(game)
    assert "packaged" in found
    assert [one.place for one in broken] == ["unknown distribution (entry point gone = no_such_module_at_all)"]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("return 0.5", "returns a float"),
        ("return None", "returns nothing"),
        ("return count(legal) > 1", "returns true or false"),
        ("return state.doublons[0]", "does not compile: there is no field 'doublons'; did you mean 'doubloons'"),
        ("return unknown_name", "name .unknown_name. is not defined"),
        ("return str(me.seat)", "returns"),
    ],
)
def test_what_does_not_compile(game: Game, plugin: Any, body: str, says: str) -> None:
    with pytest.raises(BrokenStrategyError, match=says):
        load_strategy(game, str(plugin("bad", body))).compile(game)


def test_a_damaged_cache_is_a_miss(plugin: Any, tmp_path: Path) -> None:
    """Compiled code that cannot be loaded is compiled anew, in a process that has not seen it."""
    path = plugin("good")
    code = (
        "import sys\nfrom rulesim.games.registry import load_game\nfrom rulesim.strategy.loader import load_strategy\n"
        "game = load_game('puerto_rico')\nload_strategy(game, sys.argv[1]).compile(game)\n"
    )
    package = str(Path(__file__).parents[2])
    environment = {**os.environ, "RULESIM_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": package}
    command = [sys.executable, "-c", code, str(path)]
    subprocess.run(command, env=environment, check=True)
    stored = list((tmp_path / "cache").rglob("plugin-*/**/*.nbc"))
    assert stored
    for file in stored:
        file.write_bytes(b"no compiled code")
    subprocess.run(command, env=environment, check=True)
    assert all(file.read_bytes() != b"no compiled code" for file in (tmp_path / "cache").rglob("plugin-*/**/*.nbc"))
