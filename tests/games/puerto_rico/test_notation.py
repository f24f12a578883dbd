"""The notation (§N): what it shows, what it takes, what it refuses."""

import copy
import json

import pytest

from rulesim.games.position import Position, PositionError
from tests.games.puerto_rico.setting_up import BUILDINGS, GAME, GOODS, play, position, position_dict, rules, seat

TOP_KEYS = {
    "game", "players", "round", "governor", "phase", "picker", "actor", "picks", "roles", "colonists", "vp_pool",
    "goods", "plantations", "trading_house", "ships", "buildings_left", "seats", "in_phase", "end", "streams",
}  # fmt: skip


def test_keys_of_a_position():
    """§N.1: none of the keys is renamed."""
    data = Position.new("puerto_rico", 4).to_dict()
    assert set(data) == TOP_KEYS
    assert set(data["colonists"]) == {"supply", "ship"}
    assert set(data["plantations"]) == {"stack", "row", "discard", "quarries"}
    assert set(data["ships"][0]) == {"capacity", "good", "barrels"}
    assert set(data["seats"][0]) == {"doubloons", "vp", "goods", "san_juan", "to_place", "island", "city"}
    keys = {"stage", "quarry_taken", "hacienda_used", "produced", "wharf_used", "captain_bonus_paid", "kept"}
    assert keys <= set(data["in_phase"])
    assert set(data["streams"]) == {"nature", "seats"} and len(data["streams"]["seats"]) == 4
    assert json.loads(json.dumps(data)) == data


@pytest.mark.parametrize(("players", "prospectors"), [(2, [1]), (3, []), (4, [1]), (5, [1, 2])])
def test_clarification_1_cards_in_play(players, prospectors):
    """§N.3.1."""
    basic = ["settler", "mayor", "builder", "craftsman", "trader", "captain"]
    expected = basic + [f"prospector_{number}" for number in prospectors]
    start = Position.new("puerto_rico", players)
    assert list(start.to_dict()["roles"]) == expected
    assert start.legal() == [f"role:{role}" for role in expected]


def test_clarification_2_picks_and_picker():
    """§N.3.2."""
    here = Position.new("puerto_rico", 4)
    assert (here.to_dict()["picks"], here.to_dict()["picker"]) == (0, None)
    here = here.apply("role:builder")
    assert (here.to_dict()["picks"], here.to_dict()["picker"]) == (1, 1)
    here = play(here, "pass", "pass", "pass", "pass")
    assert (here.to_dict()["picks"], here.to_dict()["picker"], here.actor) == (1, None, 2)


def test_clarification_3_over():
    """§N.3.3: coins are added, cards still taken, governor, round and picks unchanged."""
    data = position_dict("builder", 4, picker=4, end=["vp"], round=9, picks=4, governor=1)
    for taker, role in enumerate(("settler", "mayor", "trader"), 1):
        data["roles"][role]["taken_by"] = taker
    data["roles"]["captain"]["coins"] = 2
    here = play(Position.from_dict(data), "pass", "pass", "pass", "pass")
    after = here.to_dict()
    assert here.is_over and here.actor is None and here.legal() == []
    assert (after["phase"], after["picker"], after["actor"]) == ("over", None, None)
    assert (after["round"], after["governor"], after["picks"]) == (9, 1, 4)
    assert {role: (card["coins"], card["taken_by"]) for role, card in after["roles"].items()} == {
        "settler": (0, 1), "mayor": (0, 2), "trader": (0, 3), "builder": (0, 4),
        "craftsman": (1, None), "captain": (3, None), "prospector_1": (1, None),
    }  # fmt: skip


@pytest.mark.parametrize("role", ["settler", "builder", "trader"])
def test_clarification_4_passing_is_shown(role):
    """§N.3.4: the decision comes for everybody, even where a pass is all there is."""
    full = {"island": {"corn": [12, 0]}}
    here = position(seats=dict.fromkeys((1, 2, 3, 4), full)).apply(f"role:{role}")
    for number in (1, 2, 3, 4):
        assert here.actor == number and here.to_dict()["phase"] == role
        assert here.legal() == ["pass"] or (role, number) == ("builder", 1)  # buys for 0 by the privilege
        here = here.apply("pass")
    assert here.to_dict()["phase"] == "role"


