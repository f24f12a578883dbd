"""A turn: what may be done before and after its action, and its end (§2.2, §N.2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.el_capitan.cards import buy, buyable, refill
from rulesim.games.el_capitan.fortresses import build_fortress, fortress_options
from rulesim.games.el_capitan.loans import borrow, loan_options, no_loan
from rulesim.games.el_capitan.payday import end_phase, phase_ends
from rulesim.games.el_capitan.pirate import may_move_pirate, move_pirate, offer_pirate
from rulesim.games.el_capitan.ports import sail_to_bank
from rulesim.games.el_capitan.sailing import offer_sailing, sail_with_destination, sail_with_link
from rulesim.games.el_capitan.state import first_turn, next_seat
from rulesim.games.el_capitan.vocabulary import (
    AFTER,
    BANK,
    BEFORE,
    BUILD,
    BUY,
    END,
    FORTRESS,
    LINK_TO_FIRST,
    LINK_TO_SECOND,
    LOAN,
    LOAN_NONE,
    PIRATE,
    REOPEN,
    SAIL,
)
from rulesim.games.el_capitan.warehouses import build_warehouse, reopen_warehouse, warehouse_options
from rulesim.kernel.bits import bit
from rulesim.kernel.jit import kernel

_BUY_WORD = BUY >> 6
_ACT_WORD = BUILD >> 6


@kernel
def begin_turn(state: Any, seat: int) -> None:
    """The seat owes an action (§2.2.8)."""
    state.stage = BEFORE
    state.actor = seat


@kernel
def offer_before(state: Any, rules: Any, legal: Any) -> None:
    """Buy, sail, build, borrow, move the pirate: the action is still owed."""
    seat = state.actor
    buys = buyable(state, rules, seat)
    sails = offer_sailing(state, rules, legal, seat)
    acts = warehouse_options(state, rules, seat) | fortress_options(state, rules, seat)
    legal.words[_BUY_WORD] = buys
    legal.words[_ACT_WORD] |= acts
    if buys == np.uint64(0) and acts == np.uint64(0) and not sails:
        legal.words[_ACT_WORD] |= _escape(state)
    elif not (state.bought or state.sailed or state.pirate_moved or first_turn(state)):  # §2.2.9, §2.2.11
        legal.words[_ACT_WORD] |= loan_options(state)
    if may_move_pirate(state, rules, seat):
        offer_pirate(state, rules, legal, seat)


@kernel
def _escape(state: Any) -> Any:
    """No turn is ever stuck: to the bank, with a loan where one may be taken (§N.3.16)."""
    loans = loan_options(state)
    return no_loan() if first_turn(state) or loans == np.uint64(0) else loans


@kernel
def offer_after(state: Any, rules: Any, legal: Any) -> None:
    """Buy or move the pirate, then end the turn; after a loan only that (§2.2.10-11)."""
    seat = state.actor
    legal.words[_ACT_WORD] = bit(END & 63)
    if state.ship[seat] != BANK:
        legal.words[_BUY_WORD] = buyable(state, rules, seat)
        if may_move_pirate(state, rules, seat):
            offer_pirate(state, rules, legal, seat)


@kernel
def apply_in_turn(state: Any, rules: Any, action: int) -> None:
    """Carry out an action of the stages before and after."""
    seat = state.actor
    if action < LINK_TO_FIRST:
        buy(state, rules, seat, action - BUY)
    elif action < BUILD:
        sail_with_link(state, rules, seat, action - LINK_TO_FIRST, 0)
    elif action < LINK_TO_SECOND:
        _act(state, rules, seat, action)
    elif action < SAIL:
        sail_with_link(state, rules, seat, action - LINK_TO_SECOND, 1)
    elif action < PIRATE:
        sail_with_destination(state, rules, seat, action - SAIL)
    else:
        move_pirate(state, rules, seat, action)


@kernel
def _act(state: Any, rules: Any, seat: int, action: int) -> None:
    """The one action of the turn, or its end."""
    if action == END:
        _end_turn(state, rules)
        return
    if action < REOPEN:
        build_warehouse(state, rules, seat, action - BUILD)
    elif action < FORTRESS:
        reopen_warehouse(state, rules, seat, action - REOPEN)
    elif action == FORTRESS:
        build_fortress(state, rules, seat)
    else:
        sail_to_bank(state, seat)
        if action != LOAN_NONE:
            borrow(state, rules, seat, action - LOAN)
    state.stage = AFTER


@kernel
def _end_turn(state: Any, rules: Any) -> None:
    """Refill the cards; the next player, the next round or the end of the phase (§2.8.34)."""
    state.bought = 0
    state.sailed = 0
    state.free_pirate = 0
    state.pirate_moved = 0
    refill(state, rules)
    seat = next_seat(state, state.actor)
    if seat == state.start_player:
        if phase_ends(state, rules):
            end_phase(state, rules)
            return
        state.round_number += 1
    begin_turn(state, seat)
