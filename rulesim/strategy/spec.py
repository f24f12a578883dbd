"""How strategies are named everywhere: on the command line, in experiment files, in results.

::

    shipper                        a strategy by its name
    shipper(corn=1.5,indigo=2)     with parameters; the others keep their defaults
    path/to/mine.py:name(x=2)      a strategy of a file
    path/to/mine.py                the only strategy of a file
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from rulesim.strategy.contract import NAME, StrategyError

_FORM = re.compile(r"(?P<head>.*?)(?:\((?P<values>[^()]*)\))?")
_FILE = re.compile(r"(?P<path>.+\.py)(?::(?P<name>.*))?")
_EXPECTED = "expected name, name(parameter=value,…), file.py or file.py:name"


@dataclass(frozen=True)
class StrategySpec:
    """A strategy as a user names it.

    Attributes
    ----------
    name
        Empty for the only strategy of a file.
    path
        The file, as given; empty for a strategy that is found by its name.
    values
        The given parameters, sorted by name.
    """

    name: str
    path: str = ""
    values: tuple[tuple[str, float], ...] = ()

    def __str__(self) -> str:
        """The canonical text: parameters sorted, only those given."""
        head = ":".join(part for part in (self.path, self.name) if part)
        return with_values(head, self.values)


def with_values(head: str, values: tuple[tuple[str, float], ...]) -> str:
    """``head(a=1,b=2)``, or ``head`` alone where there are no values."""
    inside = ",".join(f"{name}={number_text(value)}" for name, value in values)
    return f"{head}({inside})" if inside else head


def number_text(value: float) -> str:
    """A number without loss, whole numbers without a point."""
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(float(value))


def parse_spec(text: str) -> StrategySpec:
    """Read one strategy.

    Raises
    ------
    StrategyError
        If the text is not in the form above.
    """
    text = text.strip()
    form = _FORM.fullmatch(text)
    if not text or form is None:
        raise StrategyError(f"strategy {text!r}: {_EXPECTED}")
    head, inside = form["head"].strip(), form["values"]
    file = _FILE.fullmatch(head)
    path, name = (file["path"], file["name"]) if file else ("", head)
    if name is not None and not NAME.fullmatch(name):
        raise StrategyError(f"strategy {text!r}: {_EXPECTED}")
    return StrategySpec(name or "", path, _values(inside or "", text))


def _values(inside: str, text: str) -> tuple[tuple[str, float], ...]:
    values: dict[str, float] = {}
    for item in inside.split(",") if inside.strip() else ():
        name, equals, number = (part.strip() for part in item.partition("="))
        if not equals or not name.isidentifier():
            raise StrategyError(f"strategy {text!r}: {item.strip()!r}: expected parameter=value")
        if name in values:
            raise StrategyError(f"strategy {text!r}: parameter {name!r} is given twice")
        try:
            values[name] = float(number)
        except ValueError:
            raise StrategyError(f"strategy {text!r}: {name} = {number!r}: expected a number") from None
        if not math.isfinite(values[name]):
            raise StrategyError(f"strategy {text!r}: {name} = {number}: expected a finite number")
    return tuple(sorted(values.items()))


def split_specs(text: str) -> list[str]:
    """The strategies of a list such as ``a,b(x=1,y=2),c``: commas within parentheses do not split.

    Raises
    ------
    StrategyError
        If a place is empty or the parentheses do not match.
    """
    places, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth not in (0, 1):
            break
        if character == "," and depth == 0:
            places.append("")
        else:
            places[-1] += character
    if depth:
        raise StrategyError(f"strategies {text!r}: the parentheses do not match")
    places = [place.strip() for place in places]
    if not all(places):
        raise StrategyError(f"strategies {text!r}: place {places.index('') + 1} is empty")
    return places
