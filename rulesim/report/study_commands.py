"""What plays a study again: one command, or a script where no command can say it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rulesim.experiment.factors import number
from rulesim.experiment.spec import make_experiment
from rulesim.report.facts import experiment_toml, toml_value
from rulesim.report.page_folder import EXPERIMENT, POSITION, SCRIPT
from rulesim.studies.store import StoredStudy

OUT = "again"
ON_THE_COMMAND_LINE = ("game", "players", "strategies", "seed", "rules")


def remake(study: StoredStudy) -> tuple[dict[str, str], list[str]]:
    """Files by name, and the commands that remake the study and its page."""
    page = f"rulesim report {OUT}"
    if _can_be_a_command(study.manifest["experiment"]):
        return {}, [_command(study), page]
    return {EXPERIMENT: experiment_toml(study), SCRIPT: _script(study)}, [f"python {SCRIPT}", page]


def _can_be_a_command(experiment: Mapping[str, Any]) -> bool:
    """Whether the experiment differs from the plain one only in what the command line can say."""
    if experiment["rules"].get("file"):
        return False
    given = {key: experiment[key] for key in ON_THE_COMMAND_LINE}
    plain = make_experiment({**given, "record": "summary", "openings": 0, "blocks": 2}, "study").model_dump(mode="json")
    return all(value == plain[key] for key, value in experiment.items())


def _command(study: StoredStudy) -> str:
    """As it is typed, with an option on each line."""
    experiment = study.manifest["experiment"]
    options = [*_asked(study), *_settings(experiment["rules"])]
    options += [("-s", ",".join(experiment["strategies"])), ("--blocks", study.result["blocks"])]
    options += [("--seed", experiment["seed"]), ("--out", OUT)]
    return _typed(f"rulesim {study.kind} {experiment['game']} -p {experiment['players']}", options)


def _typed(first: str, options: Iterable[tuple[str, Any]]) -> str:
    """A command with an option on each line; None is an option without a value."""
    parts = [name if value is None else f"{name} {shlex.quote(str(value))}" for name, value in options]
    return " \\\n  ".join([first, *parts])


def play_on_again(about: Mapping[str, Any]) -> tuple[dict[str, str], list[str]]:
    """Files by name, and the commands that evaluate a position or review a game again, and remake the page."""
    evaluated = "position" in about
    options: list[tuple[str, Any]] = [("-s", ",".join(about["strategies"])), ("--playouts", about["playouts"])]
    options += [("--error", about["error"]), ("--seed", about["seed"])]
    options += [("--peek", None)] if about["hidden"] == "as given" else []
    if not evaluated:
        options += [(f"--{name.replace('_', '-')}", about[name]) for name in ("game_number", "adjust", "preset")]
        options += [("--set", f"{name}={toml_value(new)}") for name, (_, new) in about["rules_changed"].items()]
    first = f"rulesim evaluate {POSITION}" if evaluated else "rulesim review TRACE"
    files = {POSITION: json.dumps(about["position"], indent=1) + "\n"} if evaluated else {}
    return files, [_typed(first, [*options, ("--out", OUT)]), f"rulesim report {OUT}"]


def _asked(study: StoredStudy) -> Iterator[tuple[str, Any]]:
    """The options of the question."""
    manifest, result = study.manifest, study.result
    if study.kind == "solve":
        yield "--target", manifest["target"]
        for path, (low, high) in manifest["ranges"].items():
            yield "--vary", f"{path}={number(low)}:{number(high)}"
        return
    asked = manifest["asked"]
    yield "--metric", result["metric"]
    yield "--method", result["method"]
    for pattern in asked["patterns"]:
        yield "--rules", pattern
    for path, low, high in asked["ranges"]:
        yield "--vary", f"{path}={number(low)}:{number(high)}"
    if asked["grouped"]:
        yield "--groups", None
    yield "--trajectories" if result["method"] == "morris" else "--samples", result["size"]


def _settings(rules: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """The options that change rules."""
    for key, value in rules.items():
        if isinstance(value, Mapping):
            yield from _settings(value, f"{prefix}{key}.")
        elif f"{prefix}{key}" == "preset" and value:
            yield "--preset", value
        elif value is not None:
            yield "--set", f"{prefix}{key}={toml_value(value)}"


def _script(study: StoredStudy) -> str:
    """As Python, beside the experiment's file."""
    manifest, result = study.manifest, study.result
    if study.kind == "solve":
        (path, (low, high)), *_ = manifest["ranges"].items()
        call = f'solve("{EXPERIMENT}", {manifest["target"]!r}, {path!r}, {low!r}, {high!r}, out="{OUT}")'
        return f"import rulesim\n\nrulesim.{call}\n"
    asked = manifest["asked"]
    ranges = {path: (low, high) for path, low, high in asked["ranges"]}
    lines = [
        f'    "{EXPERIMENT}", {result["metric"]!r}, "{OUT}",',
        f"    method={result['method']!r}, size={result['size']},",
        f"    rules={asked['patterns']!r}, grouped={asked['grouped']},",
        f"    ranges={ranges!r},",
    ]
    return "\n".join(["import rulesim", "", "rulesim.sensitivity(", *lines, ")", ""])
