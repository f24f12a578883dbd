"""Puerto Rico as the rest of the library sees it."""

from __future__ import annotations

from pathlib import Path

from rulesim.games.game import Column, Game
from rulesim.games.puerto_rico import hidden, moves, notation, parsing
from rulesim.games.puerto_rico.describe import describe, describe_action
from rulesim.games.puerto_rico.laws import laws
from rulesim.games.puerto_rico.rules import RULES, rules_record
from rulesim.games.puerto_rico.state import STATE
from rulesim.games.puerto_rico.vocabulary import BUILDINGS, ENDS, N_ACTIONS, OVER
from rulesim.kernel.engine import Moves
from rulesim.kernel.records import legal_dtype

# In the order in which `scoring.score` writes them.
SEAT_COLUMNS = (
    Column("score", "VP", "final score"),
    Column("tie_break", "doubloons and goods", "decides between equal scores (§A.8.4)"),
    Column("chips", "VP", "VP chips from shipping", part=True),
    Column("buildings", "VP", "printed VP of the buildings", part=True),
    Column("bonus", "VP", "bonus of the occupied large buildings", part=True),
    Column("doubloons", "doubloons", "money left at the end"),
    Column("barrels", "barrels", "goods left at the end"),
    Column("colonists", "colonists", "colonists at the end"),
    Column("island_tiles", "tiles", "plantations and quarries"),
    Column("quarries", "tiles", "quarries"),
    Column("city", "buildings", "buildings owned", members=BUILDINGS),
)
GAME_COLUMNS = (
    Column("rounds", "rounds", "length of the game"),
    Column("end", "", "what ended the game (§A.8.1)", members=ENDS),
)

GAME = Game(
    name="puerto_rico",
    title="Puerto Rico",
    players=(2, 3, 4, 5),
    folder=Path(__file__).parent,
    moves=Moves(
        moves.new_game, moves.legal_actions, moves.apply_action, moves.is_over, moves.score, hidden.redraw,
        STATE, RULES, legal_dtype(N_ACTIONS),
    ),
    seat_columns=SEAT_COLUMNS,
    game_columns=GAME_COLUMNS,
    rules_record=rules_record,
    action_name=notation.action_name,
    to_dict=notation.to_dict,
    from_dict=parsing.from_dict,
    rules_of_position=parsing.rules_of_position,
    describe=describe,
    describe_action=describe_action,
    laws=laws,
    fill_hidden=hidden.fill_hidden,
    hidden_stacks=(hidden.STACK,),
    stages=OVER + 1,
    dealt_piles=(("plantations.stack", "plantations.row"),),
    most_decisions=20_000,
)  # fmt: skip
