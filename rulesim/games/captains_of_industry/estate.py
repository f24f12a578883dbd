"""Building real estate (§2.8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.captains_of_industry.vocabulary import ACT_ESTATE, N_SECTORS, PICK_CARD, TURN_ENDS
from rulesim.kernel.bits import bit
from rulesim.kernel.jit import kernel


@kernel
def offer_cards(state: Any, rules: Any) -> None:
    """The goods are paid: any card of the space's tier, either side (§34)."""
    tier = rules.space_tier[state.built[state.chosen - ACT_ESTATE]]
    options = np.uint64(0)
    for card in range(rules.n_estate_cards):
        if rules.card_tier[card] == tier and state.cards_left[card] > 0:
            options |= bit(2 * card) | bit(2 * card + 1)
    state.stage = PICK_CARD
    state.options = options


@kernel
def apply_card(state: Any, rules: Any, action: int) -> None:
    """Place the card; the builder goes to the end of the next turn order (§34-37)."""
    zone = state.chosen - ACT_ESTATE
    card = action >> 1
    side = action & 1
    state.cards_left[card] -= 1
    lay_card(state, rules, zone, card, side, state.actor)
    _move_to_lower_track(state)
    if state.wheel < rules.new_markers and state.markers + state.wheel < rules.markers:
        state.wheel += 1
    state.stage = TURN_ENDS


@kernel
def lay_card(state: Any, rules: Any, zone: int, card: int, side: int, owner: int) -> None:
    """A card onto the zone's lowest free space; on a bronze one it replaces the automatic demand (§34)."""
    space = state.built[zone]
    state.built_card[zone, space] = card
    state.built_side[zone, space] = side
    state.built_owner[zone, space] = owner
    state.built[zone] += 1
    state.estates[owner] += 1
    for sector in range(N_SECTORS):
        state.demand[zone, sector] += rules.card_demand[card, side, sector]
        if space < rules.bronze_spaces:
            state.demand[zone, sector] -= rules.automatic_demand[sector]


@kernel
def _move_to_lower_track(state: Any) -> None:
    """The last free space of the next turn order (§36)."""
    for place in range(state.seats - 1, -1, -1):
        if state.next_order[place] < 0:
            state.next_order[place] = state.actor
            return
