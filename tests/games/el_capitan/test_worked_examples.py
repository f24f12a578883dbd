"""The worked examples of the rules (§4), by number."""

import pytest

from rulesim.games.position import Position
from tests.games.el_capitan.setting_up import B, G, R, Y, acts, city, payday, play, position, position_dict, rules, seat

CITIES = ["marseille", "venezia", "constantinople", "valencia", "napoli", "athina", "tanger", "tunis", "alexandria"]
ALL = ("porto", "lisboa", "canarias")


def anchored(place, harbour=1, **more):
    return {"ship": place, "harbour": harbour, **more}


def turn_of(here, number, **changes):
    """The same position with another actor, before its action."""
    data = here.to_dict()
    data.update(actor=number, stage="before", turn={})
    data["seats"][number - 1].update(changes)
    return Position.from_dict(data, here.rules)


@pytest.mark.parametrize(("cities", "florin"), [(3, 5), (4, 10), (9, 60), (10, 75), (11, 90), (12, 110)])
def test_w1_proliferation(cities, florin):
    places = [*CITIES, *ALL][:cities]
    here = position(expansions=ALL, cities={name: city(". 2") for name in places})
    assert [income["proliferation"] for income in payday(here)] == [0, florin, 0, 0]


@pytest.mark.parametrize(("harbour", "price"), [(1, 4), (2, 5)])
def test_w2_harbours_of_marseille(harbour, price):
    here = position(seats={1: anchored("marseille", harbour)})
    assert seat(here.apply("build:1"), 1)["money"] == 20 - price


@pytest.mark.parametrize(("fortresses", "price"), [([None, None], 8), ([2, None], 10)])
def test_w2_fortresses_of_marseille(fortresses, price):
    here = position(cities={"marseille": city(fortresses=fortresses)}, seats={1: anchored("marseille")})
    after = here.apply("fortress")
    assert seat(after, 1)["money"] == 20 - price and seat(after, 1)["fortresses"] == 0
    assert after.to_dict()["cities"]["marseille"]["fortresses"].count(1) == 1


def marseille(track, closed="", **more):
    """Seat 1 lies in Marseille with money enough."""
    return position(
        cities={"marseille": city(track, closed)}, seats={1: anchored("marseille", money=50), 2: {"money": 50}}, **more
    )


def test_w3_first_warehouse_on_space_2():
    after = marseille("").apply("build:2")
    assert seat(after, 1)["money"] == 50 - 4
    assert after.to_dict()["cities"]["marseille"]["track"][:3] == [None, R, None]


def test_w4_four_builds_in_a_row():
    here = position(cities={"marseille": city(f". {R}")}, seats={2: anchored("marseille", 2, money=90)}, actor=2)
    for _ in range(4):
        assert acts(here, "build") == {"build"}
        here = turn_of(here.apply("build"), 2)
    assert here.to_dict()["cities"]["marseille"]["track"][:6] == [G, R, G, G, G, None]
    assert acts(here, "build", "fortress") == {"fortress"}  # a fourth in a row is illegal


def test_w5_first_closing_space():
    here = marseille(f"{G} {R} {G} {G} {G} {Y}")
    here = play(turn_of(here, 1), "build")
    found = here.to_dict()["cities"]["marseille"]
    assert found["track"][:8] == [None, R, G, G, G, Y, R, None] and found["closed"] == [G]


def test_w5_yellow_builds_on_the_closing_space():
    here = position(cities={"marseille": city(f"{G} {R} {G} {G} {G} {Y}")}, seats={4: anchored("marseille")}, actor=4)
    found = here.apply("build").to_dict()["cities"]["marseille"]
    assert found["track"][5:7] == [Y, Y] and found["closed"] == [G]


def test_w6_shut_down_and_reopened():
    track = f". {R} {G} {G} {G} {Y} {Y} {B}"
    here = position(
        cities={"marseille": city(track, G)},
        seats={1: anchored("marseille"), 3: anchored("marseille", 2)},
        actor=3,
    )
    here = here.apply("build")
    found = here.to_dict()["cities"]["marseille"]
    assert found["track"][:10] == [None, None, G, G, G, Y, Y, B, B, None] and sorted(found["closed"]) == [R, G]
    here = turn_of(here, 1)
    money = seat(here, 1)["money"]
    here = here.apply("reopen")
    found = here.to_dict()["cities"]["marseille"]
    assert found["track"][8:11] == [B, R, None] and found["closed"] == [G]
    assert seat(here, 1)["money"] == money and here.to_dict()["stage"] == "after"  # free, and it was the action


def after_space_12():
    """§4 W7: spaces 4 to 12 are open, the third closing space shut down G on 3."""
    track = f". . {G} {G} {G} {Y} {Y} {B} {B} {R}"
    here = position(
        cities={"marseille": city(track, f"{G} {G}")},
        seats={1: anchored("marseille", money=90), 3: anchored("marseille", 2, money=90), 2: {"money": 90}},
        actor=3,
    )
    here = here.apply("build")
    assert here.to_dict()["cities"]["marseille"]["track"][2] is None
    return turn_of(here, 1).apply("build")


