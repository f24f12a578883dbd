"""The end of the game (§2.11)."""

from __future__ import annotations

from typing import Any

from rulesim.games.captains_of_industry.advances import advances_ms
from rulesim.games.captains_of_industry.state import facility_types
from rulesim.games.captains_of_industry.vocabulary import (
    END_AGES,
    LEADER_OF_FACILITY,
    LEADER_OF_SECTOR,
    LEADER_OF_ZONE,
    MAX_AGES,
    N_FACILITIES,
    N_LEADERS,
    N_SECTORS,
    OVER,
    PER_ADVANCE,
    PER_FACILITY_TYPE,
    PER_REAL_ESTATE,
)
from rulesim.kernel.bits import popcount
from rulesim.kernel.jit import kernel

ORDER_PLACES = 8
"""Weight of a dollar in the tie-break: more than any place in the turn order."""


@kernel
def leaders_ms(state: Any, rules: Any, seat: int) -> int:
    """Market Share of the leader cards in hand; each copy scores (§52, N.3.3)."""
    total = 0
    for leader in range(N_LEADERS):
        copies = int(state.hand[seat, leader])
        if copies > 0:
            total += copies * leader_value(state, rules, seat, leader)
    return total


@kernel
def leader_value(state: Any, rules: Any, seat: int, leader: int) -> int:
    """Market Share of one leader card for the seat, as things stand."""
    if leader < LEADER_OF_ZONE:
        return _facility_leader(state, rules, seat, leader - LEADER_OF_FACILITY)
    each = rules.leader_ms[leader]
    if leader < LEADER_OF_SECTOR:
        return each * estates_in_zone(state, seat, leader - LEADER_OF_ZONE)
    if leader < PER_ADVANCE:
        return each * state.dominance[seat, leader - LEADER_OF_SECTOR]
    if leader == PER_ADVANCE:
        return each * popcount(state.advances[seat])
    if leader == PER_FACILITY_TYPE:
        return each * facility_types(state, seat)
    if leader == PER_REAL_ESTATE:
        return each * state.estates[seat]
    return min(rules.dollars_cap, each * (state.money[seat] // rules.dollars_per_step))


@kernel
def _facility_leader(state: Any, rules: Any, seat: int, facility: int) -> int:
    """Three bonuses that add up: least size, largest of the type, largest of all (§52)."""
    size = int(state.facility[seat, facility])
    if size == 0:
        return 0
    of_type = 0
    overall = 0
    for other in range(state.seats):
        for kind in range(N_FACILITIES):
            if other != seat or kind != facility:
                overall = max(overall, int(state.facility[other, kind]))
                if kind == facility:
                    of_type = max(of_type, int(state.facility[other, kind]))
    total = rules.facility_min_size_ms if size >= rules.facility_min_size else 0
    if _is_largest(rules, size, of_type):
        total += rules.largest_of_type_ms
    if _is_largest(rules, size, overall):
        total += rules.largest_overall_ms
    return total


@kernel
def _is_largest(rules: Any, size: int, others: int) -> bool:
    return size > others or (size == others and rules.ties_count != 0)


@kernel
def estates_in_zone(state: Any, seat: int, zone: int) -> int:
    """Real-estate cards of the seat in a zone."""
    cards = 0
    for space in range(state.built[zone]):
        if state.built_owner[zone, space] == seat:
            cards += 1
    return cards


@kernel
def money_ms(state: Any, rules: Any, seat: int) -> int:
    """Market Share for most money; tied players share the places that they cover (§53, §A7)."""
    richer = 0
    tied = 0
    for other in range(state.seats):
        if state.money[other] > state.money[seat]:
            richer += 1
        elif state.money[other] == state.money[seat]:
            tied += 1
    shared = 0
    for place in range(richer, min(richer + tied, len(rules.money_places))):
        shared += rules.money_places[place]
    if rules.round_up != 0:
        shared += tied - 1
    return shared // tied


@kernel
def tie_break(state: Any, seat: int) -> int:
    """More money, then the earlier place in the last turn order: always one winner (§54, N.3.5)."""
    for place in range(state.seats):
        if state.order[place] == seat:
            return int(state.money[seat]) * ORDER_PLACES + state.seats - place
    return 0


@kernel
def final_ms(state: Any, rules: Any, seat: int) -> int:
    """All Market Share of the seat if the game ended now (§50-53)."""
    return (
        state.ms[seat]
        + advances_ms(state, rules, seat, rules.at_game_end)
        + leaders_ms(state, rules, seat)
        + money_ms(state, rules, seat)
    )


@kernel
def score(state: Any, rules: Any, seat_rows: Any, game_row: Any) -> None:
    """Write the outcome: a row for each seat and one for the game, in the order of the columns in ``outcome``."""
    for seat in range(state.seats):
        row = seat_rows[seat]
        row[0] = final_ms(state, rules, seat)
        row[1] = tie_break(state, seat)
        _score_sources(state, rules, seat, row[2:])
        _score_holdings(state, seat, row[8:])
    game_row[0] = 0
    for age in range(MAX_AGES):
        game_row[0] += state.rounds_of[age]
        game_row[2 + age] = state.rounds_of[age]
    game_row[1] = END_AGES if state.stage == OVER else 0


@kernel
def _score_sources(state: Any, rules: Any, seat: int, row: Any) -> None:
    """Where the Market Share comes from."""
    won = 0
    for sector in range(N_SECTORS):
        won += state.dominance[seat, sector]
    row[0] = state.player_sales[seat]
    row[1] = state.public_sales[seat]
    row[2] = rules.sector_dominance * won
    row[3] = state.advance_ms[seat] + advances_ms(state, rules, seat, rules.at_game_end)
    row[4] = leaders_ms(state, rules, seat)
    row[5] = money_ms(state, rules, seat)


@kernel
def _score_holdings(state: Any, seat: int, row: Any) -> None:
    """What the seat has, and what happened on the way."""
    for age in range(MAX_AGES):
        row[age] = state.cash_at[seat, age]
    row[3] = facility_types(state, seat)
    for facility in range(N_FACILITIES):
        row[4 + facility] = state.facility[seat, facility]
    row[11] = state.estates[seat]
    row[12] = popcount(state.advances[seat])
    row[13] = int(state.advances[seat])
    row[14] = state.hand_cards[seat]
    row[15] = state.bank_purchases[seat]
    row[16] = state.unsold[seat]
    row[17] = state.start_place[seat]
