"""Uniformly random play."""

from typing import Any

from rulesim.strategy import below, count, nth, strategy


@strategy("pig")
def random(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Plays each legal action with the same probability.

    The yardstick: any plan at all beats it.
    """
    return nth(legal, below(me, count(legal)))
