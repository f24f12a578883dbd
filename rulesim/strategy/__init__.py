"""The contract of a strategy plugin.

A plugin is a Python file with a decorated decision function::

    from rulesim.strategy import Parameter, below, count, nth, strategy

    @strategy("puerto_rico", parameters=[Parameter("luck", 0.5, 0.0, 1.0, "how often it guesses")])
    def guesser(state, rules, legal, me):
        \"\"\"One sentence on the plan.\"\"\"
        return nth(legal, below(me, count(legal)))

``state`` and ``rules`` are the game's records (read them, never write), ``legal`` is the set of
legal actions, ``me`` is what the strategy has of its own: ``me.seat``, ``me.params`` in the order
in which the parameters are declared, ``me.memory`` (64 numbers, 0 at the start of each game) and
the random stream that `below` and `uniform` draw from. The answer is a legal action.
"""

from rulesim.kernel.bits import after, count, first, has, nth
from rulesim.kernel.jit import policy as helper
from rulesim.kernel.streams import below, uniform
from rulesim.strategy.contract import Parameter, Strategy, StrategyError, strategy

__all__ = [
    "Parameter",
    "Strategy",
    "StrategyError",
    "after",
    "below",
    "count",
    "first",
    "has",
    "helper",
    "nth",
    "strategy",
    "uniform",
]
