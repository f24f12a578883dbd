"""The words of Captains of Industry and their numbers.

Numbers are what state, rules and actions hold; names are what the notation shows. Advances and
real-estate cards have no fixed names: they come from the rules file.
"""

from __future__ import annotations

GOODS = ("stone", "lumber", "steel", "corn", "oil", "components", "research")
STONE, LUMBER, STEEL, CORN, OIL, COMPONENTS, RESEARCH = range(7)
N_GOODS = 7

MARKETS = (
    "research",
    "consumables_residential",
    "consumables_commercial",
    "consumables_industrial",
    "consumables_transportation",
    "durables_residential_commercial",
    "durables_industrial_transportation",
    "energy_transportation_residential",
    "energy_commercial_industrial",
)
N_MARKETS = 9

SECTORS = ("consumables", "durables", "energy")
N_SECTORS = 3
ZONES = ("residential", "commercial", "industrial", "transportation")
N_ZONES = 4
TIERS = ("bronze", "silver", "gold")
BRONZE, SILVER, GOLD = range(3)
N_TIERS = 3
SIDES = ("a", "b")
MAX_SPACES = 8
"""Room for the real-estate spaces of one zone."""

FACILITIES = ("quarry", "lumber_mill", "steel_foundry", "university", "farm", "oil_well", "factory")
QUARRY, LUMBER_MILL, STEEL_FOUNDRY, UNIVERSITY, FARM, OIL_WELL, FACTORY = range(7)
N_FACILITIES = 7

EFFECTS = (
    "ms_per_unit_sold",
    "unlock",
    "extra_goods",
    "rent_bonus",
    "sell_before_demand",
    "ms_per_facility",
    "ms_per_real_estate",
    "ms_per_advance_owned_by_others",
)
(
    MS_PER_UNIT_SOLD,
    UNLOCK,
    EXTRA_GOODS,
    RENT_BONUS,
    SELL_BEFORE_DEMAND,
    MS_PER_FACILITY,
    MS_PER_REAL_ESTATE,
    MS_PER_ADVANCE_OWNED_BY_OTHERS,
) = range(8)
MAX_ADVANCES = 31
MAX_ESTATE_CARDS = 32

# Leader cards are written kind:key; the designs of a kind follow each other.
LEADERS = (
    *(f"facility:{name}" for name in FACILITIES),
    *(f"zone:{name}" for name in ZONES),
    *(f"sector:{name}" for name in SECTORS),
    "per_advance:any",
    "per_facility_type:any",
    "per_real_estate:any",
    "per_ten_dollars:any",
)
N_LEADERS = 18
LEADER_OF_FACILITY = 0
LEADER_OF_ZONE = LEADER_OF_FACILITY + N_FACILITIES
LEADER_OF_SECTOR = LEADER_OF_ZONE + N_ZONES
PER_ADVANCE = LEADER_OF_SECTOR + N_SECTORS
PER_FACILITY_TYPE = PER_ADVANCE + 1
PER_REAL_ESTATE = PER_ADVANCE + 2
PER_TEN_DOLLARS = PER_ADVANCE + 3

COUNTY, CITY = range(2)
PROGRESS_CARDS = ("county", "city")

# What kind of decision the actor has to make. Pricing is a kind of its own for each market, so
# that its actions are the prices themselves: stage PRICE + market.
STAGES = ("action", "buy", "place", "card", "return", "over", "price")
PICK_ACTION, BUY, PLACE, PICK_CARD, RETURN, OVER, PRICE = range(7)

# Between two decisions the stage says what happens next; nobody ever sees these.
TURN_ENDS, TURN_BEGINS = -2, -1

# Actions are numbered within their stage:
#   action   the kind below plus facility, zone or Advance      buy     good * SOURCES + seat (or FROM_BANK)
#   place    good * N_MARKETS + market                          price   the price in dollars
#   card     design * 2 + side                                  return  the leader card
N_ACTIONS = 64
ACT_BUILD = 0
ACT_EXPAND = ACT_BUILD + N_FACILITIES
ACT_OPERATE = ACT_EXPAND + N_FACILITIES
ACT_OVERTIME = ACT_OPERATE + N_FACILITIES
ACT_MANAGE = ACT_OVERTIME + N_FACILITIES
ACT_ESTATE = ACT_MANAGE + 1
ACT_RESEARCH = ACT_ESTATE + N_ZONES
FROM_BANK = 5
SOURCES = FROM_BANK + 1

MAX_AGES = 3
END_AGES = 1
ENDS = ("ages",)
