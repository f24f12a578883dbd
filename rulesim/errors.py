"""What can go wrong, as far as a user can mend it."""

from __future__ import annotations


class InputError(ValueError):
    """Bad input: a file, an option, a name, a position. The message says what, where and what was expected."""


class RunError(RuntimeError):
    """A run that failed although its input was fine."""