def with_track(here, track, number):
    """The position with another track in Marseille, and a seat alone in its first harbour."""
    data = here.to_dict()
    for own in data["seats"]:
        own.update(ship="start", harbour=None)
    data["seats"][number - 1].update(anchored("marseille"))
    data["cities"]["marseille"].update(track=track, harbours=[number, None])
    data.update(actor=number, stage="before", turn={})
    return Position.from_dict(data)


def test_w7_backward_building():
    track = after_space_12().to_dict()["cities"]["marseille"]["track"]
    assert track == [None, None, None, G, G, Y, Y, B, B, R, B, R]
    run_at_the_end = [None, None, None, G, G, Y, Y, B, B, R, R, R]
    assert acts(with_track(after_space_12(), run_at_the_end, 1), "build") == {"build"}
    on_3 = with_track(after_space_12(), track, 2).apply("build")
    assert on_3.to_dict()["cities"]["marseille"]["track"][:3] == [None, None, G]
    assert acts(turn_of(on_3, 2), "build", "reopen") == set()  # not 2 then: 2 to 5 would be a run of four
    on_3_track = on_3.to_dict()["cities"]["marseille"]["track"]
    on_2 = with_track(on_3, on_3_track, 1).apply("build")
    assert on_2.to_dict()["cities"]["marseille"]["track"][:3] == [None, R, G]
    full = turn_of(on_2, 1).apply("build")  # space 1 is the last one
    assert None not in full.to_dict()["cities"]["marseille"]["track"]
    assert acts(turn_of(full, 1), "build", "reopen") == set()


def test_w8_payday_with_ten_warehouses():
    track = f". . {G} {G} {G} {Y} {Y} {B} {B} {R} {B} {R}"
    here = position(cities={"marseille": city(track, f"{G} {R}", fortresses=[4, 1])})
    majorities = [income["majorities"] for income in payday(here)]
    assert majorities == [0, 20, 10, 0]
    assert [income["fortress_income"] for income in payday(here)] == [20, 0, 0, 20]  # no city has more
    fuller = city(f"{R} {R} {R} {G} {R} {R} {R} {G} {R} {R} {R}")
    here = position(cities={"marseille": city(track, fortresses=[4, 1]), "tunis": fuller})
    assert [income["fortress_income"] for income in payday(here)] == [10, 0, 0, 10]


def test_w8_red_builds_next():
    track = f". {R} {G} {G} {G} {Y} {Y} {B} {B} {R} {B} {R}"
    incomes = payday(position(cities={"marseille": city(track)}))
    assert [income["majorities"] for income in incomes] == [20, 10, 0, 0]


def test_w10_second_place_rounds_down():
    """Class B, space 6: 15."""
    here = position(cities={"venezia": city(f"{R} {R} {G} {R} {G}")})
    assert [income["majorities"] for income in payday(here)] == [15, 7, 0, 0]


@pytest.mark.parametrize(("amount", "repaid", "extended"), [(10, 12, 20), (16, 20, 30)], ids=["w11", "w12"])
def test_w11_w12_loans(amount, repaid, extended):
    loan = {"amount": amount, "extended": False}
    here = position(stage="loan", actor=2, pending=[{"seat": 2, **loan}], seats={2: {"money": 50, "loans": [loan]}})
    assert set(here.legal()) == {"repay", "extend"}
    assert seat(here.apply("repay"), 2)["money"] == 50 - repaid and seat(here.apply("repay"), 2)["loans"] == []
    later = here.apply("extend")
    assert seat(later, 2)["loans"] == [{"amount": amount, "extended": True}] and seat(later, 2)["money"] == 50
    loan = {"amount": amount, "extended": True}
    here = position(
        stage="loan", actor=2, pending=[{"seat": 2, **loan}], seats={2: {"money": 50, "loans": [loan]}}, phase=2
    )
    assert here.legal() == ["repay"] and seat(here.apply("repay"), 2)["money"] == 50 - extended


def test_w13_through_a_full_city():
    hand = ["destination:tanger:1", "link:alexandria-tanger"]
    here = position(
        seats={1: {"ship": "bank", "hand": hand}, 2: anchored("tanger", 1), 3: anchored("tanger", 2)},
    )
    here = here.apply("sail:destination:tanger:1:tanger")
    assert here.to_dict()["turn"]["at_sea"] == "tanger" and seat(here, 1)["harbour"] is None
    assert acts(here, "build", "fortress", "loan") == set()
    here = here.apply("sail:link:alexandria-tanger:alexandria")
    assert seat(here, 1)["ship"] == "alexandria" and seat(here, 1)["harbour"] == 1
    assert acts(here, "build") == {"build:1", "build:2"}


def test_w14_three_seals_from_valencia():
    here = position(seats={1: anchored("valencia", hand=["destination:marseille:3"])})
    targets = {name.rsplit(":", 1)[1] for name in acts(here, "sail")}
    assert targets == set(CITIES) - {"valencia"}


