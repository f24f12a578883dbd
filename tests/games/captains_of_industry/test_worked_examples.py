"""The worked examples of the rules (§5), by their numbers, and the clarifications (§6, N.3)."""

from __future__ import annotations

import pytest

from tests.games.captains_of_industry.setting_up import end_age, last_turn, play, position, rules, seat

STONE_MARKET = "consumables_commercial"
LUMBER_MARKET = "consumables_industrial"
STEEL_MARKET = "consumables_transportation"
CORN_MARKET = "consumables_residential"
DURABLES = "durables_industrial_transportation"


def stall(good, units, prices):
    """A market with one good."""
    return {"units": {good: units}, "prices": prices}


def built(*cards):
    """Real estate of a zone: card with side, owner."""
    return [{"card": card[:-1], "side": card[-1], "owner": owner} for card, owner in cards]


def sold_in_example_one(money=0):
    """W1: purple (1) 2 at $3, yellow (2) 1, blue (3) 4, green (4) 4 at $7; demand 6 for components."""
    return last_turn(
        seats={number: {"money": money} for number in (1, 2, 3, 4)},
        zones={"industrial": built(("B2a", 1), ("S1a", 1), ("G1a", 1))},
        markets={DURABLES: stall("components", [2, 1, 4, 4], [3, 7, 7, 7])},
    )


def test_w1_w2_equal_split_and_sale():
    """Seven units are sold for a demand of six; each brings its price and 1 Market Share."""
    after = end_age(sold_in_example_one())
    # The owner of the three industrial cards gets $2 each at round end, before the sale.
    assert [seat(after, number)["money"] for number in (1, 2, 3, 4)] == [6 + 6, 7, 14, 14]
    assert [seat(after, number)["ms"] for number in (1, 2, 3, 4)] == [2, 1, 2, 2]
    assert after.to_dict()["markets"] == {}
    assert [row["unsold"] for row in after.scores()] == [0, 0, 2, 2]


def test_w3_demand_of_a_durables_market():
    """Bronze 2, silver 1, gold 2 in Industrial and the empty bronze space in Transportation: 6."""
    text = str(sold_in_example_one())
    assert "durables industrial transportation (demand 6)" in text


def test_w4_demand_of_an_empty_board():
    lines = str(position()).splitlines()
    for line in lines:
        if line.startswith("  consumables"):
            assert "(demand 1)" in line
        if line.startswith(("  durables", "  energy")):
            assert "(demand 2)" in line


def test_w5_expanding_an_oil_well():
    """Size 2 to 3 costs 1 research and 2 steel and makes 3 oil."""
    here = position(
        seats={1: {"facilities": {"oil_well": 2}}},
        markets={"research": stall("research", [0, 1, 0, 0], [None, 2, None, None]),
                 STEEL_MARKET: stall("steel", [0, 0, 2, 0], [None, None, 3, None])},
        facilities_left={"oil_well": {"double": False, "single": 7}},
    )  # fmt: skip
    here = here.apply("expand:oil_well")
    assert here.to_dict()["pending"]["buy"] == ["research", "steel", "steel"]
    assert seat(here, 1)["facilities"] == {"oil_well": 2}  # changes once everything is paid (N.3.8)
    here = play(here, "buy:research:2", "buy:steel:3", "buy:steel:3")
    assert seat(here, 1)["facilities"] == {"oil_well": 3}
    assert here.to_dict()["pending"]["place"] == ["oil", "oil", "oil"]
    assert [seat(here, number)["money"] for number in (1, 2, 3)] == [20 - 2 - 6, 22, 26]
    assert [seat(here, number)["ms"] for number in (1, 2, 3)] == [0, 1, 2]
    assert here.to_dict()["facilities_left"]["oil_well"] == {"double": False, "single": 6}


def test_w6_overtime_doubles():
    """Size 2: two goods, four with overtime, which costs $2 for each point of size at a quarry."""
    here = position(seats={1: {"facilities": {"quarry": 2}}})
    assert here.apply("operate:quarry").to_dict()["pending"]["place"] == ["stone"] * 2
    overtime = here.apply("operate:quarry:overtime")
    assert overtime.to_dict()["pending"]["place"] == ["stone"] * 4
    assert seat(overtime, 1)["money"] == 20 - 2 * 2
    assert overtime.to_dict()["pending"]["for"] == "operate:quarry:overtime"


