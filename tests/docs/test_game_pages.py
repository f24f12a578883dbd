"""The tables of the games' pages are those of the games."""

from __future__ import annotations

import json
import re

import pytest

from rulesim.games.position import Position
from rulesim.games.registry import game_names, load_game
from rulesim.strategy.loader import shipped_folder
from tests.docs.tools import game_pages


@pytest.mark.parametrize("name", game_names())
def test_tables_are_current(name: str) -> None:
    game = load_game(name)
    text = game_pages.page_of(game).read_text(encoding="utf-8")
    assert set(game_pages.PARTS) == {match[2] for match in game_pages.REGION.finditer(text)}
    assert text == game_pages.made(game, text), "`make docs-examples` writes the tables anew"


@pytest.mark.parametrize("name", game_names())
def test_every_shipped_strategy_was_measured(name: str) -> None:
    files = {path.stem for path in (shipped_folder() / name).glob("[!_]*.py")}
    for part in json.loads(game_pages.MEASURED.read_text(encoding="utf-8"))[name]["tables"]:
        assert set(part["win_shares"]) == files
        shares = [share for share, _, _ in part["win_shares"].values()]
        assert sum(shares) / len(shares) == pytest.approx(1 / part["players"], abs=1e-4)


@pytest.mark.parametrize("name", game_names())
def test_moves_are_those_of_the_page(name: str) -> None:
    """Every kind of move that comes up is in the page's list of moves."""
    page = (game_pages.PAGES / f"{name}_rules.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"`(\w+)[:`<…]", page[page.index("Decisions and moves") :]))
    position = Position.new(name, 3, seed=1)
    for step in range(400):
        if position.is_over:
            break
        legal = position.legal()
        assert {move.split(":")[0] for move in legal} <= listed
        position = position.apply(legal[step * 7 % len(legal)])


def test_a_region_is_replaced_and_the_rest_stays() -> None:
    game = load_game("puerto_rico")
    text = "before\n<!-- made: facts -->\nold\n<!-- end -->\nafter\n"
    new = game_pages.made(game, text)
    assert new.startswith("before\n") and new.endswith("<!-- end -->\nafter\n")
    assert "old" not in new and "`puerto_rico`" in new
    assert game_pages.made(game, new) == new
