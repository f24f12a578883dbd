"""The reference of the commands is complete."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer

from rulesim.cli.main import app
from tests.docs.tools import commands


def leaves(command: Any, path: str) -> Iterator[tuple[str, Any]]:
    if hasattr(command, "commands"):
        for name, child in command.commands.items():
            yield from leaves(child, f"{path} {name}")
    else:
        yield path, command


def test_every_command_and_option_is_there() -> None:
    page = commands.reference()
    sections = {part.split(" {", 1)[0]: part for part in page.split("\n## ")[1:]}
    found = dict(leaves(typer.main.get_command(app), "rulesim"))
    assert sections.keys() == found.keys()
    for path, command in found.items():
        for parameter in command.params:
            for option in parameter.opts if parameter.param_type_name == "option" else ():
                assert f"`{option}" in sections[path] or option == "--help", (path, option)
        assert command.help.split("\n")[0] in sections[path]


def test_headings_have_the_anchors_of_the_table() -> None:
    page = commands.reference()
    for line in page.splitlines():
        if line.startswith("| [`rulesim"):
            anchor = line.split("](#", 1)[1].split(")", 1)[0]
            assert f"{{ #{anchor} }}" in page
