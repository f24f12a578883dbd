"""The worked examples of the rules, T1 to T51 (§B). Seats are counted from 1 here."""

import pytest

from rulesim.games.position import Position
from tests.games.puerto_rico.setting_up import GOODS, LARGE, colonists, play, position, seat

PLANTS = {"indigo": "indigo_plant", "sugar": "sugar_mill", "tobacco": "tobacco_storage", "coffee": "coffee_roaster"}


def price(building, quarries=0, picker=False):
    """What seat 1 pays: found as the money with which it may buy and without which it may not."""
    who = 1 if picker else 4

    def offer(money):
        own = {"doubloons": money, "island": {"quarry": [quarries, quarries]} if quarries else {}}
        return position("builder", 1, picker=who, seats={1: own})

    for money in range(12):
        if f"build:{building}" in offer(money).legal():
            assert seat(offer(20).apply(f"build:{building}"), 1)["doubloons"] == 20 - money
            return money
    raise AssertionError("nobody can pay it")


SETUP = {
    # players: doubloons, VP, colonists, ship, ships, roles, tiles of the seats, row, face down, quarries, goods
    2: (3, 65, 40, 2, [4, 6], 7, "ic", 3, 30, 5, [8, 9, 9, 7, 7]),
    3: (2, 75, 55, 3, [4, 5, 6], 6, "iic", 4, 43, 8, [10, 11, 11, 9, 9]),
    4: (3, 100, 75, 4, [5, 6, 7], 7, "iicc", 5, 41, 8, [10, 11, 11, 9, 9]),
    5: (4, 122, 95, 5, [6, 7, 8], 8, "iiicc", 6, 39, 8, [10, 11, 11, 9, 9]),
}


@pytest.mark.parametrize("players", SETUP)
def test_t1_setup_table(players):
    """T1 [G][R]: the table of §A.0.1."""
    doubloons, vp, supply, ship, ships, roles, tiles, row, face_down, quarries, goods = SETUP[players]
    data = Position.new("puerto_rico", players, seed=3).to_dict()
    assert [own["doubloons"] for own in data["seats"]] == [doubloons] * players
    assert data["vp_pool"] == vp
    assert data["colonists"] == {"supply": supply, "ship": ship}
    assert [cargo["capacity"] for cargo in data["ships"]] == ships
    assert len(data["roles"]) == roles
    kinds = {"i": "indigo", "c": "corn"}
    assert [own["island"] for own in data["seats"]] == [{kinds[tile]: [1, 0]} for tile in tiles]
    assert len(data["plantations"]["row"]) == row
    assert len(data["plantations"]["stack"]) == face_down
    assert data["plantations"]["quarries"] == quarries
    assert [data["goods"][good] for good in GOODS] == goods
    assert data["round"] == 1 and data["governor"] == data["actor"] == 1 and data["phase"] == "role"
    small, large_plants, small_violet = (2, 2, 1) if players == 2 else (4, 3, 2)
    left = data["buildings_left"]
    assert left["small_indigo_plant"] == left["small_sugar_mill"] == small
    assert {left[plant] for plant in PLANTS.values()} == {large_plants}
    assert {left[building] for building in LARGE} == {1}
    violets = set(left) - set(PLANTS.values()) - LARGE - {"small_indigo_plant", "small_sugar_mill"}
    assert len(violets) == 12 and {left[building] for building in violets} == {small_violet}


@pytest.mark.parametrize(
    ("players", "goods", "colonists_", "plantations", "quarries", "vp"),
    [(2, 40, 42, 35, 5, 65), (3, 50, 58, 50, 8, 75), (4, 50, 79, 50, 8, 100), (5, 50, 100, 50, 8, 122)],
)
def test_t1_totals(players, goods, colonists_, plantations, quarries, vp):
    """T1 [G][R]: what the conservation laws expect."""
    start = Position.new("puerto_rico", players)
    laws = start.rules.game.laws(start.rules, start.state[0])
    assert sum(laws[f"{good} barrels"][1] for good in GOODS) == goods
    assert laws["colonists"] == (colonists_, colonists_)
    assert sum(laws[f"{good} plantations"][1] for good in GOODS) == plantations
    assert laws["quarries"] == (quarries, quarries)
    assert laws["VP chips"] == (vp, vp)
    assert not start.broken_laws()


