"""Pig as the rest of the library sees it: columns, rules, notation, words."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from rulesim.games.game import Column, Game
from rulesim.games.pig import moves
from rulesim.games.pig.moves import HOLD, LEGAL, OVER, ROLL, RULES, STATE
from rulesim.games.reading import LeftOut, Node
from rulesim.games.ruleset import RulesError, Ruleset
from rulesim.kernel.engine import Moves

PHASES = ("turn", "over")
COUNTS = ("points", "lost", "busts", "rolls")
ACTIONS = {ROLL: "roll", HOLD: "hold"}
KEYS = ("game", "players", "actor", "phase", "round", "turn", "rolled", "seats", "streams")


def rules_record(ruleset: Ruleset, players: int) -> Any:
    """The rules as the kernel reads them: a record array of length 1."""
    values: dict[str, Any] = ruleset.at(players)
    rules = np.zeros(1, RULES)
    rules["players"] = players
    for name in ("goal.target", "goal.handicap", "die.sides", "die.bust"):
        rules[name.partition(".")[2]] = values[name]
    if values["die.bust"] > values["die.sides"]:
        raise RulesError(f"die.bust = {values['die.bust']}: expected a face of a die with {values['die.sides']} sides")
    if (players - 1) * values["goal.handicap"] >= values["goal.target"]:
        raise RulesError(f"goal.handicap = {values['goal.handicap']}: the last seat would have won before it plays")
    return rules


def action_name(rules: Any, stage: int, action: int) -> str:
    """An action in words."""
    return ACTIONS[action]


def to_dict(rules: Any, state: Any) -> dict[str, Any]:
    """The whole position; the seats' random streams are added by the caller."""
    return {
        "game": "pig",
        "players": rules.players,
        "actor": int(state.actor) + 1,
        "phase": PHASES[int(state.stage)],
        "round": int(state.rounds),
        "turn": int(state.turn),
        "rolled": int(state.rolled),
        "seats": [{name: int(state[name][seat]) for name in COUNTS} for seat in range(rules.players)],
        "streams": {"nature": f"{int(state.nature):016x}"},
    }


def from_dict(rules: Any, data: Mapping[str, Any]) -> Any:
    """The record of a position; a missing or wrong key is named."""
    node = Node(data, "", KEYS)
    states = np.zeros(1, STATE)
    state = states[0]
    state.seats = rules.players
    state.actor = node.seat("actor", rules.players)
    state.stage = node.name("phase", PHASES)
    state.rounds, state.turn, state.rolled = node.whole("round", 1), node.whole("turn"), node.whole("rolled")
    seats = node.nodes("seats", COUNTS)
    if len(seats) != rules.players:
        raise node.error("seats", f"{len(seats)} seats", f"{rules.players}")
    for number, seat in enumerate(seats):
        for name in COUNTS:
            state[name][number] = seat.whole(name)
    state.nature = int(data.get("streams", {}).get("nature", "0"), 16)
    return states


def describe(rules: Any, state: Any) -> str:
    """The position as text."""
    points = ", ".join(f"seat {seat + 1} has {int(state.points[seat])}" for seat in range(rules.players))
    if state.stage == OVER:
        return f"Pig, over in round {state.rounds}: {points}"
    return f"Pig, round {state.rounds}: {points}; seat {state.actor + 1} has {state.turn} on the turn"


def describe_action(rules: Any, state: Any, action: int) -> str:
    """A move as text."""
    return "rolls" if action == ROLL else f"holds {state.turn}"


def laws(rules: Any, state: Any) -> dict[str, tuple[int, int]]:
    """What always holds, as (counted, expected): rolled points are held, lost or on the turn."""
    seats = range(rules.players)
    held = sum(int(state.points[seat]) - seat * int(rules.record[0].handicap) for seat in seats)
    lost = sum(int(state.lost[seat]) for seat in seats)
    return {"points rolled": (held + lost + int(state.turn), int(state.rolled))}


def fill_hidden(rules: Any, state: Any, left_out: LeftOut) -> None:
    """Pig has no hidden stacks that a position could leave out."""


GAME = Game(
    name="pig",
    title="Pig",
    players=(2, 3, 4, 5),
    folder=Path(__file__).parent,
    moves=Moves(
        moves.new_game, moves.legal_actions, moves.apply_action, moves.is_over, moves.score, moves.redraw,
        STATE, RULES, LEGAL,
    ),
    seat_columns=(
        Column("score", "points", "points held"),
        Column("tie_break", "", "ties cannot happen"),
        Column("start", "points", "handicap", part=True),
        Column("held", "points", "points held in turns", part=True),
        Column("lost", "points", "points lost by rolling the bust face"),
        Column("busts", "turns", "turns that were lost"),
    ),
    game_columns=(
        Column("rounds", "rounds", "length of the game"),
        Column("end", "", "what ended the game", members=("target",)),
    ),
    rules_record=rules_record,
    action_name=action_name,
    to_dict=to_dict,
    from_dict=from_dict,
    describe=describe,
    describe_action=describe_action,
    laws=laws,
    fill_hidden=fill_hidden,
    hidden_stacks=(),
    stages=len(PHASES),
    default_preset="standard",
)  # fmt: skip
