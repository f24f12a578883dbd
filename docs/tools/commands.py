"""The reference of the command line, made from the command line itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any


def reference() -> str:
    """A page with every command: what it does, its arguments and its options."""
    import typer

    from rulesim.cli.main import EPILOG, app

    root = typer.main.get_command(app)
    parts = ["# Commands", "", "`rulesim COMMAND --help` says the same. " + EPILOG, ""]
    leaves = list(_leaves(root, "rulesim"))
    parts += ["| command | what it does |", "|---|---|"]
    parts += [f"| [`{path}`](#{anchor(path)}) | {_cell(_first_line(command))} |" for path, command in leaves]
    for path, command in leaves:
        parts += ["", *_command(path, command)]
    return "\n".join(parts) + "\n"


def anchor(path: str) -> str:
    """The anchor of a command's heading."""
    return path.replace(" ", "-")


def _leaves(command: Any, path: str) -> Iterator[tuple[str, Any]]:
    """All commands that do something, in the order of the help."""
    if not hasattr(command, "commands"):
        yield path, command
        return
    for name, child in command.commands.items():
        yield from _leaves(child, f"{path} {name}")


def _command(path: str, command: Any) -> list[str]:
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    options = [one for one in command.params if one.param_type_name == "option" and one.name != "help"]
    usage = " ".join([path, *(_usage(one) for one in arguments), *(_required(one) for one in options if one.required)])
    more = " [OPTIONS]" if any(not one.required for one in options) else ""
    lines = [f"## {path} {{ #{anchor(path)} }}", "", _text(command.help), "", "```text", usage + more, "```", ""]
    if arguments:
        lines += ["| argument | |", "|---|---|"]
        lines += [f"| `{_usage(one)}` | {_cell(_help(one))} |" for one in arguments] + [""]
    if options:
        lines += ["| option | | default |", "|---|---|---|"]
        lines += [f"| {_names(one)} | {_cell(_help(one))} | {_default(one)} |" for one in options]
    return lines


def _usage(argument: Any) -> str:
    name = argument.metavar or argument.name.upper()
    return name if argument.required or name.startswith("[") else f"[{name}]"


def _required(option: Any) -> str:
    return f"{option.opts[0]} {_value(option)}"


def _value(option: Any) -> str:
    return option.metavar or option.opts[0].lstrip("-").upper().replace("-", "_")


def _names(option: Any) -> str:
    """The short names, then the long one with its value."""
    value = "" if option.is_flag else f" {_value(option)}"
    return ", ".join(f"`{name}`" for name in [*option.opts[1:], option.opts[0] + value]).replace("|", "\\|")


def _help(parameter: Any) -> str:
    return re.sub(r"\s*\[default: .*\]", "", _text(getattr(parameter, "help", None)))


def _default(option: Any) -> str:
    stated = re.search(r"\[default: (.*)\]", option.help or "")
    if stated:
        return _cell(stated[1]).replace("<", "&lt;")
    if option.required:
        return "needed"
    if option.is_flag or option.default in (None, "", ()) or callable(option.default):
        return ""
    return f"`{option.default}`"


def _text(text: str | None) -> str:
    """A help text as Markdown; what stands for a value stays as it is."""
    return (text or "").replace("\f", "").replace("<", "&lt;").strip()


def _first_line(command: Any) -> str:
    return _text(command.help).split("\n")[0]


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
