"""What never changes: pieces, cards and money (conservation laws)."""

from __future__ import annotations

from typing import Any

from rulesim.games.el_capitan import vocabulary as v


def laws(rules: Any, state: Any) -> dict[str, tuple[int, int]]:
    """For each law its name with (counted, expected)."""
    return {**_pieces(rules, state), **_cards(rules, state), **_money(rules, state), **_ships(rules, state)}


def _pieces(rules: Any, state: Any) -> dict[str, tuple[int, int]]:
    """Warehouses of each colour, fortresses of each seat, and the counts kept beside the tracks."""
    record, players = rules.record[0], rules.players
    found = {}
    for seat in range(players):
        supply = int(state.warehouses[seat]) + int(state.pool_warehouses[seat])
        found[f"warehouses of seat {seat + 1}"] = supply + _placed(state, seat), int(record.warehouses)
        if record.neutral_per_phase:
            supply = int(state.neutral[seat]) + int(state.pool_neutral[seat])
            found[f"neutral warehouses of seat {seat + 1}"] = (
                supply + _placed(state, seat + players),
                int(record.warehouses),
            )
        built = int((state.fortress == seat).sum())
        supply = int(state.fortresses[seat]) + int(state.pool_fortresses[seat])
        found[f"fortresses of seat {seat + 1}"] = supply + built, int(record.fortresses)
        found[f"cities of seat {seat + 1}"] = int(state.cities[seat]), int((state.open_count[:, seat] > 0).sum())
    on_tracks = sum(int(tail) - int(head) + 1 for head, tail in zip(state.head, state.tail, strict=True) if tail >= 0)
    found["warehouses on the tracks"] = int((state.track >= 0).sum()), on_tracks
    found["open warehouses"] = int(state.open_count.sum()), on_tracks
    return found


def _placed(state: Any, colour: int) -> int:
    """Warehouses of a colour on the tracks, shut down and out of the game."""
    return int((state.track == colour).sum()) + int(state.closed_count[:, colour].sum()) + int(state.removed[colour])


def _cards(rules: Any, state: Any) -> dict[str, tuple[int, int]]:
    """Every sailing card is in one place; so are the loan cards."""
    decks = [int(card) for kind in range(2) for card in state.deck[kind, : state.deck_cards[kind]]]
    sets = [int(state.face_up), int(state.discard), *(int(hand) for hand in state.hand)]
    places = [sum(cards >> card & 1 for cards in sets) + decks.count(card) for card in range(v.N_CARDS)]
    found = {"sailing cards in one place": (places.count(1), v.N_CARDS)}
    for kind, name in enumerate(v.LOANS):
        lent = sum(int((state.loan_kind[seat, : state.loans[seat]] == kind).sum()) for seat in range(rules.players))
        left = int(state.loans_left[kind])
        found[f"{name} loan cards"] = left + lent, int(rules.record[0].loan_cards[kind])
    return found


def _money(rules: Any, state: Any) -> dict[str, tuple[int, int]]:
    """Money is what the accounts with the bank and the other players say; loans too."""
    found = {"protection money": (int(state.account[:, v.PROTECTION].sum()), 0)}
    for seat in range(rules.players):
        found[f"money of seat {seat + 1}"] = int(state.money[seat]), int(state.account[seat].sum())
    cards = int((state.bonus[: rules.players] > 0).sum())
    found["bonus cards"] = cards, int(state.bonus_taken)
    return found


def _ships(rules: Any, state: Any) -> dict[str, tuple[int, int]]:
    """Each ship is where it says, and never with the pirate."""
    anchored = [seat for seat in range(rules.players) if state.ship_harbour[seat] >= 0]
    right = [seat for seat in anchored if state.harbour[state.ship[seat], state.ship_harbour[seat]] == seat]
    found = {
        "ships in their harbours": (len(right), len(anchored)),
        "occupied harbours": (int((state.harbour >= 0).sum()), len(anchored)),
    }
    if rules.record[0].pirate:
        found["ships beside the pirate"] = int(state.harbour[state.pirate_city, state.pirate_harbour] >= 0), 0
    return found
