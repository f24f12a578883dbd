"""`rulesim ablate`."""

from __future__ import annotations

import json
from typing import Any

import pytest

QUESTION = ("ablate", "puerto_rico", "--players", 3, "--strategies", "random,greedy", "--blocks", 6)


def test_json_tells_the_worth_of_every_feature(rulesim: Any) -> None:
    ended = rulesim(*QUESTION, "--features", "build:*market", "--json", "--quiet")
    assert ended.code == 0
    data = json.loads(ended.out)
    assert {row["feature"] for row in data["ablation"]["worths"]} == {"build:small_market", "build:large_market"}


def test_of_many_strategies_line_ups_are_drawn(rulesim: Any) -> None:
    ended = rulesim("ablate", "puerto_rico", "-p", 3, "-f", "take:quarry", "--line-ups", 5, "--blocks", 2)
    assert ended.code == 0
    assert "5 line-ups" in ended.err and "What the features are worth" in ended.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--features", "bild:factory"), "features: 'bild:factory' matches no action of Puerto Rico; did you mean"),
        (
            ("--features", "role:*", "--adjust", "hulm"),
            "'--adjust': 'hulm' is not one of 'holm', 'bh'",
        ),
        (("--features", "role:*", "--set", "price.cron=1"), "did you mean 'price.corn'"),
    ],
)
def test_bad_options(rulesim: Any, options: tuple[str, ...], message: str) -> None:
    ended = rulesim(*QUESTION, *options)
    assert ended.code == 2 and message in ended.err and not ended.out


@pytest.mark.parametrize("players", [-3, 0, 9])
def test_a_number_of_players_that_the_game_does_not_know(rulesim: Any, players: int) -> None:
    ended = rulesim("ablate", "puerto_rico", "-p", players, "-f", "role:*")
    assert ended.code == 2 and f"is for 2 to 5 players, not {players}" in ended.err and not ended.out


def test_so_few_line_ups_leave_strategies_out(rulesim: Any) -> None:
    ended = rulesim("ablate", "puerto_rico", "-p", 3, "-f", "role:*", "--line-ups", 2)
    assert ended.code == 2 and "2 line-ups of 3 do not seat all" in ended.err


def test_a_kind_of_action_without_its_star(rulesim: Any) -> None:
    ended = rulesim(*QUESTION, "-f", "build")
    assert ended.code == 2 and "did you mean 'build:*'?" in ended.err


def test_a_lifted_ban_says_what_was_decided(rulesim: Any) -> None:
    ended = rulesim(*QUESTION, "-f", "role:*", "-f", "role:*", "--together", "--out", "x")
    assert ended.code == 0
    assert "What is role:* worth?" in ended.out
    assert "lifted there, in choices of role:*" in " ".join(ended.out.split())
