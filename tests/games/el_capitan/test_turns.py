"""Turns: buying, sailing, loans, escapes, the end of a phase and what follows (§2.2-2.9, §N.3)."""

import pytest

from rulesim.games.el_capitan.vocabulary import CITIES
from rulesim.games.position import Position, PositionError
from tests.games.el_capitan.setting_up import (
    B,
    G,
    R,
    Y,
    acts,
    city,
    payday,
    play,
    position,
    position_dict,
    rules,
    seat,
)


def anchored(place, harbour=1, **more):
    return {"ship": place, "harbour": harbour, **more}


def loan(amount, extended=False):
    return {"amount": amount, "extended": extended}


def test_setup():
    """§2.1."""
    data = Position.new("el_capitan", 4).to_dict()
    assert (data["phase"], data["round"], data["start_player"], data["actor"]) == (1, 1, 1, 1)
    for own in data["seats"]:
        assert (own["money"], own["warehouses"], own["fortresses"], own["ship"]) == (20, 6, 1, "start")
        assert own["pool"] == {"warehouses": 12, "neutral": 0, "fortresses": 2}
    assert [len(data["cards"][kind]["faceup"]) for kind in ("destination", "link")] == [4, 6]
    assert [len(data["cards"][kind]["deck"]) for kind in ("destination", "link")] == [14, 30]
    assert data["loans_left"] == {"10": 18, "16": 12} and data["bonus_left"] == [15, 10, 5]
    two = Position.new("el_capitan", 2).to_dict()["seats"][0]
    assert (two["warehouses"], two["neutral"], two["pool"]["neutral"]) == (6, 2, 16)  # §N.3.3


def test_first_turn_is_a_build():
    """§2.2.9: no loan; from the start only a destination card leads anywhere."""
    here = Position.new("el_capitan", 3, seed=2)
    assert acts(here, "loan", "build", "sail") == set() and acts(here, "buy") == set(here.legal())
    destination = next(name for name in here.legal() if "destination" in name)
    here = here.apply(destination)
    _, kind, name, seals = destination.split(":")
    assert acts(here, "sail") == {f"sail:{kind}:{name}:{seals}:{name}"}
    here = play(here, f"sail:{kind}:{name}:{seals}:{name}", "build:2")
    firsts = here.scores()[0]
    assert firsts["first_destination"] == firsts["first_city"] == 1 << CITIES.index(name)
    assert firsts["first_space"] == 2
    assert here.to_dict()["stage"] == "after" and "end" in here.legal()
    here = here.apply("end")
    assert here.actor == 2
    assert len(here.to_dict()["cards"]["destination"]["faceup"]) == 4  # refilled at the end of the turn


def test_slots_stay_open_during_the_turn():
    """§2.3.12."""
    here = Position.new("el_capitan", 3)
    faces = here.to_dict()["cards"]["link"]["faceup"]
    here = here.apply(f"buy:{faces[0]}")
    assert here.to_dict()["cards"]["link"]["faceup"] == faces[1:]


def test_stuck_on_the_first_turn():
    """§N.3.16: broke without a card for the start: to the bank without a loan."""
    here = position(round=1, seats={1: {"money": 0, "hand": ["link:athina-tunis"]}})
    assert here.legal() == ["loan:none"]
    after = here.apply("loan:none")
    assert after.legal() == ["end"] and seat(after, 1)["ship"] == "bank" and seat(after, 1)["money"] == 0


def test_stuck_later():
    turn = {"bought": True, "sailed": True}
    broke = anchored("marseille", money=0)
    assert set(position(seats={1: broke}, turn=turn).legal()) == {"loan:10", "loan:16"}
    assert position(seats={1: broke}, turn=turn, loans_left={"10": 0, "16": 3}).legal() == ["loan:16"]
    assert position(seats={1: broke}, loans_left={"10": 0, "16": 0}).legal() == ["loan:none"]


def test_loans_only_as_the_whole_turn():
    """§2.2.11: nothing bought or sailed before, nothing but the end after."""
    faceup = {"link": {"faceup": ["link:athina-tunis", "link:tanger-tunis"]}}
    here = position(seats={1: anchored("tunis")}, cards=faceup)
    assert acts(here, "loan") == {"loan:10", "loan:16"}
    assert acts(here.apply("buy:link:athina-tunis"), "loan") == set()
    after = here.apply("loan:16")
    own = seat(after, 1)
    assert after.legal() == ["end"]
    assert (own["money"], own["ship"], own["harbour"], own["loans"]) == (36, "bank", None, [loan(16)])
    assert after.to_dict()["loans_left"] == {"10": 18, "16": 11}
    assert after.to_dict()["cities"]["tunis"]["harbours"] == [None, None]


