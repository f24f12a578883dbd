"""Plugins that fail, each in its own way; written to a folder by the tests."""

BROKEN = {
    "raises": ("if me.seat >= 0:\n        raise ValueError('oops')\n    return 0", "raised ValueError: oops"),
    "beyond": ("return int(me.params[me.seat + 100])", "raised IndexError: index"),
    "illegal": ("return 62", "answered 62"),
    "negative": ("return -5", "answered -5"),
    "float_": ("return 0.5", "returns a float"),
    "none": ("return None", "returns nothing"),
}
"""Name of the plugin: body of the decision function, and what the error says of it."""

HEAD = """
from rulesim.strategy import strategy

@strategy("puerto_rico"{options})
def {name}(state, rules, legal, me):
    '''A plugin for tests.'''
    {body}
"""


def source(name: str, body: str, compiled: bool = True) -> str:
    """The text of a plugin file."""
    return HEAD.format(name=name, body=body, options="" if compiled else ", compiled=False")
