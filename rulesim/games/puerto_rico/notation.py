"""Notation: positions and actions as people and files write them (§N).

Positions are read in ``parsing``.
"""

from __future__ import annotations

from typing import Any

from rulesim.games.puerto_rico.vocabulary import (
    BUILD,
    BUILDINGS,
    DRAW_TILE,
    ENDS,
    FIRST_CITY_CIRCLE,
    GOODS,
    KEEP,
    LOAD,
    LOAD_WHARF,
    MAX_SHIPS,
    N_ROLES,
    OVER,
    PASS,
    PICK_ROLE,
    PLACE_COLONIST,
    ROLES,
    SELL,
    STORE,
    TAKE_PRIVILEGE,
    TAKE_TILE,
    TILES,
)

PHASES = {
    PICK_ROLE: ("role", None),
    DRAW_TILE: ("settler", "hacienda"),
    TAKE_TILE: ("settler", "take"),
    PLACE_COLONIST: ("mayor", None),
    BUILD: ("builder", None),
    TAKE_PRIVILEGE: ("craftsman", None),
    SELL: ("trader", None),
    LOAD: ("captain", None),
    STORE: ("storage", "store"),
    KEEP: ("storage", "keep"),
    OVER: ("over", None),
}
"""Phase and ``in_phase.stage`` of each kind of decision (§N.3.6)."""


def _words(verb: str, names: tuple[str, ...], may_pass: bool = True) -> dict[int, str]:
    words = {number: f"{verb}:{name}" for number, name in enumerate(names)}
    return words | ({PASS: "pass"} if may_pass else {})


_CARGO = tuple(f"{good}:{ship + 1}" for good in GOODS for ship in range(MAX_SHIPS))

ACTIONS: dict[int, dict[int, str]] = {
    PICK_ROLE: _words("role", ROLES, may_pass=False),
    DRAW_TILE: _words("hacienda", ("draw", "quarry", "skip"), may_pass=False),
    TAKE_TILE: _words("take", TILES),
    PLACE_COLONIST: {
        **_words("place", TILES, may_pass=False),
        **{FIRST_CITY_CIRCLE + number: f"place:{name}" for number, name in enumerate(BUILDINGS)},
    },
    BUILD: _words("build", BUILDINGS),
    TAKE_PRIVILEGE: _words("privilege", GOODS),
    SELL: _words("sell", GOODS),
    LOAD: {**_words("ship", _CARGO), **{LOAD_WHARF + number: f"wharf:{good}" for number, good in enumerate(GOODS)}},
    STORE: _words("store", GOODS),
    KEEP: _words("keep", GOODS),
    OVER: {},
}
"""The words of each action, by kind of decision (§N.2)."""


def action_name(rules: Any, stage: int, action: int) -> str:
    """An action in words.

    Raises
    ------
    ValueError
        If the kind of decision has no such action.
    """
    if action not in ACTIONS[stage]:
        raise ValueError(f"{action} is no action of the decision {PHASES[stage][0]!r}")
    return ACTIONS[stage][action]


def to_dict(rules: Any, state: Any) -> dict[str, Any]:
    """The whole position (§N.1); the seats' random streams are added by the caller."""
    phase, stage = PHASES[int(state.stage)]
    return {
        "game": rules.game.name,
        "players": rules.players,
        "round": int(state.round_number),
        "governor": int(state.governor) + 1,
        "phase": phase,
        "picker": _seat(state.picker),
        "actor": _seat(state.actor),
        "picks": int(state.picks),
        "roles": {ROLES[role]: _role(state, role) for role in cards_in_play(rules)},
        "colonists": {"supply": int(state.supply), "ship": int(state.ship_colonists)},
        "vp_pool": int(state.vp_pool),
        "goods": _counts(GOODS, state.barrels),
        "plantations": _plantations(state),
        "trading_house": _names(state.house),
        "ships": [_ship(rules, state, ship) for ship in range(ships_in_play(rules))],
        "buildings_left": _counts(BUILDINGS, state.copies),
        "seats": [_seat_dict(state, seat) for seat in range(rules.players)],
        "in_phase": _in_phase(rules, state, stage),
        "end": [end for index, end in enumerate(ENDS) if state.ended >> index & 1] or None,
        "streams": {"nature": f"{int(state.nature):016x}{int(state.reshuffles):08x}"},
    }


def cards_in_play(rules: Any) -> list[int]:
    """The role cards of this game (§N.3.1)."""
    cards = int(rules.record[0]["roles_in_play"])
    return [role for role in range(N_ROLES) if cards >> role & 1]


def ships_in_play(rules: Any) -> int:
    """How many cargo ships are listed: up to the last one that holds anything."""
    return max((ship + 1 for ship in range(MAX_SHIPS) if rules.record[0]["capacity"][ship] > 0), default=0)


def _seat(seat: Any) -> int | None:
    return int(seat) + 1 if seat >= 0 else None


def _counts(names: tuple[str, ...], counts: Any, absent: bool = False) -> dict[str, int]:
    """Counts by name; with ``absent`` those of 0 are left out."""
    return {name: int(count) for name, count in zip(names, counts, strict=True) if count or not absent}


def _names(counts: Any) -> list[str]:
    """Goods of a multiset, each as often as it is there."""
    return [good for good, count in zip(GOODS, counts, strict=True) for _ in range(count)]


def _role(state: Any, role: int) -> dict[str, Any]:
    return {"coins": int(state.role_coins[role]), "taken_by": _seat(state.taken_by[role])}


def _plantations(state: Any) -> dict[str, Any]:
    return {
        "stack": [GOODS[kind] for kind in reversed(state.stack[: state.stack_tiles].tolist())],
        "row": _names(state.face_up),
        "discard": _counts(GOODS, state.discard),
        "quarries": int(state.quarries),
    }


def _ship(rules: Any, state: Any, ship: int) -> dict[str, Any]:
    good = int(state.ship_good[ship])
    return {
        "capacity": int(rules.record[0]["capacity"][ship]),
        "good": GOODS[good] if good >= 0 else None,
        "barrels": int(state.ship_load[ship]),
    }


def _seat_dict(state: Any, seat: int) -> dict[str, Any]:
    tiles = zip(TILES, state.tiles[seat].tolist(), state.tile_colonists[seat].tolist(), strict=True)
    owned, city = int(state.owned[seat]), state.building_colonists[seat].tolist()
    return {
        "doubloons": int(state.doubloons[seat]),
        "vp": int(state.vp[seat]),
        "goods": _counts(GOODS, state.goods[seat]),
        "san_juan": int(state.san_juan[seat]),
        "to_place": int(state.to_place) if seat == state.actor else 0,
        "island": {kind: [count, occupied] for kind, count, occupied in tiles if count},
        "city": {name: city[building] for building, name in enumerate(BUILDINGS) if owned >> building & 1},
    }


def _in_phase(rules: Any, state: Any, stage: str | None) -> dict[str, Any]:
    def seats(bits: Any) -> list[int]:
        return [seat + 1 for seat in range(rules.players) if bits >> seat & 1]

    return {
        "stage": stage,
        "quarry_taken": seats(state.quarry_taken),
        "hacienda_used": seats(state.hacienda_used),
        "produced": _counts(GOODS, state.produced, absent=True),
        "wharf_used": seats(state.wharf_used),
        "passed": seats(state.passed),
        "captain_bonus_paid": bool(state.captain_bonus_paid),
        "kept": _counts(GOODS, state.kept, absent=True),
    }