def test_harbours():
    """§2.3.18-19: first harbour if free; the ship does not shift; back only by really sailing (§5 A11)."""
    hand = ["link:athina-tunis", "destination:tunis:2"]
    here = position(seats={1: anchored("tunis", 2, hand=hand)})
    assert "sail:destination:tunis:2:tunis" not in here.legal()
    back = play(here, "sail:link:athina-tunis:athina", "sail:destination:tunis:2:tunis")
    assert seat(back, 1)["harbour"] == 1
    assert set(back.to_dict()["cards"]["link"]["discard"]) == {"link:athina-tunis"}


def test_decks_are_renewed_from_the_discards():
    """§N.3.2."""
    cards = {
        "destination": {"deck": [], "faceup": ["destination:tunis:2"], "discard": ["destination:athina:1"]},
        "link": {"deck": ["link:athina-tunis"], "faceup": [], "discard": ["link:tanger-tunis"]},
    }
    here = position(stage="after", seats={1: anchored("tunis")}, cards=cards).apply("end").to_dict()["cards"]
    assert set(here["destination"]["faceup"]) == {"destination:tunis:2", "destination:athina:1"}
    assert set(here["link"]["faceup"]) == {"link:athina-tunis", "link:tanger-tunis"}
    assert here["destination"]["discard"] == here["link"]["discard"] == here["link"]["deck"] == []


def phase_end(**parts):
    """The last player of the round is about to end the turn; seat 2 has built everything."""
    seats = {2: {"warehouses": 0, "fortresses": 0}, 4: {"ship": "bank"}}
    for number, changes in parts.pop("seats", {}).items():
        seats[number] = seats.get(number, {}) | changes
    return position(stage="after", actor=4, seats=seats, **parts)


def test_the_round_is_finished():
    """§2.8.34."""
    here = position(stage="after", actor=2, seats={2: {"warehouses": 0, "fortresses": 0, "ship": "bank"}}).apply("end")
    assert here.actor == 3 and here.to_dict()["phase"] == 1
    here = phase_end().apply("end")
    assert here.to_dict()["stage"] == "start_player"


def test_the_poorest_chooses_the_start_player():
    """§2.8.42-43, §5 A9: money less debts; of equals the first from the last start player."""
    seats = {1: {"money": 30, "loans": [loan(16)]}, 2: {"money": 10}, 3: {"money": 10}, 4: {"money": 50}}
    here = phase_end(seats=seats)
    assert here.apply("end").actor == 1  # the loan comes up first
    here = play(here, "end", "extend")
    assert here.actor == 1 and here.legal() == ["start:1", "start:2", "start:3", "start:4"]  # 30 - 30
    seats[1]["money"] = 31
    here = play(phase_end(seats=seats), "end", "repay")
    assert here.actor == 2  # 11, 10, 10, 50


def test_a_new_phase():
    """§2.8.43, §N.3.14: supplies from the pool on top of what is left; ships and hands stay."""
    seats = {1: anchored("tunis", hand=["link:athina-tunis"], money=0)}
    here = play(phase_end(seats=seats), "end", "start:3")
    data = here.to_dict()
    assert (data["phase"], data["round"], data["start_player"], data["actor"]) == (2, 1, 3, 3)
    assert [own["warehouses"] for own in data["seats"]] == [12, 6, 12, 12]
    assert [own["fortresses"] for own in data["seats"]] == [2, 1, 2, 2]
    assert data["seats"][0]["pool"] == {"warehouses": 6, "neutral": 0, "fortresses": 1}
    assert data["seats"][0]["hand"] == ["link:athina-tunis"] and data["seats"][0]["harbour"] == 1
    assert acts(here, "loan") == {"loan:10", "loan:16"}  # the first turn of the game only is without loans


def test_loans_in_seat_order_older_ones_first():
    """§2.8.41, §N.3.12."""
    seats = {1: {"money": 90, "loans": [loan(10), loan(16)]}, 4: {"money": 90, "loans": [loan(16, True), loan(10)]}}
    here = phase_end(seats=seats, start_player=1).apply("end")
    pending = here.to_dict()["pending"]
    assert [(entry["seat"], entry["amount"], entry["extended"]) for entry in pending] == [
        (1, 10, False), (1, 16, False), (4, 16, True), (4, 10, False),
    ]  # fmt: skip
    here = here.apply("extend")
    assert here.to_dict()["pending"] == pending[1:] and Position.from_dict(here.to_dict()) == here
    here = here.apply("repay")
    assert seat(here, 1)["loans"] == [loan(10, True)] and seat(here, 1)["money"] == 90 - 20
    assert here.legal() == ["repay"]
    here = here.apply("repay")
    assert seat(here, 4)["money"] == 90 - 30 and set(here.legal()) == {"repay", "extend"}