@pytest.mark.parametrize("size", [1, 2])
def test_w7_double_card_costs_one_more_to_expand(size):
    """A farm expands for 1 stone and 1 lumber a point of size."""
    here = position(
        seats={1: {"facilities": {"farm": size}}},
        markets={STONE_MARKET: stall("stone", [0, 5, 0, 0], [None, 1, None, None]),
                 LUMBER_MARKET: stall("lumber", [0, 5, 0, 0], [None, 1, None, None])},
    )  # fmt: skip
    assert here.apply("expand:farm").to_dict()["pending"]["buy"] == ["stone"] + ["lumber"] * size


def test_w7_the_first_card_is_the_double_one():
    """The first builder gets size 2, the next one size 1 (§20, A15)."""
    here = play(position(), "build:quarry")
    assert seat(here, 1)["facilities"] == {"quarry": 2}
    here = play(here, *[f"place:stone:{STONE_MARKET}"] * 2, f"price:{STONE_MARKET}:5", "build:quarry")
    assert seat(here, 2)["facilities"] == {"quarry": 1}
    assert here.to_dict()["facilities_left"]["quarry"] == {"double": False, "single": 6}


def estate_round(here, builders, players=4):
    """Everybody manages or builds Residential real estate for lumber and stone of seat 1."""
    for number in range(1, players + 1):
        if number in builders:
            here = here.apply("estate:" + builders[number])
            while here.to_dict()["stage"] == "buy":
                here = here.apply(here.legal()[0])
            here = here.apply(here.legal()[0])
        else:
            here = here.apply("manage")
            while here.to_dict()["stage"] == "price":
                market = here.to_dict()["pending"]["price"][0]
                here = here.apply(f"price:{market}:1")
    return here


PLENTY = {
    STONE_MARKET: stall("stone", [9, 0, 0, 0], [1, None, None, None]),
    LUMBER_MARKET: stall("lumber", [9, 0, 0, 0], [1, None, None, None]),
    STEEL_MARKET: stall("steel", [9, 0, 0, 0], [1, None, None, None]),
}


def test_w8_real_estate_and_turn_order():
    """Red 1, Blue 2, Yellow 3, Green 4; Blue, then Green build: next order Red, Yellow, Green, Blue."""
    here = position(markets=PLENTY, leaders={"deck": []}, progress={"deck": ["city"] * 6 + ["county"] * 4})
    before = here.to_dict()
    middle = here.apply("manage")
    for market in (STONE_MARKET, LUMBER_MARKET, STEEL_MARKET):
        middle = middle.apply(f"price:{market}:1")
    middle = play(middle, "estate:residential", "buy:lumber:1", "buy:stone:1", "card:B1:a")
    assert middle.to_dict()["next_order"] == [None, None, None, 2]
    assert middle.to_dict()["progress"]["wheel"] is True and middle.to_dict()["progress"]["markers"] == 0
    after = estate_round(here, {2: "residential", 4: "commercial"}).to_dict()
    assert after["order"] == [1, 3, 4, 2]
    assert after["next_order"] == [None] * 4
    assert after["progress"]["markers"] == 1 and after["progress"]["wheel"] is False
    assert after["progress"]["city_shown"] == 2  # two cards: the printed marker and the new one
    assert after["round"] == before["round"] + 1 and after["actor"] == 1
    paid = {1: 20 + 4, 2: 20 - 2 + 2, 3: 20, 4: 20 - 2 + 2}
    assert {number: after["seats"][number - 1]["money"] for number in paid} == paid
    assert after["seats"][0]["ms"] == 4


def test_w9_all_build():
    here = position(markets=PLENTY, leaders={"deck": []}, progress={"deck": ["county"] * 4 + ["city"] * 6})
    zones = ("residential", "commercial", "industrial", "transportation")
    after = estate_round(here, dict(enumerate(zones, 1)))
    assert after.to_dict()["order"] == [4, 3, 2, 1]
    assert after.to_dict()["progress"]["markers"] == 1


def test_w10_the_facility_leader():
    here = position(seats={1: {"facilities": {"farm": 5}, "leaders": ["facility:farm"]},
                           2: {"facilities": {"farm": 3, "quarry": 4}}})  # fmt: skip
    assert here.scores()[0]["leaders"] == 14


