"""The one grammar in which strategies are named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesim.strategy.contract import StrategyError
from rulesim.strategy.spec import StrategySpec, parse_spec, split_specs

NAMES = st.from_regex(r"[a-z_][a-z0-9_-]{0,8}", fullmatch=True)
VALUES = st.dictionaries(
    st.from_regex(r"[a-z_][a-z0-9_]{0,8}", fullmatch=True), st.floats(allow_nan=False, allow_infinity=False), max_size=3
)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("shipper", StrategySpec("shipper")),
        ("shipper(corn=1.5)", StrategySpec("shipper", "", (("corn", 1.5),))),
        ("shipper()", StrategySpec("shipper")),
        (" shipper( corn = 1.5 , b=2 ) ", StrategySpec("shipper", "", (("b", 2.0), ("corn", 1.5)))),
        ("path/to/mine.py:name(x=2)", StrategySpec("name", "path/to/mine.py", (("x", 2.0),))),
        ("path/to/mine.py", StrategySpec("", "path/to/mine.py")),
        ("my (old) bots/mine.py(x=-2e3)", StrategySpec("", "my (old) bots/mine.py", (("x", -2000.0),))),
        (r"C:\bots\mine.py:name", StrategySpec("name", r"C:\bots\mine.py")),
    ],
)
def test_forms(text: str, spec: StrategySpec) -> None:
    assert parse_spec(text) == spec


def test_canonical_text_sorts_the_given_parameters() -> None:
    assert str(parse_spec("mine.py:name( z=2.0, a=0.25 )")) == "mine.py:name(a=0.25,z=2)"


@given(NAMES, st.sampled_from(["", "mine.py", "a/b c.py"]), VALUES)
def test_canonical_text_is_read_back(name: str, path: str, values: dict[str, float]) -> None:
    spec = StrategySpec(name, path, tuple(sorted(values.items())))
    assert parse_spec(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "expected name"),
        ("a b", "expected name"),
        ("1st", "expected name"),
        ("a(x=1", "expected name"),
        ("a(x)", "'x': expected parameter=value"),
        ("a(1x=2)", "expected parameter=value"),
        ("a(x=two)", "x = 'two': expected a number"),
        ("a(x=inf)", "expected a finite number"),
        ("a(x=1,x=2)", "'x' is given twice"),
        ("mine.py:", "expected name"),
    ],
)
def test_bad_forms(text: str, says: str) -> None:
    with pytest.raises(StrategyError, match=says.replace("(", r"\(")):
        parse_spec(text)


def test_a_list_is_split_outside_parentheses_only() -> None:
    assert split_specs("a, b(x=1,y=2),c.py:d") == ["a", "b(x=1,y=2)", "c.py:d"]


@pytest.mark.parametrize(
    ("text", "says"), [("a,,b", "place 2 is empty"), ("a,b(x=1", "parentheses"), ("a),b(", "match")]
)
def test_bad_lists(text: str, says: str) -> None:
    with pytest.raises(StrategyError, match=says):
        split_specs(text)
