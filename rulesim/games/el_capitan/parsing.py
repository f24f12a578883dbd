"""Reading positions in the notation of §N.1: from JSON to the kernel's record."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from rulesim.games.el_capitan import vocabulary as v
from rulesim.games.el_capitan.cards_in_play import card_names
from rulesim.games.el_capitan.notation import SHIP_PLACES, cities_in_play
from rulesim.games.el_capitan.reading_board import read_city, read_pirate, read_ship
from rulesim.games.el_capitan.rules import rules_record
from rulesim.games.el_capitan.setup import clear_board
from rulesim.games.el_capitan.state import STATE
from rulesim.games.reading import LARGEST, Node, PositionError
from rulesim.games.ruleset import nearest

KEYS = (
    "game", "players", "expansions", "phase", "round", "start_player", "actor", "stage", "turn", "cities", "cards",
    "loans_left", "bonus_left", "pirate", "seats", "pending", "over", "history", "streams",
)  # fmt: skip
TURN_KEYS = ("bought", "sailed", "acted", "at_sea", "free_pirate", "pirate_moved")
SEAT_KEYS = ("money", "warehouses", "neutral", "fortresses", "pool", "hand", "ship", "harbour", "loans", "bonus")
POOL_KEYS = ("warehouses", "neutral", "fortresses")
LOAN_KEYS = ("amount", "extended")
HISTORY_KEYS = ("rounds", "start_players", "ended", "seats")
LIFE_KEYS = (
    "account", "after_payday", "loans_taken", "loans_extended", "shut_downs",
    "first_destination", "first_city", "first_space", "first_fortress",
)  # fmt: skip


def rules_of_position(rules: Any, data: Mapping[str, Any]) -> Any:
    """The rules with the expansions that the position names, where these are others.

    Raises
    ------
    PositionError
        If there is no such expansion.
    """
    position = Node(data, "", KEYS)
    if "expansions" not in position.value:
        return rules
    named = {v.EXPANSIONS[index] for index in position.names("expansions", v.EXPANSIONS)}
    if named == {v.CITIES[city] for city in cities_in_play(rules) if city >= v.N_BASE}:
        return rules
    switches = {f"expansions.{name}": name in named for name in v.EXPANSIONS}
    ruleset = rules.ruleset.override(switches, "position: expansions")
    return replace(rules, ruleset=ruleset, record=rules_record(ruleset, rules.players))


def from_dict(rules: Any, data: Mapping[str, Any]) -> Any:
    """The state record, in an array of length 1, of a position for these rules.

    What is absent is 0 or empty. Random streams that are absent or not ours become zeros.

    Raises
    ------
    PositionError
        For what the notation or the rules do not know, with the key.
    """
    position = Node(data, "", KEYS)
    states = np.zeros(1, STATE)
    state = states[0]
    state.seats = rules.players
    clear_board(state)
    _read_round(rules, state, position)
    names = [v.CITIES[city] for city in cities_in_play(rules)]
    cities = position.node("cities", names)
    for city in cities_in_play(rules):
        read_city(rules, state, city, cities)
    read_pirate(rules, state, position)
    _read_seats(rules, state, position)
    _read_cards(rules, state, position)
    _read_turn(state, position)
    _read_money_matters(rules, state, position)
    _read_history(rules, state, position)
    _note_removed(rules, state)
    _read_nature(state, position)
    return states


def _read_round(rules: Any, state: Any, position: Node) -> None:
    """Phase, round, whose turn it is and what is to be decided."""
    state.stage = position.name("stage", v.STAGES)
    over = state.stage == v.OVER
    state.phase = position.whole("phase", 1, int(rules.record[0].phases), default=1)
    state.round_number = position.whole("round", 1, default=1)
    state.start_player = position.seat("start_player", rules.players)
    state.actor = position.seat("actor", rules.players, required=not over)
    if over and state.actor >= 0:
        raise position.error("actor", position.value["actor"], "null in the stage over")
    if position.value.get("over", over) != over:
        raise position.error(
            "over", position.value["over"], f"{str(over).lower()} in the stage {v.STAGES[state.stage]}"
        )


def _read_turn(state: Any, position: Node) -> None:
    """What happened in this turn; it must fit the stage and the actor's ship."""
    turn = position.node("turn", TURN_KEYS)
    state.bought, state.sailed = turn.flag("bought"), turn.flag("sailed")
    state.free_pirate, state.pirate_moved = turn.flag("free_pirate"), turn.flag("pirate_moved")
    stage, seat = int(state.stage), int(state.actor)
    if "acted" in turn.value and turn.flag("acted") != (stage == v.AFTER):
        raise turn.error(
            "acted", turn.value["acted"], f"{str(stage == v.AFTER).lower()} in the stage {v.STAGES[stage]}"
        )
    at_sea = seat >= 0 and state.ship[seat] >= 0 and state.ship_harbour[seat] < 0
    expected = v.CITIES[state.ship[seat]] if at_sea else None
    if turn.value.get("at_sea", expected) != expected:
        raise turn.error("at_sea", turn.value["at_sea"], f"{expected or 'null'}, as the actor's ship says")
    if stage == v.AFTER and (at_sea or state.ship[seat] == v.START):
        raise position.error("stage", "after", "before, for a ship that lies in no harbour")
    if state.free_pirate and not (seat >= 0 and state.ship[seat] == v.CANARIAS):
        raise turn.error("free_pirate", True, "false, unless the actor lies in canarias")


