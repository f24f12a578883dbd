"""Rules files, overrides and their messages."""

import pytest

from rulesim.games.registry import game_names, load_game
from rulesim.games.ruleset import RulesError, load_ruleset, nearest, shown

FILE = """
[setup]
money = { value = { 2 = 3, 4 = 5 }, range = [0, 20], vary = [0, 6], source = "text", meaning = "start" }
ships = { value = [4, 6], range = [0, 9], source = "text" }
[odds]
rain = { value = 0.5, range = [0, 1], source = "guess", unverified = true }
[switches]
early = { value = true, source = "text" }
mode = { value = "plain", choices = ["plain", "fancy"], source = "text" }
"""


@pytest.fixture
def ruleset(tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text(FILE)
    return load_ruleset("toy", path)


def test_reads_every_kind_of_value(ruleset):
    assert ruleset.at(2) == {
        "setup.money": 3, "setup.ships": (4, 6), "odds.rain": 0.5, "switches.early": True, "switches.mode": "plain",
    }  # fmt: skip
    assert ruleset.at(4)["setup.money"] == 5
    assert [rule.name for rule in ruleset.unverified()] == ["odds.rain"]
    money = ruleset.rules["setup.money"]
    assert (money.allowed, money.vary, money.source, money.meaning) == ((0, 20), (0, 6), "text", "start")


def test_overrides_nested_or_dotted(ruleset):
    nested = ruleset.override({"setup": {"money": 7}, "switches": {"mode": "fancy"}})
    dotted = ruleset.override({"setup.money": 7, "switches.mode": "fancy"})
    assert nested == dotted
    assert nested.at(2)["setup.money"] == nested.at(4)["setup.money"] == 7
    assert ruleset.at(2)["setup.money"] == 3  # overrides leave the old rules alone


def test_a_star_is_any_part_of_a_name(ruleset):
    changed = ruleset.override({"*.money": 7})
    assert changed == ruleset.override({"*": {"money": 7}}) == ruleset.override({"setup.money": 7})
    with pytest.raises(RulesError, match=r"unknown rule 'setup.\*.money'"):
        ruleset.override({"setup.*.money": 7})


def test_override_of_one_player_count(ruleset):
    changed = ruleset.override({"setup": {"money": {"4": 9}}})
    assert (changed.at(2)["setup.money"], changed.at(4)["setup.money"]) == (3, 9)
    assert changed.differences(ruleset) == {"setup.money": ({2: 3, 4: 9}, {2: 3, 4: 5})}


def test_whole_numbers_may_be_written_as_floats(ruleset):
    value = ruleset.override({"setup.money": 7.0}).at(2)["setup.money"]
    assert value == 7 and isinstance(value, int)
    assert isinstance(ruleset.override({"odds.rain": 1}).at(2)["odds.rain"], float)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"setup.mony": 1}, "unknown rule 'setup.mony' of toy; did you mean 'setup.money'?"),
        ({"money": 1}, "unknown rule 'money' of toy; did you mean 'setup.money'?"),
        ({"setup": {"mony": 1}}, "unknown rule 'setup.mony' of toy; did you mean 'setup.money'?"),
        ({"setup": 3}, "unknown rule 'setup' of toy"),
        ({"setup.money": 21}, "here: setup.money = 21: expected a whole number from 0 to 20"),
        ({"setup.money": 1.5}, "here: setup.money = 1.5: expected a whole number from 0 to 20"),
        ({"setup.money": "7"}, 'here: setup.money = "7": expected a whole number from 0 to 20'),
        ({"setup.money": True}, "here: setup.money = true: expected a whole number from 0 to 20"),
        ({"setup.money": float("nan")}, "here: setup.money = nan: expected a whole number from 0 to 20"),
        ({"setup.money": float("inf")}, "here: setup.money = inf: expected a whole number from 0 to 20"),
        ({"setup.money": {"x": 1}}, "here: 'x' is not a player count"),
        ({"setup.money": {"7": 1}}, "here: setup.money has no value for 7 players; expected 2, 4"),
        ({"setup.ships": [1, 2, 3]}, "here: setup.ships = [1, 2, 3]: expected a list of 2 whole numbers"),
        ({"setup.ships": [1, 10]}, "here: setup.ships = [1, 10]: expected a whole number from 0 to 9"),
        ({"setup.ships": {"2": [1, 2]}}, "setup.ships does not depend on the player count; expected a list of 2"),
        ({"odds.rain": 2}, "here: odds.rain = 2: expected a number from 0 to 1"),
        ({"odds.rain": float("nan")}, "here: odds.rain = nan: expected a number from 0 to 1"),
        ({"switches.early": 1}, "here: switches.early = 1: expected true or false"),
        ({"switches.mode": "fanci"}, "expected one of plain, fancy; did you mean 'fancy'?"),
        ({"switches.mode": ["plain"]}, "expected one of plain, fancy"),
    ],
)
def test_bad_overrides(ruleset, changes, message):
    """One message: where, what, what was expected, the nearest valid name."""
    with pytest.raises(RulesError) as refused:
        ruleset.override(changes, "here")
    assert message in str(refused.value) and "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[a]\nb = 3", "a.b is not a table with a value"),
        ('[a]\nb = { value = 3, souce = "x" }', "a.b has an unknown key 'souce'; did you mean 'source'?"),
        ("[a", "not a TOML file"),
        ("a = { value = { x = 3 } }", "'x' is not a player count"),
    ],
)
def test_bad_rules_files(tmp_path, text, message):
    path = tmp_path / "rules.toml"
    path.write_text(text)
    with pytest.raises(RulesError) as refused:
        load_ruleset("toy", path)
    assert message in str(refused.value) and str(path) in str(refused.value)


def test_missing_file(tmp_path):
    with pytest.raises(RulesError, match="cannot be read"):
        load_ruleset("toy", tmp_path / "none.toml")


def test_unknown_preset_and_player_count():
    game = load_game("puerto_rico")
    with pytest.raises(RulesError, match=r"unknown preset 'sed' of puerto_rico: .*did you mean 'seed'"):
        game.rules(4, "sed")
    with pytest.raises(RulesError, match="Puerto Rico is for 2 to 5 players, not 6"):
        game.rules(6)
    with pytest.raises(RulesError, match=r"unknown game 'puertorico': .*did you mean 'puerto_rico'"):
        load_game("puertorico")


@pytest.mark.parametrize("name", game_names())
def test_every_shipped_rules_file(name):
    """Each number lies in its range and names its source; each preset and player count can be used."""
    game = load_game(name)
    for rule in game.base_rules.rules.values():
        assert rule.source, rule.name
        for value in rule.value.values() if isinstance(rule.value, dict) else [rule.value]:
            assert rule.with_value(list(value) if isinstance(value, tuple) else value, "file").at(2) == value, rule.name
    for preset in game.presets():
        for players in game.players:
            game.rules(players, preset)


def test_nearest():
    assert nearest("warf", ["wharf", "harbor"]) == "; did you mean 'wharf'?"
    assert nearest("zzz", ["wharf"]) == ""
    assert nearest("cost", ["wharf.price", "buildings.wharf.cost"]) == "; did you mean 'buildings.wharf.cost'?"


def test_shown_as_toml():
    assert shown({2: [1, 2], 3: True}) == "{2 = [1, 2], 3 = true}"
    assert shown("a") == '"a"'
