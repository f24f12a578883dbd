"""Captains of Industry in words."""

from typing import Any


def describe(rules: Any, state: Any) -> str:
    return ""


def describe_action(rules: Any, state: Any, action: int) -> str:
    return ""