def test_t2_two_players_alternate():
    """T2 [R]: three roles each in turn, a coin on the one left, the governor changes."""
    here = Position.new("puerto_rico", 2, seed=5)
    pickers = []
    while here.to_dict()["round"] == 1:
        data = here.to_dict()
        if data["phase"] == "role":
            pickers.append(data["actor"])
            free = [role for role in data["roles"] if data["roles"][role]["taken_by"] is None and role != "mayor"]
            here = here.apply(f"role:{free[0]}")
        else:
            here = here.apply(here.legal()[-1])
    data = here.to_dict()
    assert pickers == [1, 2, 1, 2, 1, 2]
    assert {role: card["coins"] for role, card in data["roles"].items() if card["coins"]} == {"mayor": 1}
    assert data["governor"] == data["actor"] == 2 and data["picks"] == 0


# Mayor

FOUR_TILES = {"island": {"corn": [4, 0]}}


def test_t3_dealing_colonists():
    """T3 [G]: ship 6, supply 20: 3/2/1/1; 19 in the supply before the ship is filled."""
    here = position(colonists={"supply": 20, "ship": 6}).apply("role:mayor")
    assert [colonists(here, number) for number in (1, 2, 3, 4)] == [3, 2, 1, 1]
    assert sum(here.to_dict()["colonists"].values()) == 19


def test_t4_no_colonist_left_for_the_privilege():
    """T4 [D]: supply 0: 2/2/1/1, and the game ends."""
    here = position(colonists={"supply": 0, "ship": 6}).apply("role:mayor")
    assert [colonists(here, number) for number in (1, 2, 3, 4)] == [2, 2, 1, 1]
    assert here.to_dict()["end"] == ["colonists"]


@pytest.mark.parametrize(("supply", "ship", "end"), [(3, 3, None), (2, 2, ["colonists"]), (4, 3, None)])
def test_t6_filling_the_ship(supply, ship, end):
    """T6 [D]: 3 players, no empty circle in a city; a supply that just suffices ends nothing (Q5)."""
    last = position(
        "mayor", 3, picker=1, players=3, seats={3: {"to_place": 1, "island": {"corn": [2, 0]}}},
        colonists={"supply": supply, "ship": 0},
    ).apply("place:corn")  # fmt: skip
    assert last.to_dict()["colonists"] == {"supply": supply - ship, "ship": ship}
    assert last.to_dict()["end"] == end


def test_t7_no_hoarding():
    """T7 [G]: 5 colonists, 4 circles: 4 are placed without a choice, 1 waits in San Juan."""
    own = {"san_juan": 3, "island": {"corn": [2, 0]}, "city": {"small_market": 0, "hacienda": 0}}
    here = position(seats={1: own}, colonists={"supply": 10, "ship": 4}).apply("role:mayor")
    after = seat(here, 1)
    assert after["san_juan"] == 1
    assert after["island"] == {"corn": [2, 2]} and after["city"] == {"small_market": 1, "hacienda": 1}
    assert here.actor != 1 or here.to_dict()["phase"] != "mayor"


# Builder


@pytest.mark.parametrize(
    ("building", "cost"), [("construction_hut", 1), ("office", 3), ("harbor", 5), ("city_hall", 7)]
)
def test_t8_three_quarries(building, cost):
    """T8 [G]."""
    assert price(building, quarries=3) == cost


@pytest.mark.parametrize(
    ("building", "cost"), [("small_warehouse", 1), ("wharf", 5), *((building, 5) for building in sorted(LARGE))]
)
def test_t9_five_quarries_and_the_privilege(building, cost):
    """T9 [BG]."""
    assert price(building, quarries=5, picker=True) == cost


@pytest.mark.parametrize(
    ("building", "quarries", "picker", "cost"),
    [
        ("tobacco_storage", 2, True, 2),
        ("small_market", 1, False, 0),
        ("construction_hut", 1, True, 0),
        ("small_indigo_plant", 1, True, 0),
    ],
)
def test_t10_never_below_zero(building, quarries, picker, cost):
    """T10 [K]."""
    assert price(building, quarries, picker) == cost


ELEVEN = (
    "small_indigo_plant", "small_sugar_mill", "indigo_plant", "sugar_mill", "tobacco_storage", "coffee_roaster",
    "small_market", "hacienda", "construction_hut", "small_warehouse", "hospice",
)  # fmt: skip
ELEVEN_SPACES = dict.fromkeys(ELEVEN, 0)