def _read_seats(rules: Any, state: Any, position: Node) -> None:
    seats = position.nodes("seats", SEAT_KEYS)
    if len(seats) != rules.players:
        raise PositionError(f"position: seats: {len(seats)} entries; expected one for each of {rules.players} players")
    for seat, node in enumerate(seats):
        state.money[seat] = node.whole("money", low=-LARGEST)
        state.warehouses[seat], state.fortresses[seat] = node.whole("warehouses"), node.whole("fortresses")
        state.neutral[seat] = node.whole("neutral", high=LARGEST if rules.players == 2 else 0)
        pool = node.node("pool", POOL_KEYS)
        state.pool_warehouses[seat] = pool.whole("warehouses")
        state.pool_neutral[seat] = pool.whole("neutral", high=LARGEST if rules.players == 2 else 0)
        state.pool_fortresses[seat] = pool.whole("fortresses")
        places = [SHIP_PLACES[v.START], SHIP_PLACES[v.BANK], *(v.CITIES[city] for city in cities_in_play(rules))]
        place = places[node.name("ship", places)]
        state.ship[seat] = next(number for number, name in SHIP_PLACES.items() if name == place)
        read_ship(rules, state, seat, node)


def _read_cards(rules: Any, state: Any, position: Node) -> None:
    """Each card once: decks, face-up cards, discards, hands."""
    left: dict[str, list[int]] = {}
    for card, name in enumerate(card_names(rules.record[0])):
        left.setdefault(name, []).append(card)

    def take(node: Node, key: str, kind: int | None = None) -> list[int]:
        taken = []
        for index, name in enumerate(node.items(key)):
            place = f"{key}[{index}]"
            if (
                not isinstance(name, str)
                or name not in left
                or (kind is not None and v.DECKS[kind] != name.split(":")[0])
            ):
                expected = f"a {v.DECKS[kind]} card" if kind is not None else "a card"
                raise node.error(place, name, expected + nearest(str(name), left))
            if not left[name]:
                raise node.error(place, name, "a card that is not elsewhere already")
            taken.append(left[name].pop(0))
        return taken

    cards = position.node("cards", v.DECKS)
    for kind, name in enumerate(v.DECKS):
        node = cards.node(name, ("deck", "faceup", "discard"))
        deck = take(node, "deck", kind)[::-1]
        state.deck[kind, : len(deck)], state.deck_cards[kind] = deck, len(deck)
        state.face_up |= _bits(take(node, "faceup", kind))
        state.discard |= _bits(take(node, "discard", kind))
    for seat, node in enumerate(position.nodes("seats", SEAT_KEYS)):
        state.hand[seat] = _bits(take(node, "hand"))


def _bits(numbers: list[int]) -> np.uint64:
    return np.uint64(sum(1 << number for number in numbers))


def _read_money_matters(rules: Any, state: Any, position: Node) -> None:
    """Loans, pending ones among them, and bonus cards."""
    record = rules.record[0]
    amounts = [str(amount) for amount in record.loan_amount.tolist()]
    state.loans_left[:] = position.counts("loans_left", amounts)
    for seat, node in enumerate(position.nodes("seats", SEAT_KEYS)):
        loans = node.nodes("loans", LOAN_KEYS)
        if len(loans) > v.MAX_LOANS:
            raise PositionError(f"position: {node.place}.loans: {len(loans)} loans; expected at most {v.MAX_LOANS}")
        state.loans[seat] = len(loans)
        for index, loan in enumerate(loans):
            state.loan_kind[seat, index], state.loan_extended[seat, index] = _loan(amounts, loan)
    _read_pending(rules, state, position, amounts)
    left = position.items("bonus_left") if "bonus_left" in position.value else record.bonus.tolist()
    state.bonus_taken = len(record.bonus) - len(left)
    if list(left) != record.bonus.tolist()[state.bonus_taken :]:
        raise position.error("bonus_left", list(left), f"the last cards of {record.bonus.tolist()}")
    for seat, node in enumerate(position.nodes("seats", SEAT_KEYS)):
        state.bonus[seat] = node.whole("bonus")


