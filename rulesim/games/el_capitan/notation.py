"""Notation: positions and actions as people and files write them (§N).

Positions are read in ``parsing``.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from rulesim.games.el_capitan import vocabulary as v
from rulesim.games.el_capitan.cards_in_play import card_name, card_names
from rulesim.games.el_capitan.pirate import berth_city

SHIP_PLACES = {v.START: "start", v.BANK: "bank", **dict(enumerate(v.CITIES))}
"""Where a ship can be."""


def action_name(rules: Any, stage: int, action: int) -> str:
    """An action of a stage, as in ``sail:link:tanger-venezia:tanger``.

    Raises
    ------
    ValueError, IndexError
        If the kind of decision has no such action.
    """
    record = rules.record[0]
    if stage == v.OVER or (stage == v.CHOOSE_START and action >= rules.players):
        raise ValueError(f"{action} is no action of the decision {v.STAGES[stage]!r}")
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
    record, plain = rules.record[0], _plain(state)
    in_play, names = cities_in_play(rules), card_names(record)
    amounts = record.loan_amount.tolist()
    return {
        "game": rules.game.name,
        "players": rules.players,
        "expansions": [v.CITIES[city] for city in in_play if city >= v.N_BASE],
        "phase": plain.phase,
        "round": plain.round_number,
        "start_player": plain.start_player + 1,
        "actor": _from_1(plain.actor),
        "stage": v.STAGES[plain.stage],
        "turn": _turn(plain),
        "cities": _cities(record, plain, in_play),
        "cards": {deck: _cards(names, plain, kind) for kind, deck in enumerate(v.DECKS)},
        "loans_left": {str(amount): left for amount, left in zip(amounts, plain.loans_left, strict=True)},
        "bonus_left": record.bonus[plain.bonus_taken :].tolist(),
        "pirate": _pirate(plain),
        "seats": [_seat(names, amounts, plain, seat) for seat in range(rules.players)],
        "pending": _pending(amounts, plain),
        "over": plain.stage == v.OVER,
        "history": _history(plain),
        "streams": {"nature": f"{plain.nature:016x}" + "".join(f"{number:08x}" for number in plain.shuffles)},
    }


def cities_in_play(rules: Any) -> list[int]:
    """The cities of the board and the expansion tiles on the table."""
    in_play = int(rules.record[0]["in_play"])
    return [city for city in range(v.N_CITIES) if in_play >> city & 1]


def _plain(state: Any) -> SimpleNamespace:
    """The record with numbers and lists of Python: far quicker to read piece by piece."""
    return SimpleNamespace(**{name: state[name].tolist() for name in state.dtype.names})


def _from_1(number: int) -> int | None:
    """A seat, space or harbour as people count it; None for -1."""
    return number + 1 if number >= 0 else None


def _city_name(city: int) -> str | None:
    return v.CITIES[city] if city >= 0 else None


def _colour(state: Any, colour: int) -> str | None:
    """The owner of a colour, with ``n`` behind it for a neutral one; None for an empty space."""
    if colour < 0:
        return None
    return f"{colour - state.seats + 1}n" if colour >= state.seats else f"{colour + 1}"


def _turn(state: Any) -> dict[str, Any]:
    seat = state.actor
    at_sea = seat >= 0 and state.ship[seat] >= 0 and state.ship_harbour[seat] < 0
    return {
        "bought": bool(state.bought),
        "sailed": bool(state.sailed),
        "acted": state.stage == v.AFTER,
        "at_sea": v.CITIES[state.ship[seat]] if at_sea else None,
        "free_pirate": bool(state.free_pirate),
        "pirate_moved": bool(state.pirate_moved),
    }


def _cities(rules: Any, state: Any, in_play: list[int]) -> dict[str, Any]:
    harbours, fortresses = rules.harbours.tolist(), rules.fortress_spaces.tolist()
    return {
        v.CITIES[city]: {
            "harbours": [_from_1(ship) for ship in state.harbour[city][: harbours[city]]],
            "fortresses": [_from_1(owner) for owner in state.fortress[city][: fortresses[city]]],
            "track": [_colour(state, colour) for colour in state.track[city]],
            "closed": [
                _colour(state, colour) for colour, count in enumerate(state.closed_count[city]) for _ in range(count)
            ],
        }
        for city in in_play
    }


def _names(names: list[str], cards: int, kind: int | None = None) -> list[str]:
    """The names of a set of cards, of one kind or of both."""
    chosen = [card for card in range(v.N_CARDS) if cards >> card & 1]
    return [names[card] for card in chosen if kind is None or (card >= v.FIRST_LINK) == kind]


def _cards(names: list[str], state: Any, kind: int) -> dict[str, Any]:
    return {
        "deck": [names[card] for card in reversed(state.deck[kind][: state.deck_cards[kind]])],
        "faceup": _names(names, state.face_up, kind),
        "discard": _names(names, state.discard, kind),
    }


def _pirate(state: Any) -> dict[str, Any] | None:
    if state.pirate_city < 0:
        return None
    return {"city": v.CITIES[state.pirate_city], "harbour": state.pirate_harbour + 1}


def _loan(amounts: list[int], state: Any, seat: int, loan: int) -> dict[str, Any]:
    return {"amount": amounts[state.loan_kind[seat][loan]], "extended": bool(state.loan_extended[seat][loan])}


def _seat(names: list[str], amounts: list[int], state: Any, seat: int) -> dict[str, Any]:
    return {
        "money": state.money[seat],
        "warehouses": state.warehouses[seat],
        "neutral": state.neutral[seat],
        "fortresses": state.fortresses[seat],
        "pool": {
            "warehouses": state.pool_warehouses[seat],
            "neutral": state.pool_neutral[seat],
            "fortresses": state.pool_fortresses[seat],
        },
        "hand": _names(names, state.hand[seat]),
        "ship": SHIP_PLACES[state.ship[seat]],
        "harbour": _from_1(state.ship_harbour[seat]),
        "loans": [_loan(amounts, state, seat, loan) for loan in range(state.loans[seat])],
        "bonus": state.bonus[seat],
    }


def _pending(amounts: list[int], state: Any) -> list[dict[str, Any]]:
    """The loans still to be settled, in seat order from the start player (§N.3.12)."""
    pending = []
    for step in range(state.seats):
        seat = (state.start_player + step) % state.seats
        first = state.just_extended if seat == state.actor else 0
        for loan in range(first, first + state.pending[seat]):
            pending.append({"seat": seat + 1, **_loan(amounts, state, seat, loan)})
    return pending


def _history(state: Any) -> dict[str, Any]:
    return {
        "rounds": state.rounds_of,
        "start_players": [seat + 1 for seat in state.starter_of[: state.phase]],
        "ended": [end for index, end in enumerate(v.ENDS) if state.ended >> index & 1],
        "seats": [
            {
                "account": dict(zip(v.ACCOUNTS, state.account[seat], strict=True)),
                "after_payday": [phase[seat] for phase in state.after_payday],
                "loans_taken": state.loans_taken[seat],
                "loans_extended": state.loans_extended[seat],
                "shut_downs": state.shut_downs[seat],
                "first_destination": _city_name(state.first_destination[seat]),
                "first_city": _city_name(state.first_city[seat]),
                "first_space": _from_1(state.first_space[seat]),
                "first_fortress": _city_name(state.first_fortress[seat]),
            }
            for seat in range(state.seats)
        ],
    }
