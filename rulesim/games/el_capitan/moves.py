"""The five functions by which the kernel plays El Capitán."""

from __future__ import annotations

from typing import Any

from rulesim.games.el_capitan.loans import settle, settling_options
from rulesim.games.el_capitan.payday import begin_phase, next_pending
from rulesim.games.el_capitan.scoring import score
from rulesim.games.el_capitan.setup import new_game
from rulesim.games.el_capitan.turn import apply_in_turn, begin_turn, offer_after, offer_before
from rulesim.games.el_capitan.vocabulary import AFTER, BEFORE, CHOOSE_START, OVER, SETTLE_LOAN
from rulesim.kernel.bits import add, clear
from rulesim.kernel.jit import kernel

__all__ = ["apply_action", "is_over", "legal_actions", "new_game", "score"]


@kernel
def legal_actions(state: Any, rules: Any, legal: Any) -> None:
    """The actor's legal actions."""
    clear(legal)
    stage = state.stage
    if stage == BEFORE:
        offer_before(state, rules, legal)
    elif stage == AFTER:
        offer_after(state, rules, legal)
    elif stage == SETTLE_LOAN:
        legal.words[0] = settling_options(state, rules)
    elif stage == CHOOSE_START:
        for seat in range(state.seats):  # §2.8.42
            add(legal, seat)


@kernel
def is_over(state: Any) -> bool:
    """Whether the game has ended."""
    return state.stage == OVER


@kernel
def apply_action(state: Any, rules: Any, action: int) -> None:
    """Carry out a legal action of the actor, up to the next decision."""
    stage = state.stage
    if stage in (BEFORE, AFTER):
        apply_in_turn(state, rules, action)
    elif stage == SETTLE_LOAN:
        settle(state, rules, action)
        next_pending(state, rules)
    elif stage == CHOOSE_START:
        begin_phase(state, rules, action)
        begin_turn(state, action)