def test_too_poor_to_repay():
    """§5 A5, §N.3.13: not due, only extending; due, new loans, large ones first, and off to the bank."""
    here = phase_end(seats={3: {"money": 5, "loans": [loan(10)]}}).apply("end")
    assert here.legal() == ["extend"]
    poor = anchored("tunis", money=5, loans=[loan(16, True), loan(10)])
    here = phase_end(seats={3: poor}, loans_left={"10": 5, "16": 1}).apply("end")
    assert here.legal() == ["repay"]
    here = here.apply("repay")
    own = seat(here, 3)
    assert own["money"] == 5 + 16 + 10 - 30 and own["ship"] == "bank"
    assert own["loans"] == [loan(10), loan(16), loan(10)]
    assert here.to_dict()["loans_left"] == {"10": 4, "16": 1}  # the repaid card is back
    assert [entry["amount"] for entry in here.to_dict()["pending"]] == [10]
    none = phase_end(seats={3: poor}, loans_left={"10": 0, "16": 0})
    own = seat(play(none, "end", "repay"), 3)
    assert own["money"] == 5 - 30 and own["ship"] == "bank"


def test_the_third_payday_takes_all():
    """§2.9.44: all loans are repaid, the balance may be negative, no new loans."""
    seats = {1: anchored("tunis", money=5, loans=[loan(10)]), 2: {"money": 70, "bonus": 15}}
    here = phase_end(phase=3, seats=seats, bonus_left=[10, 5]).apply("end")
    assert here.legal() == ["repay"]
    here = here.apply("repay")
    assert here.is_over and here.actor is None and here.to_dict()["over"] is True
    assert [row["score"] for row in here.scores()] == [5 - 12, 70 + 15, 20, 20]
    assert seat(here, 1)["ship"] == "tunis"


def test_equal_money_shares_the_win():
    """§5 A10: unless the rules break ties by cities, then fortresses."""
    cities = {"tunis": city(f"{R} {G} {G}", fortresses=[2, None])}
    data = position(cities=cities, stage="over", actor=None, over=True).to_dict()
    assert {row["tie_break"] for row in Position.from_dict(data).scores()} == {0}
    broken = Position.from_dict(data, rules(payday__tie_break=True)).scores()
    assert broken[0]["tie_break"] > broken[2]["tie_break"] == 0


def test_guard_against_endless_phases():
    """§N.3.15: round 60."""
    here = position(stage="after", actor=4, round=60, seats={4: {"ship": "bank"}})
    assert here.apply("end").to_dict()["stage"] == "start_player"
    here = position(stage="after", actor=4, round=59, seats={4: {"ship": "bank"}})
    assert here.apply("end").to_dict()["round"] == 60


def test_outcome_columns():
    data = position(stage="after", actor=4, round=60, phase=3, seats={4: {"ship": "bank"}}).to_dict()
    over = Position.from_dict(data).apply("end")
    assert over.is_over and over.to_dict()["history"]["ended"] == ["guard_3"]
    assert over.scores()[0]["after_payday_3"] == 20


def test_majorities_by_count_then_by_place():
    """§2.8.37-38: a lone player gets only the first amount; chain order breaks ties (§5 A4)."""
    cities = {"tanger": city(f"{Y} {B} {B} {Y} {G}"), "tunis": city(f". {R}")}
    assert [income["majorities"] for income in payday(position(cities=cities))] == [4, 0, 5, 10]


def test_fortress_without_warehouses():
    """§2.8.39, §5 A12: half the value whether or not anybody is second; nothing in an empty city."""
    cities = {
        "tunis": city(f"{R} {R}", fortresses=[3, None]),
        "napoli": city("", fortresses=[4, None]),
        "tanger": city(f"{G} {G} {R}", fortresses=[4, None]),
    }
    assert [income["fortress_income"] for income in payday(position(cities=cities))] == [0, 0, 2, 6]


BAD = [
    ({"stage": "middle"}, "stage"),
    ({"actor": 7}, "a seat from 1 to 4"),
    ({"cities": {"tunis": {"track": ["1", None, "1"] + [None] * 9}}}, "a gap before space 3"),
    ({"cities": {"tunis": {"track": ["1n"] + [None] * 11}}}, "cities.tunis.track[0]"),
    ({"cities": {"porto": {}}}, "unknown key 'porto'"),
    ({"cards": {"link": {"deck": ["link:tanger-venezia"] * 2}}}, "not elsewhere already"),
    ({"cards": {"link": {"deck": ["destination:tunis:2"]}}}, "a link card"),
    ({"bonus_left": [15, 10]}, "bonus_left"),
    ({"pending": [{"seat": 1, "amount": 10}]}, "pending"),
    ({"turn": {"acted": True}}, "turn.acted"),
    ({"pirate": {"city": "tunis", "harbour": 1}}, "pirate"),
    ({"loans_left": {"12": 3}}, "loans_left"),
    ({"expansions": ["madeira"]}, "porto, lisboa, canarias"),
]


@pytest.mark.parametrize(("parts", "message"), BAD)
def test_bad_positions(parts, message):
    with pytest.raises(PositionError) as caught:
        Position.from_dict(position_dict() | parts)
    assert message in str(caught.value)


def test_ships_and_harbours_must_agree():
    data = position_dict(seats={1: anchored("tunis")})
    data["cities"]["tunis"]["harbours"] = [None, 1]
    with pytest.raises(PositionError, match="disagree with the harbours"):
        Position.from_dict(data)
