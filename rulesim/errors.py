"""The kinds of error that a user meets; every layer may raise them."""


class InputError(ValueError):
    """Something that the user gave cannot be used: what, where, what was expected (exit code 2)."""


class RunError(RuntimeError):
    """Something that was rightly asked for went wrong on the way (exit code 1)."""


class Interrupted(Exception):
    """The user pressed Ctrl-C: what is kept, and how to go on (exit code 130)."""