def test_clarification_4_privilege_without_production():
    """§N.3.4: the craftsman has his decision even with nothing produced."""
    assert position().apply("role:craftsman").legal() == ["pass"]


def test_clarification_5_hacienda_decision():
    """§N.3.5: it comes even where it can only be skipped, and the regular decision follows."""
    full = {"island": {"corn": [12, 0]}, "city": {"hacienda": 1, "construction_hut": 1}}
    here = position(seats={1: full}).apply("role:settler")
    assert here.to_dict()["in_phase"]["stage"] == "hacienda" and here.legal() == ["hacienda:skip"]
    here = here.apply("hacienda:skip")
    assert here.to_dict()["in_phase"]["stage"] == "take" and here.legal() == ["pass"]
    assert here.apply("pass").actor == 2


def test_clarification_5_unoccupied_hacienda():
    """An empty hacienda brings no decision."""
    here = position(seats={1: {"city": {"hacienda": 0}}}).apply("role:settler")
    assert here.to_dict()["in_phase"]["stage"] == "take"


def test_clarification_6_memory_of_the_settler_phase():
    """§N.3.6: who used the hacienda, who took a quarry; all forgotten after the phase."""
    own = {"city": {"hacienda": 1, "construction_hut": 1}}
    here = position(seats={1: own, 2: own}).apply("role:settler")
    plantation = here.to_dict()["plantations"]["row"][0]
    here = play(here, "hacienda:quarry", f"take:{plantation}", "hacienda:skip", "take:quarry")
    memory = here.to_dict()["in_phase"]
    assert memory["hacienda_used"] == [1] and memory["quarry_taken"] == [1, 2]
    here = play(here, "pass", "pass")
    memory = here.to_dict()["in_phase"]
    assert memory["stage"] is None and memory["hacienda_used"] == memory["quarry_taken"] == []


def test_clarification_7_colonists_in_hand():
    """§N.3.7: in San Juan until the turn, then all in hand and the circles empty."""
    own = {"island": {"corn": [4, 1]}, "city": {"indigo_plant": 1}}
    here = position(seats={1: own, 2: own}, colonists={"supply": 20, "ship": 4}).apply("role:mayor")
    first, second = seat(here, 1), seat(here, 2)
    assert (first["to_place"], first["san_juan"], first["island"], first["city"]) == (
        4, 0, {"corn": [4, 0]}, {"indigo_plant": 0},
    )  # fmt: skip
    assert (second["to_place"], second["san_juan"], second["island"]) == (0, 1, {"corn": [4, 1]})
    here = play(here, *["place:corn"] * 3, "place:indigo_plant")
    assert here.actor == 2 and seat(here, 1)["island"] == {"corn": [4, 3]} and seat(here, 2)["to_place"] == 3


def test_clarification_8_produced_by_kind():
    """§N.3.8: what the picker produced, in the privilege decision; others' goods do not count."""
    here = position(seats={1: {"island": {"corn": [2, 2]}}, 2: {"island": {"corn": [1, 1], "indigo": [1, 1]},
                    "city": {"indigo_plant": 1}}}).apply("role:craftsman")  # fmt: skip
    assert here.to_dict()["in_phase"]["produced"] == {"corn": 2}
    assert here.legal() == ["privilege:corn", "pass"]
    assert seat(here.apply("privilege:corn"), 1)["goods"]["corn"] == 3


def wharf_owner():
    """Seat 2 can use only its wharf, seat 3 has one corn; ships 1 and 2 are full, ship 3 carries corn."""
    cargo = [
        {"capacity": 5, "good": "sugar", "barrels": 5},
        {"capacity": 6, "good": "coffee", "barrels": 6},
        {"capacity": 7, "good": "corn", "barrels": 1},
    ]
    seats = {2: {"goods": {"indigo": 3}, "city": {"wharf": 1}}, 3: {"goods": {"corn": 1}}}
    return position(actor=1, seats=seats, ships=cargo).apply("role:captain")


