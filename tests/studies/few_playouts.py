"""Results of some playouts of random players, as JSON: run compiled and interpreted by test_evaluate."""

import json
import sys

import numpy as np

from rulesim.experiment.line_up import line_up
from rulesim.experiment.playouts import PlayoutTable
from rulesim.games.position import Position


def results(name: str) -> list:
    """Two playouts of two actions, with hidden things redrawn and as given, well into a game."""
    here = Position.new(name, 3, 6)
    for move in range(60):
        numbers = here.legal_numbers()
        here.apply_number(numbers[move % len(numbers)])
    entries = line_up(here.rules.game, "random", 3)
    found = []
    for peek in (False, True):
        table = PlayoutTable(here, entries, 3, 1, peek)
        found += [table.play(action, 0, 1).tolist() for action in np.unique(here.legal_numbers())[[0, -1]]]
    return found


if __name__ == "__main__":
    print(json.dumps(results(sys.argv[1])))