def test_t12_one_space_left():
    """T12 [D]: no large building, any other; buying it ends the game with the round."""
    here = position("builder", 1, picker=1, picks=4, seats={1: {"doubloons": 30, "city": ELEVEN_SPACES}})
    builds = {action.removeprefix("build:") for action in here.legal()} - {"pass"}
    assert builds == {"office", "large_market", "large_warehouse", "factory", "university", "harbor", "wharf"}
    here = here.apply("build:office")
    assert here.to_dict()["end"] == ["city"] and not here.is_over
    assert play(here, "pass", "pass", "pass").is_over


@pytest.mark.parametrize(
    ("supply", "ship", "on_mill", "left"), [(0, 2, 1, (0, 1)), (0, 0, 0, (0, 0)), (5, 2, 1, (4, 2))]
)
def test_t13_university(supply, ship, on_mill, left):
    """T13 [D]: one colonist on the new sugar mill, from the supply, else from the ship, else none."""
    own = {"doubloons": 20, "city": {"university": 1}}
    here = position("builder", seats={1: own}, colonists={"supply": supply, "ship": ship}).apply("build:sugar_mill")
    assert seat(here, 1)["city"] == {"university": 1, "sugar_mill": on_mill}
    assert here.to_dict()["colonists"] == {"supply": left[0], "ship": left[1]}


def test_t13_university_bought_now_does_not_work_yet():
    """§A.4.6: it must have been occupied before this purchase."""
    here = position("builder", seats={1: {"doubloons": 20}}).apply("build:university")
    assert seat(here, 1)["city"] == {"university": 0}


# Settler


def plantations(row=(), stack=(), discard=None, quarries=8):
    return {"row": list(row), "stack": list(stack), "discard": discard or {}, "quarries": quarries}


def test_t14_row_after_the_phase():
    """T14 [D]: the tiles not taken are discarded, five new ones turned up."""
    stack = ["coffee", "coffee", "coffee", "tobacco", "tobacco", "corn"]
    here = position("settler", stage="take", plantations=plantations(GOODS, stack))
    here = play(here, "take:quarry", "take:corn", "take:indigo", "take:sugar")
    after = here.to_dict()["plantations"]
    assert {good for good, count in after["discard"].items() if count} == {"tobacco", "coffee"}
    assert sorted(after["row"]) == sorted(stack[:5]) and after["stack"] == ["corn"]
    assert after["quarries"] == 7


HACIENDA_HOSPICE = {"hacienda": 1, "hospice": 1}


def test_t17_hacienda_and_hospice():
    """T17 [D]: the random tile without, the regular one with a colonist."""
    own = {"island": {"corn": [10, 0]}, "city": HACIENDA_HOSPICE}
    here = position(
        "settler", stage="hacienda", seats={1: own}, plantations=plantations(["coffee"], ["sugar", "tobacco"])
    )
    here = play(here, "hacienda:draw", "take:coffee")
    assert seat(here, 1)["island"] == {"corn": [10, 0], "sugar": [1, 0], "coffee": [1, 1]}


def test_t17_hacienda_fills_the_island():
    """T17 [D], Q31: with 11 tiles the random tile only, and no colonist."""
    own = {"island": {"corn": [11, 0]}, "city": HACIENDA_HOSPICE}
    here = position("settler", stage="hacienda", seats={1: own}, plantations=plantations(["coffee"], ["sugar"]))
    here = here.apply("hacienda:draw")
    assert here.legal() == ["pass"]
    here = here.apply("pass")
    assert seat(here, 1)["island"] == {"corn": [11, 0], "sugar": [1, 0]}


@pytest.mark.parametrize(
    ("hut", "quarries", "allowed"), [(1, 1, True), (1, 0, False), (0, 1, False)], ids=["occupied", "no quarry", "empty"]
)
def test_t18_construction_hut(hut, quarries, allowed):
    """T18 [D]: with an occupied hut a quarry in anybody's settler phase."""
    own = {"city": {"construction_hut": hut}}
    tiles = plantations(GOODS, quarries=quarries)
    here = position("settler", 2, picker=1, stage="take", seats={2: own}, plantations=tiles)
    assert ("take:quarry" in here.legal()) == allowed
    assert {f"take:{good}" for good in GOODS} <= set(here.legal())