@pytest.mark.parametrize(
    ("facilities", "others", "ms"),
    [
        ({"farm": 5, "quarry": 5}, {}, 10),  # not the largest of all: the own quarry is as large (N.3.3)
        ({"farm": 1}, {}, 9),  # a sole owner has the largest of the type
        ({"farm": 4}, {"farm": 4}, 0),  # a tie does not count (A8)
        ({}, {}, 0),
    ],
)
def test_facility_leader_parts(facilities, others, ms):
    seats = {1: {"facilities": facilities, "leaders": ["facility:farm"]}, 2: {"facilities": others}}
    assert position(seats=seats).scores()[0]["leaders"] == ms


@pytest.mark.parametrize(
    ("money", "places"),
    [
        ([50, 40, 30, 20], [20, 10, 5, 0]),  # W11
        ([50, 50, 30], [15, 15, 5]),  # W12
        ([50, 30, 30], [20, 7, 7]),  # W13
        ([40, 40, 40, 10], [11, 11, 11, 0]),  # W14
        ([40, 40, 40, 40, 10], [8, 8, 8, 8, 0]),  # A7: four share 35
    ],
)
def test_w11_to_w14_money(money, places):
    here = position(len(money), seats={number: {"money": cash} for number, cash in enumerate(money, 1)})
    assert [row["money_place"] for row in here.scores()] == places


def test_w16_a_tie_for_dominance():
    """Five, five and one Consumables markers after discarding: nobody."""
    zones = {
        "residential": built(("B1a", 4), ("S1a", 4), ("G1a", 4)),
        "commercial": built(("B1a", 4), ("S3a", 4)),
    }
    after = end_age(
        last_turn(
            zones=zones,
            markets={CORN_MARKET: stall("corn", [5, 3, 0, 0], [1, 1, None, None]),
                     STONE_MARKET: stall("stone", [0, 2, 1, 0], [None, 1, 1, None])},
        )
    )  # fmt: skip
    assert [seat(after, number)["ms"] for number in (1, 2, 3)] == [5, 5, 1]
    assert all(seat(after, number)["dominance"]["consumables"] == 0 for number in (1, 2, 3, 4))


def test_dominance_of_a_sole_leader():
    after = end_age(
        last_turn(markets={CORN_MARKET: stall("corn", [1, 0, 0, 0], [4, None, None, None]),
                           DURABLES: stall("components", [1, 1, 0, 0], [1, 1, None, None])})
    )  # fmt: skip
    assert seat(after, 1)["ms"] == 1 + 5 + 1 and seat(after, 2)["ms"] == 1
    assert seat(after, 1)["dominance"] == {"consumables": 1, "durables": 0, "energy": 0}


def test_w18_the_bank_needs_an_own_marker():
    """A university costs 1 lumber; none is on the board."""
    without = position()
    assert "build:university" not in without.legal()
    corner = {DURABLES: {"units": {"stone": [1, 0, 0, 0]}, "prices": [3, None, None, None]}}
    stone = {STONE_MARKET: stall("stone", [1, 0, 0, 0], [3, None, None, None])}
    assert "build:university" not in position(markets=corner).legal()  # corners do not count (N.3.6)
    # The turn's start decides: the position states it, and a turn that begins finds it.
    here = position(markets=stone, seats={1: {"own_marker_at_start": True}})
    here = here.apply("build:university")
    assert here.legal() == ["buy:lumber:bank"]
    here = here.apply("buy:lumber:bank")
    assert seat(here, 1)["money"] == 7 and all(seat(here, number)["ms"] == 0 for number in (1, 2, 3, 4))
    assert here.scores()[0]["bank_purchases"] == 1


def test_own_marker_is_noted_when_the_turn_begins():
    here = position(markets={STONE_MARKET: stall("stone", [0, 1, 0, 0], [None, 3, None, None])}).apply("manage")
    assert seat(here, 2)["own_marker_at_start"] is True and "build:university" in here.legal()
    here = play(here, "manage", f"price:{STONE_MARKET}:3")
    assert not any(seat(here, number)["own_marker_at_start"] for number in (1, 2, 3, 4))


def test_w22_surplus_demand_is_lost():
    zones = {"residential": built(("B1a", 4), ("S1a", 4), ("G1a", 4))}  # demand 8
    after = end_age(last_turn(zones=zones, markets={CORN_MARKET: stall("corn", [1, 2, 0, 0], [9, 12, None, None])}))
    assert [seat(after, number)["money"] for number in (1, 2)] == [29, 44]
    assert [row["unsold"] for row in after.scores()] == [0, 0, 0, 0]


