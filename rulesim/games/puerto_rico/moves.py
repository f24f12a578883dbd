"""The five functions by which the kernel plays Puerto Rico."""

from __future__ import annotations

from typing import Any

from rulesim.games.puerto_rico.builder import apply_build, begin_builder
from rulesim.games.puerto_rico.captain import apply_load, begin_captain
from rulesim.games.puerto_rico.craftsman import apply_privilege, begin_craftsman
from rulesim.games.puerto_rico.game_round import end_role, take_role
from rulesim.games.puerto_rico.mayor import apply_place, begin_mayor
from rulesim.games.puerto_rico.scoring import score
from rulesim.games.puerto_rico.settler import apply_hacienda, apply_take, begin_settler
from rulesim.games.puerto_rico.setup import new_game
from rulesim.games.puerto_rico.storage import apply_keep, apply_store
from rulesim.games.puerto_rico.trader import apply_sell, begin_trader
from rulesim.games.puerto_rico.vocabulary import (
    BUILD,
    BUILDER,
    CAPTAIN,
    CRAFTSMAN,
    DRAW_TILE,
    KEEP,
    LOAD,
    MAYOR,
    OVER,
    PICK_ROLE,
    PLACE_COLONIST,
    SELL,
    SETTLER,
    STORE,
    TAKE_PRIVILEGE,
    TAKE_TILE,
    TRADER,
)
from rulesim.kernel.jit import kernel

__all__ = ["apply_action", "is_over", "legal_actions", "new_game", "score"]


@kernel
def legal_actions(state: Any, rules: Any, legal: Any) -> None:
    """The actor's legal actions; the phases set them whenever a decision comes up."""
    legal.words[0] = state.options


@kernel
def is_over(state: Any) -> bool:
    """Whether the game has ended."""
    return state.stage == OVER


@kernel
def apply_action(state: Any, rules: Any, action: int) -> None:
    """Carry out a legal action of the actor, up to the next decision."""
    stage = state.stage
    if stage == PLACE_COLONIST:
        apply_place(state, rules, action)
    elif stage == PICK_ROLE:
        _apply_role(state, rules, action)
    elif stage == TAKE_TILE:
        apply_take(state, rules, action)
    elif stage == BUILD:
        apply_build(state, rules, action)
    elif stage == SELL:
        apply_sell(state, rules, action)
    elif stage == LOAD:
        apply_load(state, rules, action)
    elif stage == TAKE_PRIVILEGE:
        apply_privilege(state, rules, action)
    elif stage == KEEP:
        apply_keep(state, rules, action)
    elif stage == STORE:
        apply_store(state, rules, action)
    elif stage == DRAW_TILE:
        apply_hacienda(state, rules, action)


@kernel
def _apply_role(state: Any, rules: Any, role: int) -> None:
    """Take a role; its action begins with the picker (§A.1.3-4)."""
    take_role(state, role)
    if role == SETTLER:
        begin_settler(state, rules)
    elif role == MAYOR:
        begin_mayor(state, rules)
    elif role == BUILDER:
        begin_builder(state, rules)
    elif role == CRAFTSMAN:
        begin_craftsman(state, rules)
    elif role == TRADER:
        begin_trader(state, rules)
    elif role == CAPTAIN:
        begin_captain(state, rules)
    else:
        state.doubloons[state.picker] += rules.prospector
        end_role(state, rules)
