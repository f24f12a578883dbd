"""Notation: positions and actions as people and files write them (§N).

Positions are read in ``parsing``.
"""

from __future__ import annotations

from typing import Any

from rulesim.games.el_capitan import vocabulary as v
from rulesim.games.el_capitan.cards_in_play import card_name
from rulesim.games.el_capitan.pirate import berth_city

SHIP_PLACES = {v.START: "start", v.BANK: "bank", **dict(enumerate(v.CITIES))}
"""Where a ship can be."""


def action_name(rules: Any, stage: int, action: int) -> str:
    """An action of a stage, as in ``sail:link:tanger-venezia:tanger``."""
    record = rules.record[0]
    if stage == v.SETTLE_LOAN:
        return ("repay", "extend")[action]
    if stage == v.CHOOSE_START:
        return f"start:{action + 1}"
    if action < v.LINK_TO_FIRST:
        return f"buy:{card_name(record, action - v.BUY)}"
    if v.BUILD <= action < v.LINK_TO_SECOND:
        return _act_name(record, action)
    if action < v.PIRATE:
        card, city = _sailing(record, action)
        return f"sail:{card_name(record, card)}:{v.CITIES[city]}"
    return _pirate_name(record, action)


def _act_name(rules: Any, action: int) -> str:
    """The actions of rule §2.2.8 and the end of the turn."""
    if action == v.END:
        return "end"
    if action == v.FORTRESS:
        return "fortress"
    if action == v.LOAN_NONE:
        return "loan:none"
    if action >= v.LOAN:
        return f"loan:{rules.loan_amount[action - v.LOAN]}"
    colours = ("main", "neutral") if rules.players == 2 else ("",)
    if action >= v.REOPEN:
        words = ["reopen", colours[action - v.REOPEN]]
    else:
        space = (action - v.BUILD) % 3
        words = ["build", colours[(action - v.BUILD) // 3], str(space) if space else ""]
    return ":".join(word for word in words if word)


def _sailing(rules: Any, action: int) -> tuple[int, int]:
    """Card and city of a sailing action."""
    if action >= v.SAIL:
        card, city = divmod(action - v.SAIL, v.SAIL_ROW)
        return card, city
    if action >= v.LINK_TO_SECOND:
        link = action - v.LINK_TO_SECOND
        return v.FIRST_LINK + link, int(rules.link_second[link])
    link = action - v.LINK_TO_FIRST
    return v.FIRST_LINK + link, int(rules.link_first[link])


def _pirate_name(rules: Any, action: int) -> str:
    if action < v.PIRATE_LINK_TO_FIRST:
        return f"pirate:{_berth_name(action - v.PIRATE)}"
    if action >= v.PIRATE_CARD:
        card, berth = divmod(action - v.PIRATE_CARD, v.PIRATE_ROW)
        return f"pirate:{card_name(rules, card)}:{_berth_name(berth)}"
    second = action >= v.PIRATE_LINK_TO_SECOND
    harbour, link = divmod(action - (v.PIRATE_LINK_TO_SECOND if second else v.PIRATE_LINK_TO_FIRST), 64)
    city = rules.link_second[link] if second else rules.link_first[link]
    return f"pirate:{card_name(rules, v.FIRST_LINK + link)}:{v.CITIES[city]}:{harbour + 1}"


def _berth_name(berth: int) -> str:
    return f"{v.CITIES[berth_city(berth)]}:{berth // v.N_CITIES + 1}"


def to_dict(rules: Any, state: Any) -> dict[str, Any]:
    """The whole position (§N.1); the seats' random streams are added by the caller.

    ``history`` holds what only the outcome rows tell: where money came from, and firsts.
    """
    record = rules.record[0]
    in_play = cities_in_play(rules)
    return {
        "game": rules.game.name,
        "players": rules.players,
        "expansions": [v.CITIES[city] for city in in_play if city >= v.N_BASE],
        "phase": int(state.phase),
        "round": int(state.round_number),
        "start_player": int(state.start_player) + 1,
        "actor": _seat(state.actor),
        "stage": v.STAGES[state.stage],
        "turn": _turn(state),
        "cities": {v.CITIES[city]: _city(record, state, city) for city in in_play},
        "cards": {name: _cards(record, state, kind) for kind, name in enumerate(v.DECKS)},
        "loans_left": {str(record.loan_amount[kind]): int(state.loans_left[kind]) for kind in range(2)},
        "bonus_left": record.bonus[state.bonus_taken :].tolist(),
        "pirate": _pirate(state),
        "seats": [_seat_dict(record, state, seat) for seat in range(rules.players)],
        "pending": _pending(record, state),
        "over": bool(state.stage == v.OVER),
        "history": _history(state, rules.players),
        "streams": {"nature": f"{int(state.nature):016x}" + "".join(f"{int(n):08x}" for n in state.shuffles)},
    }


def cities_in_play(rules: Any) -> list[int]:
    """The cities of the board and the expansion tiles on the table."""
    return [city for city in range(v.N_CITIES) if int(rules.record[0]["in_play"]) >> city & 1]


def _seat(seat: Any) -> int | None:
    return int(seat) + 1 if seat >= 0 else None


def _city_name(city: Any) -> str | None:
    return v.CITIES[city] if city >= 0 else None


def _colour(state: Any, colour: int) -> str | None:
    """The owner of a colour, with ``n`` behind it for a neutral one; None for an empty space."""
    if colour < 0:
        return None
    neutral = colour >= state.seats
    return f"{colour - state.seats + 1}n" if neutral else f"{colour + 1}"


def _turn(state: Any) -> dict[str, Any]:
    seat = state.actor
    at_sea = seat >= 0 and state.ship[seat] >= 0 and state.ship_harbour[seat] < 0
    return {
        "bought": bool(state.bought),
        "sailed": bool(state.sailed),
        "acted": bool(state.stage == v.AFTER),
        "at_sea": v.CITIES[state.ship[seat]] if at_sea else None,
        "free_pirate": bool(state.free_pirate),
        "pirate_moved": bool(state.pirate_moved),
    }


def _city(rules: Any, state: Any, city: int) -> dict[str, Any]:
    counts = enumerate(state.closed_count[city].tolist())
    return {
        "harbours": [_seat(ship) for ship in state.harbour[city, : rules.harbours[city]]],
        "fortresses": [_seat(owner) for owner in state.fortress[city, : rules.fortress_spaces[city]]],
        "track": [_colour(state, colour) for colour in state.track[city].tolist()],
        "closed": [_colour(state, colour) for colour, count in counts for _ in range(count)],
    }


def _names(rules: Any, cards: Any, kind: int | None = None) -> list[str]:
    """The names of a set of cards, of one kind or of both."""
    chosen = [card for card in range(v.N_CARDS) if int(cards) >> card & 1]
    return [card_name(rules, card) for card in chosen if kind is None or (card >= v.FIRST_LINK) == kind]


def _cards(rules: Any, state: Any, kind: int) -> dict[str, Any]:
    deck = state.deck[kind, : state.deck_cards[kind]].tolist()
    return {
        "deck": [card_name(rules, card) for card in reversed(deck)],
        "faceup": _names(rules, state.face_up, kind),
        "discard": _names(rules, state.discard, kind),
    }


def _pirate(state: Any) -> dict[str, Any] | None:
    if state.pirate_city < 0:
        return None
    return {"city": v.CITIES[state.pirate_city], "harbour": int(state.pirate_harbour) + 1}


def _loan(rules: Any, state: Any, seat: int, loan: int) -> dict[str, Any]:
    amount = rules.loan_amount[state.loan_kind[seat, loan]]
    return {"amount": int(amount), "extended": bool(state.loan_extended[seat, loan])}


def _seat_dict(rules: Any, state: Any, seat: int) -> dict[str, Any]:
    return {
        "money": int(state.money[seat]),
        "warehouses": int(state.warehouses[seat]),
        "neutral": int(state.neutral[seat]),
        "fortresses": int(state.fortresses[seat]),
        "pool": {
            "warehouses": int(state.pool_warehouses[seat]),
            "neutral": int(state.pool_neutral[seat]),
            "fortresses": int(state.pool_fortresses[seat]),
        },
        "hand": _names(rules, state.hand[seat]),
        "ship": SHIP_PLACES[state.ship[seat]],
        "harbour": _seat(state.ship_harbour[seat]),
        "loans": [_loan(rules, state, seat, loan) for loan in range(state.loans[seat])],
        "bonus": int(state.bonus[seat]),
    }


def _pending(rules: Any, state: Any) -> list[dict[str, Any]]:
    """The loans still to be settled, in seat order from the start player (§N.3.12)."""
    pending = []
    for step in range(state.seats):
        seat = int(state.start_player + step) % int(state.seats)
        first = int(state.just_extended) if seat == state.actor else 0
        for loan in range(first, first + state.pending[seat]):
            pending.append({"seat": seat + 1, **_loan(rules, state, seat, loan)})
    return pending


def _history(state: Any, players: int) -> dict[str, Any]:
    return {
        "rounds": state.rounds_of.tolist(),
        "start_players": [int(seat) + 1 for seat in state.starter_of[: state.phase]],
        "ended": [end for index, end in enumerate(v.ENDS) if int(state.ended) >> index & 1],
        "seats": [
            {
                "account": dict(zip(v.ACCOUNTS, state.account[seat].tolist(), strict=True)),
                "after_payday": state.after_payday[:, seat].tolist(),
                "loans_taken": int(state.loans_taken[seat]),
                "loans_extended": int(state.loans_extended[seat]),
                "shut_downs": int(state.shut_downs[seat]),
                "first_city": _city_name(state.first_city[seat]),
                "first_space": _seat(state.first_space[seat]),
                "first_fortress": _city_name(state.first_fortress[seat]),
            }
            for seat in range(players)
        ],
    }
