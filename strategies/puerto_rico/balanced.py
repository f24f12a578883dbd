"""A bit of everything."""

from typing import Any

import rulesim.games.puerto_rico.api as pr
from rulesim.strategy import Parameter, strategy

PLAN = pr.plan()


@strategy("puerto_rico", parameters=[])
def balanced(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Weighs every role by what it brings and what it brings the others, and builds what pays."""
    return pr.advise(state, rules, legal, PLAN)
