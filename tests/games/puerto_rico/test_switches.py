"""The switches of §A.9 and the presets."""

import pytest

from rulesim.games.position import Position
from rulesim.games.ruleset import RulesError
from tests.games.puerto_rico.setting_up import BUILDINGS, COLUMNS, GAME, LARGE, play, position, rules, seat

HACIENDA_AND_HUT = {"city": {"hacienda": 1, "construction_hut": 1, "hospice": 1}}


def hacienda(**arguments):
    return position(seats={1: HACIENDA_AND_HUT, 2: HACIENDA_AND_HUT}, **arguments).apply("role:settler")


def test_q1_hacienda_and_hut_bring_a_quarry():
    """Q1 [G]: instead of the random tile; without a hospice colonist; one quarry in the phase (Q35)."""
    here = hacienda()
    assert here.legal() == ["hacienda:draw", "hacienda:quarry", "hacienda:skip"]
    here = here.apply("hacienda:quarry")
    assert seat(here, 1)["island"] == {"quarry": [1, 0]}
    assert "take:quarry" not in here.legal()
    here = play(here, "pass", "hacienda:draw")
    assert "take:quarry" in here.legal()  # the hut of seat 2


def test_q1_needs_an_occupied_hut_and_a_quarry():
    own = {"city": {"hacienda": 1, "construction_hut": 0}}
    assert position(seats={1: own}).apply("role:settler").legal() == ["hacienda:draw", "hacienda:skip"]
    plantations = {"stack": ["corn"], "row": ["corn"], "quarries": 0}
    assert hacienda(plantations=plantations).legal() == ["hacienda:draw", "hacienda:skip"]


@pytest.mark.parametrize("preset", [None, "english"])
def test_q1_off(preset):
    """Q1: by the switch or by the preset of the English rules."""
    chosen = rules(4, preset) if preset else rules(4, hacienda_hut_quarry=False)
    here = hacienda(rules=chosen)
    assert here.legal() == ["hacienda:draw", "hacienda:skip"]
    assert "take:quarry" in here.apply("hacienda:draw").legal()


def test_q2_no_hospice_colonist_on_the_hacienda_tile():
    """Q2: not even when the regular tile is not taken."""
    here = play(hacienda(), "hacienda:draw", "pass")
    assert sum(occupied for _, occupied in seat(here, 1)["island"].values()) == 0


THREE_EMPTY = [{"capacity": capacity} for capacity in (5, 6, 7)]


@pytest.mark.parametrize(
    ("barrels", "most", "largest"),
    [(4, {1, 2, 3}, {3}), (5, {1, 2, 3}, {3}), (6, {2, 3}, {3}), (9, {3}, {3})],
)
def test_q3_which_empty_ship(barrels, most, largest):
    """Q3, §A.7.4: one that takes most of the barrels; with the switch the largest."""
    for switch, expected in (("most_barrels", most), ("largest", largest)):
        start = position(seats={1: {"goods": {"corn": barrels}}}, rules=rules(4, captain_ship=switch))
        assert set(start.apply("role:captain").legal()) == {f"ship:corn:{ship}" for ship in expected}


def test_q3_largest_of_the_empty_ones():
    """§N.3.14: full and loaded ships do not count."""
    cargo = [{"capacity": 5}, {"capacity": 6}, {"capacity": 7, "good": "sugar", "barrels": 1}]
    start = position(seats={1: {"goods": {"corn": 1}}}, ships=cargo, rules=rules(4, captain_ship="largest"))
    assert start.apply("role:captain").legal() == ["ship:corn:2"]


def test_q5_exactly_enough_colonists_end_nothing():
    """Q5: the supply may become empty."""
    own = {"to_place": 1, "island": {"corn": [2, 0]}}
    here = position("mayor", 4, picker=1, seats={4: own}, colonists={"supply": 4}).apply("place:corn")
    assert here.to_dict()["colonists"] == {"supply": 0, "ship": 4} and here.to_dict()["end"] is None


def test_refill_counts_city_circles_only():
    """§A.3.5: 3 empty circles in cities beside those of tiles; at least one colonist a player."""
    own = {"to_place": 1, "island": {"corn": [9, 0]}, "city": {"indigo_plant": 0, "sugar_mill": 0}}
    here = position("mayor", 4, picker=1, seats={4: own}, colonists={"supply": 20}).apply("place:corn")
    assert here.to_dict()["colonists"] == {"supply": 14, "ship": 6}
    here = position("mayor", 4, picker=1, seats={4: own}, colonists={"supply": 20}).apply("place:sugar_mill")
    assert here.to_dict()["colonists"] == {"supply": 15, "ship": 5}


def empty_stack(**switches):
    plantations = {"stack": [], "row": ["corn"], "discard": {"sugar": 2}, "quarries": 0}
    return position(seats={1: {"city": {"hacienda": 1}}}, plantations=plantations, rules=rules(4, **switches))


def test_q11_hacienda_with_an_empty_stack():
    """Q11: nothing; with the switch the discard is shuffled first, but not this phase's row (§N.3.14)."""
    assert empty_stack().apply("role:settler").legal() == ["hacienda:skip"]
    here = empty_stack(hacienda_reshuffle=True).apply("role:settler")
    assert here.legal() == ["hacienda:draw", "hacienda:skip"]
    here = here.apply("hacienda:draw")
    assert seat(here, 1)["island"] == {"sugar": [1, 0]}
    tiles = here.to_dict()["plantations"]
    assert (tiles["stack"], tiles["row"]) == (["sugar"], ["corn"]) and not any(tiles["discard"].values())


