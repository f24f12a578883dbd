"""Start-up, exit codes and what every command has in common."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rulesim.cli.main import PANELS, app

COMMANDS = [
    ["run"], ["plan"], ["whatif"], ["ablate"], ["sweep"], ["sensitivity"], ["solve"], ["report"], ["plot"],
    ["openings"], ["ratings"], ["metagame"], ["luck"], ["compare"], ["play"], ["trace"], ["replay"], ["evaluate"],
    ["review"], ["position", "show"], ["position", "legal"], ["position", "apply"], ["games"], ["rules", "show"],
    ["rules", "diff"], ["rules", "check"], ["strategies", "list"], ["strategies", "show"], ["strategies", "new"],
    ["strategies", "check"], ["warmup"], ["bench"],
]  # fmt: skip
HEAVY = ("numba", "numpy", "polars", "pandas", "matplotlib", "pydantic", "scipy", "joblib")


def imported_for_help(commands: list[list[str]]) -> list[str]:
    """The heavy modules that the help of some commands imports."""
    code = (
        "import sys\nfrom rulesim.cli.main import run\n"
        f"for command in {commands!r}:\n"
        "    sys.argv = ['rulesim', *command, '--help']\n    try:\n        run()\n"
        "    except SystemExit as ended:\n        assert not ended.code\n"
        f"print(*[name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert "Usage: rulesim" in done.stdout
    return done.stderr.split()


def test_help_imports_nothing_heavy() -> None:
    assert imported_for_help([[]]) == []


def test_the_help_of_commands_imports_nothing_heavy() -> None:
    """But pydantic, by which newer versions of typer check numbers."""
    assert set(imported_for_help(COMMANDS)) <= {"pydantic"}


def test_help_tells_the_exit_codes(rulesim: Any) -> None:
    assert "Exit codes: 0 fine, 1 a run or a check failed, 2 bad input" in rulesim("--help").out


def test_every_command_is_known_here_and_stands_in_a_panel() -> None:
    found = [[name] for name in (command.name for command in app.registered_commands) if name]
    for group in app.registered_groups:
        assert group.typer_instance and group.name
        found += [[group.name, command.name] for command in group.typer_instance.registered_commands if command.name]
    assert sorted(found) == sorted(COMMANDS)
    assert {one.rich_help_panel for one in (*app.registered_commands, *app.registered_groups)} == set(PANELS)


SAME = (
    "--players",
    "--strategies",
    "--seed",
    "--jobs",
    "--json",
    "--quiet",
    "--fresh",
    "--adjust",
    "--preset",
    "--plot",
)


def test_the_same_option_has_the_same_short_name_everywhere() -> None:
    from typer.main import get_command

    short: dict[str, set[str]] = {}
    for command in get_command(app).commands.values():  # type: ignore[attr-defined]
        for option in command.params:
            for name in set(option.opts) & set(SAME):
                short.setdefault(name, set()).add(" ".join(option.opts))
    assert set(short) == set(SAME)
    assert {name: forms for name, forms in short.items() if len(forms) > 1} == {}


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
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
        (["whatif", "puerto_rico", "-p", "3", "--set", "zzz=1"], "`rulesim rules show puerto_rico` lists them"),
        (["plan", "nowhere.toml", "--games", "5", "--blocks", "5"], "--games and --blocks: give one of the two"),
        (["ablate", "puerto_rico", "-p", "3", "-f", "role:*", "--blocks", "0"], "'--blocks': "),
        (["whatif", "puerto_rico", "-p", "3", "--set", "price.corn=1", "--jobs", "-1"], "'--jobs'"),
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
