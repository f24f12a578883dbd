"""Captains of Industry in words: a position as a page of text, a move as a phrase."""

from __future__ import annotations

import textwrap
from typing import Any

from rulesim.games.captains_of_industry.notation import advance_names, estate_card_names, to_dict
from rulesim.games.captains_of_industry.scoring import final_ms
from rulesim.games.captains_of_industry.state import market_demand
from rulesim.games.captains_of_industry.vocabulary import (
    ACT_ESTATE,
    ACT_EXPAND,
    ACT_MANAGE,
    ACT_OPERATE,
    ACT_OVERTIME,
    ACT_RESEARCH,
    BUY,
    FACILITIES,
    FROM_BANK,
    GOODS,
    LEADERS,
    MARKETS,
    N_MARKETS,
    PICK_ACTION,
    PICK_CARD,
    PLACE,
    PRICE,
    RETURN,
    SECTORS,
    SIDES,
    SOURCES,
    TIERS,
    ZONES,
)

WIDTH = 98
DECISIONS = {
    "action": "picks an action",
    "buy": "buys goods",
    "place": "places goods",
    "price": "sets a price",
    "card": "picks a real-estate card",
    "return": "returns a leader card",
}


def _wrapped(start: str, items: list[str]) -> list[str]:
    """A list in words, broken into lines."""
    return textwrap.wrap(f"{start}: {', '.join(items) or 'none'}", WIDTH, subsequent_indent="    ")


def spoken(name: str) -> str:
    """A name of the notation in plain words."""
    return name.replace("_", " ").replace(":any", "").replace(":", " ")


def describe(rules: Any, state: Any) -> str:
    """The position as text, all of it, hidden cards included."""
    position = to_dict(rules, state)
    lines = [
        *_head(rules.game.title, position),
        *_markets(rules, state, position),
        *_real_estate(rules, state, position),
        *_piles(position),
        "",
    ]
    for seat in range(rules.players):
        lines += _seat(rules, state, seat, position["seats"][seat])
    return "\n".join(lines)


def _head(title: str, position: dict[str, Any]) -> list[str]:
    progress = position["progress"]
    order = " ".join(str(seat) for seat in position["order"])
    builders = [str(seat) for seat in position["next_order"] if seat]
    last = f"; builders so far, last in the next round: {' '.join(builders)}" if builders else ""
    what = "The game is over" if position["over"] else f"Seat {position['actor']} {DECISIONS[position['stage']]}"
    pending = position["pending"]
    if pending["for"]:
        what += f" ({spoken(pending['for'])})"
    return [
        f"{title}, {position['players']} players: Age {position['age']}, round {position['round']}",
        what,
        f"Turn order {order}{last}",
        f"Progress: {progress['city_shown']} City cards shown, {len(progress['deck'])} cards in the deck, "
        f"{progress['markers']} markers{', one on the wheel' if progress['wheel'] else ''}",
        "",
    ]


def _markets(rules: Any, state: Any, position: dict[str, Any]) -> list[str]:
    """Demand of each market, and its markers from the cheapest on."""
    lines = ["Markets"]
    for market, name in enumerate(MARKETS):
        demand = market_demand(state, rules.record[0], market)
        wanted = f"demand {demand}" if rules.record[0]["sector"][market] >= 0 else "players only"
        found = []
        for seat in sorted(range(rules.players), key=lambda seat: int(state.price[market, seat])):
            goods = [f"{n} {GOODS[good]}" for good, n in enumerate(state.units[market, seat]) if n]
            if goods:
                price = int(state.price[market, seat])
                found.append(f"seat {seat + 1} {' + '.join(goods)} at {f'${price}' if price >= 0 else 'no price yet'}")
        lines += _wrapped(f"  {spoken(name)} ({wanted})", found)
    return lines


