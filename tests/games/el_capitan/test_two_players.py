"""Two players with neutral warehouses (§2.10, §N.3.9-10)."""

from tests.games.el_capitan.setting_up import acts, city, payday, position, seat


def anchored(place, harbour=1, **more):
    return {"ship": place, "harbour": harbour, **more}


def test_run_limits():
    """§2.10.47: three of the main colour, four of both."""
    cases = {
        "1 1 1": {"build:neutral"},
        "1n 1n 1n": {"build:main", "build:neutral"},
        "2 1 1n 1 1": set(),
        "1n 1 1": {"build:main", "build:neutral"},
    }
    for track, legal in cases.items():
        here = position(2, cities={"tunis": city(track)}, seats={1: anchored("tunis")})
        assert acts(here, "build") == legal, track


def test_first_warehouse_of_either_colour():
    here = position(2, seats={1: anchored("tunis")})
    assert acts(here, "build") == {"build:main:1", "build:main:2", "build:neutral:1", "build:neutral:2"}
    after = here.apply("build:neutral:2")
    own = seat(after, 1)
    assert (own["warehouses"], own["neutral"], own["money"]) == (6, 1, 18)
    assert after.to_dict()["cities"]["tunis"]["track"][:2] == [None, "1n"]


def test_reopening_either_colour():
    """§5 A21."""
    here = position(2, cities={"tunis": city(". 2 2", "1 1n")}, seats={1: anchored("tunis")})
    assert acts(here, "reopen") == {"reopen:main", "reopen:neutral"}
    assert here.apply("reopen:neutral").to_dict()["cities"]["tunis"]["closed"] == ["1"]


def test_phase_ends_with_all_three_supplies():
    """§2.10.48: main, neutral and fortresses; the other player has a last turn."""
    supply = {"warehouses": 0, "neutral": 0, "fortresses": 0}
    for name in supply:
        own = {**supply, name: 1, "ship": "bank"}
        here = position(2, stage="after", actor=2, seats={1: own, 2: {"ship": "bank"}})
        assert here.apply("end").to_dict()["stage"] == "before"
    here = position(2, stage="after", actor=1, seats={1: {**supply, "ship": "bank"}})
    assert here.apply("end").actor == 2


def test_only_main_colours_count_for_proliferation():
    """§2.10.49."""
    cities = {name: city("1n 2") for name in ("tunis", "tanger", "athina", "napoli")}
    assert [income["proliferation"] for income in payday(position(2, cities=cities))] == [0, 10]


def test_only_the_first_place_pays():
    """§2.10.50."""
    incomes = payday(position(2, cities={"tanger": city("1 2 1 2n"), "tunis": city("2n 2n 2 1")}))
    assert [income["majorities"] for income in incomes] == [8, 0]


def test_expansion_cities():
    """§N.3.9: first main colour full, other main colours half, neutral colours nothing."""
    expansions = ("lisboa", "porto")
    cities = {"lisboa": city("1 2 1 2n"), "porto": city("2n 2n 1 2")}
    incomes = payday(position(2, expansions, cities=cities))
    assert [income["majorities"] for income in incomes] == [8 + 10, 4 + 10]


def test_lisboa_pays_main_warehouses_only():
    """§N.3.10."""
    here = position(2, ("lisboa",), cities={"lisboa": city("2n 2n")}, seats={1: anchored("lisboa")})
    assert seat(here.apply("build:neutral"), 1)["money"] == 20
    assert seat(here.apply("build:main"), 1)["money"] == 20 + 6 // 2  # a neutral colour is first


def test_fortress_with_most_warehouses_of_all_colours():
    """§2.10.51."""
    cities = {"tunis": city("1n 2n 1n", fortresses=[2, None]), "tanger": city("1 2", fortresses=[1, None])}
    assert [income["fortress_income"] for income in payday(position(2, cities=cities))] == [2, 6]
