"""Porto, Lisboa and the Islas Canarias (§2.11, §N.3)."""

from tests.games.el_capitan.setting_up import B, G, R, acts, city, payday, position, rules, seat

ALL = ("porto", "lisboa", "canarias")


def anchored(place, harbour=1, **more):
    return {"ship": place, "harbour": harbour, **more}


def pirate(place, harbour):
    return {"city": place, "harbour": harbour}


def moves(here):
    return {name.removeprefix("pirate:") for name in acts(here, "pirate")}


def test_only_sea_routes_lead_there():
    """§2.11.55-56: not from bank or start with one card; links never."""
    hand = ["destination:valencia:3", "link:marseille-valencia"]
    for place in ("bank", "start"):
        assert acts(position(expansions=ALL, seats={1: {"ship": place, "hand": hand}}), "sail") == {
            "sail:destination:valencia:3:valencia"
        }
    here = position(expansions=ALL, seats={1: anchored("porto", hand=["link:marseille-valencia"])})
    assert acts(here, "sail") == set()


def test_a_gap_between_the_tiles():
    """§5 A16: from Porto to Canarias over the board."""
    assert rules(4, "porto", "canarias").record[0].distance[9, 11] == 4
    assert rules(4, *ALL).record[0].distance[9, 11] == 2


def test_everybody_is_paid():
    """§2.11.58."""
    incomes = payday(position(expansions=ALL, cities={"lisboa": city(f"{R} {G} {B} {G}")}))
    assert [income["majorities"] for income in incomes] == [4, 8, 4, 0]


def test_porto_has_three_harbours_and_one_fortress():
    cities = {"porto": city(harbours=[2, 3, None], fortresses=[2])}
    seats = {1: anchored("valencia", hand=["destination:tunis:3"]), 2: {"ship": "porto", "harbour": 1}}
    here = position(expansions=ALL, cities=cities, seats=seats | {3: {"ship": "porto", "harbour": 2}})
    here = here.apply("sail:destination:tunis:3:porto")
    assert seat(here, 1)["harbour"] == 3 and acts(here, "fortress") == set()


def test_shut_down_in_porto_leaves_the_game():
    """§2.11.60: closing space 7."""
    track = f"{G} {R} {G} {R} {G} {R}"
    here = position(expansions=ALL, cities={"porto": city(track)}, seats={1: anchored("porto")})
    found = here.apply("build").to_dict()["cities"]["porto"]
    assert found["closed"] == [] and found["track"][:2] == [None, R]


def test_no_ship_enters_the_harbour_of_the_pirate():
    """§2.11.61: the pirate starts on the second harbour of Canarias."""
    seats = {1: anchored("tanger", hand=["destination:tunis:2"]), 2: anchored("canarias", 1)}
    here = position(expansions=ALL, seats=seats).apply("sail:destination:tunis:2:canarias")
    assert here.to_dict()["turn"]["at_sea"] == "canarias" and here.to_dict()["turn"]["free_pirate"] is False
    assert moves(here) == set()  # §N.3.4


def test_free_move_in_canarias():
    """§2.11.62-65: once, to any other city with a free harbour, lost at the end of the turn."""
    full = {2: anchored("tunis", 1), 3: anchored("tunis", 2), 4: anchored("athina", 2)}
    seats = {1: anchored("tanger", hand=["destination:tunis:2"], money=0), **full}
    here = position(expansions=ALL, seats=seats).apply("sail:destination:tunis:2:canarias")
    places = {move.rsplit(":", 1)[0] for move in moves(here)}
    assert "tunis" not in places and "canarias" not in places and {"athina", "porto"} <= places
    assert {move for move in moves(here) if move.startswith("porto")} == {"porto:1", "porto:2", "porto:3"}
    here = here.apply("pirate:athina:2")  # the ship there moves to the free harbour
    assert seat(here, 4)["harbour"] == 1 and here.to_dict()["pirate"] == pirate("athina", 2)
    assert moves(here) == set()


def test_no_free_move_for_who_stays():
    """§2.11.65: then 2 Florin a step, without protection money."""
    cities = {"tanger": city(f"{G} {G}")}
    here = position(expansions=ALL, cities=cities, seats={1: anchored("canarias", money=5)})
    places = {move.rsplit(":", 1)[0] for move in moves(here)}
    assert places == {"tanger", "lisboa", "tunis", "valencia", "porto"}  # up to two steps
    after = here.apply("pirate:tanger:1")
    assert seat(after, 1)["money"] == 5 - 2 and seat(after, 2)["money"] == 20


def test_pirate_moved_by_cards():
    """§2.11.66, §N.3.8: as a ship in the pirate's city; without protection money."""
    hand = ["link:tanger-tunis", "link:athina-napoli", "destination:athina:1"]
    here = position(
        expansions=ALL,
        seats={1: {"ship": "bank", "hand": hand, "money": 0}},
        cities={"tunis": city(f"{G} {G}")},
        pirate=pirate("tanger", 1),
    )
    expected = {f"link:tanger-tunis:tunis:{harbour}" for harbour in (1, 2)}
    near = ("valencia", "tunis", "canarias", "athina")
    expected |= {f"destination:athina:1:{name}:{harbour}" for name in near for harbour in (1, 2)}
    assert moves(here) == expected
    after = here.apply("pirate:link:tanger-tunis:tunis:1")
    assert seat(after, 2)["money"] == 20 and after.to_dict()["pirate"] == pirate("tunis", 1)
    assert after.to_dict()["cards"]["link"]["discard"] == ["link:tanger-tunis"]
    assert acts(after, "loan") == set()  # §N.3.5


def test_ship_displaced_in_porto():
    """§N.3.7: to the first free harbour."""
    cities = {"porto": city(harbours=[None, 2, None])}
    seats = {1: anchored("canarias", money=50), 2: {"ship": "porto", "harbour": 2}}
    here = position(expansions=ALL, cities=cities, seats=seats).apply("pirate:porto:2")
    assert seat(here, 2)["harbour"] == 1 and here.to_dict()["cities"]["porto"]["harbours"] == [2, None, None]


def test_escape_beside_the_pirate():
    """§N.3.16: pirate moves do not count for being stuck."""
    hand = ["link:tanger-tunis"]
    turn = {"bought": True}
    here = position(
        expansions=ALL, seats={1: {"ship": "bank", "hand": hand, "money": 0}}, pirate=pirate("tanger", 1), turn=turn
    )
    assert set(here.legal()) == {
        "loan:10", "loan:16", "pirate:link:tanger-tunis:tunis:1", "pirate:link:tanger-tunis:tunis:2",
    }  # fmt: skip