# ---- Buying (§2.3) ----


def test_buying_is_free_among_the_cheapest():
    """Seats 2 and 3 are tied below the own units; the owner is paid and scores."""
    market = stall("stone", [3, 1, 1, 0], [5, 4, 4, None])
    here = position(markets={STONE_MARKET: market}).apply("build:farm")
    assert here.legal() == ["buy:stone:2", "buy:stone:3"]
    here = here.apply("buy:stone:3")
    assert [seat(here, number)["money"] for number in (1, 2, 3)] == [16, 20, 24]
    assert seat(here, 3)["ms"] == 1
    assert here.to_dict()["markets"][STONE_MARKET] == stall("stone", [3, 1, 0, 0], [5, 4, None, None])


def test_own_units_cost_nothing_and_score_nothing():
    market = stall("stone", [1, 1, 0, 0], [4, 4, None, None])
    here = position(markets={STONE_MARKET: market}).apply("build:farm")
    assert here.legal() == ["buy:stone:1", "buy:stone:2"]
    here = here.apply("buy:stone:1")
    assert seat(here, 1)["money"] == 20 and seat(here, 1)["ms"] == 0


def test_own_cheapest_unit_cannot_be_refused():
    market = stall("stone", [1, 1, 0, 0], [3, 4, None, None])
    assert position(markets={STONE_MARKET: market}).apply("build:farm").legal() == ["buy:stone:1"]


def test_a_choice_that_leaves_the_rest_unpayable_is_not_legal():
    """$6: with the own stone the lumber at $6 can be paid, with the rival's stone at $4 not."""
    markets = {
        STONE_MARKET: stall("stone", [1, 1, 0, 0], [4, 4, None, None]),
        LUMBER_MARKET: stall("lumber", [0, 1, 0, 0], [None, 6, None, None]),
    }
    farm = {"facilities": {"farm": 1}}
    here = position(markets=markets, seats={1: {"money": 6, **farm}}).apply("expand:farm")
    assert here.legal() == ["buy:stone:1"]
    here = position(markets=markets, seats={1: {"money": 10, **farm}}).apply("expand:farm")
    assert here.legal() == ["buy:stone:1", "buy:stone:2"]
    here = play(here, "buy:stone:2", "buy:lumber:2")
    assert seat(here, 1)["money"] == 0


def test_rivals_unit_is_no_detour_where_both_are_needed():
    """Two steel from an own and a rival's unit at the same price: either may come first."""
    markets = {
        "research": stall("research", [1, 0, 0, 0], [1, None, None, None]),
        STEEL_MARKET: stall("steel", [1, 1, 0, 0], [4, 4, None, None]),
    }
    start = {"money": 4, "facilities": {"oil_well": 2}}
    here = play(position(markets=markets, seats={1: start}), "expand:oil_well", "buy:research:1")
    assert here.legal() == ["buy:steel:1", "buy:steel:2"]
    assert play(here, "buy:steel:2").legal() == ["buy:steel:1"]


def test_an_action_beyond_the_money_is_not_legal():
    market = {STONE_MARKET: stall("stone", [0, 1, 0, 0], [None, 4, None, None])}
    assert "build:farm" in position(markets=market, seats={1: {"money": 4}}).legal()
    assert "build:farm" not in position(markets=market, seats={1: {"money": 3}}).legal()


def test_several_units_come_one_by_one_then_from_the_bank():
    """Three research: $2, $7, then the bank at $13 (§17)."""
    market = {"research": stall("research", [0, 1, 1, 0], [None, 2, 7, None]),
              STONE_MARKET: stall("stone", [1, 0, 0, 0], [5, None, None, None])}  # fmt: skip
    owner = {"advances": ["research_patents"], "own_marker_at_start": True}
    here = position(age=3, markets=market, seats={1: {**owner, "money": 22}}).apply("research:technology_licences")
    here = play(here, "buy:research:2", "buy:research:3", "buy:research:bank")
    assert seat(here, 1)["money"] == 0 and seat(here, 1)["advances"] == ["research_patents", "technology_licences"]
    poor = position(age=3, markets=market, seats={1: {**owner, "money": 21}})
    assert "research:technology_licences" not in poor.legal()