def _loan(amounts: list[str], node: Node) -> tuple[int, bool]:
    amount = node.value.get("amount")
    if str(amount) not in amounts:
        raise node.error("amount", amount, " or ".join(amounts))
    return amounts.index(str(amount)), node.flag("extended")


def _read_pending(rules: Any, state: Any, position: Node, amounts: list[str]) -> None:
    """The loans to be settled: those of the actor follow the ones that it extended just now (§N.3.12)."""
    pending = position.nodes("pending", ("seat", *LOAN_KEYS))
    if (state.stage == v.SETTLE_LOAN) != bool(pending):
        raise position.error("pending", position.items("pending"), "loans in the stage loan, and none elsewhere")
    found: dict[int, list[tuple[int, bool]]] = {}
    for node in pending:
        found.setdefault(node.seat("seat", rules.players), []).append(_loan(amounts, node))
    if pending and next(iter(found)) != state.actor:
        raise pending[0].error("seat", next(iter(found)) + 1, "the actor")
    for seat, loans in found.items():
        kinds, extended = state.loan_kind[seat].tolist(), state.loan_extended[seat].tolist()
        first = 0 if loans[0][1] or seat != state.actor else _extended_first(extended[: state.loans[seat]])
        held = [(kind, bool(flag)) for kind, flag in zip(kinds, extended, strict=True)][: state.loans[seat]]
        if held[first : first + len(loans)] != loans:
            raise PositionError(f"position: pending: seat {seat + 1} has no such loans")
        state.pending[seat] = len(loans)
        if seat == state.actor:
            state.just_extended = first


def _extended_first(extended: list[int]) -> int:
    """How many loans at the start of the list are extended ones."""
    return next((index for index, flag in enumerate(extended) if not flag), len(extended))


def _read_history(rules: Any, state: Any, position: Node) -> None:
    """What only the outcome rows tell; without it all money counts as the money at the start."""
    state.starter_of[state.phase - 1] = state.start_player
    for seat in range(rules.players):
        state.account[seat, v.START_MONEY] = state.money[seat]
    if "history" not in position.value:
        return
    history = position.node("history", HISTORY_KEYS)
    rounds, starters = _numbers(history, "rounds", 0), _numbers(history, "start_players", 1)
    state.rounds_of[: len(rounds)] = rounds
    state.starter_of[: len(starters)] = [seat - 1 for seat in starters]
    state.ended = sum(1 << end for end in set(history.names("ended", v.ENDS)))
    for seat, node in enumerate(history.nodes("seats", LIFE_KEYS)[: rules.players]):
        account = node.node("account", v.ACCOUNTS)
        state.account[seat] = [account.whole(name, low=-LARGEST) for name in v.ACCOUNTS]
        after = _numbers(node, "after_payday", -LARGEST)
        state.after_payday[: len(after), seat] = after
        for field in ("loans_taken", "loans_extended", "shut_downs"):
            state[field][seat] = node.whole(field)
        for field in ("first_destination", "first_city", "first_fortress"):
            state[field][seat] = node.name(field, v.CITIES, required=False)
        state.first_space[seat] = node.whole("first_space", 1, v.N_SPACES) - 1 if node.value.get("first_space") else -1


def _numbers(node: Node, key: str, low: int) -> list[int]:
    """A list of numbers, at most one a phase."""
    numbers = list(node.items(key))
    if len(numbers) > v.MAX_PHASES or not all(type(n) is int and low <= n <= LARGEST for n in numbers):
        raise node.error(key, numbers, f"at most {v.MAX_PHASES} whole numbers from {low}")
    return numbers


def _note_removed(rules: Any, state: Any) -> None:
    """Warehouses that are nowhere were shut down in Porto (§2.11.60)."""
    if not rules.record[0].removes_closed[cities_in_play(rules)].any():
        return
    for seat in range(rules.players):
        supplies = [int(state.warehouses[seat]) + int(state.pool_warehouses[seat])]
        if rules.players == 2:
            supplies.append(int(state.neutral[seat]) + int(state.pool_neutral[seat]))
        for neutral, supply in enumerate(supplies):
            colour = seat + neutral * rules.players
            built = int(state.open_count[:, colour].sum()) + int(state.closed_count[:, colour].sum())
            state.removed[colour] = max(0, int(rules.record[0].warehouses) - supply - built)


def _read_nature(state: Any, position: Node) -> None:
    """Key and counters of the shuffles to come."""
    streams = position.node("streams", ("nature", "seats"))
    text = streams.value.get("nature")
    if isinstance(text, str) and re.fullmatch("[0-9a-f]{32}", text):
        state.nature = np.uint64(int(text[:16], 16))
        state.shuffles[:] = int(text[16:24], 16), int(text[24:], 16)
