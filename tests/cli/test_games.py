"""`rulesim games` and `rulesim rules`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def test_games(rulesim: Any) -> None:
    (puerto_rico,) = [one for one in json.loads(rulesim("games", "--json").out) if one["name"] == "puerto_rico"]
    assert puerto_rico["players"] == [2, 3, 4, 5]
    assert "wbc_2023" in puerto_rico["presets"]
    assert puerto_rico["strategies"] >= 1
    assert "Puerto Rico" in rulesim("games").out


def test_rules_show(rulesim: Any) -> None:
    assert "buildings.factory.cost" in rulesim("rules", "show", "puerto_rico").out
    shown = json.loads(rulesim("rules", "show", "puerto_rico", "--players", 4, "--section", "setup", "--json").out)
    values = {one["name"]: one["value"] for one in shown}
    assert values["setup.vp_pool"] == 100  # §A.0.1
    assert values["setup.cargo_ships"] == [5, 6, 7]
    assert all(name.startswith("setup.") for name in values)


def test_rules_show_with_changes(rulesim: Any) -> None:
    for key in ("buildings.factory.cost", "rules.buildings.factory.cost"):
        shown = rulesim("rules", "show", "puerto_rico", "--set", f"{key}=9", "--section", "buildings.factory", "--json")
        assert {one["name"]: one["value"] for one in json.loads(shown.out)}["buildings.factory.cost"] == 9
    switch = rulesim("rules", "show", "puerto_rico", "--set", "switches.free_discard=true", "--section", "switches")
    assert switch.code == 0


def test_unverified_numbers(rulesim: Any) -> None:
    shown = json.loads(rulesim("rules", "show", "puerto_rico", "--unverified", "--json").out)
    assert shown
    assert all(one["unverified"] for one in shown)


def test_rules_diff(rulesim: Any) -> None:
    found = json.loads(rulesim("rules", "diff", "puerto_rico", "seed", "wbc_2023", "--json").out)
    assert found["buildings.factory.cost"] == {"a": 7, "b": 8}
    assert "buildings.university.cost" in rulesim("rules", "diff", "puerto_rico", "seed", "wbc_2023").out
    assert "the same rules" in rulesim("rules", "diff", "puerto_rico", "seed", "seed").out


def test_rules_diff_with_a_file(rulesim: Any) -> None:
    Path("mine.toml").write_text("[buildings.factory]\ncost = 9\n")
    found = json.loads(rulesim("rules", "diff", "puerto_rico", "seed", "mine.toml", "--json").out)
    assert found == {"buildings.factory.cost": {"a": 7, "b": 9}}


def test_rules_check(rulesim: Any) -> None:
    Path("good.toml").write_text("buildings.factory.cost = 9\n")
    ended = rulesim("rules", "check", "puerto_rico", "good.toml")
    assert ended.code == 0
    assert "buildings.factory.cost: 7 -> 9" in ended.out


def test_rules_check_of_bad_files(rulesim: Any) -> None:
    for text, says in {
        "buildings.factroy.cost = 9": "did you mean 'buildings.factory'",
        "buildings.factory.cost = 'much'": "expected a whole number",
        "setup.indigo_seats = 5": "there are only 2 seats",
        "not toml": "not a TOML file",
    }.items():
        Path("bad.toml").write_text(text)
        ended = rulesim("rules", "check", "puerto_rico", "bad.toml")
        assert ended.code == 2
        assert says in ended.err