# ---- Producing and pricing (§2.5) ----


def test_goods_may_be_split_over_the_open_markets():
    here = position(seats={1: {"facilities": {"oil_well": 2}}}).apply("operate:oil_well")
    assert here.legal() == [
        "place:oil:energy_transportation_residential",
        "place:oil:energy_commercial_industrial",
    ]
    here = here.apply("place:oil:energy_commercial_industrial")
    here = here.apply("place:oil:energy_transportation_residential")
    assert here.to_dict()["pending"]["price"] == ["energy_transportation_residential", "energy_commercial_industrial"]
    assert here.to_dict()["markets"]["energy_commercial_industrial"]["prices"] == [None] * 4
    assert len(here.legal()) == 12 and here.legal()[0] == "price:energy_transportation_residential:1"
    here = play(here, "price:energy_transportation_residential:12", "price:energy_commercial_industrial:1")
    assert here.actor == 2


def test_a_locked_market_needs_its_advance():
    seats = {1: {"facilities": {"steel_foundry": 1}}}
    assert position(seats=seats).apply("operate:steel_foundry").legal() == [f"place:steel:{STEEL_MARKET}"]
    seats[1]["advances"] = ["steel_brand", "steel_second_market"]
    legal = position(seats=seats).apply("operate:steel_foundry").legal()
    assert legal == [f"place:steel:{STEEL_MARKET}", "place:steel:durables_residential_commercial"]


def test_assembly_line_adds_one_after_doubling():
    """A18, N.3.6: the extra good costs nothing, and comes with the free production too."""
    seats = {1: {"facilities": {"quarry": 2}, "advances": ["holding_company", "assembly_line"]}}
    here = position(seats=seats).apply("operate:quarry:overtime")
    assert here.to_dict()["pending"]["place"] == ["stone"] * 5 and seat(here, 1)["money"] == 16
    assert position(seats=seats).apply("build:lumber_mill").to_dict()["pending"]["place"] == ["lumber"] * 3


# ---- Advances and leaders (§2.6, §2.7) ----


def test_advances_for_sale():
    """Tier not above the Age, one prerequisite, not owned twice (§28)."""
    market = {"research": stall("research", [9, 0, 0, 0], [1, None, None, None])}
    own = {"advances": ["steel_brand"]}

    def offered(age):
        legal = position(age=age, markets=market, seats={1: own}).legal()
        return {name.removeprefix("research:") for name in legal if name.startswith("research:")}

    first = {"research_patents", "lumber_brand", "stone_brand", "holding_company", "land_registry"}
    assert offered(1) == first
    assert offered(2) == first | {"steel_second_market"}
    own["advances"] = ["steel_brand", "steel_second_market"]
    assert offered(3) == first | {"forward_contracts"}


def test_research_and_repricing():
    markets = {"research": stall("research", [2, 0, 0, 0], [1, None, None, None]),
               STONE_MARKET: stall("stone", [1, 0, 0, 0], [5, None, None, None])}  # fmt: skip
    here = play(position(markets=markets), "research:stone_brand", "buy:research:1")
    assert seat(here, 1)["advances"] == ["stone_brand"]
    assert here.to_dict()["pending"]["price"] == ["research", STONE_MARKET]
    here = play(here, "price:research:12", f"price:{STONE_MARKET}:2")
    assert here.to_dict()["markets"][STONE_MARKET]["prices"][0] == 2


def test_sale_advances_count_sales_to_players_and_public():
    """A16: both, but not own purchases."""
    market = {STONE_MARKET: stall("stone", [0, 2, 0, 0], [None, 4, None, None])}
    here = position(markets=market, seats={2: {"advances": ["stone_brand"]}}).apply("build:farm").apply("buy:stone:2")
    assert seat(here, 2)["ms"] == 2
    after = end_age(last_turn(markets=market, seats={2: {"advances": ["stone_brand"]}}))
    assert seat(after, 2)["ms"] == 1 * 2 + 5  # demand 1, dominance of a single marker


def test_rent_with_property_management():
    zones = {"residential": built(("B1a", 1), ("S1a", 1), ("G1a", 2))}
    seats = {1: {"advances": ["land_registry", "property_management"]}}
    here = last_turn(zones=zones, seats=seats, progress={"deck": ["county", "city"], "city_shown": 0})
    after = here.apply("manage")
    assert [seat(after, number)["money"] for number in (1, 2)] == [20 + 2 * 3, 20 + 2]


