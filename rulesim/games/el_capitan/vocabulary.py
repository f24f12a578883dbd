"""The words of El Capitán and their numbers.

Numbers are what state, rules and actions hold; names are what the notation shows.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

# Cities in reading order of the board, then the expansion tiles.
BASE_CITIES = (
    "marseille",
    "venezia",
    "constantinople",
    "valencia",
    "napoli",
    "athina",
    "tanger",
    "tunis",
    "alexandria",
)
EXPANSIONS = ("porto", "lisboa", "canarias")
CITIES = (*BASE_CITIES, *EXPANSIONS)
(
    MARSEILLE,
    VENEZIA,
    CONSTANTINOPLE,
    VALENCIA,
    NAPOLI,
    ATHINA,
    TANGER,
    TUNIS,
    ALEXANDRIA,
    PORTO,
    LISBOA,
    CANARIAS,
) = range(12)
N_CITIES = 12
N_BASE = 9

# Where a ship can be besides a city.
BANK = -1
START = -2

# Spaces are counted from 0 here and from 1 in everything that a user sees.
N_SPACES = 12
HATCHED = 12
NO_SPACE = -1
EMPTY = -1

MAX_HARBOURS = 3
MAX_FORTRESSES = 2
MAX_PHASES = 3
MAX_COLOURS = 5
"""Colour ``s`` is the (main) colour of seat ``s``; with two players colour ``2 + s`` is its neutral one."""

# Sailing cards: destination cards 0 … 17, link cards 18 … 53. The deck of a card is its kind.
DECKS = ("destination", "link")
DESTINATION, LINK = range(2)
N_DESTINATIONS = 18
N_LINKS = 36
FIRST_LINK = N_DESTINATIONS
N_CARDS = N_DESTINATIONS + N_LINKS
MOST_SEALS = 3
PAIRS = tuple(combinations(sorted(BASE_CITIES), 2))
"""The pairs of cities that a link card can join, as its name shows them."""
DESTINATION_CARDS = np.uint64((1 << N_DESTINATIONS) - 1)
LINK_CARDS = np.uint64(((1 << N_LINKS) - 1) << FIRST_LINK)

LOANS = ("small", "large")
SMALL, LARGE = range(2)
MAX_LOANS = 40

# What kind of decision the actor has to make.
STAGES = ("before", "after", "loan", "start_player", "over")
BEFORE, AFTER, SETTLE_LOAN, CHOOSE_START, OVER = range(5)

# Actions are numbered within their stage.
#
# before, after: a word of 64 numbers for each kind, so that a set of cards or of harbours is written at once.
BUY = 0  #                   + card
LINK_TO_FIRST = 64  #        + link card: sail to the first of its cities
BUILD = 104  #               + 3 * (1 for the neutral colour) + (0: next space, 1: space 1, 2: space 2)
REOPEN = 110  #              + 1 for the neutral colour
FORTRESS = 112
LOAN = 113  #                + kind of loan
LOAN_NONE = 115
END = 116
LINK_TO_SECOND = 128  #      + link card: sail to the second of its cities
SAIL = 192  #                + 16 * destination card + city
SAIL_ROW = 16
PIRATE = 480  #              + berth
PIRATE_LINK_TO_FIRST = 512  #   + 64 * harbour + link card
PIRATE_LINK_TO_SECOND = 640  #  + 64 * harbour + link card
PIRATE_CARD = 768  #         + 32 * destination card + berth
PIRATE_ROW = 32
N_ACTIONS = PIRATE_CARD + PIRATE_ROW * N_DESTINATIONS

# A berth is a harbour of a city, by number: first harbours, second harbours, the third one of Porto.
THIRD_BERTH = 2 * N_CITIES
N_BERTHS = THIRD_BERTH + 1

# loan: repay or extend. start_player: the seat.
REPAY, EXTEND = range(2)

# Where a player's money comes from and goes to; with the start money it adds up to what the player has.
ACCOUNTS = (
    "start",
    "proliferation",
    "majorities",
    "fortresses",
    "bonus",
    "lisboa",
    "protection",
    "loans",
    "cards",
    "warehouse_costs",
    "fortress_costs",
    "pirate_costs",
)
(
    START_MONEY,
    PROLIFERATION,
    MAJORITIES,
    FORTRESS_INCOME,
    BONUS,
    LISBOA_INCOME,
    PROTECTION,
    LOAN_BALANCE,
    CARD_COSTS,
    WAREHOUSE_COSTS,
    FORTRESS_COSTS,
    PIRATE_COSTS,
) = range(12)
N_ACCOUNTS = 12

# How phases end (§2.8.34, §N.3.15), as bits.
END_BUILT, END_GUARD_1 = 1, 2
ENDS = ("built", "guard_1", "guard_2", "guard_3")
