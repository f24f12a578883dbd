"""Start-up, exit codes and what every command has in common."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HEAVY = ("numba", "numpy", "polars", "pandas", "matplotlib", "pydantic", "scipy", "joblib")


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\nsys.argv = ['rulesim', '--help']\nfrom rulesim.cli.main import run\n"
        "try:\n    run()\nexcept SystemExit:\n    pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert "Exit codes: 0 fine, 1 a run or a check failed, 2 bad input" in done.stdout
    assert done.stderr.strip() == "[]"


@pytest.mark.parametrize(
    "command",
    [
        ["games"], ["rules", "show"], ["rules", "diff"], ["rules", "check"], ["strategies", "list"],
        ["strategies", "show"], ["strategies", "new"], ["strategies", "check"], ["play"], ["trace"], ["replay"],
        ["position", "show"], ["position", "legal"], ["position", "apply"], ["warmup"], ["bench"], ["whatif"], ["plan"],
        ["ratings"], ["metagame"], ["luck"], ["compare"],
    ],
)  # fmt: skip
def test_every_command_has_help(rulesim: Any, command: list[str]) -> None:
    ended = rulesim(*command, "--help")
    assert ended.code == 0
    assert "Usage: rulesim " + " ".join(command) in ended.out


def test_version(rulesim: Any) -> None:
    ended = rulesim("--version")
    assert ended.code == 0
    assert ended.out.startswith("rulesim")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["gmaes"], "Did you mean 'games'"),
        (["rules", "shwo"], "Did you mean 'show'"),
        (["play", "puerto_rico", "--palyers", "4"], "--players"),
        (["play", "puerto_rico"], "Missing option"),
        (["play", "puerto_rico", "-p", "four", "-s", "random"], "--players"),
        (["play", "puerto_rico", "-p", "6", "-s", "random"], "for 2 to 5 players, not 6"),
        (["play", "puerto_rcio", "-p", "4", "-s", "random"], "did you mean 'puerto_rico'"),
        (["play", "puerto_rico", "-p", "4", "-s", "rnadom"], "did you mean 'random'"),
        (["play", "puerto_rico", "-p", "4", "-s", "random,random"], "2 strategies for 4 players"),
        (["play", "puerto_rico", "-p", "4", "-s", "random(x=1)"], "'random' has no parameter 'x'"),
        (["play", "puerto_rico", "-p", "4", "-s", "random", "--seed", "-1"], "--seed"),
        (["play", "puerto_rico", "-p", "4", "-s", "random", "--preset", "sead"], "did you mean 'seed'"),
        (["play", "puerto_rico", "-p", "4", "-s", "random", "--set", "buildings.factroy.cost=8"], "buildings.factory"),
        (["play", "puerto_rico", "-p", "4", "-s", "random", "--set", "buildings.factory.cost=x"], "a whole number"),
        (["play", "puerto_rico", "-p", "4", "-s", "random", "--set", "buildings.factory.cost"], "expected key=value"),
        (["play", "puerto_rico", "-p", "4", "-s", "random", "--log", "no/such/folder/x"], "cannot be written"),
        (["trace", "puerto_rico", "-p", "4", "-s", "random"], "Missing option"),
        (["trace", "puerto_rico", "-p", "4", "-s", "random", "--out", "x", "--games", "0"], "--games"),
        (["replay", "nowhere.jsonl"], "nowhere.jsonl: cannot be read"),
        (["position", "show", "nowhere.json"], "nowhere.json: cannot be read"),
        (["warmup", "puerto_rcio"], "did you mean 'puerto_rico'"),
        (["bench", "puerto_rico", "-p", "1", "-s", "random"], "for 2 to 5 players, not 1"),
        (["strategies", "show", "rnadom"], "did you mean 'random'"),
        (["strategies", "check", "rnadom"], "did you mean 'random'"),
        (["strategies", "check", "random", "--game", "puerto_rcio"], "did you mean 'puerto_rico'"),
        (["rules", "show", "puerto_rico", "--section", "bulidings"], "expected setup"),
        (["rules", "check", "puerto_rico", "nowhere.toml"], "cannot be read"),
        (["rules", "diff", "puerto_rico", "seed", "sead"], "did you mean 'seed'"),
    ],
)
def test_bad_input_is_one_message_and_exit_code_2(rulesim: Any, arguments: list[str], says: str) -> None:
    ended = rulesim(*arguments)
    assert ended.code == 2
    *progress, message = ended.err.splitlines()
    assert says in message and not any("Error" in line for line in progress)
    assert ended.out == ""
    assert list(Path().iterdir()) == []


def test_an_interrupt_is_one_line(rulesim: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rulesim.games.registry.load_game", interrupted)
    ended = rulesim("strategies", "show", "random")
    assert (ended.code, ended.err) == (130, "interrupted\n")