def test_clarification_9_a_passed_wharf_stays_usable():
    """§N.3.9, Q14: after a loading the one who passed is asked again; without one the phase ends."""
    here = wharf_owner()
    assert here.actor == 2 and here.legal() == ["wharf:indigo", "pass"]
    here = here.apply("pass")
    assert here.actor == 3 and here.to_dict()["in_phase"]["passed"] == [2]
    here = here.apply("ship:corn:3")
    assert here.actor == 2 and here.to_dict()["in_phase"]["passed"] == []
    assert seat(here.apply("wharf:indigo"), 2)["vp"] == 3
    after = here.apply("pass")
    assert after.to_dict()["phase"] == "role" and seat(after, 2)["goods"]["indigo"] == 1


def test_wharf_beside_a_compulsory_loading():
    """§A.7.2, §A.7.6: who can load a cargo ship may use the wharf instead, but not pass."""
    here = position(seats={1: {"goods": {"corn": 2}, "city": {"wharf": 1}}}).apply("role:captain")
    assert "wharf:corn" in here.legal() and "pass" not in here.legal()
    here = position(seats={1: {"goods": {"corn": 2}, "city": {"wharf": 0}}}).apply("role:captain")
    assert "wharf:corn" not in here.legal()


def full_ships(*goods):
    return [{"capacity": size, "good": good, "barrels": size} for size, good in zip((5, 6, 7), goods, strict=True)]


FOUR_KINDS = {"corn": 3, "indigo": 2, "sugar": 4, "tobacco": 2}


def storing(city, goods=FOUR_KINDS, **switches):
    """Seat 1 stores; whatever lies on the ships does not matter any more."""
    stage = "store" if city else "keep"
    return position("storage", stage=stage, seats={1: {"goods": goods, "city": city}}, rules=rules(4, **switches))


def kept(here):
    return {good: count for good, count in seat(here, 1)["goods"].items() if count}


def test_clarification_10_storing_then_keeping():
    """§N.3.10, §A.7.7: three kinds in two warehouses and one single barrel; the rest is gone at once."""
    here = storing({"small_warehouse": 1, "large_warehouse": 1}, {**FOUR_KINDS, "coffee": 2})
    assert here.legal() == [f"store:{good}" for good in GOODS]
    here = play(here, "store:sugar", "store:corn", "store:coffee")
    assert here.to_dict()["in_phase"]["stage"] == "keep"
    assert set(here.to_dict()["in_phase"]["kept"]) == {"sugar", "corn", "coffee"}
    assert here.legal() == ["keep:indigo", "keep:tobacco"]
    assert kept(here.apply("keep:tobacco")) == {"corn": 3, "sugar": 4, "tobacco": 1, "coffee": 2}


def test_clarification_10_no_question_without_a_choice():
    """§N.3.10: with one kind left over its single barrel is kept without asking."""
    here = play(storing({"small_warehouse": 1, "large_warehouse": 1}), "store:sugar", "store:corn", "store:indigo")
    assert here.to_dict()["phase"] == "role"
    assert kept(here) == {"corn": 3, "indigo": 2, "sugar": 4, "tobacco": 1}


def test_storage_without_a_choice_is_not_shown():
    """§N.3.4: as many kinds as warehouse slots, or a single kind without one."""
    seats = {1: {"goods": {"tobacco": 3}}, 2: {"goods": {"sugar": 4, "tobacco": 5}, "city": {"large_warehouse": 1}}}
    start = position(seats=seats, ships=full_ships("corn", "indigo", "coffee"))
    here = start.apply("role:captain")
    assert here.to_dict()["phase"] == "role"
    assert seat(here, 1)["goods"]["tobacco"] == 1
    assert (seat(here, 2)["goods"]["sugar"], seat(here, 2)["goods"]["tobacco"]) == (4, 5)


def test_clarification_11_free_discard():
    """§N.3.11, Q17: asked of everybody with barrels; a pass ends storing, a pass keeps nothing."""
    here = storing({"large_warehouse": 1}, {"corn": 3}, free_discard=True)
    assert here.legal() == ["store:corn", "pass"]
    here = here.apply("pass")
    assert here.legal() == ["keep:corn", "pass"] and here.to_dict()["in_phase"]["stage"] == "keep"
    assert kept(here.apply("pass")) == {} and kept(here.apply("keep:corn")) == {"corn": 1}
    assert "pass" not in storing({"small_warehouse": 1}).legal()


