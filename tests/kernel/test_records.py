"""Record types: what the kernel relies on."""

import numpy as np
import pytest

from rulesim.games.registry import game_names, load_game
from rulesim.kernel.records import CURSOR, ME, record


@pytest.mark.parametrize("name", ["size", "shape", "data", "T", "base", "flat", "item", "round", "copy", "fill", "max"])
def test_names_of_record_attributes_are_refused(name):
    """Plain Python would read the attribute, compiled code the field."""
    with pytest.raises(ValueError, match=f"'{name}' is an attribute of numpy records"):
        record([("money", np.int64), (name, np.int64)])


def test_fields_read_as_attributes():
    kind = record([("money", np.int16, (3,)), ("stage", np.int64)])
    one = np.zeros(1, kind)[0]
    one.money[1] = 5
    one.stage = 2
    assert one["money"][1] == 5 and one["stage"] == 2
    assert kind.isalignedstruct and issubclass(kind.type, np.record)


@pytest.mark.parametrize("name", game_names())
def test_records_of_the_games(name):
    """The three fields of every game, and names that plain Python can read."""
    moves = load_game(name).moves
    for kind in (moves.state, moves.rules, moves.legal, ME, CURSOR):
        assert kind.isalignedstruct
        assert not [field for field in kind.names if hasattr(np.record, field)]
    assert {moves.state[field].base for field in ("seats", "actor", "stage")} == {np.dtype(np.int64)}
