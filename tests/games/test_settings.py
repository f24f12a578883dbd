"""Rule changes as text."""

from __future__ import annotations

from typing import Any

import pytest

from rulesim.games.ruleset import RulesError
from rulesim.games.settings import parse_setting, rule_changes


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a.b=8", 8),
        ("a.b = 1.5", 1.5),
        ("a.b=true", True),
        ("a.b=[5, 6, 7]", [5, 6, 7]),
        ('a.b="text"', "text"),
        ("a.b=largest", "largest"),
        ("a.b={3 = 1}", {"3": 1}),
    ],
)
def test_values_are_toml_and_bare_words_are_texts(text: str, value: Any) -> None:
    assert parse_setting(text) == ("a.b", value)


def test_a_star_is_part_of_a_key() -> None:
    assert rule_changes(["rules.cities.*.hatched=30"]) == {"cities.*.hatched": 30}


def test_the_prefix_of_experiment_files_is_allowed() -> None:
    assert rule_changes(["rules.buildings.factory.cost=8", "price.corn=1"]) == {
        "buildings.factory.cost": 8,
        "price.corn": 1,
    }


@pytest.mark.parametrize("text", ["a.b", "=8", "a b=8", "a.b=", "a.b=[1", "a.b=1\nc=2", "a..b=1"])
def test_bad_settings(text: str) -> None:
    with pytest.raises(RulesError, match="setting"):
        parse_setting(text)
