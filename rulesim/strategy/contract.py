"""Strategies and their parameters."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from rulesim.errors import InputError
from rulesim.games.game import Game
from rulesim.games.ruleset import nearest
from rulesim.kernel.jit import INTERPRETED, policy
from rulesim.kernel.records import MAX_PARAMETERS

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
"""What the name of a strategy looks like."""


class StrategyError(InputError):
    """A strategy that does not exist or cannot be used, or a bad parameter."""


class BrokenStrategyError(StrategyError):
    """A strategy that is there, but cannot be loaded or compiled."""


@dataclass(frozen=True)
class Parameter:
    """A number that a user may set, and that sweeps and tuning may vary.

    Attributes
    ----------
    low, high
        The sensible range, both ends included; values outside are refused.
    """

    name: str
    default: float
    low: float
    high: float
    meaning: str

    def __post_init__(self) -> None:
        if not self.name.isidentifier():
            raise StrategyError(f"parameter {self.name!r}: expected a Python name")
        if not self.low <= self.default <= self.high:
            raise StrategyError(
                f"parameter {self.name!r}: its default {self.default:g} is outside {self.low:g} to {self.high:g}"
            )


@dataclass
class Strategy:
    """A strategy as a plugin declares it.

    Attributes
    ----------
    function
        The decision function as written, in plain Python.
    compiled
        Whether it is compiled; otherwise it runs as plain Python, slower, with the same contract.
    digest
        Of the sources that it was loaded from; names the folder of its compiled code.
    """

    name: str
    game: str
    function: Callable[..., Any]
    parameters: tuple[Parameter, ...]
    compiled: bool
    plan: str
    path: Path
    dispatcher: Any = field(repr=False, compare=False)
    digest: str = field(default="", repr=False, compare=False)
    pinned: Any = field(default=None, repr=False, compare=False)

    def values(self, given: Mapping[str, float] | None = None) -> np.ndarray[Any, Any]:
        """The parameter array: defaults, and the given values by name.

        Raises
        ------
        StrategyError
            For an unknown parameter (with the nearest one) or a value out of range.
        """
        values = np.zeros(MAX_PARAMETERS)
        names = [parameter.name for parameter in self.parameters]
        for index, parameter in enumerate(self.parameters):
            values[index] = parameter.default
        for name, value in (given or {}).items():
            if name not in names:
                has = f"its parameters are {', '.join(names)}" if names else "it has no parameters"
                raise StrategyError(f"strategy {self.name!r} has no parameter {name!r}: {has}{nearest(name, names)}")
            parameter = self.parameters[names.index(name)]
            if not parameter.low <= value <= parameter.high:
                raise StrategyError(
                    f"strategy {self.name!r}: {name} = {value:g}: expected {parameter.low:g} to {parameter.high:g}"
                )
            values[names.index(name)] = value
        return values

    def compile(self, game: Game) -> Any:
        """Compile (or load) the decision function for its game and return what the kernel calls.

        Raises
        ------
        StrategyError
            If it does not compile or does not return a whole number, with file and reason.
        """
        if INTERPRETED or not self.compiled:
            return self.function
        if self.pinned is None:
            from rulesim.strategy.compilation import compile_policy

            self.pinned = compile_policy(self, game)
        return self.pinned


@dataclass(frozen=True)
class Entry:
    """One player of a line-up: a strategy with its parameters.

    Attributes
    ----------
    label
        Its name in tables; parameters that are not the defaults are part of it.
    values : float64 array, (MAX_PARAMETERS,)
    spec
        The text that names it on the command line; a worker rebuilds the entry from it.
    """

    label: str
    strategy: Strategy
    values: Any
    spec: str = ""


def strategy(
    game: str, *, name: str | None = None, parameters: Sequence[Parameter] = (), compiled: bool = True
) -> Callable[[Callable[..., Any]], Strategy]:
    """Declare the decorated function as a strategy of a game.

    Parameters
    ----------
    game
        Name of the game.
    name
        Name of the strategy; by default that of the function.
    parameters
        Declared in the order of ``me.params``.
    compiled
        False for plain Python.

    Raises
    ------
    StrategyError
        If the function does not take ``(state, rules, legal, me)`` or has no docstring.
    """

    def declare(function: Callable[..., Any]) -> Strategy:
        own_name = name or function.__name__
        if not NAME.fullmatch(own_name):
            raise StrategyError(f"strategy {own_name!r}: expected a name of letters, digits, '_' and '-'")
        if len(inspect.signature(function).parameters) != 4:
            raise StrategyError(f"strategy {own_name!r}: expected a function of (state, rules, legal, me)")
        plan = inspect.getdoc(function) or ""
        if not plan:
            raise StrategyError(f"strategy {own_name!r}: its docstring must say what it plans")
        if len(parameters) > MAX_PARAMETERS:
            raise StrategyError(f"strategy {own_name!r}: {len(parameters)} parameters; at most {MAX_PARAMETERS}")
        names = [parameter.name for parameter in parameters]
        if len(set(names)) < len(names):
            raise StrategyError(f"strategy {own_name!r}: two parameters have the same name")
        return Strategy(
            own_name, game, function, tuple(parameters), compiled, plan,
            Path(inspect.getfile(function)), policy(function) if compiled else None,
        )  # fmt: skip

    return declare
