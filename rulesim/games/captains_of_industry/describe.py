"""Captains of Industry in words: a position as a page of text, a move as a phrase."""

from __future__ import annotations

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


def spoken(name: str) -> str:
    """A name of the notation in plain words."""
    return name.replace("_", " ").replace(":any", "").replace(":", " ")


def describe(rules: Any, state: Any) -> str:
    """The position as text, all of it, hidden cards included."""
    position = to_dict(rules, state)
    lines = [
        *_head(position),
        *_markets(rules, state, position),
        *_real_estate(rules, state, position),
        *_piles(position),
        "",
    ]
    for seat in range(rules.players):
        lines += _seat(rules, state, seat, position["seats"][seat])
    return "\n".join(lines)


def _head(position: dict[str, Any]) -> list[str]:
    progress = position["progress"]
    order = " ".join(str(seat) for seat in position["order"])
    builders = [str(seat) for seat in position["next_order"] if seat]
    last = f"; builders so far, last in the next round: {' '.join(builders)}" if builders else ""
    what = "game over" if position["over"] else f"seat {position['actor']} to decide: {position['stage']}"
    pending = position["pending"]
    if pending["for"]:
        what += f" for {spoken(pending['for'])}"
    return [
        f"Age {position['age']}, round {position['round']}, {what}",
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
        lines.append(f"  {spoken(name)} ({wanted}): {', '.join(found) or 'nothing'}")
    return lines


def _real_estate(rules: Any, state: Any, position: dict[str, Any]) -> list[str]:
    record = rules.record[0]
    lines = ["Real estate"]
    for zone, name in enumerate(ZONES):
        cards = [f"{card['card']}{card['side']} of seat {card['owner']}" for card in position["zones"][name]]
        demand = ", ".join(f"{int(n)} {sector}" for sector, n in zip(SECTORS, state.demand[zone], strict=True) if n)
        space = int(state.built[zone])
        free = f"next {TIERS[record['space_tier'][space]]}" if space < record["spaces"] else "full"
        lines.append(f"  {name}: {', '.join(cards) or 'nothing built'}; demand {demand or 'none'}; {free}")
    left = ", ".join(f"{count} {card}" for card, count in position["estate_left"].items())
    return [*lines, f"  cards left: {left or 'none'}"]


def _piles(position: dict[str, Any]) -> list[str]:
    piles = [
        f"{spoken(name)} {pile['double'] + pile['single']}{' (double on top)' if pile['double'] else ''}"
        for name, pile in position["facilities_left"].items()
    ]
    return [f"Facility cards left: {', '.join(piles)}", f"Leader cards left: {len(position['leaders']['deck'])}"]


def _seat(rules: Any, state: Any, seat: int, shown: dict[str, Any]) -> list[str]:
    place = f" {'<- to decide' if seat == int(state.actor) else ''}".rstrip()
    facilities = ", ".join(f"{spoken(name)} {size}" for name, size in shown["facilities"].items())
    advances = ", ".join(spoken(name) for name in shown["advances"])
    leaders = ", ".join(spoken(name) for name in shown["leaders"])
    dominance = ", ".join(f"{name} {count}" for name, count in shown["dominance"].items() if count)
    return [
        f"Seat {seat + 1}{place}",
        f"  ${shown['money']}, {shown['ms']} Market Share banked, "
        f"{final_ms(state, rules.record[0], seat)} if the game ended now",
        f"  facilities: {facilities or 'none'}",
        f"  Advances: {advances or 'none'}",
        f"  real estate: {int(state.estates[seat])} cards; dominance: {dominance or 'none'}",
        f"  leaders: {leaders or 'none'}",
    ]


def describe_action(rules: Any, state: Any, action: int) -> str:
    """A move of the actor in words."""
    stage = int(state.stage)
    if stage == PICK_ACTION:
        return _turn_action(rules, action)
    if stage == BUY:
        good, source = GOODS[action // SOURCES], action % SOURCES
        if source == FROM_BANK:
            return f"buy {good} from the bank for ${int(rules.record[0]['bank_price'])}"
        if source == state.actor:
            return f"use own {good}"
        price = int(state.price[rules.record[0]["sold_in"][action // SOURCES], source])
        return f"buy {good} from seat {source + 1} for ${price}"
    if stage == PLACE:
        return f"place {GOODS[action // N_MARKETS]} on {spoken(MARKETS[action % N_MARKETS])}"
    if stage == PICK_CARD:
        return f"build card {estate_card_names(rules)[action // 2]}, side {SIDES[action % 2]}"
    if stage == RETURN:
        return f"return the leader {spoken(LEADERS[action])}"
    return f"price {spoken(MARKETS[stage - PRICE])} at ${action}"


def _turn_action(rules: Any, action: int) -> str:
    if action < ACT_EXPAND:
        return f"build a {spoken(FACILITIES[action])}"
    if action < ACT_OPERATE:
        return f"expand the {spoken(FACILITIES[action - ACT_EXPAND])}"
    if action < ACT_OVERTIME:
        return f"operate the {spoken(FACILITIES[action - ACT_OPERATE])}"
    if action < ACT_MANAGE:
        return f"operate the {spoken(FACILITIES[action - ACT_OVERTIME])} overtime"
    if action == ACT_MANAGE:
        return "manage markets: draw a leader card, set prices"
    if action < ACT_RESEARCH:
        return f"build real estate in the {ZONES[action - ACT_ESTATE]} zone"
    return f"research {spoken(advance_names(rules)[action - ACT_RESEARCH])}"
