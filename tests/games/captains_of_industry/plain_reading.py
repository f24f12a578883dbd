"""A second reading of the rules, on positions in the notation only: slow, plain, independent of the engine."""

from __future__ import annotations

import math
from typing import Any

BOUGHT_IN = {
    "stone": "consumables_commercial",
    "lumber": "consumables_industrial",
    "steel": "consumables_transportation",
    "research": "research",
}
OTHER_MARKETS = {
    "stone": "durables_industrial_transportation",
    "lumber": "energy_transportation_residential",
    "steel": "durables_residential_commercial",
}
MARKETS_OF = {
    "stone": ["consumables_commercial"],
    "lumber": ["consumables_industrial"],
    "steel": ["consumables_transportation"],
    "research": ["research"],
    "corn": ["consumables_residential", "energy_commercial_industrial"],
    "oil": ["energy_transportation_residential", "energy_commercial_industrial"],
    "components": ["durables_residential_commercial", "durables_industrial_transportation"],
}
ZONES_OF = {
    "consumables_residential": ["residential"],
    "consumables_commercial": ["commercial"],
    "consumables_industrial": ["industrial"],
    "consumables_transportation": ["transportation"],
    "durables_residential_commercial": ["residential", "commercial"],
    "durables_industrial_transportation": ["industrial", "transportation"],
    "energy_transportation_residential": ["transportation", "residential"],
    "energy_commercial_industrial": ["commercial", "industrial"],
}
# Facility: product, build good, expansion good, overtime dollars a point of size.
FACILITIES = {
    "quarry": ("stone", None, "lumber", 2),
    "lumber_mill": ("lumber", None, "steel", 2),
    "steel_foundry": ("steel", None, "stone", 2),
    "university": ("research", "lumber", "stone", 3),
    "farm": ("corn", "stone", "lumber", 2),
    "oil_well": ("oil", "research", "steel", 3),
    "factory": ("components", "steel", "research", 3),
}
ESTATE_COST = {
    "residential": (["lumber", "stone"], ["lumber", "lumber", "stone"], ["lumber", "lumber", "stone", "steel"]),
    "commercial": (["stone", "steel"], ["stone", "stone", "lumber"], ["stone", "stone", "lumber", "steel"]),
    "industrial": (["steel", "lumber"], ["steel", "steel", "stone"], ["steel", "steel", "lumber", "stone"]),
    "transportation": (["steel", "stone"], ["steel", "stone", "lumber"], ["steel", "steel", "lumber", "stone"]),
}
SPACES = ("B", "S", "G", "G")
SECTORS = ("consumables", "durables", "energy")
CARDS = {
    "B1a": (2, 1, 0), "B1b": (0, 1, 2), "B2a": (0, 2, 1), "B2b": (2, 0, 1), "B3a": (1, 0, 2), "B3b": (1, 2, 0),
    "S1a": (3, 1, 0), "S1b": (0, 1, 3), "S2a": (0, 3, 1), "S2b": (3, 0, 1), "S3a": (1, 0, 3), "S3b": (1, 3, 0),
    "G1a": (3, 2, 0), "G1b": (0, 2, 3), "G2a": (0, 3, 2), "G2b": (3, 0, 2), "G3a": (2, 0, 3), "G3b": (2, 3, 0),
}  # fmt: skip
# Advance: tier (= cost) and prerequisites.
ADVANCES = {
    "research_patents": (1, []), "steel_brand": (1, []), "lumber_brand": (1, []), "stone_brand": (1, []),
    "holding_company": (1, []), "land_registry": (1, []),
    "steel_second_market": (2, ["steel_brand"]), "lumber_second_market": (2, ["lumber_brand"]),
    "stone_second_market": (2, ["stone_brand"]), "assembly_line": (2, ["holding_company"]),
    "property_management": (2, ["land_registry"]),
    "forward_contracts": (3, ["steel_second_market", "lumber_second_market", "stone_second_market"]),
    "technology_licences": (3, ["research_patents"]), "vertical_integration": (3, ["assembly_line"]),
    "urban_planning": (3, ["property_management"]),
}  # fmt: skip
BRANDS = {"stone": "stone_brand", "lumber": "lumber_brand", "steel": "steel_brand", "research": "research_patents"}
Position = dict[str, Any]


