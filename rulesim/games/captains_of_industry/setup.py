"""Setting up a game (§2.1)."""

from __future__ import annotations

from typing import Any

from rulesim.games.captains_of_industry.decks import ORDER, draw_leader, new_leader_deck, new_progress_deck, shuffle
from rulesim.games.captains_of_industry.state import NO_PRICE
from rulesim.games.captains_of_industry.turn import begin_turn
from rulesim.games.captains_of_industry.vocabulary import N_FACILITIES, N_GOODS, N_MARKETS, N_SECTORS, N_ZONES
from rulesim.kernel.jit import kernel


@kernel
def new_game(state: Any, rules: Any, nature: Any) -> None:
    """Set up a state of zeros; ``nature`` is the key of the game's own random draws."""
    state.nature = nature
    clear_board(state, rules)
    for facility in range(N_FACILITIES):
        state.double_left[facility] = rules.double_cards
        state.single_left[facility] = rules.facility_cards - rules.double_cards
    for card in range(rules.n_estate_cards):
        state.cards_left[card] = rules.card_copies[card]
    for seat in range(state.seats):
        state.order[seat] = seat
        state.money[seat] = rules.start_cash
    shuffle(state, ORDER, state.order, state.seats)
    for place in range(state.seats):
        state.start_place[state.order[place]] = place + 1
    new_progress_deck(state, rules)
    new_leader_deck(state, rules)
    for _ in range(rules.start_leaders):
        for seat in range(state.seats):
            draw_leader(state, seat)
    state.age = 1
    state.round_number = 1
    begin_turn(state, rules)


@kernel
def clear_board(state: Any, rules: Any) -> None:
    """No markers, no prices, nothing built, no Advances."""
    state.seats = rules.players
    state.chosen = -1
    for seat in range(len(state.next_order)):
        state.next_order[seat] = -1
    for market in range(N_MARKETS):
        for seat in range(state.seats):
            state.price[market, seat] = NO_PRICE
    for zone in range(N_ZONES):
        for sector in range(N_SECTORS):
            state.demand[zone, sector] = rules.automatic_demand[sector] * rules.bronze_spaces
    for seat in range(state.seats):
        state.reachable[seat] = rules.no_prerequisite
        for good in range(N_GOODS):
            state.open_markets[seat, good] = rules.open_markets[good]