def test_clarification_12_pool_never_below_zero():
    """§N.3.12: it is the pool reaching 0 that ends the game."""
    exact = position(seats={1: {"goods": {"corn": 2}}}, vp_pool=3).apply("role:captain").apply("ship:corn:1")
    assert exact.to_dict()["vp_pool"] == 0 and exact.to_dict()["end"] == ["vp"]
    enough = position(seats={1: {"goods": {"corn": 2}}}, vp_pool=4).apply("role:captain").apply("ship:corn:1")
    assert enough.to_dict()["vp_pool"] == 1 and enough.to_dict()["end"] is None


def test_clarification_13_sets_in_any_order():
    """§N.3.13: only stack, ships and seats are ordered."""
    data = position_dict(
        "settler", stage="take", trading_house=["corn", "sugar"], end=["vp", "city"], in_phase={"quarry_taken": [3, 2]}
    )
    other = copy.deepcopy(data)
    other["trading_house"].reverse()
    other["end"].reverse()
    other["in_phase"]["quarry_taken"].reverse()
    other["plantations"]["row"].reverse()
    other["roles"] = dict(reversed(other["roles"].items()))
    assert Position.from_dict(data) == Position.from_dict(other)
    data["plantations"]["stack"] = ["corn", "sugar"]
    other["plantations"]["stack"] = ["sugar", "corn"]
    assert Position.from_dict(data) != Position.from_dict(other)


def test_stack_is_listed_top_first():
    """§N.1."""
    own = {"city": {"hacienda": 1}}
    data = position_dict(seats={1: own})
    data["plantations"]["stack"] = ["coffee", "corn", "corn"]
    here = Position.from_dict(data).apply("role:settler").apply("hacienda:draw")
    assert seat(here, 1)["island"] == {"coffee": [1, 0]}
    assert here.to_dict()["plantations"]["stack"] == ["corn", "corn"]


def test_clarification_16_a_changed_price_changes_neither_column_nor_vp():
    """§N.3.16."""
    dear = GAME.rules(4, changes={"buildings.factory.cost": 12})
    own = {"doubloons": 9, "island": {"quarry": [5, 5]}}
    here = position("builder", 2, picker=1, seats={2: own}, rules=dear).apply("build:factory")
    assert seat(here, 2)["doubloons"] == 0 and here.scores()[1]["buildings"] == 3


# What may be left out


def test_absent_counts_are_zero():
    """§N.1: a position that says only what is there."""
    data = {
        "game": "puerto_rico", "players": 3, "governor": 1, "phase": "role", "actor": 1,
        "roles": {role: {} for role in ("settler", "mayor", "builder", "craftsman", "trader", "captain")},
        "seats": [{}, {"goods": {"corn": 2}}, {"island": {"corn": [1, 1]}}],
    }  # fmt: skip
    here = Position.from_dict(data)
    full = here.to_dict()
    assert full["colonists"] == {"supply": 0, "ship": 0} and full["vp_pool"] == 0
    assert set(full["buildings_left"].values()) == {0} and full["plantations"]["stack"] == []
    assert [ship["capacity"] for ship in full["ships"]] == [4, 5, 6]
    assert full["seats"][1]["goods"] == {"corn": 2, "indigo": 0, "sugar": 0, "tobacco": 0, "coffee": 0}
    assert Position.from_dict(full) == here
    assert seat(here.apply("role:craftsman"), 3)["goods"]["corn"] == 0  # no corn in the supply


@pytest.mark.parametrize("streams", [None, {}, {"nature": "…", "seats": ["…"]}, {"nature": 5, "seats": "abc"}])
def test_foreign_streams_become_zeros(streams):
    """Positions from elsewhere know nothing of our random streams."""
    data = position_dict(streams=streams)
    assert Position.from_dict(data).to_dict()["streams"] == {"nature": "0" * 24, "seats": ["0" * 16] * 4}


