"""Looking ahead: in compiled code a record does not keep its array alive.

An array is freed after its last use, so ``clone(state)[0]`` reads and writes freed memory. The array must be handed to
a function, whose caller keeps it, or be returned.
"""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest

from rulesim.kernel.jit import kernel
from rulesim.kernel.records import record

ROOT = Path(__file__).parents[2]
MAKERS = {"clone", "imagine", "imagined", "empty_legal"}
FILES = [*sorted(ROOT.glob("strategies/*/*.py")), *sorted(ROOT.glob("rulesim/games/*/*.py"))]

THING = record([("number", np.int64), ("room", np.int64, (40,))])


@kernel
def made(number: int) -> np.ndarray:
    things = np.empty(1, THING)
    things[0].number = number
    return things


@kernel
def number_after_another_use_of_memory(things: np.ndarray) -> int:
    thing = things[0]
    others = np.full(41, 7)
    return thing.number + 0 * others[0]


@kernel
def kept(number: int) -> int:
    return number_after_another_use_of_memory(made(number))


def test_an_array_that_is_handed_on_is_kept() -> None:
    assert kept(42) == 42


def unsafe_uses(tree: ast.AST) -> list[int]:
    """Lines where a copy is made but neither handed to a function nor returned."""
    safe: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            safe.update(node.args)
        elif isinstance(node, ast.Return) and node.value is not None:
            safe.add(node.value)
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        returned = {
            node.value.id
            for node in ast.walk(function)
            if isinstance(node, ast.Return) and isinstance(node.value, ast.Name)
        }
        for node in ast.walk(function):
            if (
                isinstance(node, ast.Assign)
                and isinstance(node.targets[0], ast.Name)
                and node.targets[0].id in returned
            ):
                safe.add(node.value)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [node.lineno for node in calls if _name(node.func) in MAKERS and node not in safe]


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_copies_are_handed_on(path: Path) -> None:
    assert unsafe_uses(ast.parse(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("line", "unsafe"),
    [
        ("copy = el.clone(state)[0]", True),
        ("copies = el.clone(state)", True),
        ("return worth_on(el.clone(state), rules)", False),
        ("copies = el.clone(state)\n    return copies", False),
    ],
)
def test_unsafe_uses_are_found(line: str, unsafe: bool) -> None:
    assert bool(unsafe_uses(ast.parse(f"def f(state, rules):\n    {line}\n"))) == unsafe
