"""What pydantic has against a value, in this library's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def expectation(fault: Mapping[str, Any]) -> str:
    """What was expected where pydantic found something else.

    Parameters
    ----------
    fault
        One of ``ValidationError.errors()``.
    """
    bounds, kind = fault.get("ctx", {}), fault["type"]
    known = {
        "greater_than_equal": "{ge} or more", "greater_than": "a number above {gt}", "less_than_equal": "at most {le}",
        "less_than": "a number below {lt}", "int_type": "a whole number", "int_from_float": "a whole number",
        "float_type": "a number", "finite_number": "a number", "string_type": "a text in quotes", "list_type": "a list",
        "dict_type": "a table", "model_type": "a table", "bool_type": "true or false",
        "too_short": "a list of {min_length} or more", "too_long": "a list of at most {max_length}",
        "string_too_short": "a text that is not empty", "string_too_long": "at most {max_length} letters",
    }  # fmt: skip
    return known[kind].format(**bounds) if kind in known else str(fault["msg"]).removeprefix("Input should be ")
