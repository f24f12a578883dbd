"""Hold at a fixed number of points."""

from typing import Any

from rulesim.games.pig.moves import HOLD, ROLL
from rulesim.strategy import Parameter, strategy


@strategy("pig", parameters=[Parameter("points", 20, 1, 1000, "holds with so many points on the turn")])
def hold_at(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Rolls up to a fixed number of points, and holds as soon as it has won.

    20 is where one more roll wins as much as it risks: with x on the turn it gains 20/6 and loses x/6.
    """
    if state.turn >= me.params[0] or state.points[me.seat] + state.turn >= rules.target:
        return HOLD
    return ROLL