SEALS = [("valencia", 1), ("napoli", 2), ("marseille", 2), ("tanger", 2), ("constantinople", 4), ("alexandria", 4)]


@pytest.mark.parametrize(("start", "needed"), SEALS)
def test_w15_seals_to_lisboa(start, needed):
    cards = {1: "destination:napoli:1", 2: "destination:venezia:2", 3: "destination:tunis:3"}
    for seals, card in cards.items():
        here = position(expansions=("lisboa",), seats={1: anchored(start, hand=[card])})
        assert (f"sail:{card}:lisboa" in here.legal()) == (seals >= needed)


def test_w15_four_seals_with_two_cards():
    hand = ["destination:tunis:2", "destination:venezia:2"]
    here = position(expansions=("lisboa",), seats={1: anchored("alexandria", hand=hand)})
    there = play(here, "sail:destination:tunis:2:napoli", "sail:destination:venezia:2:lisboa")
    assert seat(there, 1)["ship"] == "lisboa"


def test_w17_instant_payment_in_lisboa():
    here = position(expansions=("lisboa",), seats={4: anchored("lisboa", 1)}, actor=4)
    here = here.apply("build:2")
    assert seat(here, 4)["money"] == 20 + 4
    data = turn_of(here, 1).to_dict()
    data["seats"][0].update(anchored("lisboa", 2))
    data["cities"]["lisboa"]["harbours"] = [4, 1]
    here = Position.from_dict(data).apply("build")
    assert seat(here, 1)["money"] == 20 - 1 + 4  # first: earlier in the chain
    data = turn_of(here, 3).to_dict()
    data["seats"][0].update(ship="start", harbour=None)
    data["seats"][2].update(anchored("lisboa", 2))
    data["cities"]["lisboa"]["harbours"] = [4, 3]
    assert seat(Position.from_dict(data).apply("build"), 3)["money"] == 20 - 1 + 3  # half of 6


def test_w18_bonus_cards():
    """Three players reach nine cities in turn; cards are kept and paid at payday 3."""
    almost = {name: city(f"{R} {G} {B}") for name in CITIES[:8]}
    here = position(
        cities=almost,
        seats={number: {"money": 50} for number in (1, 2, 3, 4)},
        bonus_left=[15, 10, 5],
    )
    for number in (1, 2, 3):
        data = turn_of(here, number).to_dict()
        for own in data["seats"]:
            own.update(ship="start", harbour=None)
        data["seats"][number - 1].update(anchored("alexandria", 1))
        data["cities"]["alexandria"]["harbours"] = [number, None]
        here = Position.from_dict(data)
        here = here.apply("build:1" if number == 1 else "build")
    assert [own["bonus"] for own in here.to_dict()["seats"]] == [15, 10, 5, 0]
    assert here.to_dict()["bonus_left"] == []
    data = here.to_dict()
    data["cities"]["tunis"] = city(f"{G} {G} {B}")  # the first loses a city
    data["phase"] = 3
    assert [income["bonus"] for income in payday(Position.from_dict(data))] == [15, 10, 5, 0]
    data["phase"] = 2
    assert [income["bonus"] for income in payday(Position.from_dict(data))] == [0, 0, 0, 0]


TWO = [("w19", 6, 2, {"main", "neutral"}), ("w20", 3, 2, {"neutral"}), ("w21", 3, 1, {"main", "neutral"})]


@pytest.mark.parametrize(("main", "neutral", "colours"), [case[1:] for case in TWO], ids=[case[0] for case in TWO])
def test_w19_to_w21_main_and_neutral_colour(main, neutral, colours):
    own = anchored("tunis", warehouses=main, neutral=neutral)
    here = position(2, cities={"tunis": city("1 2")}, seats={1: own})
    assert acts(here, "build") == {f"build:{colour}" for colour in colours}


def test_w23_neutral_first_pays_nobody():
    here = position(2, cities={"tunis": city("1n 2")})
    assert [income["majorities"] for income in payday(here)] == [0, 0]


@pytest.mark.parametrize(("phase", "fee"), [(1, 3), (2, 6), (3, 9)])
@pytest.mark.parametrize("money", [20, 2])
def test_w25_protection_money(phase, fee, money):
    here = position(
        expansions=("canarias",),
        cities={"tunis": city(f"{G} {G} {R}", fortresses=[2, None])},
        seats={1: anchored("tanger", hand=["destination:athina:1"]), 2: {"money": money}},
        phase=phase,
    )
    here = here.apply("sail:destination:athina:1:canarias")
    assert here.to_dict()["turn"]["free_pirate"] is True
    here = here.apply("pirate:tunis:1")
    paid = min(fee, money)
    assert seat(here, 2)["money"] == money - paid and seat(here, 1)["money"] == 20 + paid


@pytest.mark.parametrize(("card", "price"), [("link:tanger-venezia", 3), ("link:marseille-napoli", 2)])
def test_w27_link_prices(card, price):
    data = position_dict(cards={"link": {"faceup": [card]}})
    here = Position.from_dict(data, rules())
    assert seat(here.apply(f"buy:{card}"), 1)["money"] == 20 - price
