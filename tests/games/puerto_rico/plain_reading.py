"""The rules a second time, plainly, over positions in the notation: what is legal, what is paid, who gets points.

Written from the rules alone, without a look at the package; slow and simple.
"""

from __future__ import annotations

from typing import Any

GOODS = ("corn", "indigo", "sugar", "tobacco", "coffee")
PRICE = dict(zip(GOODS, range(5), strict=True))
PLANTS = {
    "indigo": ("small_indigo_plant", "indigo_plant"),
    "sugar": ("small_sugar_mill", "sugar_mill"),
    "tobacco": ("tobacco_storage",),
    "coffee": ("coffee_roaster",),
}
# cost, column, circles (§A.0.2)
BUILDINGS = {
    "small_indigo_plant": (1, 1, 1), "small_sugar_mill": (2, 1, 1), "indigo_plant": (3, 2, 3), "sugar_mill": (4, 2, 3),
    "tobacco_storage": (5, 3, 3), "coffee_roaster": (6, 3, 2), "small_market": (1, 1, 1), "hacienda": (2, 1, 1),
    "construction_hut": (2, 1, 1), "small_warehouse": (3, 1, 1), "hospice": (4, 2, 1), "office": (5, 2, 1),
    "large_market": (5, 2, 1), "large_warehouse": (6, 2, 1), "factory": (7, 3, 1), "university": (8, 3, 1),
    "harbor": (8, 3, 1), "wharf": (9, 3, 1), "guild_hall": (10, 4, 1), "residence": (10, 4, 1),
    "fortress": (10, 4, 1), "customs_house": (10, 4, 1), "city_hall": (10, 4, 1),
}  # fmt: skip
FACTORY = (0, 0, 1, 2, 3, 5)
DEFAULTS = {
    "hacienda_hut_quarry": True, "captain_ship": "most_barrels", "hacienda_reshuffle": False, "free_discard": False,
}  # fmt: skip


def size(building: str) -> int:
    return 2 if BUILDINGS[building][0] == 10 else 1


def works(own: dict[str, Any], building: str) -> bool:
    return own["city"].get(building, 0) > 0


def held(own: dict[str, Any]) -> list[str]:
    return [good for good in GOODS if own["goods"].get(good, 0) > 0]


def legal(data: dict[str, Any], **switches: Any) -> set[str]:
    """The legal actions of a position, as §N.2 names them."""
    if data["phase"] == "over":
        return set()
    own = data["seats"][data["actor"] - 1]
    choose = {
        "role": _roles, "settler": _settler, "mayor": _mayor, "builder": _builder, "craftsman": _craftsman,
        "trader": _trader, "captain": _captain, "storage": _storage,
    }  # fmt: skip
    return choose[data["phase"]](data, own, DEFAULTS | switches)


def _roles(data, own, switches):
    return {f"role:{role}" for role, card in data["roles"].items() if card["taken_by"] is None}


def _settler(data, own, switches):
    memory, tiles = data["in_phase"], data["plantations"]
    room = sum(there for there, _ in own["island"].values()) < 12
    quarry = room and tiles["quarries"] > 0 and data["actor"] not in memory["quarry_taken"]
    hut = works(own, "construction_hut")
    if memory["stage"] == "hacienda":
        tile = bool(tiles["stack"]) or (switches["hacienda_reshuffle"] and any(tiles["discard"].values()))
        allowed = {"draw": room and tile, "quarry": quarry and hut and switches["hacienda_hut_quarry"], "skip": True}
        return {f"hacienda:{what}" for what, may in allowed.items() if may}
    actions = {"pass"}
    if room:
        actions |= {f"take:{good}" for good in tiles["row"]}
    if quarry and (hut or data["actor"] == data["picker"]):
        actions.add("take:quarry")
    return actions


def _mayor(data, own, switches):
    empty = {kind for kind, (there, occupied) in own["island"].items() if occupied < there}
    empty |= {building for building, colonists in own["city"].items() if colonists < BUILDINGS[building][2]}
    return {f"place:{circle}" for circle in empty}


def price(data: dict[str, Any], own: dict[str, Any], building: str) -> int:
    cost, column, _ = BUILDINGS[building]
    quarries = own["island"].get("quarry", [0, 0])[1]
    return max(0, cost - min(quarries, column) - (data["actor"] == data["picker"]))


def _builder(data, own, switches):
    used = sum(size(building) for building in own["city"])
    return {"pass"} | {
        f"build:{building}"
        for building, left in data["buildings_left"].items()
        if left > 0
        and building not in own["city"]
        and used + size(building) <= 12
        and price(data, own, building) <= own["doubloons"]
    }


def _craftsman(data, own, switches):
    produced = data["in_phase"]["produced"]
    return {"pass"} | {f"privilege:{good}" for good in produced if produced[good] and data["goods"][good] > 0}


