"""The five functions by which the kernel plays Captains of Industry."""

from __future__ import annotations

from typing import Any

from rulesim.games.captains_of_industry.actions import go_on, start_action
from rulesim.games.captains_of_industry.age_end import apply_return
from rulesim.games.captains_of_industry.buying import apply_buy
from rulesim.games.captains_of_industry.estate import apply_card
from rulesim.games.captains_of_industry.facilities import apply_place
from rulesim.games.captains_of_industry.pricing import apply_price
from rulesim.games.captains_of_industry.round_end import end_turn
from rulesim.games.captains_of_industry.scoring import score
from rulesim.games.captains_of_industry.setup import new_game
from rulesim.games.captains_of_industry.turn import begin_turn
from rulesim.games.captains_of_industry.vocabulary import (
    BUY,
    OVER,
    PICK_ACTION,
    PICK_CARD,
    PLACE,
    PRICE,
    RETURN,
    TURN_BEGINS,
    TURN_ENDS,
)
from rulesim.kernel.jit import kernel

__all__ = ["apply_action", "is_over", "legal_actions", "new_game", "score"]


@kernel
def legal_actions(state: Any, rules: Any, legal: Any) -> None:
    """The actor's legal actions; they are set whenever a decision comes up."""
    legal.words[0] = state.options


@kernel
def is_over(state: Any) -> bool:
    """Whether the game has ended."""
    return state.stage == OVER


@kernel
def apply_action(state: Any, rules: Any, action: int) -> None:
    """Carry out a legal action of the actor, up to the next decision."""
    _dispatch(state, rules, action)
    if state.stage == TURN_ENDS:
        end_turn(state, rules)
    if state.stage == TURN_BEGINS:
        begin_turn(state, rules)


@kernel
def _dispatch(state: Any, rules: Any, action: int) -> None:
    stage = state.stage
    if stage >= PRICE:
        apply_price(state, rules, action)
    elif stage == PLACE:
        apply_place(state, rules, action)
    elif stage == PICK_ACTION:
        start_action(state, rules, action)
    elif stage == BUY:
        apply_buy(state, rules, action)
        go_on(state, rules)
    elif stage == PICK_CARD:
        apply_card(state, rules, action)
    elif stage == RETURN:
        apply_return(state, rules, action)