def test_age_end_advances():
    zones = {"residential": built(("B1a", 1), ("S1a", 1))}
    own = {"advances": ["holding_company", "land_registry"], "facilities": {"farm": 3, "quarry": 1}}
    after = end_age(last_turn(zones=zones, seats={1: own}))
    assert seat(after, 1)["ms"] == 2 + 2


def test_forward_contracts_sell_two_a_market_before_demand():
    """N.3.4: own price, 1 Market Share each, no demand used, gone before dominance."""
    own = {"advances": ["steel_brand", "steel_second_market", "forward_contracts"]}
    markets = {CORN_MARKET: stall("corn", [4, 1, 0, 0], [12, 9, None, None])}
    after = end_age(last_turn(age=3, seats={1: own}, markets=markets))
    # Demand 1 takes the corn of seat 2; two of seat 1 are sold forward, two are unsold.
    assert [seat(after, number)["money"] for number in (1, 2)] == [20 + 24, 20 + 9]
    assert [seat(after, number)["ms"] for number in (1, 2)] == [2, 1 + 5]
    assert [row["unsold"] for row in after.scores()][:2] == [2, 0]


def test_goods_with_a_sale_advance_sell_first():
    """A3: one unit of demand left for an owner of steel and components in a corner market."""
    corner = "durables_residential_commercial"
    own = {"advances": ["steel_brand", "steel_second_market"]}
    markets = {corner: {"units": {"components": [2, 0, 0, 0], "steel": [1, 0, 0, 0]}, "prices": [5, None, None, None]}}
    after = end_age(last_turn(seats={1: own}, markets=markets))
    # Demand 2: one steel (2 Market Share) and one component, and dominance of Durables.
    assert seat(after, 1)["ms"] == 2 + 1 + 5


def test_game_end_advances():
    """Vertical integration 2 a facility, urban planning 2 a card, licences 1 an Advance of others (A19)."""
    seats = {
        1: {"advances": ["vertical_integration", "urban_planning", "technology_licences"],
            "facilities": {"farm": 4, "quarry": 2}},
        2: {"advances": ["steel_brand", "stone_brand"]},
        3: {"advances": ["steel_brand", "technology_licences"]},
    }  # fmt: skip
    zones = {"residential": built(("B1a", 1))}
    assert position(seats=seats, zones=zones).scores()[0]["advances"] == 4 + 2 + 3


@pytest.mark.parametrize(
    ("card", "ms"),
    [
        ("zone:residential", 3 * 2),
        ("zone:industrial", 0),
        ("sector:energy", 4 * 2),
        ("per_advance:any", 2 * 3),
        ("per_facility_type:any", 2 * 2),
        ("per_real_estate:any", 2 * 3),
        ("per_ten_dollars:any", 4),
    ],
)
def test_leader_cards(card, ms):
    own = {
        "money": 49, "leaders": [card], "advances": ["steel_brand", "stone_brand", "lumber_brand"],
        "facilities": {"farm": 4, "quarry": 2}, "dominance": {"energy": 2, "durables": 1},
    }  # fmt: skip
    zones = {"residential": built(("B1a", 1), ("S1a", 1), ("G1a", 2)), "commercial": built(("B1a", 1))}
    assert position(seats={1: own}, zones=zones).scores()[0]["leaders"] == ms
    own["leaders"] = [card, card]
    assert position(seats={1: own}, zones=zones).scores()[0]["leaders"] == 2 * ms


def test_the_money_leader_has_a_cap_a_card():
    own = {"money": 500, "leaders": ["per_ten_dollars:any"] * 2}
    assert position(seats={1: own}).scores()[0]["leaders"] == 28


def test_manage_draws_before_prices():
    market = {STONE_MARKET: stall("stone", [1, 0, 0, 0], [5, None, None, None])}
    here = position(markets=market, leaders={"deck": ["zone:residential", "sector:energy"]}).apply("manage")
    assert seat(here, 1)["leaders"] == ["zone:residential"]
    assert here.to_dict()["stage"] == "price" and here.to_dict()["leaders"]["deck"] == ["sector:energy"]
    assert position(leaders={"deck": []}).apply("manage").actor == 2  # A9: legal with an empty deck


