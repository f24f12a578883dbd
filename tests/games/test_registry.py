"""Games that are not shipped: folders of RULESIM_GAMES, and entry points."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from rulesim import added_games
from rulesim.games import registry
from rulesim.games.registry import game_names, load_game, load_games
from rulesim.games.ruleset import RulesError
from rulesim.strategy.loader import find_strategies

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"


def test_games_of_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "pig" not in game_names()
    monkeypatch.setenv("RULESIM_GAMES", str(EXAMPLES))
    assert "pig" in game_names()
    pig = load_game("pig")
    assert pig.title == "Pig"
    assert load_game("pig") is pig
    assert {"hold_at", "random"} <= set(find_strategies(pig)[0])
    assert EXAMPLES / "pig" / "moves.py" in added_games.added_sources()


def test_a_broken_game_disturbs_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in (("raises_at_once", "raise KeyError('no')"), ("no_game_object", "GAME = 3")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "rules.toml").touch()
        (tmp_path / name / "game.py").write_text(text)
    monkeypatch.setenv("RULESIM_GAMES", str(tmp_path))
    games, broken = load_games()
    assert "puerto_rico" in [game.name for game in games]
    assert "KeyError: 'no'" in broken["raises_at_once"]
    assert "expected a rulesim.games.game.Game" in broken["no_game_object"]
    with pytest.raises(RulesError, match="cannot be loaded"):
        load_game("raises_at_once")


def test_two_games_of_one_name_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "puerto_rico").mkdir()
    (tmp_path / "puerto_rico" / "rules.toml").touch()
    monkeypatch.setenv("RULESIM_GAMES", str(tmp_path))
    with pytest.raises(RulesError, match="two games are called 'puerto_rico'"):
        load_game("puerto_rico")


def test_a_folder_that_is_not_there_has_no_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = game_names()
    monkeypatch.setenv("RULESIM_GAMES", str(tmp_path / "nowhere"))
    assert game_names() == before


def test_games_of_an_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "tiny_package"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "tiny.py").write_text(
        "from dataclasses import replace\nfrom rulesim.games.registry import load_game\n"
        "GAME = replace(load_game('puerto_rico'), name='tiny', title='Tiny')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    points = (
        EntryPoint("tiny", "tiny_package.tiny:GAME", "rulesim.games"),
        EntryPoint("other", "tiny_package.tiny:GAME", "rulesim.games"),
    )
    monkeypatch.setattr(added_games, "game_entry_points", lambda: points)
    monkeypatch.setattr(registry, "game_entry_points", lambda: points)
    assert load_game("tiny").title == "Tiny"
    assert package / "tiny.py" in added_games.added_sources()
    with pytest.raises(RulesError, match="is a game called 'tiny'"):
        load_game("other")


def test_compiled_code_depends_on_the_sources_of_added_games(tmp_path: Path) -> None:
    """Each digest is taken in a process of its own, as it is in use."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "rules.toml").touch()
    source = tmp_path / "mine" / "game.py"

    def digest() -> str:
        program = (
            f"import os; os.environ['RULESIM_GAMES'] = {str(tmp_path)!r}\n"
            "from rulesim.kernel.jit import engine_digest; print(engine_digest())"
        )
        return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout

    source.write_text("A = 1\n")
    before = digest()
    assert digest() == before
    source.write_text("A = 2\n")
    assert digest() != before