def _trader(data, own, switches):
    house = data["trading_house"]
    if len(house) >= 4:
        return {"pass"}
    return {"pass"} | {f"sell:{good}" for good in held(own) if good not in house or works(own, "office")}


def _captain(data, own, switches):
    cargo = set()
    for good in held(own):
        mine = [number for number, ship in enumerate(data["ships"], 1) if ship["good"] == good]
        empty = {number: ship["capacity"] for number, ship in enumerate(data["ships"], 1) if ship["good"] is None}
        if mine:
            ship = data["ships"][mine[0] - 1]
            usable = mine if ship["barrels"] < ship["capacity"] else []
        elif switches["captain_ship"] == "largest":
            usable = [number for number, capacity in empty.items() if capacity == max(empty.values())]
        else:
            fits = {number: min(own["goods"][good], capacity) for number, capacity in empty.items()}
            usable = [number for number, barrels in fits.items() if barrels == max(fits.values())]
        cargo |= {f"ship:{good}:{number}" for number in usable}
    if not works(own, "wharf") or data["actor"] in data["in_phase"]["wharf_used"]:
        return cargo
    return cargo | {f"wharf:{good}" for good in held(own)} | (set() if cargo else {"pass"})


def _storage(data, own, switches):
    verb = data["in_phase"]["stage"]
    left = {f"{verb}:{good}" for good in held(own) if good not in data["in_phase"]["kept"]}
    return left | ({"pass"} if switches["free_discard"] else set())


def production(data: dict[str, Any], picker: int) -> list[dict[str, int]]:
    """What each seat gets in a craftsman phase of this picker, the supply shrinking on the way."""
    supply, gains = dict(data["goods"]), [{} for _ in data["seats"]]
    for turn in range(len(data["seats"])):
        number = (picker - 1 + turn) % len(data["seats"])
        own = data["seats"][number]
        for good in GOODS:
            amount = own["island"].get(good, [0, 0])[1]
            if good != "corn":
                amount = min(amount, sum(own["city"].get(plant, 0) for plant in PLANTS[good]))
            gains[number][good] = min(amount, supply[good])
            supply[good] -= gains[number][good]
    return gains


def payments(data: dict[str, Any], action: str) -> list[int]:
    """How many doubloons each seat gains by an action."""
    change, seat = [0] * len(data["seats"]), data["actor"] - 1
    verb, _, what = action.partition(":")
    own = data["seats"][seat]
    if verb == "role":
        change[seat] += data["roles"][what]["coins"] + what.startswith("prospector")
        if what == "craftsman":
            for number, gains in enumerate(production(data, data["actor"])):
                if works(data["seats"][number], "factory"):
                    change[number] += FACTORY[sum(amount > 0 for amount in gains.values())]
    elif verb == "build":
        change[seat] -= price(data, own, what)
    elif verb == "sell":
        change[seat] += PRICE[what] + (data["actor"] == data["picker"])
        change[seat] += works(own, "small_market") + 2 * works(own, "large_market")
    return change


def points(data: dict[str, Any], action: str) -> list[int]:
    """How many VP each seat gains by an action."""
    change, seat = [0] * len(data["seats"]), data["actor"] - 1
    verb, _, what = action.partition(":")
    own = data["seats"][seat]
    if verb in ("ship", "wharf"):
        good, _, number = what.partition(":")
        barrels = own["goods"][good]
        if verb == "ship":
            ship = data["ships"][int(number) - 1]
            barrels = min(barrels, ship["capacity"] - ship["barrels"])
        first = data["actor"] == data["picker"] and not data["in_phase"]["captain_bonus_paid"]
        change[seat] = barrels + first + works(own, "harbor")
    return change


def scores(data: dict[str, Any]) -> list[int]:
    """Final scores (§A.8.2-3)."""
    return [own["vp"] + sum(BUILDINGS[building][1] for building in own["city"]) + _bonus(own) for own in data["seats"]]


def _bonus(own: dict[str, Any]) -> int:
    city, island = own["city"], own["island"]
    small = sum(building in city for building in ("small_indigo_plant", "small_sugar_mill"))
    large = sum(building in city for building in ("indigo_plant", "sugar_mill", "tobacco_storage", "coffee_roaster"))
    tiles = sum(there for there, _ in island.values())
    colonists = own["san_juan"] + sum(occupied for _, occupied in island.values()) + sum(city.values())
    worth = {
        "guild_hall": small + 2 * large,
        "residence": max(4, tiles - 5),
        "fortress": colonists // 3,
        "customs_house": own["vp"] // 4,
        "city_hall": len(city) - small - large,
    }
    return sum(points for building, points in worth.items() if works(own, building))