def test_other_ships_than_usual():
    """A position may be played with other ships than the rules have."""
    ships = [{"capacity": 9}, {"capacity": 2, "good": "sugar", "barrels": 1}]
    data = position_dict(seats={1: {"goods": {"corn": 9}}}, ships=ships)
    here = Position.from_dict(data).apply("role:captain")
    assert here.legal() == ["ship:corn:1"]
    after = here.apply("ship:corn:1")
    assert seat(after, 1)["vp"] == 10
    assert [ship["capacity"] for ship in after.to_dict()["ships"]] == [9, 2]
    assert after.rules.ruleset.at(4)["setup.cargo_ships"] == (9, 2, 0)
    assert Position.new("puerto_rico", 4).to_dict()["ships"][0]["capacity"] == 5


# What is refused


def broken(path, value, **arguments):
    """A position with one value set, by its dotted path; a missing value takes the key away."""
    data = position_dict(**arguments)
    *parents, last = path.split(".")
    target = data
    for key in parents:
        target = target[int(key)] if key.isdigit() else target[key]
    if value is KeyError:
        del target[last]
    else:
        target[int(last) if last.isdigit() else last] = value
    return data


REFUSED = [
    ("goods.con", 3, "unknown key 'con' in goods; did you mean 'corn'?"),
    ("vp_pol", 3, "unknown key 'vp_pol'; did you mean 'vp_pool'?"),
    ("goods.corn", -1, "goods.corn = -1: expected a whole number from 0 to 32767"),
    ("goods.corn", 2.5, "goods.corn = 2.5: expected a whole number"),
    ("goods.corn", "3", 'goods.corn = "3": expected a whole number'),
    ("goods.corn", True, "goods.corn = true: expected a whole number"),
    ("goods", [], "goods = []: expected an object"),
    ("vp_pool", 10**9, "vp_pool = 1000000000: expected a whole number"),
    ("governor", 5, "governor = 5: expected a seat from 1 to 4"),
    ("actor", 0, "actor = 0: expected a seat from 1 to 4"),
    ("actor", None, "actor = null: expected a seat from 1 to 4"),
    ("actor", True, "actor = true: expected a seat from 1 to 4"),
    ("picker", 1, "picker = 1: expected null in the phase role"),
    ("phase", "setler", 'phase = "setler": expected one of role, settler, mayor'),
    ("phase", KeyError, "phase = null: expected one of role"),
    ("picks", 4, "picks = 4: expected a whole number from 0 to 3"),
    ("roles.settler.taken_by", 5, "roles.settler.taken_by = 5: expected a seat from 1 to 4 or null"),
    ("roles.settler.coin", 1, "unknown key 'coin' in roles.settler; did you mean 'coins'?"),
    ("roles.prospector_2", {}, "unknown key 'prospector_2' in roles; did you mean 'prospector_1'?"),
    ("roles.prospector_1", KeyError, "roles: 'prospector_1' is missing"),
    ("plantations.stack", ["korn"], "plantations.stack[0] = \"korn\": expected one of corn, indigo"),
    ("plantations.stack", ["quarry"], "plantations.stack[0] = \"quarry\": expected one of corn, indigo"),
    ("plantations.stack", "corn", 'plantations.stack = "corn": expected a list'),
    ("plantations.stack", ["corn"] * 101, "plantations.stack: 101 tiles; expected at most 100"),
    ("trading_house", ["corn"] * 5, "trading_house: 5 goods; expected at most 4"),
    ("ships.0.barrels", 6, "ships[0].barrels = 6: expected a whole number from 0 to 5"),
    ("ships.0.good", "corn", "ships[0].barrels = 0: expected barrels on a ship with a good"),
    ("ships", [{"capacity": 5}] * 4, "ships: 4 ships; expected at most 3"),
    ("ships", [{"capacity": 31}], "setup.cargo_ships"),
    ("ships", [{"good": "corn", "barrels": 1}] * 2, 'ships[1].good = "corn": expected another good'),
    ("buildings_left.warf", 2, "unknown key 'warf' in buildings_left; did you mean 'wharf'?"),
    ("seats", [{}] * 3, "seats: 3 entries; expected one for each of 4 players"),
    ("seats.1", 7, "seats[1] = 7: expected an object"),
    ("seats.1.island", {"corn": [1, 2]}, "seats[1].island.corn[1] = 2: expected a whole number from 0 to 1"),
    ("seats.1.island", {"corn": 1}, "seats[1].island.corn = 1: expected a list of two counts"),
    ("seats.1.island", {"corn": [13, 0]}, "seats[1].island: 13 tiles; expected at most 12"),
    ("seats.1.city", {"office": 2}, "seats[1].city.office = 2: expected a whole number from 0 to 1"),
    ("seats.1.city", dict.fromkeys(BUILDINGS[-9:], 0), "seats[1].city: takes 14 spaces; expected at most 12"),
    ("seats.1.to_place", 1, "seats[1].to_place = 1: expected 0 for everybody but the actor of the mayor phase"),
    ("in_phase.stage", "take", 'in_phase.stage = "take": expected null in the phase role'),
    ("in_phase.passed", [5], "in_phase.passed = 5: expected a list of seats from 1 to 4"),
    ("end", ["money"], 'end[0] = "money": expected one of colonists, city, vp'),
    ("end", "vp", 'end = "vp": expected a list'),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "message"), REFUSED)
