"""El Capitán as the rest of the library sees it."""

from __future__ import annotations

from pathlib import Path

from rulesim.games.el_capitan import hidden, moves, notation, parsing
from rulesim.games.el_capitan.describe import describe, describe_action
from rulesim.games.el_capitan.laws import laws
from rulesim.games.el_capitan.rules import RULES, rules_record
from rulesim.games.el_capitan.state import STATE
from rulesim.games.el_capitan.vocabulary import CITIES, ENDS, N_ACTIONS, STAGES
from rulesim.games.game import Column, Game
from rulesim.kernel.engine import Moves
from rulesim.kernel.records import legal_dtype

# In the order in which `scoring.score` writes them.
SEAT_COLUMNS = (
    Column("score", "Florin", "money at the end"),
    Column("tie_break", "", "cities, then fortresses, where the rules break ties (§5 A10)"),
    Column("start", "Florin", "money at the start", part=True),
    Column("proliferation", "Florin", "income for the number of cities", part=True),
    Column("majorities", "Florin", "income from first and second places", part=True),
    Column("fortress_income", "Florin", "income from fortresses", part=True),
    Column("bonus", "Florin", "bonus card", part=True),
    Column("lisboa", "Florin", "instant payments in Lisboa", part=True),
    Column("protection", "Florin", "protection money received less paid", part=True),
    Column("loans", "Florin", "loans received less repaid", part=True),
    Column("card_costs", "Florin", "paid for sailing cards (negative)", part=True),
    Column("warehouse_costs", "Florin", "paid for warehouses (negative)", part=True),
    Column("fortress_costs", "Florin", "paid for fortresses (negative)", part=True),
    Column("pirate_costs", "Florin", "paid for moving the pirate (negative)", part=True),
    Column("after_payday_1", "Florin", "money less debts after payday 1"),
    Column("after_payday_2", "Florin", "money less debts after payday 2"),
    Column("after_payday_3", "Florin", "money after payday 3"),
    Column("cities", "cities", "cities with an open warehouse at the end"),
    Column("loans_taken", "loans", "loan cards taken"),
    Column("loans_extended", "loans", "loans extended"),
    Column("shut_downs", "warehouses", "warehouses shut down, counted each time"),
    Column("warehouse_cities", "cities", "cities with an open warehouse at the end", members=CITIES),
    Column("fortress_cities", "cities", "cities with a fortress", members=CITIES),
    Column("first_city", "", "city of the first warehouse", members=CITIES),
    Column("first_space", "space", "space of the first warehouse"),
    Column("first_fortress", "", "city of the first fortress", members=CITIES),
    Column("first_destination", "", "city first sailed to", members=CITIES),
)
GAME_COLUMNS = (
    Column("rounds", "rounds", "length of the game"),
    Column("end", "", "how the last phase ended, and phases that the guard ended (§2.8.34)", members=ENDS),
    Column("rounds_1", "rounds", "length of phase 1"),
    Column("rounds_2", "rounds", "length of phase 2"),
    Column("rounds_3", "rounds", "length of phase 3"),
    Column("starter_1", "seat", "start player of phase 1"),
    Column("starter_2", "seat", "start player of phase 2"),
    Column("starter_3", "seat", "start player of phase 3"),
)

GAME = Game(
    name="el_capitan",
    title="El Capitán",
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
    describe=describe,
    describe_action=describe_action,
    laws=laws,
    fill_hidden=hidden.fill_hidden,
    hidden_stacks=hidden.STACKS,
    stages=len(STAGES),
    rules_of_position=parsing.rules_of_position,
    default_preset="base",
)  # fmt: skip
