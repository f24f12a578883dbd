"""One number of a run, as a user names it: ``seat_spread``, ``win_share(balanced)``, ``score(seat=2)``, ``rounds``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rulesim.analysis.sweep import SPREAD
from rulesim.errors import InputError
from rulesim.games.game import Game
from rulesim.games.ruleset import nearest
from rulesim.strategy.spec import split_specs

FORM = re.compile(r"(?P<name>\w+)\s*(?:\((?P<inside>.*)\))?")
SPREADS = {"seat_spread": "seat", "strategy_spread": "strategy"}


@dataclass(frozen=True)
class Metric:
    """A metric and whose it is.

    Attributes
    ----------
    name
        ``spread`` (largest win share less the smallest), or as for `rulesim.analysis.run.Run.estimates`.
    grouping
        As there.
    strategy, seat
        Whose: an index of the strategies, a seat from 1 on; None where they do not apply.
    text
        As the user wrote it.
    is_share
        Whether it lies between 0 and 1.
    """

    name: str
    grouping: str
    strategy: int | None
    seat: int | None
    text: str
    is_share: bool

    @property
    def is_spread(self) -> bool:
        """Whether it is a spread, which cannot be negative."""
        return self.name == SPREAD


def parse_metric(text: str, game: Game, strategies: Sequence[str], players: int) -> Metric:
    """Read a metric.

    Parameters
    ----------
    strategies
        Names of the strategies that play.

    Raises
    ------
    InputError
        If there is no such metric, strategy or seat, with the nearest.
    """
    form = FORM.fullmatch(text.strip())
    if form is None:
        raise InputError(f"metric {text!r}: expected a name, name(strategy) or name(seat=N), as in win_share(seat=1)")
    name, inside = form["name"], form["inside"]
    if name in SPREADS:
        if inside is not None:
            raise InputError(f"metric {text!r}: {name} is of all of them; expected {name} alone")
        if SPREADS[name] == "strategy" and len(strategies) < 2:
            raise InputError(f"metric {text!r}: only one strategy plays; a spread needs several")
        return Metric(SPREAD, SPREADS[name], None, None, text.strip(), True)
    of_game, of_seat, shares = _names(game)
    name = of_game[0] if name == "length" else name
    known = [*SPREADS, *of_seat, *of_game]
    if name not in known:
        raise InputError(f"metric {text!r}: no such metric{nearest(name, known)}; known: {', '.join(known)}")
    strategy, seat = _whose(text, inside, strategies, players)
    if name in of_game and (strategy, seat) != (None, None):
        raise InputError(f"metric {text!r}: {name} is of the whole game; expected {name} alone")
    if name == "win_share" and strategy is None and seat is None:
        raise InputError(f"metric {text!r}: whose? expected win_share(strategy) or win_share(seat=N)")
    if name == "win_share" and len(strategies) == 1 and seat is None:
        raise InputError(f"metric {text!r}: only one strategy plays, so its share is equal; expected win_share(seat=N)")
    grouping = "all" if name in of_game else {
        (False, False): "all_seats", (True, False): "strategy", (False, True): "seat", (True, True): "strategy_seat",
    }[strategy is not None, seat is not None]  # fmt: skip
    if name in shares and seat is not None and name != "win_share":
        raise InputError(
            f"metric {text!r}: what is owned is kept by strategy only; expected {name} or {name}(strategy)"
        )
    return Metric(name, grouping, strategy, seat, text.strip(), name in shares)


def _names(game: Game) -> tuple[list[str], list[str], set[str]]:
    """Metrics of the game, those of seats, and which of them are shares."""
    length, ends = game.game_columns[:2]
    of_game = [length.name, "decisions", "choices", *(f"{ends.name}_{member}" for member in ends.members)]
    numbers = [column.name for column in game.seat_columns if not column.members]
    owned = [f"{column.name}_{member}" for column in game.seat_columns for member in column.members]
    return of_game, ["win_share", *numbers, *owned], {"win_share", *owned, *of_game[3:]}


def _whose(text: str, inside: str | None, strategies: Sequence[str], players: int) -> tuple[int | None, int | None]:
    """Strategy (as its number) and seat within the parentheses."""
    strategy = seat = None
    for part in split_specs(inside) if inside and inside.strip() else []:
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if key == "seat" and equals:
            if not value.isdigit() or not 1 <= int(value) <= players:
                raise InputError(f"metric {text!r}: seat {value!r}: expected 1 to {players}")
            seat = int(value)
        elif part in strategies:
            strategy = list(strategies).index(part)
        else:
            known = ", ".join(strategies)
            raise InputError(
                f"metric {text!r}: {part!r} is not a strategy that plays: expected one of {known}"
                f"{nearest(part, strategies)}, or seat=N"
            )
    return strategy, seat
