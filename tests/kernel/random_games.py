"""Outcomes of some games of random players, as JSON: run compiled and interpreted by test_playout."""

import json
import sys

import numpy as np

from rulesim.experiment.playing import Entry, Outcomes, Table
from rulesim.games.game import Game
from rulesim.games.registry import load_game
from rulesim.strategy import below, count, nth, strategy

BLOCKS = 2
DEPTH = 4


def outcomes(name: str, players: int) -> dict[str, list]:
    """Two blocks, each in two seatings, with two strategies in turn."""

    @strategy(name)
    def anything(state, rules, legal, me):
        """Any legal action."""
        return nth(legal, below(me, count(legal)))

    @strategy(name)
    def lively(state, rules, legal, me):
        """Any of the first three legal actions: seldom a pass."""
        return nth(legal, below(me, min(3, count(legal))))

    rules = load_game(name).rules(players)
    entries = [Entry(item.name, item, item.values()) for item in (anything, lively)]
    seats = np.arange(players) % 2
    seatings = np.array([seats, 1 - seats])
    table = Table(rules, entries, seatings, 7)
    rows = Outcomes.empty(rules, BLOCKS, len(seatings), DEPTH)
    table.play(0, BLOCKS, rows)
    return {field: getattr(rows, field).tolist() for field in ("seat_rows", "game_rows", "openings")}


def all_outcomes(game: Game) -> dict[str, dict[str, list]]:
    return {str(players): outcomes(game.name, players) for players in game.players}


if __name__ == "__main__":
    print(json.dumps(all_outcomes(load_game(sys.argv[1]))))
