"""A working plugin to start from: what `rulesim strategies new` writes."""

from __future__ import annotations

import keyword
from pathlib import Path

from rulesim.games.game import Game
from rulesim.strategy.contract import StrategyError

GENERAL = '''"""A strategy for TITLE, to start from.

Look at it:      rulesim strategies check NAME.py --game GAME

A strategy is one function that answers each decision with one of the legal actions. It is
compiled: it works with numbers, loops and functions (decorate your own with @helper), not with
lists, dicts or texts. With `compiled=False` in `@strategy(...)` all of Python is allowed, and the
games are much slower.

Read the position, never change it. Its fields (seats are counted from 0; `me.seat` is you):

FIELDS

`rules` has the numbers of the rules. `me` is your own: me.params in the order below,
me.memory[0..63] (0 at the start of each game), and the random stream of `below` and `uniform`.
"""

from typing import Any

from rulesim.strategy import Parameter, below, count, first, nth, strategy, uniform

PARAMETERS = [
    # name, default, lowest, highest, meaning. In the order of me.params.
    Parameter("luck", 0.5, 0, 1, "how often it takes any action instead of the first"),
]


@strategy("GAME", parameters=PARAMETERS)
def NAME(state: Any, rules: Any, legal: Any, me: Any) -> int:
    """Say here what it plans, and what beats it."""
    if uniform(me) < me.params[0]:
        return nth(legal, below(me, count(legal)))
    return first(legal)
'''
"""For games that have no ``strategy_template.txt`` of their own."""


def template(game: Game, name: str) -> str:
    """The text of a new plugin.

    Raises
    ------
    StrategyError
        If the name is no Python name.
    """
    if not name.isidentifier() or keyword.iskeyword(name):
        raise StrategyError(f"strategy {name!r}: expected a Python name, as in my_strategy")
    own = game.folder / "strategy_template.txt"
    text = own.read_text(encoding="utf-8") if own.is_file() else GENERAL.replace("FIELDS", _fields(game))
    return text.replace("TITLE", game.title).replace("GAME", game.name).replace("NAME", name)


def _fields(game: Game) -> str:
    """The fields of the state record with their lengths."""
    lines = []
    for field in game.moves.state.names or ():
        shape = game.moves.state[field].shape
        lines.append(f"    state.{field}" + (f"[{', '.join(map(str, shape))}]" if shape else ""))
    return "\n".join(lines)


def write_template(game: Game, name: str, folder: Path) -> Path:
    """Write a new plugin file; an existing one is never replaced.

    Raises
    ------
    StrategyError
        If the file exists, or cannot be written.
    """
    text = template(game, name)
    path = folder / f"{name}.py"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError:
        raise StrategyError(f"{path} exists already: choose another name or folder") from None
    except OSError as error:
        raise StrategyError(f"{path}: cannot be written ({error.strerror})") from None
    return path