def units(data: Position, market: str, good: str, seat: int) -> int:
    """Units of a good that a seat (from 0) has in a market."""
    return data["markets"].get(market, {}).get("units", {}).get(good, [0] * data["players"])[seat]


def stock(data: Position, market: str, seat: int) -> dict[str, int]:
    """All goods of a seat in a market."""
    goods = data["markets"].get(market, {}).get("units", {})
    return {good: counts[seat] for good, counts in goods.items() if counts[seat]}


def price(data: Position, market: str, seat: int) -> int:
    """The price of a seat in a market."""
    return data["markets"][market]["prices"][seat]


def cheapest(data: Position, goods: list[str], taken: tuple[tuple[str, int], ...] = ()) -> float:
    """What the actor pays for goods in the cheapest order (N.3.1), after units of owners have been taken."""
    buyer, total = data["actor"] - 1, 0.0
    for good in set(goods):
        market = BOUGHT_IN[good]
        offers = []
        for seat in range(data["players"]):
            left = units(data, market, good, seat) - taken.count((good, seat))
            level = price(data, market, seat) if left else 0
            offers += [(level, seat != buyer, 0 if seat == buyer else level)] * left
        costs = [cost for _, _, cost in sorted(offers)]
        missing = max(0, goods.count(good) - len(costs))
        total += sum(costs[: goods.count(good)])
        if missing:
            total += 13 * missing if data["seats"][buyer]["own_marker_at_start"] else math.inf
    return total


def goods_for(data: Position, action: str) -> list[str]:
    """The goods that an action costs."""
    kind, _, what = action.partition(":")
    size = data["seats"][data["actor"] - 1]["facilities"].get(what, 0)
    if kind in ("build", "expand"):
        _, build, expand, _ = FACILITIES[what]
        return ([build] if build else []) + [expand] * size
    if kind == "estate":
        return ESTATE_COST[what][min(len(data["zones"][what]), 2)]
    return ["research"] * ADVANCES[what][0] if kind == "research" else []


def turn_actions(data: Position) -> set[str]:
    """Candidates of the stage action that the goods and the money may forbid."""
    me = data["seats"][data["actor"] - 1]
    found = {"manage"}
    for name, pile in data["facilities_left"].items():
        owned = name in me["facilities"]
        if pile["double"] or pile["single"]:
            found.add(("expand:" if owned else "build:") + name)
        if owned:
            found.add(f"operate:{name}")
            if FACILITIES[name][3] * me["facilities"][name] <= me["money"]:
                found.add(f"operate:{name}:overtime")
    for zone, cards in data["zones"].items():
        if len(cards) < 4 and any(name[0] == SPACES[len(cards)] for name in data["estate_left"]):
            found.add(f"estate:{zone}")
    for name, (tier, prerequisites) in ADVANCES.items():
        reachable = not prerequisites or set(prerequisites) & set(me["advances"])
        if tier <= data["age"] and name not in me["advances"] and reachable:
            found.add(f"research:{name}")
    return found


def legal(data: Position) -> set[str]:
    """All legal actions."""
    stage = data["stage"]
    if stage == "over":
        return set()
    me, pending = data["seats"][data["actor"] - 1], data["pending"]
    if stage == "action":
        return {
            action
            for action in turn_actions(data)
            if action.startswith("operate") or cheapest(data, goods_for(data, action)) <= me["money"]
        }
    if stage == "buy":
        return legal_purchases(data, pending["buy"])
    if stage == "place":
        good = pending["place"][0]
        markets = list(MARKETS_OF[good])
        if f"{good}_second_market" in me["advances"]:
            markets.append(OTHER_MARKETS[good])
        return {f"place:{good}:{market}" for market in markets}
    if stage == "price":
        return {f"price:{pending['price'][0]}:{dollars}" for dollars in range(1, 13)}
    if stage == "card":
        zone = pending["for"].removeprefix("estate:")
        tier = SPACES[len(data["zones"][zone])]
        return {f"card:{name}:{side}" for name in data["estate_left"] if name[0] == tier for side in "ab"}
    return {f"return:{leader}" for leader in me["leaders"]}


