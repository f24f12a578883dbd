"""The plugin that `rulesim strategies new` writes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulesim.games.game import Game
from rulesim.strategy.contract import StrategyError
from rulesim.strategy.loader import load_strategy
from rulesim.strategy.template import template, write_template


def test_it_loads_under_its_name(game: Game, tmp_path: Path) -> None:
    path = write_template(game, "my_plan", tmp_path / "new" / "folder")
    assert load_strategy(game, str(path)).name == "my_plan"


def test_it_names_only_fields_that_exist(game: Game) -> None:
    text = template(game, "mine")
    fields = set(game.moves.state.names or ())
    named = {word.split("[")[0].rstrip(",") for line in text.splitlines() for word in line.split() if "[seat]" in word}
    assert {name.removeprefix("state.") for name in named} <= fields | {"city_circles", "city_spaces"}


def test_games_without_a_template_get_a_general_one(game: Game, tmp_path: Path) -> None:
    text = template(replace(game, folder=tmp_path), "mine")
    assert "state.doubloons[5]" in text
    (tmp_path / "mine.py").write_text(text)
    assert load_strategy(game, str(tmp_path / "mine.py")).compile(game)


def test_nothing_is_overwritten(game: Game, tmp_path: Path) -> None:
    path = write_template(game, "mine", tmp_path)
    path.write_text("# mine")
    with pytest.raises(StrategyError, match="exists already"):
        write_template(game, "mine", tmp_path)
    assert path.read_text() == "# mine"


@pytest.mark.parametrize("name", ["my-plan", "1st", "class", ""])
def test_names_are_python_names(game: Game, tmp_path: Path, name: str) -> None:
    with pytest.raises(StrategyError, match="expected a Python name"):
        write_template(game, name, tmp_path)