def test_t19_hospice_colonist_from_the_ship():
    """T19 [G]."""
    here = position(
        "settler", stage="take", seats={1: {"city": {"hospice": 1}}}, colonists={"supply": 0, "ship": 3}
    ).apply("take:quarry")
    assert seat(here, 1)["island"] == {"quarry": [1, 1]}
    assert here.to_dict()["colonists"] == {"supply": 0, "ship": 2}


# Craftsman


def produced(island, city, goods=None):
    """What seat 1 gets by its own craftsman phase, before the privilege, and its money."""
    supply = {"goods": goods} if goods else {}
    here = position(seats={1: {"island": island, "city": city}}, **supply).apply("role:craftsman")
    own = seat(here, 1)
    return {good: count for good, count in own["goods"].items() if count}, own["doubloons"]


def test_t20_corn_needs_no_building():
    """T20 [G]."""
    assert produced({"corn": [3, 2]}, {})[0] == {"corn": 2}


def test_t21_the_lesser_of_plantations_and_circles():
    """T21 [G]."""
    assert produced({"tobacco": [2, 2]}, {"tobacco_storage": 1})[0] == {"tobacco": 1}


def test_t22_small_and_large_mill_together():
    """T22 [G]."""
    assert produced({"sugar": [4, 3]}, {"small_sugar_mill": 1, "sugar_mill": 3})[0] == {"sugar": 3}


def test_t23_small_and_large_plant_together():
    """T23 [K]."""
    assert produced({"indigo": [3, 3]}, {"small_indigo_plant": 1, "indigo_plant": 2})[0] == {"indigo": 3}


def test_t24_factory_pays_for_the_kinds_received():
    """T24 [G]."""
    island = {"corn": [3, 3], "sugar": [3, 3], "tobacco": [1, 1]}
    city = {"sugar_mill": 3, "tobacco_storage": 1, "factory": 1}
    assert produced(island, city, {"sugar": 2, "tobacco": 9}) == ({"sugar": 2, "tobacco": 1}, 1)


@pytest.mark.parametrize(("kinds", "money"), list(enumerate([0, 0, 1, 2, 3, 5])))
def test_t25_factory_table(kinds, money):
    """T25 [D]."""
    island = {good: [1, 1] for good in GOODS[:kinds]}
    city = {PLANTS[good]: 1 for good in GOODS[1:kinds]} | {"factory": 1}
    assert produced(island, city)[1] == money


def test_short_supply_favours_the_early():
    """§A.5.4: from the picker clockwise; the last one finds nothing left."""
    grower = {"island": {"corn": [2, 2]}}
    here = position(actor=3, governor=3, seats=dict.fromkeys((1, 2, 3, 4), grower), goods={"corn": 5})
    here = here.apply("role:craftsman")
    assert [seat(here, number)["goods"]["corn"] for number in (3, 4, 1, 2)] == [2, 2, 1, 0]
    assert here.legal() == ["pass"]  # no barrel left for the privilege (§A.5.3)


# Trader

BOTH_MARKETS = {"small_market": 1, "large_market": 1}


def test_t28_corn_with_a_small_market():
    """T28 [G]: 1 doubloon without the privilege."""
    own = {"goods": {"corn": 1}, "city": {"small_market": 1}}
    here = position("trader", 2, picker=1, seats={2: own}).apply("sell:corn")
    assert seat(here, 2)["doubloons"] == 1 and here.to_dict()["trading_house"] == ["corn"]


def test_t29_coffee_with_everything():
    """T29 [K]: 4 + 1 + 1 + 2."""
    here = position("trader", seats={1: {"goods": {"coffee": 1}, "city": BOTH_MARKETS}}).apply("sell:coffee")
    assert seat(here, 1)["doubloons"] == 8


def test_t30_office():
    """T30 [CC]: corn beside corn pays 4; without the office it is not allowed."""
    own = {"goods": {"corn": 1}, "city": {**BOTH_MARKETS, "office": 1}}
    here = position("trader", seats={1: own}, trading_house=["corn"]).apply("sell:corn")
    assert seat(here, 1)["doubloons"] == 4
    own["city"] = BOTH_MARKETS
    assert position("trader", seats={1: own}, trading_house=["corn"]).legal() == ["pass"]