def test_row_is_refilled_from_the_discard():
    """§A.2.9, Q7: what the stack has, then the shuffled discard, this phase's included; else a short row."""
    tiles = {"stack": ["coffee", "coffee"], "row": ["corn", "indigo"], "discard": {"sugar": 1}, "quarries": 0}
    here = play(position("settler", stage="take", plantations=tiles), *["pass"] * 4)
    after = here.to_dict()["plantations"]
    assert sorted(after["row"]) == ["coffee", "coffee", "corn", "indigo", "sugar"] and after["stack"] == []
    tiles = {"stack": [], "row": ["corn", "corn"], "quarries": 0}
    here = play(position("settler", stage="take", plantations=tiles), *["pass"] * 4)
    assert here.to_dict()["plantations"]["row"] == ["corn", "corn"]


def test_q17_free_discard_off_keeps_what_fits():
    """Q17: by default nobody is asked to discard; the switch is tested with the notation (§N.3.11)."""
    full = [{"capacity": c, "good": g, "barrels": c} for c, g in ((5, "corn"), (6, "sugar"), (7, "coffee"))]
    seats = {1: {"goods": {"indigo": 1}}, 2: {"goods": {"tobacco": 2}, "city": {"small_warehouse": 1}}}
    here = position(seats=seats, ships=full).apply("role:captain")
    assert here.to_dict()["phase"] == "role"
    assert seat(here, 1)["goods"]["indigo"] == 1 and seat(here, 2)["goods"]["tobacco"] == 2
    here = position(seats=seats, ships=full, rules=rules(4, free_discard=True)).apply("role:captain")
    assert here.legal() == ["keep:indigo", "pass"]
    assert here.apply("pass").legal() == ["store:tobacco", "pass"]


def test_q23_privilege_from_the_supply_only():
    """Q23: with an empty supply the mayor gets no colonist more than the others."""
    here = position(colonists={"supply": 0, "ship": 4}).apply("role:mayor")
    assert [own["san_juan"] for own in here.to_dict()["seats"]] == [1, 1, 1, 1]


def test_q24_five_large_buildings():
    """Q24: only free spaces count, not columns."""
    city = dict.fromkeys(sorted(LARGE)[:4], 0)
    here = position("builder", seats={1: {"doubloons": 20, "city": city}})
    assert f"build:{sorted(LARGE)[4]}" in here.legal()


def test_one_building_of_a_kind():
    """§A.4.3: no second copy, but small and large plant of one good."""
    here = position("builder", seats={1: {"doubloons": 20, "city": {"small_sugar_mill": 0}}})
    assert "build:small_sugar_mill" not in here.legal() and "build:sugar_mill" in here.legal()


def test_seed_preset_is_the_rules_file():
    assert not GAME.ruleset("seed").differences(GAME.base_rules)
    assert GAME.ruleset().preset == "seed"
    assert set(GAME.presets()) == {"seed", "english", "wbc_2023"}


def test_english_preset():
    assert GAME.ruleset("english").differences(GAME.ruleset("seed")) == {"switches.hacienda_hut_quarry": (False, True)}


@pytest.mark.parametrize(("players", "money"), [(2, [3, 2]), (3, [2, 2, 1]), (4, [3, 3, 2, 2]), (5, [4, 4, 4, 3, 3])])
def test_wbc_2023_preset(players, money):
    """Factory 8, university 7, corn seats one doubloon less."""
    chosen = GAME.rules(players, "wbc_2023")
    start = Position.new("puerto_rico", players, rules=chosen)
    assert [own["doubloons"] for own in start.to_dict()["seats"]] == money
    costs = {building: chosen.ruleset.at(players)[f"buildings.{building}.cost"] for building in BUILDINGS}
    usual = {building: GAME.base_rules.at(players)[f"buildings.{building}.cost"] for building in BUILDINGS}
    assert costs == usual | {"factory": 8, "university": 7}


def test_building_table():
    """§A.0.2: column, printed VP and size of each building."""
    values = GAME.base_rules.at(4)
    for column, names in COLUMNS.items():
        for name in names:
            assert values[f"buildings.{name}.column"] == values[f"buildings.{name}.vp"] == column
            assert values[f"buildings.{name}.size"] == (2 if name in LARGE else 1)


def test_each_number_has_a_source():
    """Numbers that no rule text prints are marked."""
    for rule in GAME.base_rules.rules.values():
        assert rule.source and rule.meaning, rule.name
        assert rule.unverified == ("[X]" in rule.source), rule.name
        if rule.vary:
            assert rule.allowed and rule.allowed[0] <= rule.vary[0] <= rule.vary[1] <= rule.allowed[1], rule.name


def test_the_worth_of_a_barrel_is_a_rule():
    """§A.7.5: 1 VP a barrel; with 2, three barrels of seat 2, who is not the picker, bring 6."""
    for worth, vp in ((1, 3), (2, 6)):
        changed = GAME.rules(4, changes={"roles.barrel_vp": worth})
        start = position("captain", 2, picker=1, seats={2: {"goods": {"corn": 3}}}, rules=changed)
        assert seat(start.apply("ship:corn:1"), 2)["vp"] == vp


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"setup.indigo_seats": 5}, "there are only 4 seats"),
        ({"plantations.corn": 1}, "2 seats start with one"),
    ],
)
def test_numbers_that_make_no_game(changes, message):
    """Together the numbers must make a game."""
    with pytest.raises(RulesError, match=message):
        GAME.rules(4, changes=changes)
