"""Notation: positions and actions as people and files write them (§N). Positions are read in ``parsing``."""

from __future__ import annotations

from typing import Any

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
    OVER,
    PICK_ACTION,
    PICK_CARD,
    PLACE,
    PRICE,
    PROGRESS_CARDS,
    RETURN,
    SECTORS,
    SIDES,
    SOURCES,
    STAGES,
    ZONES,
)


def advance_names(rules: Any) -> list[str]:
    """The Advances of these rules, in the order of their numbers."""
    return rules.ruleset.rows("advances")


def estate_card_names(rules: Any) -> list[str]:
    """The real-estate designs of these rules, in the order of their numbers."""
    return rules.ruleset.rows("estate_cards")


def action_name(rules: Any, stage: int, action: int) -> str:
    """An action in words (§N.2).

    Raises
    ------
    ValueError
        If the kind of decision has no such action.
    """
    name = _name(rules, stage, action) if action >= 0 else None
    if name is None:
        raise ValueError(f"{action} is no action of the decision {STAGES[min(stage, PRICE)]!r}")
    return name


def _name(rules: Any, stage: int, action: int) -> str | None:
    if stage == PICK_ACTION:
        return _turn_action(rules, action)
    if stage == BUY and action < SOURCES * len(GOODS):
        source = action % SOURCES
        return f"buy:{GOODS[action // SOURCES]}:{'bank' if source == FROM_BANK else source + 1}"
    if stage == PLACE and action < N_MARKETS * len(GOODS):
        return f"place:{GOODS[action // N_MARKETS]}:{MARKETS[action % N_MARKETS]}"
    if stage == PICK_CARD and action < 2 * len(estate_card_names(rules)):
        return f"card:{estate_card_names(rules)[action // 2]}:{SIDES[action % 2]}"
    if stage == RETURN and action < len(LEADERS):
        return f"return:{LEADERS[action]}"
    if stage >= PRICE:
        return f"price:{MARKETS[stage - PRICE]}:{action}"
    return None


def _turn_action(rules: Any, action: int) -> str | None:
    if action < ACT_EXPAND:
        return f"build:{FACILITIES[action]}"
    if action < ACT_OPERATE:
        return f"expand:{FACILITIES[action - ACT_EXPAND]}"
    if action < ACT_OVERTIME:
        return f"operate:{FACILITIES[action - ACT_OPERATE]}"
    if action < ACT_MANAGE:
        return f"operate:{FACILITIES[action - ACT_OVERTIME]}:overtime"
    if action == ACT_MANAGE:
        return "manage"
    if action < ACT_RESEARCH:
        return f"estate:{ZONES[action - ACT_ESTATE]}"
    names = advance_names(rules)
    return f"research:{names[action - ACT_RESEARCH]}" if action - ACT_RESEARCH < len(names) else None


def to_dict(rules: Any, state: Any) -> dict[str, Any]:
    """The whole position (§N.1); the seats' random streams are added by the caller."""
    return {
        "game": rules.game.name,
        "players": rules.players,
        "age": int(state.age),
        "round": int(state.round_number),
        "actor": _seat(state.actor),
        "stage": STAGES[min(int(state.stage), PRICE)],
        "order": [int(seat) + 1 for seat in state.order[: rules.players]],
        "next_order": [_seat(seat) for seat in state.next_order[: rules.players]],
        "turn_index": int(state.turn_index),
        "markets": {
            name: _market(rules, state, market) for market, name in enumerate(MARKETS) if state.stock[market].any()
        },
        "facilities_left": {
            name: {"double": _double(rules, state.double_left[index]), "single": int(state.single_left[index])}
            for index, name in enumerate(FACILITIES)
        },
        "estate_left": _counts(estate_card_names(rules), state.cards_left),
        "zones": {name: _zone(rules, state, zone) for zone, name in enumerate(ZONES)},
        "progress": {
            "deck": [PROGRESS_CARDS[card] for card in _top_first(state.progress, state.progress_cards)],
            "city_shown": int(state.city_shown),
            "markers": int(state.markers),
            "wheel": bool(state.wheel),
        },
        "leaders": {"deck": [LEADERS[card] for card in _top_first(state.leaders, state.leader_cards)]},
        "seats": [_seat_dict(rules, state, seat) for seat in range(rules.players)],
        "pending": _pending(rules, state),
        "over": int(state.stage) == OVER,
        "streams": {"nature": _nature(state)},
    }


def _nature(state: Any) -> str:
    """Key of the shuffles, and the moment: with it this text changes whenever something is shuffled."""
    over = int(state.stage) == OVER
    return f"{int(state.nature):016x}{int(state.round_number):05x}{int(state.age):02x}{over:01x}"


def _seat(seat: Any) -> int | None:
    return int(seat) + 1 if seat >= 0 else None


def _double(rules: Any, cards: Any) -> bool | int:
    """Whether a pile has its double card; their number where the rules know several."""
    return bool(cards) if rules.record[0]["double_cards"] <= 1 else int(cards)


def _counts(names: Any, counts: Any) -> dict[str, int]:
    """Counts by name without those of 0."""
    return {name: int(count) for name, count in zip(names, counts, strict=False) if count}


def _top_first(cards: Any, n_cards: Any) -> list[int]:
    return [int(card) for card in reversed(cards[:n_cards].tolist())]


def _market(rules: Any, state: Any, market: int) -> dict[str, Any]:
    seats = range(rules.players)
    return {
        "units": {
            good: [int(state.units[market, seat, index]) for seat in seats]
            for index, good in enumerate(GOODS)
            if state.units[market, :, index].any()
        },
        "prices": [int(price) if price >= 0 else None for price in state.price[market, : rules.players]],
    }


def _zone(rules: Any, state: Any, zone: int) -> list[dict[str, Any]]:
    return [
        {
            "card": estate_card_names(rules)[state.built_card[zone, space]],
            "side": SIDES[state.built_side[zone, space]],
            "owner": int(state.built_owner[zone, space]) + 1,
        }
        for space in range(state.built[zone])
    ]


def _seat_dict(rules: Any, state: Any, seat: int) -> dict[str, Any]:
    owned = int(state.advances[seat])
    return {
        "money": int(state.money[seat]),
        "ms": int(state.ms[seat]),
        "facilities": _counts(FACILITIES, state.facility[seat]),
        "advances": [name for index, name in enumerate(advance_names(rules)) if owned >> index & 1],
        "leaders": [name for index, name in enumerate(LEADERS) for _ in range(state.hand[seat, index])],
        "dominance": {name: int(state.dominance[seat, index]) for index, name in enumerate(SECTORS)},
        "own_marker_at_start": bool(state.own_marker) and seat == int(state.actor),
    }


def _pending(rules: Any, state: Any) -> dict[str, Any]:
    """What the running action still needs, in order (N.3.7)."""
    to_price = int(state.to_price)
    chosen = int(state.chosen)
    return {
        "for": action_name(rules, PICK_ACTION, chosen) if chosen >= 0 else None,
        "buy": [GOODS[good] for good in state.to_buy[state.next_buy : state.buys]],
        "place": [GOODS[state.place_good]] * int(state.to_place),
        "price": [name for market, name in enumerate(MARKETS) if to_price >> market & 1],
    }
