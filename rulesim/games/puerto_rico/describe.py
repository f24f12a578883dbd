"""Positions and moves as text for people."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Any

from rulesim.games.puerto_rico.builder import building_price
from rulesim.games.puerto_rico.captain import loading_points
from rulesim.games.puerto_rico.notation import PHASES, cards_in_play, ships_in_play
from rulesim.games.puerto_rico.trader import sale_income
from rulesim.games.puerto_rico.vocabulary import (
    BUILD,
    BUILDINGS,
    DRAW_TILE,
    ENDS,
    FIRST_CITY_CIRCLE,
    GOODS,
    HACIENDA_DRAW,
    HACIENDA_QUARRY,
    HACIENDA_SKIP,
    KEEP,
    LOAD,
    LOAD_WHARF,
    MAX_SHIPS,
    N_TILES,
    OVER,
    PASS,
    PICK_ROLE,
    PLACE_COLONIST,
    QUARRY,
    ROLES,
    SELL,
    STORE,
    TAKE_PRIVILEGE,
    TAKE_TILE,
    TILES,
)

WIDTH = 100
_LABEL = 12


def describe(rules: Any, state: Any) -> str:
    """The position as a text of lines of at most `WIDTH` columns."""
    lines = [_headline(rules, state), _decision(rules, state)]
    lines += _row("roles", _roles(rules, state))
    lines += _row("supply", _supply(state))
    lines += _row("goods", _counted(GOODS, state.barrels))
    lines += _row("house", _house(rules, state))
    lines += _row("ships", _ships(rules, state))
    lines += _row("row", _tile_row(state))
    lines += _row("buildings", _copies(state))
    lines += ["", "Islands: occupied/all tiles of a kind; cities: colonists/circles of a building"]
    for seat in range(rules.players):
        lines += ["", *_seat(rules, state, seat)]
    return "\n".join(lines)


def _row(label: str, parts: Iterable[str]) -> list[str]:
    """Parts behind a label, wrapped between parts only."""
    text = ", ".join(part.replace(" ", "\0") for part in parts) or "none"
    lines = textwrap.wrap(text, WIDTH - _LABEL, break_long_words=False, break_on_hyphens=False)
    labels = [label, *[""] * (len(lines) - 1)]
    return [f"{name:<{_LABEL}}{line}".replace("\0", " ") for name, line in zip(labels, lines, strict=True)]


def _headline(rules: Any, state: Any) -> str:
    picks = int(rules.record[0]["picks_per_round"])
    round_ = f"round {state.round_number}, governor is seat {state.governor + 1}, {state.picks} of {picks} picks made"
    text = f"{rules.game.title}, {rules.players} players: {round_}"
    ends = [word for index, word in enumerate(ENDS) if state.ended >> index & 1]
    return f"{text}; last round ({', '.join(ends)})" if ends and state.stage != OVER else text


def _decision(rules: Any, state: Any) -> str:
    stage = int(state.stage)
    if stage == OVER:
        ends = [word for index, word in enumerate(ENDS) if state.ended >> index & 1]
        return f"The game is over ({', '.join(ends) or 'no trigger'})"
    what = {
        PICK_ROLE: "picks a role",
        DRAW_TILE: "may use the hacienda",
        TAKE_TILE: "may take a tile",
        PLACE_COLONIST: f"places {_many(state.to_place, 'colonist')}",
        BUILD: "may build",
        TAKE_PRIVILEGE: "may take an extra barrel",
        SELL: "may sell a barrel",
        LOAD: "loads",
        STORE: "fills a warehouse",
        KEEP: "keeps a single barrel",
    }[stage]
    text = f"Seat {state.actor + 1} {what}"
    return text if stage == PICK_ROLE else f"{text} ({PHASES[stage][0]} phase, picked by seat {state.picker + 1})"


def _roles(rules: Any, state: Any) -> Iterable[str]:
    for role in cards_in_play(rules):
        coins, taker = int(state.role_coins[role]), int(state.taken_by[role])
        notes = [f"+{_many(coins, 'doubloon')}"] * (coins > 0) + [f"taken by seat {taker + 1}"] * (taker >= 0)
        yield _plain(ROLES[role]) + (f" ({'; '.join(notes)})" if notes else "")


def _supply(state: Any) -> list[str]:
    return [
        f"{_many(state.supply, 'colonist')} and {state.ship_colonists} on the ship",
        f"{state.vp_pool} VP",
        f"{_many(state.quarries, 'quarry', 'quarries')}",
    ]


def _copies(state: Any) -> Iterable[str]:
    for name, left in zip(BUILDINGS, state.copies, strict=True):
        if left:
            yield _plain(name) + (f" ({left})" if left > 1 else "")


def _house(rules: Any, state: Any) -> list[str]:
    return [*_counted(GOODS, state.house), f"{state.house_barrels} of {rules.record[0].house_spaces} spaces"]


def _ships(rules: Any, state: Any) -> Iterable[str]:
    for ship in range(ships_in_play(rules)):
        good = int(state.ship_good[ship])
        cargo = f" {GOODS[good]}" if good >= 0 else ""
        yield f"{ship + 1}: {state.ship_load[ship]} of {rules.record[0].capacity[ship]}{cargo}"


def _tile_row(state: Any) -> list[str]:
    return [
        *_counted(GOODS, state.face_up),
        f"{state.stack_tiles} face down",
        f"{int(state.discard.sum())} discarded",
    ]


def _seat(rules: Any, state: Any, seat: int) -> list[str]:
    record = rules.record[0]
    money = [_many(state.doubloons[seat], "doubloon"), f"{state.vp[seat]} VP", *_counted(GOODS, state.goods[seat])]
    if state.san_juan[seat]:
        money.append(f"{_many(state.san_juan[seat], 'colonist')} in San Juan")
    tiles = [
        f"{name} {state.tile_colonists[seat, kind]}/{state.tiles[seat, kind]}"
        for kind, name in enumerate(TILES)
        if state.tiles[seat, kind]
    ]
    city = [
        f"{_plain(name)} {state.building_colonists[seat, building]}/{record.circles[building]}"
        for building, name in enumerate(BUILDINGS)
        if int(state.owned[seat]) >> building & 1
    ]
    return [
        *_row(f"Seat {seat + 1}", money),
        *_row("  island", [*tiles, f"{state.island[seat]} of {record.island_spaces} spaces"]),
        *_row("  city", [*city, f"{state.city_spaces[seat]} of {record.city_spaces} spaces"]),
    ]


def describe_action(rules: Any, state: Any, action: int) -> str:
    """A legal move of the position in one short sentence."""
    return f"seat {state.actor + 1} {_MOVES[int(state.stage)](rules, state, int(action))}"


def _pick(rules: Any, state: Any, role: int) -> str:
    coins = int(state.role_coins[role])
    return f"takes the {_plain(ROLES[role])}" + (f" and {_many(coins, 'doubloon')} on it" if coins else "")


def _draw(rules: Any, state: Any, action: int) -> str:
    return {
        HACIENDA_DRAW: "draws a face-down tile with the hacienda",
        HACIENDA_QUARRY: "takes a quarry instead of a face-down tile",
        HACIENDA_SKIP: "does not use the hacienda",
    }[action]


def _take(rules: Any, state: Any, kind: int) -> str:
    if kind == PASS:
        return "takes no tile"
    return "takes a quarry" if kind == QUARRY else f"takes {_a(GOODS[kind])} plantation"


def _place(rules: Any, state: Any, circle: int) -> str:
    if circle < N_TILES:
        return "places a colonist on " + ("a quarry" if circle == QUARRY else f"{_a(TILES[circle])} plantation")
    return f"places a colonist in the {_plain(BUILDINGS[circle - FIRST_CITY_CIRCLE])}"


def _build(rules: Any, state: Any, building: int) -> str:
    if building == PASS:
        return "builds nothing"
    price = int(building_price(state, rules.record[0], int(state.actor), building))
    return f"builds the {_plain(BUILDINGS[building])} for {_many(price, 'doubloon')}"


def _privilege(rules: Any, state: Any, good: int) -> str:
    return "takes no extra barrel" if good == PASS else f"takes a barrel of {GOODS[good]} as the craftsman's privilege"


def _sell(rules: Any, state: Any, good: int) -> str:
    if good == PASS:
        return "sells nothing"
    income = int(sale_income(state, rules.record[0], int(state.actor), good))
    return f"sells a barrel of {GOODS[good]} for {_many(income, 'doubloon')}"


def _load(rules: Any, state: Any, action: int) -> str:
    seat, record = int(state.actor), rules.record[0]
    if action == PASS:
        return "loads nothing"
    if action >= LOAD_WHARF:
        good = action - LOAD_WHARF
        barrels, where = int(state.goods[seat, good]), "by the wharf"
    else:
        good, ship = divmod(action, MAX_SHIPS)
        barrels = min(int(state.goods[seat, good]), int(record.capacity[ship]) - int(state.ship_load[ship]))
        where = f"on ship {ship + 1}"
    points = int(loading_points(state, record, seat, barrels))
    return f"ships {_many(barrels, 'barrel')} of {GOODS[good]} {where} for {points} VP"


def _store(rules: Any, state: Any, good: int) -> str:
    if good == PASS:
        return "stores nothing more in a warehouse"
    return f"stores {_many(state.goods[state.actor, good], 'barrel')} of {GOODS[good]} in a warehouse"


def _keep(rules: Any, state: Any, good: int) -> str:
    return "keeps no single barrel" if good == PASS else f"keeps a single barrel of {GOODS[good]}"


_MOVES = {
    PICK_ROLE: _pick,
    DRAW_TILE: _draw,
    TAKE_TILE: _take,
    PLACE_COLONIST: _place,
    BUILD: _build,
    TAKE_PRIVILEGE: _privilege,
    SELL: _sell,
    LOAD: _load,
    STORE: _store,
    KEEP: _keep,
}


def _plain(name: str) -> str:
    return name.replace("_", " ")


def _a(name: str) -> str:
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def _many(count: Any, noun: str, plural: str = "") -> str:
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def _counted(names: Iterable[str], counts: Any) -> list[str]:
    """``3 corn`` for each kind of which there is something."""
    return [f"{count} {_plain(name)}" for name, count in zip(names, counts, strict=True) if count]
