"""Reading positions in the notation of §N.1: from JSON to the kernel's record."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from rulesim.games.captains_of_industry.advances import take_advance
from rulesim.games.captains_of_industry.age_end import return_options
from rulesim.games.captains_of_industry.buying import can_pay, offer_purchase, quote_goods
from rulesim.games.captains_of_industry.checks import MAX_NEED, MAX_PROGRESS
from rulesim.games.captains_of_industry.estate import lay_card, offer_cards
from rulesim.games.captains_of_industry.notation import action_name, advance_names, estate_card_names
from rulesim.games.captains_of_industry.setup import clear_board
from rulesim.games.captains_of_industry.state import MAX_LEADERS, STATE
from rulesim.games.captains_of_industry.turn import action_options
from rulesim.games.captains_of_industry.vocabulary import (
    ACT_ESTATE,
    ACT_RESEARCH,
    BUY,
    FACILITIES,
    GOODS,
    LEADERS,
    MARKETS,
    N_MARKETS,
    OVER,
    PICK_ACTION,
    PICK_CARD,
    PLACE,
    PRICE,
    PROGRESS_CARDS,
    RETURN,
    SECTORS,
    SIDES,
    STAGES,
    ZONES,
)
from rulesim.games.reading import LARGEST, Node, PositionError
from rulesim.kernel.bits import lowest

KEYS = (
    "game", "players", "age", "round", "actor", "stage", "order", "next_order", "turn_index", "markets",
    "facilities_left", "estate_left", "zones", "progress", "leaders", "seats", "pending", "over", "streams",
)  # fmt: skip
SEAT_KEYS = ("money", "ms", "facilities", "advances", "leaders", "dominance", "own_marker_at_start")
MOST_MONEY = 10**8
MOST_CARDS = 60


def from_dict(rules: Any, data: Mapping[str, Any]) -> Any:
    """The state record, in an array of length 1, of a position for these rules.

    What is absent is 0 (N.3.13). Market Share banked before the position counts as sold to the
    public in the outcome columns, but for dominance: the notation does not tell its source.

    Raises
    ------
    PositionError
        For what the notation or the rules do not know, with the key.
    """
    position = Node(data, "", KEYS)
    states = np.zeros(1, STATE)
    state = states[0]
    clear_board(state, rules.record[0])
    _read_round(rules, state, position)
    _read_supply(rules, state, position)
    _read_zones(rules, state, position)
    _read_decks(rules, state, position)
    _read_seats(rules, state, position)
    _read_markets(rules, state, position)
    _read_pending(rules, state, position)
    text = position.node("streams", ("nature", "seats")).value.get("nature")
    if isinstance(text, str) and re.fullmatch("[0-9a-f]{24}", text):
        state.nature = np.uint64(int(text[:16], 16))
    _set_decision(rules, state, position)
    return states


def _read_round(rules: Any, state: Any, position: Node) -> None:
    """Age, round, turn order and whose turn it is (N.3.2, N.3.9)."""
    players = rules.players
    state.age = position.whole("age", 1, int(rules.record[0]["ages"]), default=1)
    state.round_number = position.whole("round", 1, default=1)
    state.stage = position.name("stage", STAGES)
    over = state.stage == OVER
    if position.flag("over") != over:
        raise position.error("over", position.value.get("over"), f"{str(over).lower()} in this stage")
    order = [_whole(position, "order", seat, 1, players) - 1 for seat in position.items("order")]
    if sorted(order) != list(range(players)):
        raise position.error("order", position.value.get("order"), f"each seat from 1 to {players} once")
    state.order[:players] = order
    state.turn_index = position.whole("turn_index", 0, players - 1)
    lower = list(position.items("next_order")) or [None] * players
    if len(lower) != players:
        raise position.error("next_order", lower, f"{players} places, null where nobody stands")
    for place, seat in enumerate(lower):
        state.next_order[place] = -1 if seat is None else _whole(position, "next_order", seat, 1, players) - 1
    builders = [seat for seat in lower if seat is not None]
    if len(set(builders)) < len(builders) or None in lower[len(lower) - len(builders) :]:
        raise position.error("next_order", lower, "each builder once, filled from the back")
    state.actor = position.seat("actor", players, required=not over)
    if over and state.actor >= 0:
        raise position.error("actor", position.value["actor"], "null in the stage over")
    if not over and state.actor != order[state.turn_index]:
        raise position.error("actor", position.value["actor"], f"seat {order[state.turn_index] + 1}: it is its turn")


def _whole(node: Node, key: str, value: Any, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise node.error(key, value, f"whole numbers from {low} to {high}")
    return value


def _read_supply(rules: Any, state: Any, position: Node) -> None:
    """Facility piles and real-estate cards."""
    doubles, singles = facility_cards(rules)
    piles = position.node("facilities_left", FACILITIES)
    for facility, name in enumerate(FACILITIES):
        pile = piles.node(name, ("double", "single"))
        # A pile's double card may be written as true or false where there is one.
        double = pile.value.get("double", 0)
        state.double_left[facility] = double if isinstance(double, bool) else pile.whole("double", 0, doubles)
        state.single_left[facility] = pile.whole("single", 0, singles)
    names = estate_card_names(rules)
    left = position.node("estate_left", names)
    for card, name in enumerate(names):
        state.cards_left[card] = left.whole(name, 0, MOST_CARDS)


def facility_cards(rules: Any) -> tuple[int, int]:
    """Double and single cards of each facility type."""
    doubles = int(rules.record[0]["double_cards"])
    return doubles, int(rules.record[0]["facility_cards"]) - doubles


def _read_zones(rules: Any, state: Any, position: Node) -> None:
    """Real estate in order of building; the tiers must fit the spaces (§32)."""
    record, names = rules.record[0], estate_card_names(rules)
    zones = position.node("zones", ZONES)
    for zone, name in enumerate(ZONES):
        cards = zones.nodes(name, ("card", "side", "owner"))
        if len(cards) > record["spaces"]:
            raise zones.error(name, len(cards), f"at most {record['spaces']} cards in a zone")
        for space, node in enumerate(cards):
            card = node.name("card", names)
            if record["card_tier"][card] != record["space_tier"][space]:
                raise node.error("card", names[card], "a card of the tier of its space")
            lay_card(state, record, zone, card, node.name("side", SIDES), node.seat("owner", rules.players))


def _read_decks(rules: Any, state: Any, position: Node) -> None:
    """Progress and leader deck, top first (N.3.2)."""
    record = rules.record[0]
    progress = position.node("progress", ("deck", "city_shown", "markers", "wheel"))
    deck = progress.names("deck", PROGRESS_CARDS)
    if len(deck) > MAX_PROGRESS:
        raise progress.error("deck", len(deck), f"at most {MAX_PROGRESS} cards")
    state.progress[: len(deck)] = deck[::-1]
    state.progress_cards = len(deck)
    state.city_shown = progress.whole("city_shown", 0, int(record["city_cards"]))
    state.markers = progress.whole("markers", 0, int(record["markers"]))
    state.wheel = progress.flag("wheel")
    leaders = position.node("leaders", ("deck",)).names("deck", LEADERS)
    if len(leaders) > MAX_LEADERS:
        raise position.error("leaders.deck", len(leaders), f"at most {MAX_LEADERS} cards")
    state.leaders[: len(leaders)] = leaders[::-1]
    state.leader_cards = len(leaders)


def _read_seats(rules: Any, state: Any, position: Node) -> None:
    seats = position.nodes("seats", SEAT_KEYS)
    if len(seats) != rules.players:
        raise PositionError(f"position: seats: {len(seats)} entries; expected one for each of {rules.players} players")
    dominance_ms = int(rules.record[0]["sector_dominance"])
    doubles, singles = facility_cards(rules)
    largest = doubles * int(rules.record[0]["double_size"]) + singles * int(rules.record[0]["single_size"])
    for seat, node in enumerate(seats):
        state.money[seat] = node.whole("money", 0, MOST_MONEY)
        state.ms[seat] = node.whole("ms")
        facilities = node.node("facilities", FACILITIES)
        for facility, name in enumerate(FACILITIES):
            state.facility[seat, facility] = facilities.whole(name, 0, largest)
        for advance in set(node.names("advances", advance_names(rules))):
            take_advance(state, rules.record[0], seat, advance)
        hand = node.names("leaders", LEADERS)
        if len(hand) > MAX_LEADERS:
            raise node.error("leaders", len(hand), f"at most {MAX_LEADERS} cards")
        state.hand[seat] = np.bincount(hand, minlength=len(LEADERS))
        state.hand_cards[seat] = len(hand)
        dominance = node.node("dominance", SECTORS)
        for sector, name in enumerate(SECTORS):
            state.dominance[seat, sector] = dominance.whole(name, 0, int(rules.record[0]["ages"]))
        state.public_sales[seat] = int(state.ms[seat]) - dominance_ms * int(state.dominance[seat].sum())
        if node.flag("own_marker_at_start"):
            if seat != state.actor:
                raise node.error("own_marker_at_start", True, "false for all but the actor (N.3.7)")
            state.own_marker = 1


def _read_markets(rules: Any, state: Any, position: Node) -> None:
    """Markers and prices; a price belongs to markers (§A1)."""
    players = rules.players
    markets = position.node("markets", MARKETS)
    for market, name in enumerate(MARKETS):
        node = markets.node(name, ("units", "prices"))
        accepted = rules.ruleset.rules[f"markets.{name}.accepts"].at(players)
        units = node.node("units", accepted)
        for good in accepted:
            counts = list(units.items(good)) or [0] * players
            if len(counts) != players:
                raise units.error(good, counts, f"{players} counts, one for each seat")
            for seat, count in enumerate(counts):
                state.units[market, seat, GOODS.index(good)] = _whole(units, good, count, 0, LARGEST // 10)
        state.stock[market] = state.units[market].sum(axis=1)
        prices = list(node.items("prices")) or [None] * players
        if len(prices) != players:
            raise node.error("prices", prices, f"{players} prices, null where there is none")
        for seat, price in enumerate(prices):
            _read_price(rules, state, market, seat, price, node)


def _read_price(rules: Any, state: Any, market: int, seat: int, price: Any, node: Node) -> None:
    if price is None:
        # Without a price are only markers just placed by the actor, which then prices them.
        if state.stock[market, seat] > 0 and (seat != state.actor or state.stage not in (PLACE, PRICE)):
            raise node.error("prices", None, f"a price for seat {seat + 1}, which has markers there")
        return
    track = int(rules.record[0]["price_track"])
    if isinstance(price, bool) or not isinstance(price, int) or not 0 <= price < 64 or not track >> price & 1:
        raise node.error("prices", price, "prices of the track, or null")
    if state.stock[market, seat] == 0:
        raise node.error("prices", price, f"null for seat {seat + 1}, which has no marker there")
    state.price[market, seat] = price


def _read_pending(rules: Any, state: Any, position: Node) -> None:
    """The running action and what it still needs (N.3.7)."""
    pending = position.node("pending", ("for", "buy", "place", "price"))
    names = {}
    for action in range(ACT_RESEARCH + len(advance_names(rules))):
        names[action_name(rules, PICK_ACTION, action)] = action
    state.chosen = pending.name("for", list(names), required=False)
    buy = pending.names("buy", GOODS)
    if len(buy) > MAX_NEED:
        raise pending.error("buy", len(buy), f"at most {MAX_NEED} goods")
    state.to_buy[: len(buy)] = buy
    state.buys = len(buy)
    place = pending.names("place", GOODS)
    if len(set(place)) > 1:
        raise pending.error("place", pending.value["place"], "one kind of good: a facility makes one")
    state.to_place, state.place_good = len(place), place[0] if place else 0
    to_price = pending.names("price", MARKETS)
    state.to_price = np.uint64(sum(1 << market for market in set(to_price)))
    needed = {BUY: ("buy", buy), PLACE: ("place", place), PRICE: ("price", to_price)}
    key, goods = needed.get(int(state.stage), ("", [0]))
    if not goods:
        raise pending.error(key, [], "what is still to do in this stage")
    running = state.stage in (BUY, PLACE, PICK_CARD, PRICE)
    if running != (state.chosen >= 0):
        raise pending.error(
            "for", pending.value.get("for"), "an action in the stages buy, place, card, price; else null"
        )


def _set_decision(rules: Any, state: Any, position: Node) -> None:
    """The actor's options, of which there must be some."""
    record, stage, seat = rules.record[0], int(state.stage), int(state.actor)
    if stage == OVER:
        return
    if stage in (PICK_ACTION, BUY):
        quote_goods(state, record, seat)
    if stage == PICK_ACTION:
        state.options = action_options(state, record, seat)
    elif stage == BUY:
        _set_bill(state, position)
        offer_purchase(state, record)
    elif stage == PLACE:
        good = int(state.place_good)
        state.options = state.open_markets[seat, good] << np.uint64(good * N_MARKETS)
    elif stage == PICK_CARD:
        zone = int(state.chosen) - ACT_ESTATE
        if not 0 <= zone < len(ZONES) or state.built[zone] >= record["spaces"]:
            raise position.error("pending.for", int(state.chosen), "estate in a zone with a free space")
        offer_cards(state, record)
    elif stage == RETURN:
        state.options = return_options(state, seat)
    else:
        state.stage = PRICE + lowest(state.to_price)
        state.options = record["price_track"]
    if state.options == 0:
        raise PositionError(f"position: seat {seat + 1} has nothing to decide in the stage {STAGES[stage]}")


def _set_bill(state: Any, position: Node) -> None:
    """What the goods still to buy cost in the cheapest order; the actor must have it."""
    goods = state.to_buy[: state.buys].tolist()
    state.bill = sum(int(state.quote[good, goods.count(good)]) for good in set(goods))
    if not can_pay(state, int(state.actor), int(state.bill)):
        raise position.error("pending.buy", [GOODS[good] for good in goods], "goods that the actor can pay")
