"""The data file, user boards and what is refused."""

from pathlib import Path

import pytest

from rulesim.games.ruleset import RulesError
from tests.games.el_capitan.setting_up import GAME, rules


def test_reconstructed_numbers_are_marked():
    """Every number has a source; the reconstructed ones are "unverified" (§0)."""
    ruleset = GAME.ruleset()
    assert all(rule.source for rule in ruleset.rules.values())
    unverified = {rule.name for rule in ruleset.unverified()}
    assert {"cities.tanger.spaces", "cities.marseille.closing_spaces", "proliferation.cities_7"} <= unverified
    assert {"destination_cards.tunis.price", "link_cards.athina-tunis.price", "limits.rounds"} <= unverified
    assert not {"cities.marseille.harbours", "cities.marseille.fortresses", "proliferation.cities_9"} & unverified
    assert not {"setup.money", "loans.large.repay_extended", "link_cards.tanger-venezia.price"} & unverified


def test_printed_numbers():
    """Numbers that the rule text prints."""
    values = GAME.ruleset().at(4)
    assert values["cities.marseille.harbours"] == (4, 5) and values["cities.marseille.fortresses"] == (8, 10)
    assert values["cities.marseille.spaces"][:3] == (0, 4, 8)
    assert values["expansion_cities.lisboa.harbours"] == (0, 1)
    assert values["expansion_cities.lisboa.spaces"][2:4] == (4, 6)
    assert len(values["expansion_cities.porto.harbours"]) == 3 and len(values["expansion_cities.porto.fortresses"]) == 1
    assert values["destination_cards.marseille.copies"][2] == 1
    assert [values[f"loans.{size}.cards"] for size in ("small", "large")] == [18, 12]
    assert values["expansions.porto"] is values["expansions.lisboa"] is values["expansions.canarias"] is False


def test_triangle_space_with_two_and_three_players_only():
    for players, closing in ((2, [5, 7, 9, 11]), (3, [5, 7, 9, 11]), (4, [7, 9, 11]), (5, [7, 9, 11])):
        table = rules(players, "lisboa").record[0].closing
        assert [space + 1 for space in table[0].nonzero()[0]] == closing
        assert len(table[10].nonzero()[0]) == 2  # Lisboa: exactly two closing spaces (§5 A17)


def test_presets():
    assert GAME.presets() == ["base", "closing_6_8_10", "full"]
    assert bin(int(GAME.rules(4, "base").record[0].in_play)).count("1") == 9
    assert bin(int(GAME.rules(4, "full").record[0].in_play)).count("1") == 12
    closing = GAME.rules(4, "closing_6_8_10").record[0].closing
    assert all([space + 1 for space in row.nonzero()[0]] == [6, 8, 10] for row in closing[:9])


def test_a_board_file_replaces_numbers(tmp_path: Path):
    board = tmp_path / "my_board.toml"
    board.write_text(
        "cities.tanger.spaces = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]\n"
        '"cities.*.hatched" = 30\n'
        "link_cards.marseille-napoli.copies = 2\n"
        "link_cards.athina-tunis.copies = 0\n"
    )
    record = GAME.rules(4, file=board).record[0]
    assert record.value[6].tolist() == [*range(12), 30] and record.value[0, 12] == 30
    assert int(record.twins) != 0


BAD = [
    ("cities.tanger.spaces = [0, 1, 2]", "cities.tanger.spaces = [0, 1, 2]: expected a list of 12 whole numbers"),
    ('"cities.*.closing_spaces" = [2, 7, 9]', "expected different spaces from 3 to 12"),
    ("cities.tanger.closing_spaces = [7, 9, 13]", "from 0 to 12"),
    ("cities.tanger.closing_spaces = [5, 9, 11]", "cities.tanger.closing_spaces and triangle_space"),
    ("cities.tanger.closing_spaces = [7, 9]", "expected a list of 3 whole numbers"),
    ("destination_cards.tanger.copies = [1, 1, 1]", "19 cards in all, expected 18"),
    ("link_cards.athina-tunis.copies = 0", "35 cards in all, expected 36"),
    ("cities.tanger.row = 1", "valencia and tanger are both in row 1, column 0"),
    ("cities.tangier.row = 1", "did you mean 'cities.tanger'"),
    ("loans.small.amount = 16", "loans.small.amount = 16"),
    ("setup.warehouses_per_phase = 2", "setup.neutral_per_phase = 2"),
    ("setup.warehouses = 4", "setup.warehouses = 4"),
    ("setup.fortresses = 0", "setup.fortresses = 0"),
]


@pytest.mark.parametrize(("line", "message"), BAD)
def test_boards_of_the_wrong_shape(tmp_path, line, message):
    """One clear message each."""
    board = tmp_path / "my_board.toml"
    board.write_text(line + "\n")
    with pytest.raises(RulesError) as caught:
        GAME.rules(2, file=board)
    assert message in str(caught.value)