def test_t31_full_house():
    """T31 [K]: nobody sells into a full house; after the phase its goods go back."""
    seats = {1: {"goods": {"tobacco": 1}}} | {n: {"goods": {"coffee": 1}, "city": {"office": 1}} for n in (2, 3, 4)}
    goods = dict.fromkeys(GOODS, 5)
    here = position("trader", seats=seats, trading_house=["corn", "indigo", "sugar"], goods=goods).apply("sell:tobacco")
    for _ in range(3):
        assert here.legal() == ["pass"]
        here = here.apply("pass")
    assert here.to_dict()["trading_house"] == []
    assert here.to_dict()["goods"] == {"corn": 6, "indigo": 6, "sugar": 6, "tobacco": 6, "coffee": 5}


def test_t33_prospector():
    """T33 [R]: with 2 coins on the card the picker has 3 more."""
    start = Position.new("puerto_rico", 4).to_dict()
    start["roles"]["prospector_1"]["coins"] = 2
    here = Position.from_dict(start).apply("role:prospector_1")
    assert seat(here, 1)["doubloons"] == 3 + 3


# Captain


def ships(*cargo):
    return [
        {"capacity": capacity, "good": good if barrels else None, "barrels": barrels}
        for capacity, good, barrels in cargo
    ]


def test_t34_captain_phase():
    """T34 [G]: the example of the rules from its first to its last loading."""
    here = position(
        seats={
            1: {"goods": {"corn": 2, "sugar": 6}},
            2: {"goods": {"sugar": 2, "tobacco": 3}},
            3: {"goods": {"corn": 2, "tobacco": 1}},
            4: {"goods": {"corn": 1, "indigo": 5}},
        },
        ships=ships((5, None, 0), (6, "corn", 3), (7, None, 0)),
        goods=dict.fromkeys(GOODS, 0),
    ).apply("role:captain")
    assert set(here.legal()) == {"ship:corn:2", "ship:sugar:3"}
    here = here.apply("ship:sugar:3")
    assert seat(here, 1)["vp"] == 7
    here = here.apply("ship:sugar:3")
    assert seat(here, 2)["vp"] == 1 and seat(here, 2)["goods"]["sugar"] == 1
    here = here.apply("ship:tobacco:1")
    assert seat(here, 3)["vp"] == 1
    assert here.legal() == ["ship:corn:2"] and here.actor == 4
    here = here.apply("ship:corn:2")
    assert seat(here, 4)["vp"] == 1 and here.to_dict()["ships"][1]["barrels"] == 4
    assert here.actor == 1
    here = here.apply("ship:corn:2")
    assert seat(here, 1)["vp"] == 9 and here.actor == 2
    here = here.apply("ship:tobacco:1")
    data = here.to_dict()
    assert data["phase"] == "role"
    assert [own["vp"] for own in data["seats"]] == [9, 4, 1, 1]
    kept = [{good: count for good, count in own["goods"].items() if count} for own in data["seats"]]
    assert kept == [{}, {"sugar": 1}, {"corn": 1}, {"indigo": 1}]
    assert data["ships"] == ships((5, "tobacco", 4), (6, None, 0), (7, None, 0))
    assert data["goods"] == {"corn": 7, "indigo": 4, "sugar": 7, "tobacco": 0, "coffee": 0}


def harbor_and_wharf():
    own = {"goods": {"tobacco": 5, "sugar": 2}, "city": {"harbor": 1, "wharf": 1}}
    cargo = ships((5, "tobacco", 2), (6, "sugar", 1), (7, None, 0))
    return position("captain", 2, picker=1, seats={2: own}, ships=cargo)


def test_t35_harbor_and_wharf():
    """T35 [G]: 3+1, 2+1 and with the wharf 2+1."""
    here = play(harbor_and_wharf(), "ship:tobacco:1", "ship:sugar:2")
    assert set(here.legal()) == {"wharf:tobacco", "pass"}
    here = here.apply("wharf:tobacco")
    assert seat(here, 2)["vp"] == 10 and here.to_dict()["phase"] == "role"
    assert here.to_dict()["ships"][0] == {"capacity": 5, "good": None, "barrels": 0}


def test_t35_the_wharf_first():
    """T35 [G]: 5+1 and 2+1; the tobacco ship is not filled."""
    here = play(harbor_and_wharf(), "wharf:tobacco", "ship:sugar:2")
    assert seat(here, 2)["vp"] == 9 and here.to_dict()["phase"] == "role"
    assert here.to_dict()["ships"][0] == {"capacity": 5, "good": "tobacco", "barrels": 2}