def _real_estate(rules: Any, state: Any, position: dict[str, Any]) -> list[str]:
    record = rules.record[0]
    lines = ["Real estate"]
    for zone, name in enumerate(ZONES):
        cards = [f"{card['card']}{card['side']} (seat {card['owner']})" for card in position["zones"][name]]
        demand = ", ".join(f"{int(n)} {sector}" for sector, n in zip(SECTORS, state.demand[zone], strict=True) if n)
        space = int(state.built[zone])
        free = f"next {TIERS[record['space_tier'][space]]}" if space < record["spaces"] else "full"
        lines += _wrapped(f"  {name}; {free}; demand {demand or 'none'}; built", cards)
    return [*lines, *_wrapped("  cards left", [f"{count} {card}" for card, count in position["estate_left"].items()])]


def _piles(position: dict[str, Any]) -> list[str]:
    piles = [
        f"{spoken(name)} {pile['double'] + pile['single']}{' (double first)' if pile['double'] else ''}"
        for name, pile in position["facilities_left"].items()
    ]
    return [*_wrapped("Facility cards left", piles), f"Leader cards left: {len(position['leaders']['deck'])}"]


def _seat(rules: Any, state: Any, seat: int, shown: dict[str, Any]) -> list[str]:
    turn = " <- to decide" if seat == int(state.actor) else ""
    dominance = [f"{name} {count}" for name, count in shown["dominance"].items() if count]
    return [
        f"Seat {seat + 1}: ${shown['money']}, {shown['ms']} Market Share banked, "
        f"{final_ms(state, rules.record[0], seat)} if the game ended now{turn}",
        *_wrapped("  facilities", [f"{spoken(name)} {size}" for name, size in shown["facilities"].items()]),
        *_wrapped("  Advances", [spoken(name) for name in shown["advances"]]),
        *_wrapped("  leaders", [spoken(name) for name in shown["leaders"]]),
        *_wrapped(f"  real estate: {int(state.estates[seat])}; dominance", dominance),
    ]


def describe_action(rules: Any, state: Any, action: int) -> str:
    """A move of the actor as a sentence."""
    return f"seat {int(state.actor) + 1} {_move(rules, state, int(state.stage), action)}"


def _move(rules: Any, state: Any, stage: int, action: int) -> str:
    if stage == PICK_ACTION:
        return _turn_action(rules, action)
    if stage == BUY:
        return _purchase(rules, state, action // SOURCES, action % SOURCES)
    if stage == PLACE:
        return f"places {GOODS[action // N_MARKETS]} on {spoken(MARKETS[action % N_MARKETS])}"
    if stage == PICK_CARD:
        return f"builds card {estate_card_names(rules)[action // 2]}, side {SIDES[action % 2]}"
    if stage == RETURN:
        return f"returns the leader {spoken(LEADERS[action])}"
    return f"prices {spoken(MARKETS[stage - PRICE])} at ${action}"


def _purchase(rules: Any, state: Any, good: int, source: int) -> str:
    if source == FROM_BANK:
        return f"buys {GOODS[good]} from the bank for ${int(rules.record[0]['bank_price'])}"
    if source == state.actor:
        return f"uses own {GOODS[good]}"
    price = int(state.price[rules.record[0]["sold_in"][good], source])
    return f"buys {GOODS[good]} from seat {source + 1} for ${price}"


def _turn_action(rules: Any, action: int) -> str:
    if action < ACT_EXPAND:
        return f"builds the {spoken(FACILITIES[action])}"
    if action < ACT_OPERATE:
        return f"expands the {spoken(FACILITIES[action - ACT_EXPAND])}"
    if action < ACT_OVERTIME:
        return f"operates the {spoken(FACILITIES[action - ACT_OPERATE])}"
    if action < ACT_MANAGE:
        return f"operates the {spoken(FACILITIES[action - ACT_OVERTIME])} overtime"
    if action == ACT_MANAGE:
        return "manages markets: draws a leader card and sets prices"
    if action < ACT_RESEARCH:
        return f"builds real estate in the {ZONES[action - ACT_ESTATE]} zone"
    return f"researches {spoken(advance_names(rules)[action - ACT_RESEARCH])}"
