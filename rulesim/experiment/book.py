"""Opening books: lines of play by name, in a TOML file of their own or in the experiment.

A book looks like this; ``title``, ``game``, ``players`` and ``only`` may be left out:

    title = "First roles"
    game = "puerto_rico"
    players = [3, 4]
    only = ["role:*"]

    [lines]
    "settler first" = ["role:settler"]
    "builder, then any role" = ["role:builder", "role:*"]

``product`` stands for all lines that take one move of each list: ``[["role:settler",
"role:mayor"], ["role:builder", "role:trader"]]`` are four.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rulesim.errors import InputError
from rulesim.experiment.faults import expectation
from rulesim.games.ruleset import nearest, read_toml

MOST_LINES = 4_000
MOST_MOVES = 64
RESERVED = ("base", "assigned")
"""Names of variants, which no line may have."""

SEPARATOR = " > "


class Book(BaseModel):
    """What a book holds; see the module's text."""

    model_config = ConfigDict(extra="forbid", strict=True)

    title: str = ""
    game: str | None = None
    players: int | list[int] | None = None
    only: list[str] = Field(default_factory=list)
    product: list[list[str]] = Field(default_factory=list)
    lines: dict[str, list[str]] = Field(default_factory=dict)


def with_book(openings: Any, experiment: Mapping[str, Any], folder: Path | None) -> Any:
    """The openings of an experiment with the lines of their book, and of their product, in place.

    Parameters
    ----------
    openings
        As the experiment's file has them: a number (the depth), a path (the book), or a table.
    experiment
        The other keys of the experiment: a book says which game it is for.
    folder
        What a relative path refers to.

    Raises
    ------
    InputError
        If the book cannot be read, is for another game or number of players, or holds no lines.
    """
    openings = as_table(openings)
    if not isinstance(openings, Mapping):
        return openings
    own = dict(openings)
    path, moves, lines = own.pop("book", None), own.pop("product", None), own.get("lines")
    if path is None and moves is None:
        if isinstance(lines, Mapping):
            _check_lines(lines, "openings.lines")
        return own
    if path is not None:
        own = _joined(own, _read(path, experiment, folder), str(path))
    if moves is not None:
        inline = _validated({"product": moves}, "openings")
        own = _joined(own, _expanded(inline, "openings.product"), "openings.product")
    return own


def as_table(openings: Any) -> Any:
    """The key ``openings`` as a table: a number is the depth, a text the path of a book."""
    if isinstance(openings, str):
        return {"book": openings}
    return {"depth": openings} if isinstance(openings, int) and not isinstance(openings, bool) else openings


def _read(path: Any, experiment: Mapping[str, Any], folder: Path | None) -> Book:
    """The book in a file, for this experiment."""
    if not isinstance(path, str):
        raise InputError(f"openings.book = {path!r}: expected the path of a book of lines")
    file = (folder or Path()) / path
    book = _validated(read_toml(file), str(file))
    game, players = experiment.get("game"), experiment.get("players")
    if book.game is not None and book.game != game:
        raise InputError(f"{file}: a book for {book.game}; the experiment plays {game}")
    counts = [book.players] if isinstance(book.players, int) else book.players
    if counts is not None and players not in counts:
        raise InputError(f"{file}: a book for {' or '.join(map(str, counts))} players; the experiment has {players}")
    return _expanded(book, str(file))


def _validated(data: dict[str, Any], place: str) -> Book:
    try:
        return Book.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            raise InputError(f"{place}: unknown key {key!r}{nearest(key, Book.model_fields)}") from None
        raise InputError(f"{place}: {key} = {first['input']!r}: expected {expectation(first)}") from None


def _expanded(book: Book, place: str) -> Book:
    """The book with the lines of its product among its lines."""
    lines = dict(book.lines)
    if book.product:
        number = prod(len(moves) for moves in book.product)
        if number > MOST_LINES:
            raise InputError(f"{place}: the product has {number:,} lines: expected at most {MOST_LINES:,}")
        for moves in product(*book.product):
            name = SEPARATOR.join(moves)
            if name in lines:
                raise InputError(f"{place}: two lines are called {name!r}")
            lines[name] = list(moves)
    if not lines:
        raise InputError(f"{place}: the book holds no lines")
    _check_lines(lines, place)
    return book.model_copy(update={"lines": lines, "product": []})


def _check_lines(lines: Mapping[str, Any], place: str) -> None:
    """Refuse names, lengths and repetitions; what the moves are is checked against the game."""
    by_moves: dict[tuple[Any, ...], str] = {}
    for name, moves in lines.items():
        if name in RESERVED or not 0 < len(name) <= 200:
            raise InputError(f"{place}: a line cannot be called {name!r}: expected another name of 1 to 200 letters")
        if isinstance(moves, list) and len(moves) > MOST_MOVES:
            raise InputError(f"{place}: line {name!r} has {len(moves)} moves: expected at most {MOST_MOVES}")
        if isinstance(moves, list) and by_moves.setdefault(tuple(map(str, moves)), name) != name:
            raise InputError(f"{place}: line {name!r} is the same as {by_moves[tuple(map(str, moves))]!r}")
    if len(lines) > MOST_LINES:
        raise InputError(f"{place}: {len(lines):,} lines: expected at most {MOST_LINES:,}")


def _joined(openings: Mapping[str, Any], book: Book, place: str) -> dict[str, Any]:
    """The openings with the lines of a book, and with what it counts unless they say it themselves."""
    lines = openings.get("lines") or {}
    twice = [name for name in book.lines if name in lines]
    if twice:
        raise InputError(f"{place}: the line {twice[0]!r} is also in openings.lines")
    joined = {**openings, "lines": {**book.lines, **lines}}
    return {"only": book.only, **joined} if book.only else joined