def test_bad_values_are_named(path, value, message):
    """One message that names the key, what was found and what was expected."""
    with pytest.raises(PositionError) as refused:
        Position.from_dict(broken(path, value))
    assert message in str(refused.value)
    assert str(refused.value).startswith("position: ") and "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"phase": "settler", "stage": None}, "in_phase.stage = null: expected hacienda or take in the phase settler"),
        ({"phase": "settler", "stage": "hacienda"}, "seat 1 has no occupied hacienda"),
        ({"phase": "storage", "stage": "store", "seats": {1: {"goods": {"corn": 2}}}}, "has no warehouse left to fill"),
        ({"phase": "storage", "stage": "keep"}, "seat 1 has nothing to decide in the phase storage"),
        ({"phase": "captain"}, "seat 1 has nothing to decide in the phase captain"),
        ({"phase": "mayor"}, "seat 1 has 0 colonists to place on 0 empty circles"),
        ({"phase": "mayor", "seats": {1: {"to_place": 2, "island": {"corn": [1, 0]}}}}, "2 colonists to place on 1"),
        ({"phase": "builder", "picks": 0}, "picks = 0: expected a whole number from 1 to 4"),
        ({"phase": "builder", "picker": None, "governor": 1}, "picker = null: expected a seat from 1 to 4"),
        ({"phase": "over", "actor": 1}, "actor = 1: expected null in the phase over"),
    ],
)
def test_impossible_decisions_are_refused(arguments, message):
    """A phase in which the actor has nothing to decide is no position."""
    with pytest.raises(PositionError) as refused:
        Position.from_dict(position_dict(**arguments))
    assert message in str(refused.value)


def test_enough_cards_for_the_picks_to_come():
    """All cards taken, and picks still to come: the round could not go on."""
    data = position_dict()
    for card in data["roles"].values():
        card["taken_by"] = 1
    data["roles"]["mayor"]["taken_by"] = None
    with pytest.raises(PositionError, match="1 cards are free, but 4 picks of the round are to come"):
        Position.from_dict(data)


def test_action_names_are_unique_and_complete():
    """Each kind of decision names its actions, none twice; other numbers have no name."""
    four = rules()
    names = {}
    for stage in range(11):
        for action in range(64):
            try:
                name = GAME.action_name(four, stage, action)
            except ValueError:
                continue
            assert names.setdefault((stage, name), action) == action
    assert {name for stage, name in names if name.startswith("ship")} == {
        f"ship:{good}:{ship}" for good in GOODS for ship in (1, 2, 3)
    }
    assert {name for _, name in names} >= {
        "role:prospector_2", "hacienda:draw", "hacienda:quarry", "hacienda:skip", "take:quarry", "place:quarry",
        "place:wharf", "build:small_indigo_plant", "privilege:coffee", "sell:corn", "wharf:sugar", "store:corn",
        "keep:corn", "pass",
    }  # fmt: skip
    with pytest.raises(ValueError, match="no action"):
        GAME.action_name(four, 0, -1)