def test_t39_captain_with_a_harbor():
    """T39 [K]: 2+1+1, then 3+1."""
    own = {"goods": {"corn": 2, "indigo": 3}, "city": {"harbor": 1}}
    here = position(seats={1: own}).apply("role:captain")
    here = here.apply(next(action for action in here.legal() if action.startswith("ship:corn")))
    assert seat(here, 1)["vp"] == 4
    here = here.apply(next(action for action in here.legal() if action.startswith("ship:indigo")))
    assert seat(here, 1)["vp"] == 8


def test_t40_pool_runs_out():
    """T40 [W]: points beyond the pool are noted; the game ends."""
    here = position(seats={1: {"goods": {"corn": 5}}}, vp_pool=2).apply("role:captain").apply("ship:corn:1")
    assert seat(here, 1)["vp"] == 6
    assert here.to_dict()["vp_pool"] == 0 and here.to_dict()["end"] == ["vp"]


# End and score


def bonus(city, **own):
    """The bonus of the large buildings of seat 1."""
    here = position("over", None, seats={1: {"city": city, **own}}, end=["vp"])
    return here.scores()[0]["bonus"]


def test_t43_guild_hall():
    """T43 [G]; production buildings count occupied or not (§A.8.3)."""
    plants = {"small_sugar_mill": 0, "sugar_mill": 1, "small_indigo_plant": 1, "coffee_roaster": 0}
    assert bonus({"guild_hall": 1, **plants}) == 6
    assert bonus({"guild_hall": 0, **plants}) == 0


@pytest.mark.parametrize(("tiles", "points"), [(0, 4), (9, 4), (10, 5), (11, 6), (12, 7)])
def test_t44_residence(tiles, points):
    """T44 [G]; quarries count, occupied or not (§A.8.3)."""
    quarries = min(tiles, 2)
    assert bonus({"residence": 1}, island={"corn": [tiles - quarries, 0], "quarry": [quarries, 0]}) == points


@pytest.mark.parametrize(("colonists_", "points"), [(20, 6), (6, 2), (9, 3), (11, 3)])
def test_t45_fortress(colonists_, points):
    """T45 [G][TAG]; San Juan counts (§A.8.3)."""
    assert bonus({"fortress": 1}, san_juan=colonists_ - 3, island={"corn": [2, 2]}) == points


@pytest.mark.parametrize(("chips", "points"), [(23, 5), (9, 2), (12, 3)])
def test_t46_customs_house(chips, points):
    """T46 [G][TAG]."""
    assert bonus({"customs_house": 1}, vp=chips) == points


def test_t47_city_hall():
    """T47 [G]: 7, itself included; the others need no colonist."""
    others = ("hacienda", "wharf", "office", "construction_hut", "large_warehouse", "residence")
    assert bonus({"city_hall": 1, **dict.fromkeys(others, 0)}) == 7


def test_t49_twelve_spaces_end_the_game():
    """T49 [TAG]: 8 small buildings, residence and customs house."""
    eight = ELEVEN[:8]
    own = {"doubloons": 20, "city": {**dict.fromkeys(eight, 0), "residence": 0}}
    here = position("builder", seats={1: own}).apply("build:customs_house")
    assert here.to_dict()["end"] == ["city"]


def test_t51_the_round_is_played_out():
    """T51 [G]: after the trigger the other players still pick."""
    own = {"doubloons": 20, "city": ELEVEN_SPACES}
    here = play(position("builder", seats={1: own}), "build:office", "pass", "pass", "pass")
    pickers = []
    while not here.is_over:
        data = here.to_dict()
        assert data["round"] == 1
        if data["phase"] == "role":
            pickers.append(data["actor"])
        here = here.apply(here.legal()[-1])
    assert pickers == [2, 3, 4]


def test_printed_vp_and_tie_break():
    """§A.8.2, §A.8.4: printed VP of all buildings; doubloons and goods break ties."""
    own = {"vp": 5, "doubloons": 2, "goods": {"corn": 3}, "city": {"wharf": 0, "residence": 0, "indigo_plant": 3}}
    score = position("over", None, seats={1: own}, end=["vp"]).scores()[0]
    assert (score["score"], score["buildings"], score["tie_break"]) == (5 + 3 + 4 + 2, 9, 5)
