from __future__ import annotations

from pathlib import Path

import pytest

from rulesim.errors import InputError
from rulesim.experiment.setup import prepare
from rulesim.experiment.spec import make_experiment, parse_change, read_experiment

FILE = """
game = "puerto_rico"
players = 4
strategies = ["random"]
design = "self_play"
games = 100
[rules]
preset = "english"
buildings.factory.cost = 9
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(FILE)
    return path


def test_a_file_is_read_with_its_rules(file: Path) -> None:
    setup = prepare(read_experiment(file))
    values = setup.rules.ruleset.at(4)
    assert values["buildings.factory.cost"] == 9
    assert values["switches.hacienda_hut_quarry"] is False
    assert setup.blocks == 100


def test_the_command_line_overrides_the_file(file: Path) -> None:
    experiment = read_experiment(file, ["rules.buildings.factory.cost=8", "seed=3", "rules.preset=seed"], games=60)
    values = prepare(experiment).rules.ruleset.at(4)
    assert (values["buildings.factory.cost"], experiment.seed, experiment.games) == (8, 3, 60)
    assert values["switches.hacienda_hut_quarry"] is True


def test_blocks_on_the_command_line_replace_the_games_of_the_file(file: Path) -> None:
    assert read_experiment(file, blocks=5).blocks == 5
    assert read_experiment(file, ["blocks=5"]).games is None


def test_paths_are_relative_to_the_file(file: Path) -> None:
    (file.parent / "mine.toml").write_text("buildings.factory.cost = 6")
    experiment = read_experiment(file, ['rules.file="mine.toml"', 'strategies=["plan.py:a(x=1)", "random"]'])
    assert experiment.strategies == [f"{file.parent / 'plan.py'}:a(x=1)", "random"]
    assert experiment.rules.file == str(file.parent / "mine.toml")


def test_games_are_rounded_up_to_whole_blocks() -> None:
    experiment = make_experiment(
        {"game": "puerto_rico", "players": 4, "strategies": ["random"], "design": "fixed", "games": 101}
    )
    assert prepare(experiment).blocks == 101


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("strategys=1", "unknown key 'strategys'; did you mean 'strategies'?"),
        ("players=6", "Puerto Rico is for 2 to 5 players, not 6"),
        ('players="four"', "players = 'four': expected a whole number"),
        ('design="roundrobin"', "did you mean 'round_robin'?"),
        ("games=0", "games = 0: expected 1 or more"),
        ("seed=-1", "seed = -1"),
        ('game="puertorico"', "unknown game 'puertorico': expected one of .*; did you mean 'puerto_rico'?"),
        ('strategies=["randon"]', "unknown strategy 'randon' of puerto_rico; did you mean 'random'?"),
        ("strategies=[]", "strategies: name at least one"),
        ("rules.buildings.factry.cost=8", "unknown rule 'buildings.factry'.*did you mean 'buildings.factory"),
        ("rules.buildings.factory.cost=80", "expected a whole number from 0 to 30"),
        ("rules.buildings.factory.cost=eight", "expected a whole number from 0 to 30"),
        ("rules.preset=englisch", "unknown preset 'englisch'.*did you mean 'english'?"),
        ("rules.preset=5", "rules.preset = 5: expected a text in quotes"),
        ("rules.file=nowhere.toml", "nowhere.toml: cannot be read"),
        ('focus="random"', "focus: the design one_vs_field needs it"),
        ("nonsense", "expected key=value"),
        ('line_ups=[["random","random"]]', "line_ups: only the design"),
        ("line_up_count=3", "line_up_count: the design random_lineups needs it, other designs do not take it"),
        ("design=random_lineups", "line_up_count: the design random_lineups needs it"),
        ("design=random_lineup", "did you mean 'random_lineups'"),
    ],
)
def test_bad_input_is_refused_with_the_place(file: Path, change: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        prepare(read_experiment(file, [change]))


def test_a_file_that_is_not_toml_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("game = 1\nplayers : 3")
    with pytest.raises(InputError, match=r"bad\.toml: not a TOML file .*line 2"):
        read_experiment(path)
    with pytest.raises(InputError, match="there is no such file"):
        read_experiment(tmp_path / "missing.toml")


def test_a_shipped_experiment_is_found_by_its_name() -> None:
    assert read_experiment(Path("puerto_rico_random")).strategies == ["random"]
    with pytest.raises(InputError, match="did you mean 'puerto_rico_random'"):
        read_experiment(Path("puerto_rico_randm"))


def test_values_of_changes_are_toml_or_text() -> None:
    assert parse_change("a.b=[1, 2]") == {"a": {"b": [1, 2]}}
    assert parse_change("a=some text") == {"a": "some text"}
    assert parse_change("a=true") == {"a": True}
