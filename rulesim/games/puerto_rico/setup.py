"""Setting up a game (§A.0.1)."""

from __future__ import annotations

from typing import Any

from rulesim.games.puerto_rico.game_round import choose_role
from rulesim.games.puerto_rico.plantations import push_tiles, shuffle_stack, turn_up
from rulesim.games.puerto_rico.vocabulary import MAX_SHIPS, N_BUILDINGS, N_GOODS, N_ROLES
from rulesim.kernel.bits import bit
from rulesim.kernel.jit import kernel


@kernel
def new_game(state: Any, rules: Any, nature: Any) -> None:
    """Set up a state of zeros; ``nature`` is the key of the game's own random draws."""
    state.seats = rules.players
    state.nature = nature
    state.round_number = 1
    state.free_roles = rules.roles_in_play
    for role in range(N_ROLES):
        state.taken_by[role] = -1
    state.supply = rules.colonists
    state.ship_colonists = rules.ship_colonists
    state.vp_pool = rules.vp_pool
    state.quarries = rules.quarries
    for good in range(N_GOODS):
        state.barrels[good] = rules.goods[good]
        push_tiles(state, good, rules.plantations[good])
    for ship in range(MAX_SHIPS):
        state.ship_good[ship] = -1
    for building in range(N_BUILDINGS):
        state.copies[building] = rules.copies[building]
        if rules.copies[building] > 0:
            state.on_sale |= bit(building)
    for seat in range(rules.players):
        state.doubloons[seat] = rules.doubloons[seat]
        _deal_start_tile(state, seat, rules.start_tile[seat])
    shuffle_stack(state)
    turn_up(state, rules)
    choose_role(state, 0)


@kernel
def _deal_start_tile(state: Any, seat: int, kind: int) -> None:
    """Starting tiles come out of the plantation tiles, before these are shuffled (§A.8b.3)."""
    for index in range(state.stack_tiles):
        if state.stack[index] == kind:
            state.stack_tiles -= 1
            state.stack[index] = state.stack[state.stack_tiles]
            state.stack[state.stack_tiles] = 0
            break
    state.tiles[seat, kind] += 1
    state.island[seat] += 1
