"""Ships in harbours (§2.3.18-20)."""

from __future__ import annotations

from typing import Any

from rulesim.games.el_capitan.vocabulary import BANK, CANARIAS
from rulesim.kernel.jit import kernel


@kernel
def is_free(state: Any, city: int, harbour: int) -> bool:
    """Whether neither a ship nor the pirate lies there (§2.11.61)."""
    return state.harbour[city, harbour] < 0 and not (state.pirate_city == city and state.pirate_harbour == harbour)


@kernel
def free_harbour(state: Any, rules: Any, city: int) -> int:
    """The first free harbour of a city, which a ship must take; -1 where there is none."""
    for harbour in range(rules.harbours[city]):
        if is_free(state, city, harbour):
            return harbour
    return -1


@kernel
def leave_harbour(state: Any, seat: int) -> None:
    """The ship weighs anchor; who sails on from Canarias loses the free move of the pirate (§N.3.8)."""
    if state.ship_harbour[seat] >= 0:
        state.harbour[state.ship[seat], state.ship_harbour[seat]] = -1
        state.ship_harbour[seat] = -1
    state.free_pirate = 0


@kernel
def arrive(state: Any, rules: Any, seat: int, city: int) -> None:
    """The ship comes to a city: into the first free harbour, or it stays at sea (§2.3.18, §N.3.4)."""
    leave_harbour(state, seat)
    state.ship[seat] = city
    harbour = free_harbour(state, rules, city)
    if harbour >= 0:
        anchor(state, seat, city, harbour)
        if city == CANARIAS and state.pirate_moved == 0:
            state.free_pirate = 1


@kernel
def anchor(state: Any, seat: int, city: int, harbour: int) -> None:
    """Put the seat's ship into a harbour."""
    state.harbour[city, harbour] = seat
    state.ship_harbour[seat] = harbour


@kernel
def sail_to_bank(state: Any, seat: int) -> None:
    """To the bank from anywhere, without a card (§2.3.20)."""
    leave_harbour(state, seat)
    state.ship[seat] = BANK