def legal_purchases(data: Position, needed: list[str]) -> set[str]:
    """Units at the lowest price whose choice leaves the rest payable; the bank where there are none."""
    good, rest, buyer = needed[0], needed[1:], data["actor"] - 1
    market, money = BOUGHT_IN[good], data["seats"][buyer]["money"]
    owners = [seat for seat in range(data["players"]) if units(data, market, good, seat)]
    if not owners:
        return {f"buy:{good}:bank"}
    lowest = min(price(data, market, seat) for seat in owners)
    return {
        f"buy:{good}:{seat + 1}"
        for seat in owners
        if price(data, market, seat) == lowest
        and (0 if seat == buyer else lowest) + cheapest(data, rest, ((good, seat),)) <= money
    }


def demand(data: Position, market: str) -> int:
    """Demand of the public (§42)."""
    sector, total = SECTORS.index(market.split("_")[0]), 0
    for zone in ZONES_OF[market]:
        cards = data["zones"][zone]
        total += sum(CARDS[card["card"] + card["side"]][sector] for card in cards) if cards else 1
    return total


def sale_points(data: Position, seat: int, good: str) -> int:
    """Market Share for one unit sold."""
    return 2 if BRANDS.get(good) in data["seats"][seat]["advances"] else 1


def rent(data: Position) -> list[int]:
    """Dollars of each seat at round end."""
    cards = [card["owner"] for zone in data["zones"].values() for card in zone]
    return [
        cards.count(seat + 1) * (3 if "property_management" in own["advances"] else 2)
        for seat, own in enumerate(data["seats"])
    ]


def allocation(data: Position, market: str, stocks: list[int]) -> list[int]:
    """Units that find demand, by seat: level by level, in passes (§43)."""
    left, sold = demand(data, market), [0] * len(stocks)
    while left > 0 and sum(sold) < sum(stocks):
        open_seats = [seat for seat, count in enumerate(stocks) if sold[seat] < count]
        lowest = min(price(data, market, seat) for seat in open_seats)
        for seat in open_seats:
            if price(data, market, seat) == lowest:
                sold[seat] += 1
                left -= 1
    return sold


def age_end(data: Position) -> tuple[list[int], list[int]]:
    """Dollars and Market Share of each seat from an Age end, for the board as the last turn left it (§42-46)."""
    players = range(data["players"])
    money, points = [0] * len(players), [0] * len(players)
    markers = {sector: [0] * len(players) for sector in SECTORS}
    for market in ZONES_OF:
        stocks = [stock(data, market, seat) for seat in players]
        forward = [
            min(2, sum(stocks[seat].values())) if "forward_contracts" in data["seats"][seat]["advances"] else 0
            for seat in players
        ]
        kept = allocation(data, market, [sum(stocks[seat].values()) - forward[seat] for seat in players])
        for seat in players:
            units_sold = forward[seat] + kept[seat]
            goods = sorted((sale_points(data, seat, good) for good, n in stocks[seat].items() for _ in range(n)))
            points[seat] += sum(goods[len(goods) - units_sold :])
            money[seat] += units_sold * price(data, market, seat) if units_sold else 0
            markers[market.split("_")[0]][seat] += kept[seat]
    for counts in markers.values():
        if max(counts) > 0 and counts.count(max(counts)) == 1:
            points[counts.index(max(counts))] += 5
    owners = [card["owner"] for zone in data["zones"].values() for card in zone]
    for seat, own in enumerate(data["seats"]):
        points[seat] += len(own["facilities"]) * ("holding_company" in own["advances"])
        points[seat] += owners.count(seat + 1) * ("land_registry" in own["advances"])
    return money, points
