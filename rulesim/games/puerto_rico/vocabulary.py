"""The words of Puerto Rico and their numbers.

Numbers are what state, rules and actions hold; names are what the notation shows.
"""

from __future__ import annotations

import numpy as np

# Goods, and the kinds of island tiles: a plantation has the number of its good.
GOODS = ("corn", "indigo", "sugar", "tobacco", "coffee")
CORN, INDIGO, SUGAR, TOBACCO, COFFEE = range(5)
N_GOODS = 5
TILES = (*GOODS, "quarry")
QUARRY = 5
N_TILES = 6

BUILDINGS = (
    "small_indigo_plant",
    "small_sugar_mill",
    "indigo_plant",
    "sugar_mill",
    "tobacco_storage",
    "coffee_roaster",
    "small_market",
    "hacienda",
    "construction_hut",
    "small_warehouse",
    "hospice",
    "office",
    "large_market",
    "large_warehouse",
    "factory",
    "university",
    "harbor",
    "wharf",
    "guild_hall",
    "residence",
    "fortress",
    "customs_house",
    "city_hall",
)
(
    SMALL_INDIGO_PLANT,
    SMALL_SUGAR_MILL,
    INDIGO_PLANT,
    SUGAR_MILL,
    TOBACCO_STORAGE,
    COFFEE_ROASTER,
    SMALL_MARKET,
    HACIENDA,
    CONSTRUCTION_HUT,
    SMALL_WAREHOUSE,
    HOSPICE,
    OFFICE,
    LARGE_MARKET,
    LARGE_WAREHOUSE,
    FACTORY,
    UNIVERSITY,
    HARBOR,
    WHARF,
    GUILD_HALL,
    RESIDENCE,
    FORTRESS,
    CUSTOMS_HOUSE,
    CITY_HALL,
) = range(23)
N_BUILDINGS = 23
FIRST_VIOLET = SMALL_MARKET
"""Buildings below this number are production buildings, the others violet ones."""

# The production buildings of a good, the small one first; -1: there is none (§A.0.2).
SMALL_PLANT = np.array([-1, SMALL_INDIGO_PLANT, SMALL_SUGAR_MILL, -1, -1])
LARGE_PLANT = np.array([-1, INDIGO_PLANT, SUGAR_MILL, TOBACCO_STORAGE, COFFEE_ROASTER])

ROLES = ("settler", "mayor", "builder", "craftsman", "trader", "captain", "prospector_1", "prospector_2")
SETTLER, MAYOR, BUILDER, CRAFTSMAN, TRADER, CAPTAIN, PROSPECTOR_1, PROSPECTOR_2 = range(8)
N_ROLES = 8

# What kind of decision the actor has to make.
STAGES = (
    "role",
    "hacienda",
    "take",
    "place",
    "build",
    "privilege",
    "sell",
    "load",
    "store",
    "keep",
    "over",
)
(
    PICK_ROLE,
    DRAW_TILE,
    TAKE_TILE,
    PLACE_COLONIST,
    BUILD,
    TAKE_PRIVILEGE,
    SELL,
    LOAD,
    STORE,
    KEEP,
    OVER,
) = range(11)

# Actions are numbered within their stage:
#   role       the role                       place      a tile kind, or FIRST_CITY_CIRCLE + building
#   hacienda   HACIENDA_*                     build      the building
#   take       the tile kind                  privilege, sell, store, keep   the good
#   load       good * MAX_SHIPS + ship, or LOAD_WHARF + good
# and PASS wherever one may pass.
PASS = 63
N_ACTIONS = 64
HACIENDA_DRAW, HACIENDA_QUARRY, HACIENDA_SKIP = range(3)
FIRST_CITY_CIRCLE = N_TILES
MAX_SHIPS = 3
LOAD_WHARF = N_GOODS * MAX_SHIPS

# How a game can end (§A.8.1), as bits.
END_COLONISTS, END_CITY, END_VP = 1, 2, 4
ENDS = ("colonists", "city", "vp")
