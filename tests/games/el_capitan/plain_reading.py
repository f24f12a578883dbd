"""The rules of El Capitán read a second time, slowly and plainly, from positions in the notation.

Names in the notation go in and come out; nothing is taken from the game's own code but the rule
numbers by their names.
"""

from __future__ import annotations

from typing import Any

BASE = ["marseille", "venezia", "constantinople", "valencia", "napoli", "athina", "tanger", "tunis", "alexandria"]
Numbers = dict[str, Any]
Data = dict[str, Any]


def table(name: str) -> str:
    return f"cities.{name}" if name in BASE else f"expansion_cities.{name}"


def steps(data: Data, numbers: Numbers, start: str) -> dict[str, int]:
    """Steps to every city in play, going from neighbour to neighbour."""
    spot = {name: (numbers[f"{table(name)}.row"], numbers[f"{table(name)}.column"]) for name in data["cities"]}
    found, edge = {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        for name in spot:
            apart = abs(spot[name][0] - spot[here][0]) + abs(spot[name][1] - spot[here][1])
            if apart == 1 and name not in found:
                found[name] = found[here] + 1
                edge.append(name)
    return found


def price(card: str, numbers: Numbers) -> int:
    kind, name, *seals = card.split(":")
    if kind == "link":
        return numbers[f"link_cards.{name}.price"]
    return numbers[f"destination_cards.{name}.price"][int(seals[0]) - 1]


def targets(data: Data, numbers: Numbers, card: str, place: str | None) -> set[str]:
    """Where a card leads from a city, or from elsewhere (None)."""
    kind, name, *seals = card.split(":")
    if kind == "link":
        pair = name.split("-")
        return set(pair) - {place} if place in pair else set()
    found = {name} - {place}
    if place is not None:
        found |= {city for city, far in steps(data, numbers, place).items() if 1 <= far <= int(seals[0])}
    return found


def free(data: Data, name: str, harbour: int) -> bool:
    pirate = data["pirate"] or {}
    here = pirate.get("city") == name and pirate.get("harbour") == harbour
    return data["cities"][name]["harbours"][harbour - 1] is None and not here


def any_free(data: Data, name: str) -> bool:
    return any(free(data, name, harbour + 1) for harbour in range(len(data["cities"][name]["harbours"])))


def space_for(track: list[str | None]) -> int | None:
    """The next space, from 1; None in a full city, 0 where the builder may choose."""
    standing = [index + 1 for index, owner in enumerate(track) if owner]
    if not standing:
        return 0
    if standing == [2]:
        return 1
    if standing[-1] < 12:
        return standing[-1] + 1
    return standing[0] - 1 if standing[0] > 1 else None


def run_is_short(track: list[str | None], space: int, colour: str, numbers: Numbers, players: int) -> bool:
    """Whether no run through the space is too long once the colour stands there."""
    row = list(track)
    row[space - 1] = colour

    def run(same: Any) -> int:
        low = high = space - 1
        while low > 0 and row[low - 1] and same(row[low - 1]):
            low -= 1
        while high < 11 and row[high + 1] and same(row[high + 1]):
            high += 1
        return high - low + 1

    if not colour.endswith("n") and run(lambda other: other == colour) > numbers["limits.run"]:
        return False
    both = run(lambda other: other.rstrip("n") == colour.rstrip("n"))
    return players > 2 or both <= numbers["limits.run_with_neutral"]


def acts(data: Data, numbers: Numbers) -> set[str]:
    """Building, reopening and fortifying by the actor."""
    own, me = data["seats"][data["actor"] - 1], str(data["actor"])
    if own["harbour"] is None:
        return set()
    place, found = data["cities"][own["ship"]], set()
    space, name = space_for(place["track"]), own["ship"]
    cost = numbers[f"{table(name)}.harbours"][own["harbour"] - 1]
    two = data["players"] == 2
    for colour, word in ((me, "main"), (me + "n", "neutral"))[: 2 if two else 1]:
        suffix = f":{word}" if two else ""
        if space is None or not run_is_short(place["track"], max(space, 1), colour, numbers, data["players"]):
            continue
        left = {"main": own["warehouses"], "neutral": own["neutral"]}
        left[word] -= 1
        supplied = left[word] >= 0 and (left["main"] > left["neutral"] or not any(left.values()))
        if supplied and (cost == 0 or own["money"] >= cost):
            found |= {f"build{suffix}:1", f"build{suffix}:2"} if space == 0 else {f"build{suffix}"}
        if colour in place["closed"]:
            found.add(f"reopen{suffix}")
    prices = numbers[f"{table(name)}.fortresses"]
    open_prices = [cost for cost, owner in zip(prices, place["fortresses"], strict=True) if owner is None]
    may = own["fortresses"] and data["actor"] not in place["fortresses"] and open_prices
    if may and (min(open_prices) == 0 or own["money"] >= min(open_prices)):
        found.add("fortress")
    return found


def pirate_moves(data: Data, numbers: Numbers) -> set[str]:
    """Free, paid, and for one card."""
    own, turn = data["seats"][data["actor"] - 1], data["turn"]
    if not data["pirate"] or turn["pirate_moved"] or turn["at_sea"]:
        return set()
    start = data["pirate"]["city"]
    far = steps(data, numbers, start)
    places = {name for name in data["cities"] if name != start and any_free(data, name)}
    found = set()
    for name in places:
        cost = 0 if turn["free_pirate"] else far[name] * numbers["pirate.step_price"]
        for harbour in range(1, len(data["cities"][name]["harbours"]) + 1):
            if cost == 0 or own["money"] >= cost:
                found.add(f"pirate:{name}:{harbour}")
            for card in own["hand"]:
                if name in targets(data, numbers, card, start):
                    found.add(f"pirate:{card}:{name}:{harbour}")
    return found


def buys(data: Data, numbers: Numbers) -> set[str]:
    money = data["seats"][data["actor"] - 1]["money"]
    faces = {card for kind in data["cards"].values() for card in kind["faceup"]}
    return {f"buy:{card}" for card in faces if price(card, numbers) <= max(0, money)}


def legal(data: Data, numbers: Numbers) -> set[str]:
    """All legal actions."""
    if data["stage"] == "over":
        return set()
    own, turn = data["seats"][data["actor"] - 1], data["turn"]
    if data["stage"] == "start_player":
        return {f"start:{seat}" for seat in range(1, data["players"] + 1)}
    if data["stage"] == "loan":
        loan = data["pending"][0]
        if loan["extended"] or data["phase"] == numbers["setup.phases"]:
            return {"repay"}
        return {"repay", "extend"} if own["money"] >= due(loan, numbers) else {"extend"}
    if data["stage"] == "after":
        more = set() if own["ship"] == "bank" else buys(data, numbers) | pirate_moves(data, numbers)
        return more | {"end"}
    place = own["ship"] if own["ship"] in data["cities"] else None
    sails = {f"sail:{card}:{city}" for card in own["hand"] for city in targets(data, numbers, card, place)}
    found = buys(data, numbers) | sails | acts(data, numbers)
    loans = {f"loan:{amount}" for amount, count in data["loans_left"].items() if count}
    first = data["phase"] == data["round"] == 1
    if not found:
        found |= {"loan:none"} if first or not loans else loans
    elif not (first or turn["bought"] or turn["sailed"] or turn["pirate_moved"]):
        found |= loans
    return found | pirate_moves(data, numbers)


def due(loan: Data, numbers: Numbers) -> int:
    name = "small" if loan["amount"] == numbers["loans.small.amount"] else "large"
    return numbers[f"loans.{name}.repay_extended" if loan["extended"] else f"loans.{name}.repay"]


def value(name: str, track: list[str | None], numbers: Numbers) -> int:
    row = [*numbers[f"{table(name)}.spaces"], numbers[f"{table(name)}.hatched"]]
    standing = [index for index, owner in enumerate(track) if owner]
    return row[standing[-1] + 1] if standing else 0


def ranking(track: list[str | None]) -> list[str]:
    """Colours by number of open warehouses, of equals the one that stands earliest."""
    chain = [owner for owner in track if owner]
    return sorted(dict.fromkeys(chain), key=lambda colour: (-chain.count(colour), chain.index(colour)))


def payday(data: Data, numbers: Numbers) -> list[int]:
    """What each seat gets at a payday, bonus cards left out."""
    players = range(1, data["players"] + 1)
    income = dict.fromkeys(map(str, players), 0)
    crowd = {name: sum(owner is not None for owner in place["track"]) for name, place in data["cities"].items()}
    for colour in income:
        held = sum(colour in place["track"] for place in data["cities"].values())
        income[colour] += numbers[f"proliferation.cities_{held}"] if held else 0
    for name, place in data["cities"].items():
        full = value(name, place["track"], numbers)
        part = full // numbers["payday.second_place_divisor"]
        for rank, colour in enumerate(ranking(place["track"])):
            if colour.endswith("n"):
                continue
            if rank == 0:
                income[colour] += full
            elif name not in BASE or (rank == 1 and data["players"] > 2):
                income[colour] += part
        for owner in place["fortresses"]:
            if owner:
                income[str(owner)] += full if crowd[name] == max(crowd.values()) else part
    return list(income.values())
