"""Outcomes of some games of random players, as JSON: run compiled and interpreted by test_playout."""

import json
import sys

import numpy as np

from rulesim.experiment.orders import make_orders
from rulesim.experiment.playing import Entry, Outcomes, Table
from rulesim.games.game import Game
from rulesim.games.registry import load_game
from rulesim.kernel.orders import DRAWN
from rulesim.strategy import below, count, nth, strategy

DEPTH = 4

# Orders of every kind, so that both ways of running meet them.
LINES = {"builds": ["*", "build:*"], "other": ["*", "*", "*"], "free": ["*"]}
FORBID = {
    "puerto_rico": ["role:mayor", "take:*"],
    "el_capitan": ["fortress", "loan:*"],
    "captains_of_industry": ["build:*", "estate:*"],
}


def outcomes(name: str, players: int) -> dict[str, list]:
    """A block in two seatings with two strategies in turn; at the smallest table two blocks."""

    @strategy(name)
    def anything(state, rules, legal, me):
        """Any legal action."""
        return nth(legal, below(me, count(legal)))

    @strategy(name)
    def lively(state, rules, legal, me):
        """Any of the first three legal actions: seldom a pass."""
        return nth(legal, below(me, min(3, count(legal))))

    game = load_game(name)
    rules, blocks = game.rules(players), 2 if players == min(game.players) else 1
    entries = [Entry(item.name, item, item.values()) for item in (anything, lively)]
    seats = np.arange(players) % 2
    seatings = np.array([seats, 1 - seats])
    orders = make_orders(rules, LINES, {1: DRAWN, "table": "free"}, FORBID[name], lenient=True)
    table = Table(rules, entries, seatings, 7, orders, np.array([1, 0]))
    rows = Outcomes.empty(rules, blocks, len(seatings), DEPTH, orders=True)
    table.play(0, blocks, rows)
    return {field: getattr(rows, field).tolist() for field in ("seat_rows", "game_rows", "openings", "orders")}


def all_outcomes(game: Game) -> dict[str, dict[str, list]]:
    return {str(players): outcomes(game.name, players) for players in game.players}


if __name__ == "__main__":
    print(json.dumps(all_outcomes(load_game(sys.argv[1]))))
