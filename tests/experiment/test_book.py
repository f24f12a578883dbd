"""Books of lines: what they may hold, and how they come into an experiment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesim.errors import InputError
from rulesim.experiment.spec import make_experiment, read_experiment

BOOK = """
title = "First roles"
game = "puerto_rico"
players = [3, 4]
only = ["role:*"]
[lines]
"settler first" = ["role:settler"]
"builder, then any role" = ["role:builder", "role:*"]
"""
EXPERIMENT = {"game": "puerto_rico", "players": 3, "strategies": ["random"], "design": "self_play", "blocks": 1}


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "book.toml"
    path.write_text(BOOK)
    return path


def test_a_path_is_short_for_a_table_with_a_book(book: Path) -> None:
    one = make_experiment({**EXPERIMENT, "openings": "book.toml"}, folder=book.parent)
    two = make_experiment({**EXPERIMENT, "openings": {"book": str(book)}})
    assert one.openings == two.openings
    assert one.openings.only == ["role:*"]
    assert one.openings.lines == {
        "settler first": ["role:settler"], "builder, then any role": ["role:builder", "role:*"]
    }  # fmt: skip


def test_lines_of_the_experiment_come_after_those_of_the_book(book: Path) -> None:
    openings = {"book": str(book), "only": ["take:*"], "lines": {"free": ["*"]}, "depth": 2}
    chosen = make_experiment({**EXPERIMENT, "openings": openings}).openings
    assert list(chosen.lines) == ["settler first", "builder, then any role", "free"]
    assert (chosen.only, chosen.depth) == (["take:*"], 2)


def test_a_product_is_every_line_with_one_move_of_each_list() -> None:
    openings = {"product": [["role:settler", "role:mayor"], ["role:builder"], ["take:corn", "*"]]}
    lines = make_experiment({**EXPERIMENT, "openings": openings}).openings.lines
    assert list(lines) == [
        "role:settler > role:builder > take:corn", "role:settler > role:builder > *",
        "role:mayor > role:builder > take:corn", "role:mayor > role:builder > *",
    ]  # fmt: skip
    assert lines["role:mayor > role:builder > *"] == ["role:mayor", "role:builder", "*"]


def test_changes_from_the_command_line_keep_the_book(book: Path) -> None:
    file = book.parent / "experiment.toml"
    file.write_text('game = "puerto_rico"\nplayers = 3\nstrategies = ["random"]\nblocks = 1\nopenings = "book.toml"\n')
    changed = read_experiment(file, ["openings.depth=9", "openings.seat=2"]).openings
    assert (changed.depth, changed.seat, len(changed.lines)) == (9, 2, 2)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"puerto_rico"', '"el_capitan"', "a book for el_capitan; the experiment plays puerto_rico"),
        ("[3, 4]", "[4, 5]", "a book for 4 or 5 players; the experiment has 3"),
        ("[3, 4]", "2", "a book for 2 players"),
        ("only", "onyl", "unknown key 'onyl'; did you mean 'only'"),
        ('["role:settler"]', '"role:settler"', "lines.settler first = 'role:settler': expected a list"),
        ("settler first", "assigned", "a line cannot be called 'assigned'"),
        ("settler first", "", "a line cannot be called ''"),
        ("[lines]", "[lines", "not a TOML file"),
    ],
)
def test_bad_books_are_named(book: Path, old: str, new: str, says: str) -> None:
    book.write_text(BOOK.replace(old, new))
    with pytest.raises(InputError, match=says) as caught:
        make_experiment({**EXPERIMENT, "openings": "book.toml"}, folder=book.parent)
    assert str(book) in str(caught.value)


@pytest.mark.parametrize(
    ("openings", "says"),
    [
        ("nowhere.toml", "nowhere.toml: cannot be read"),
        ({"book": 3}, "openings.book = 3: expected the path"),
        ({"product": []}, "the book holds no lines"),
        ({"product": [["a"], []]}, "the book holds no lines"),
        ({"product": [["a"] * 70, ["b"] * 70]}, "the product has 4,900 lines: expected at most 4,000"),
        ({"product": [["a", "a"]]}, "two lines are called 'a'"),
        ({"product": [["a"]], "lines": {"a": ["a"]}}, "the line 'a' is also in openings.lines"),
        ({"product": "a"}, "openings: product = 'a': expected a list"),
        ({"lines": {"base": ["*"]}}, "a line cannot be called 'base'"),
        ({"lines": {"x": ["*"] * 65}}, "line 'x' has 65 moves: expected at most 64"),
        ({"seat": "draw", "lines": {"x": []}}, "openings.seat = 'draw': expected a number, 'drawn' or 'table'"),
        ({"seat": True, "lines": {"x": []}}, "openings.seat = True: expected a number"),
        ({"bok": "x.toml"}, "unknown key 'bok'; did you mean 'book'"),
    ],
)
def test_bad_openings_are_named(openings: Any, says: str) -> None:
    with pytest.raises(InputError, match=says):
        make_experiment({**EXPERIMENT, "openings": openings})


def test_an_empty_book_is_refused(book: Path) -> None:
    book.write_text('title = "empty"\n')
    with pytest.raises(InputError, match="the book holds no lines"):
        make_experiment({**EXPERIMENT, "openings": str(book)})
