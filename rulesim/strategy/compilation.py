"""Compiling a plugin alone, against the contract, with messages that a plugin author understands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from rulesim.games.game import Game
from rulesim.games.ruleset import nearest
from rulesim.kernel.jit import compile_signature, plugin_cache, policy

if TYPE_CHECKING:
    from rulesim.strategy.contract import Strategy

_HINTS = {
    "untyped global name": "a name is not defined, or it is a Python object that compiled code cannot use; "
    "decorate own functions with @helper",
    "unknown attribute": "a field does not exist; see `rulesim strategies new` for the fields of the game",
    "Cannot unify": "a variable has two types on different paths; give it one type",
    "reflected list": "use me.memory instead of lists",
    "non-precise type": "use me.memory and numbers instead of lists, dicts and strings",
    "Use of unsupported": "compiled strategies use numbers, loops and functions; declare compiled=False otherwise",
}


def compile_policy(strategy: Strategy, game: Game) -> Any:
    """Compile a strategy's decision function, pinned to the contract's signature.

    Raises
    ------
    BrokenStrategyError
        If it does not compile, or returns anything but a whole number.
    """
    from numba import types
    from numba.core.errors import NumbaError

    from rulesim.strategy.contract import BrokenStrategyError

    arguments = game.engine.policy_arguments()
    dispatcher = strategy.dispatcher
    try:
        compile_signature(dispatcher, arguments)
    except KeyError as error:  # what the compiler says of a field that a record does not have
        fields = (*(game.moves.state.names or ()), *(game.moves.rules.names or ()))
        name = str(error.args[0]) if error.args else ""
        raise BrokenStrategyError(
            f"strategy {strategy.name!r} ({strategy.path}) does not compile: "
            f"there is no field {name!r}{nearest(name, fields)}"
        ) from None
    except NumbaError as error:
        raise BrokenStrategyError(
            f"strategy {strategy.name!r} ({strategy.path}) does not compile: {_reason(str(error))}"
        ) from None
    result: Any = dispatcher.nopython_signatures[0].return_type
    if not isinstance(result, (types.Integer, types.IntegerLiteral)):
        raise BrokenStrategyError(
            f"strategy {strategy.name!r} ({strategy.path}) returns {_kind(result)}: "
            "expected the number of a legal action"
        )
    if result != types.int64:  # a narrower or unsigned whole number: widen it
        with plugin_cache(strategy.digest):
            dispatcher = policy(strategy.function)
        compile_signature(dispatcher, types.int64(*arguments))
    dispatcher.disable_compile()
    return dispatcher


def _kind(result: Any) -> str:
    name = str(result)
    if name == "none":
        return "nothing"
    if "Optional" in type(result).__name__:
        return "a number on some paths and nothing on others"
    return {"float64": "a float", "bool": "true or false", "boolean": "true or false"}.get(name, name)


def _reason(message: str) -> str:
    """The first useful sentence of a compiler message, its line, and a hint."""
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line).strip() for line in message.splitlines()]
    place = next((m for line in lines if (m := re.search(r'File "([^"]+)", line (\d+)', line))), None)
    noise = ("Failed in", "During:", "File", "<source", "Traceback")
    first = next((line for line in lines if line and not line.startswith(noise)), "unknown reason")
    where = f" (line {place.group(2)})" if place else ""
    hint = next((text for key, text in _HINTS.items() if key in message), "")
    return first + where + (f"; hint: {hint}" if hint else "")
