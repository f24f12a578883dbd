"""Positions and moves as text for people."""

from __future__ import annotations

import textwrap
from typing import Any

from rulesim.games.el_capitan import vocabulary as v
from rulesim.games.el_capitan.cards_in_play import card_name
from rulesim.games.el_capitan.fortresses import fortress_space
from rulesim.games.el_capitan.loans import amount_due, debts
from rulesim.games.el_capitan.majority import value_of
from rulesim.games.el_capitan.notation import action_name, cities_in_play, to_dict

_ASKS = {
    v.BEFORE: "to act",
    v.AFTER: "to end the turn",
    v.SETTLE_LOAN: "to settle a loan",
    v.CHOOSE_START: "to choose the start player",
}


def describe(rules: Any, state: Any) -> str:
    """The whole position as text of at most 100 columns."""
    data = to_dict(rules, state)
    record = rules.record[0]
    head = f"{rules.game.title}, {rules.players} players, phase {data['phase']}, round {data['round']}"
    head += f", start player seat {data['start_player']}. "
    head += "The game is over." if state.stage == v.OVER else f"Seat {data['actor']} is {_ASKS[int(state.stage)]}."
    pirate = data["pirate"]
    face_up = ", ".join(_priced(record, card) for card in _members(state.face_up)) or "no cards"
    decks = (
        f"{kind} deck {len(cards['deck'])} ({len(cards['discard'])} discarded)" for kind, cards in data["cards"].items()
    )
    return "\n".join(
        [
            *_wrapped(head),
            "",
            "city             value  harbours        fortresses   track (shut down)",
            *(_city(record, state, city, data["cities"][v.CITIES[city]]) for city in cities_in_play(rules)),
            *([f"The pirate ship lies in {pirate['city']}, harbour {pirate['harbour']}."] if pirate else []),
            "",
            *_wrapped(f"Face up: {face_up}"),
            *_wrapped(f"Cards left: {', '.join(decks)}"),
            f"Loan cards left: {_counts(data['loans_left'])}; bonus cards left: {_list(data['bonus_left'])}",
            "",
            "seat  money  owes  cities  warehouses  fortresses  bonus  ship",
            *(_seat(record, state, seat, entry) for seat, entry in enumerate(data["seats"])),
            *(line for seat, entry in enumerate(data["seats"]) for line in _belongings(seat, entry)),
        ]
    )


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 100, subsequent_indent="    ", break_on_hyphens=False)


def _members(cards: Any) -> list[int]:
    return [card for card in range(v.N_CARDS) if int(cards) >> card & 1]


def _priced(rules: Any, card: int) -> str:
    return f"{card_name(rules, card)} ({rules.card_price[card]})"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} of {name}" for name, count in counts.items())


def _list(items: list[Any]) -> str:
    return ", ".join(map(str, items)) or "none"


def _spots(prices: Any, owners: list[int | None]) -> str:
    """Prices of harbours or fortresses with who is there."""
    return " ".join(f"{price}:{owner or '-'}" for price, owner in zip(prices, owners, strict=False))


def _city(rules: Any, state: Any, city: int, data: dict[str, Any]) -> str:
    track = " ".join(owner or "." for owner in data["track"])
    closed = f" ({' '.join(data['closed'])})" if data["closed"] else ""
    harbours = _spots(rules.harbour_price[city], data["harbours"])
    fortresses = _spots(rules.fortress_price[city], data["fortresses"])
    return f"{v.CITIES[city]:15}  {value_of(state, rules, city):5}  {harbours:14}  {fortresses:11}  {track}{closed}"


def _seat(rules: Any, state: Any, seat: int, data: dict[str, Any]) -> str:
    where = data["ship"] + (f", harbour {data['harbour']}" if data["harbour"] else "")
    supply = f"{data['warehouses']}+{data['neutral']}" if state.seats == 2 else f"{data['warehouses']}"
    return (
        f"{seat + 1:4}  {data['money']:5}  {debts(state, rules, seat):4}  {state.cities[seat]:6}  {supply:>10}  "
        f"{data['fortresses']:10}  {data['bonus']:5}  {where}"
    )


def _belongings(seat: int, data: dict[str, Any]) -> list[str]:
    """Loans and cards of a seat that has any."""
    loans = [f"{loan['amount']}{' (extended)' if loan['extended'] else ''}" for loan in data["loans"]]
    lines = [f"Loans of seat {seat + 1}: {_list(loans)}"] if loans else []
    return lines + (_wrapped(f"Hand of seat {seat + 1}: {_list(data['hand'])}") if data["hand"] else [])


def describe_action(rules: Any, state: Any, action: int) -> str:
    """A legal action of the actor as a sentence."""
    record, seat = rules.record[0], int(state.actor)
    name = action_name(rules, int(state.stage), action)
    verb, _, rest = name.partition(":")
    who = f"seat {seat + 1} "
    if state.stage == v.SETTLE_LOAN:
        due = amount_due(state, record, seat, int(state.just_extended))
        return who + (f"repays a loan with {due} Florin" if action == v.REPAY else "extends a loan")
    if verb == "start":
        return who + f"makes seat {rest} the start player"
    if verb == "buy":
        return who + f"buys {rest} for {record.card_price[action]} Florin"
    if verb == "sail":
        card, _, place = rest.rpartition(":")
        return who + f"sails to {place} with {card}"
    if verb == "pirate":
        *way, place, harbour = rest.split(":")
        with_card = f" with {':'.join(way)}" if way else " for free" if state.free_pirate else ""
        return who + f"moves the pirate to harbour {harbour} of {place}{with_card}"
    if verb == "loan":
        return who + ("goes to the bank without a loan" if rest == "none" else f"takes a loan of {rest} Florin")
    return who + _in_city(record, state, seat, verb, rest)


def _in_city(rules: Any, state: Any, seat: int, verb: str, rest: str) -> str:
    """Building, reopening, or the end of the turn."""
    if verb == "end":
        return "ends the turn"
    city = int(state.ship[seat])
    if verb == "fortress":
        space = fortress_space(state, rules, city, seat)
        return f"builds a fortress in {v.CITIES[city]} for {rules.fortress_price[city, space]} Florin"
    words = rest.split(":")
    kind = "neutral warehouse" if "neutral" in words else "warehouse"
    if verb == "reopen":
        return f"reopens a {kind} in {v.CITIES[city]}"
    where = f" on space {words[-1]}" if words[-1] in ("1", "2") else ""
    price = rules.harbour_price[city, state.ship_harbour[seat]]
    return f"builds a {kind} in {v.CITIES[city]}{where} for {price} Florin"
