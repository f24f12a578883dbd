"""Captains of Industry as the rest of the library sees it."""

from __future__ import annotations

from pathlib import Path

from rulesim.games.captains_of_industry import hidden, moves, notation
from rulesim.games.captains_of_industry.describe import describe, describe_action
from rulesim.games.captains_of_industry.laws import laws
from rulesim.games.captains_of_industry.parsing import from_dict
from rulesim.games.captains_of_industry.rules import RULES, rules_record
from rulesim.games.captains_of_industry.state import STATE
from rulesim.games.captains_of_industry.vocabulary import (
    ENDS,
    FACILITIES,
    MAX_AGES,
    N_ACTIONS,
    N_MARKETS,
    PRICE,
)
from rulesim.games.game import Column, Game
from rulesim.games.ruleset import load_ruleset
from rulesim.kernel.engine import Moves
from rulesim.kernel.records import legal_dtype

FOLDER = Path(__file__).parent
AGES = range(1, MAX_AGES + 1)

# In the order in which `scoring.score` writes them.
SEAT_COLUMNS = (
    Column("score", "MS", "final Market Share"),
    Column("tie_break", "", "money, then place in the last turn order (§54)"),
    Column("player_sales", "MS", "units sold to other players", part=True),
    Column("public_sales", "MS", "units sold to the public at Age ends", part=True),
    Column("dominance", "MS", "sector dominance", part=True),
    Column("advances", "MS", "Advances: at sales, Age ends and the game's end", part=True),
    Column("leaders", "MS", "leader cards in hand", part=True),
    Column("money_place", "MS", "places for most money", part=True),
    *(Column(f"cash_{age}", "$", f"money after the sale that ends Age {age}") for age in AGES),
    Column("facilities", "types", "facility types owned"),
    *(Column(f"size_{facility}", "icons", f"size of the {facility} (0: none)") for facility in FACILITIES),
    Column("real_estate", "cards", "real-estate cards owned"),
    Column("n_advances", "Advances", "Advances owned"),
    Column(
        "advances_owned", "", "which Advances", members=tuple(load_ruleset("", FOLDER / "rules.toml").rows("advances"))
    ),
    Column("leaders_held", "cards", "leader cards in hand at the end"),
    Column("bank_purchases", "units", "goods bought from the bank"),
    Column("unsold", "units", "markers returned unsold at Age ends"),
    Column("start_place", "", "place in the first turn order (1: first)", start=True),
)
GAME_COLUMNS = (
    Column("rounds", "rounds", "length of the game"),
    Column("end", "", "what ended the game", members=ENDS),
    *(Column(f"rounds_{age}", "rounds", f"rounds of Age {age}") for age in AGES),
)

GAME = Game(
    name="captains_of_industry",
    title="Captains of Industry",
    players=(3, 4, 5),
    folder=FOLDER,
    moves=Moves(
        moves.new_game, moves.legal_actions, moves.apply_action, moves.is_over, moves.score, hidden.redraw,
        STATE, RULES, legal_dtype(N_ACTIONS),
    ),
    seat_columns=SEAT_COLUMNS,
    game_columns=GAME_COLUMNS,
    rules_record=rules_record,
    action_name=notation.action_name,
    to_dict=notation.to_dict,
    from_dict=from_dict,
    describe=describe,
    describe_action=describe_action,
    laws=laws,
    fill_hidden=hidden.fill_hidden,
    hidden_stacks=(hidden.PROGRESS, hidden.LEADER),
    hidden_hand=hidden.HAND,
    stages=PRICE + N_MARKETS,
    dealt_piles=(("progress.deck",), ("leaders.deck",)),
    most_decisions=50_000,
)  # fmt: skip