# ---- Age end and game end (§2.10, §2.11) ----


def test_returns_follow_the_new_order():
    """The builder is last; a seat without cards is skipped; the decks are shuffled afterwards (N.3.10)."""
    hands = {1: {"leaders": ["facility:farm", "zone:residential"]}, 2: {"leaders": ["sector:energy"]}}
    here = last_turn(seats=hands, next_order=[None, None, None, 1]).apply("manage")
    assert here.to_dict()["order"] == [2, 3, 4, 1]
    assert here.to_dict()["stage"] == "return" and here.actor == 2
    assert here.to_dict()["progress"]["city_shown"] == 6
    here = here.apply("return:sector:energy")
    assert here.actor == 1 and here.legal() == ["return:facility:farm", "return:zone:residential"]
    here = here.apply("return:facility:farm")
    data = here.to_dict()
    assert (data["age"], data["round"], data["stage"], data["actor"]) == (2, 1, "action", 2)
    assert data["progress"] == {"deck": data["progress"]["deck"], "city_shown": 0, "markers": 0, "wheel": False}
    assert sorted(data["progress"]["deck"]) == ["city"] * 6 + ["county"] * 4
    assert sorted(data["leaders"]["deck"]) == ["facility:farm", "sector:energy"]


def test_the_third_age_ends_the_game():
    here = last_turn(age=3, seats={1: {"leaders": ["facility:farm"]}}).apply("manage").apply("return:facility:farm")
    data = here.to_dict()
    assert here.is_over and (data["age"], data["stage"], data["actor"], data["over"]) == (3, "over", None, True)
    assert here.legal() == []


def test_research_stays_on_the_board():
    markets = {"research": stall("research", [3, 0, 0, 0], [6, None, None, None]),
               STONE_MARKET: stall("stone", [2, 0, 0, 0], [6, None, None, None])}  # fmt: skip
    after = end_age(last_turn(markets=markets))
    assert after.to_dict()["markets"] == {"research": markets["research"]}


def test_ties_are_broken_by_money_then_turn_order():
    """N.3.5: the order after the last round; there is always one winner."""
    rows = position(seats={1: {"money": 5, "ms": 3}, 2: {"money": 6}}, order=[3, 1, 2, 4], actor=3).scores()
    assert rows[2]["tie_break"] > rows[3]["tie_break"] > rows[1]["tie_break"] > rows[0]["tie_break"]
    assert len({row["tie_break"] for row in rows}) == 4


def test_the_markers_on_the_track_stay_at_three():
    """A13: a fourth real-estate round in an Age brings no marker."""
    here = position(markets=PLENTY, progress={"deck": ["county", "city"] * 4, "markers": 3})
    here = play(here, "estate:residential", "buy:lumber:1", "buy:stone:1", "card:B1:a")
    assert here.to_dict()["progress"]["wheel"] is False


def test_real_estate_tiers_and_piles():
    """Lowest free space first; without cards of its tier, or without a space, nothing is built (A12)."""
    zones = {"residential": built(("B1a", 2), ("S1a", 2))}
    here = play(position(markets=PLENTY, zones=zones), "estate:residential")
    assert here.to_dict()["pending"]["buy"] == ["lumber", "lumber", "stone", "steel"]
    here = play(here, *["buy:lumber:1"] * 2, "buy:stone:1", "buy:steel:1")
    assert here.legal() == [f"card:G{design}:{side}" for design in (1, 2, 3) for side in "ab"]
    assert "estate:residential" not in position(markets=PLENTY, zones=zones, estate_left={"B1": 2, "S1": 2}).legal()
    full = {"residential": built(("B1a", 2), ("S1a", 2), ("G1a", 2), ("G2a", 2))}
    assert "estate:residential" not in position(markets=PLENTY, zones=full).legal()


def test_the_setup():
    """§1-7, five players."""
    here = position(5, rules=rules(5)).to_dict()
    assert here["facilities_left"]["farm"] == {"double": True, "single": 7}
    assert here["estate_left"] == {"B1": 2, "B2": 2, "B3": 2, "S1": 2, "S2": 2, "S3": 2, "G1": 3, "G2": 3, "G3": 3}
    assert sorted(here["progress"]["deck"]) == ["city"] * 6 + ["county"] * 4
    assert len(here["leaders"]["deck"]) == 36 - 5 * 4
