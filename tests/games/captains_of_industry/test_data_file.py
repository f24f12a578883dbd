"""The data file: its numbers, and what is said to a user whose own file makes no sense."""

from __future__ import annotations

import pytest

from rulesim.games.position import Position
from rulesim.games.ruleset import RulesError
from tests.games.captains_of_industry.setting_up import GAME, play, position, rules, seat


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("setup.start_cash", 20),
        ("setup.start_leaders", 4),
        ("bank.good_price", 13),
        ("bank.own_marker_in", ("lumber", "stone", "steel", "research")),
        ("scoring.sector_dominance", 5),
        ("scoring.money_places", (20, 10, 5)),
        ("estate.rent", 2),
        ("progress.city_cards", 6),
        ("progress.county_cards", 4),
        ("progress.markers", 3),
        ("facility_cards.double_size", 2),
        ("facility_cards.overtime_multiplier", 2),
        ("advances.forward_contracts.cost", 3),
    ],
)
def test_numbers_that_the_rule_text_prints(name, value):
    rule = GAME.base_rules.rules[name]
    assert rule.at(4) == value and not rule.unverified and rule.source.startswith("S")


def test_every_number_has_a_source():
    assert all(rule.source for rule in GAME.base_rules.rules.values() if rule.value not in ("none", (), False))


def test_reconstructed_numbers_are_marked():
    unverified = {rule.name: rule.source for rule in GAME.base_rules.unverified()}
    for name in ("price_track.highest", "facilities.farm.build", "facilities.quarry.overtime_per_size",
                 "estate.cost.residential.gold", "estate_cards.S2.a", "advances.urban_planning.amount",
                 "markets.energy_commercial_industrial.zones", "leaders.zone.residential.ms",
                 "leader_facility.min_size", "scoring.money_tie_rounding"):  # fmt: skip
        assert name in unverified, name
    assert unverified["facilities.quarry.overtime_per_size"] == "R-"


def test_an_own_advance():
    """A user's file may add Advances of the effects that exist."""
    own = rules(3, {"advances": {"corn_brand": {"cost": 0, "good": "corn", "amount": 2}}})
    here = position(3, rules=own)
    assert "research:corn_brand" in here.legal()
    here = here.apply("research:corn_brand")
    assert seat(here, 1)["advances"] == ["corn_brand"]
    assert own.record[0]["n_advances"] == 16


def test_an_own_real_estate_card_and_dotted_names():
    changes = {"estate_cards.X1.a": [9, 0, 0], "estate_cards.X1.b": [0, 0, 9], "estate_cards.X1.copies": 1,
               "estate.cost.residential.bronze": []}  # fmt: skip
    here = play(position(3, rules=rules(3, changes), estate_left={"X1": 1}), "estate:residential")
    assert here.legal() == ["card:X1:a", "card:X1:b"]
    assert "consumables residential (demand 9)" in str(here.apply("card:X1:a"))


def test_the_other_energy_graph():
    """The open choice: the two Energy markets next to other zones."""
    changes = {"markets.energy_transportation_residential.zones": ["transportation", "commercial"],
               "markets.energy_commercial_industrial.zones": ["residential", "industrial"]}  # fmt: skip
    zones = {"residential": [{"card": "B1", "side": "b", "owner": 1}]}
    assert "energy transportation residential (demand 2)" in str(position(rules=rules(4, changes), zones=zones))
    assert "energy transportation residential (demand 3)" in str(position(zones=zones))


def test_an_own_price_track():
    own = rules(3, {"price_track": {"lowest": 2, "highest": 10, "step": 4}})
    here = play(position(3, rules=own), "build:quarry", *["place:stone:consumables_commercial"] * 2)
    assert here.legal() == [f"price:consumables_commercial:{dollars}" for dollars in (2, 6, 10)]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"price_track.step": 4}, "price_track.step = 4: does not lead from 1 to 12"),
        ({"price_track.highest": 0}, "price_track.highest = 0: expected at least price_track.lowest = 1"),
        ({"progress.city_cards": 5}, "the Age would never end"),
        ({"markets.research.zones": ["residential"]}, "markets.research has zones but no sector"),
        ({"markets.consumables_residential.zones": []}, "needs at least one zone"),
        ({"markets.consumables_residential.zones": ["residental"]}, "did you mean 'residential'?"),
        ({"markets.research.accepts": []}, "facilities.university.produces = research: no market takes"),
        ({"markets.consumables_commercial.player_buys": False}, "players can buy stone in no market"),
        ({"markets.consumables_commercial.accepts": ["stone", "steel"]}, "players buy steel in consumables_commercial"),
        ({"markets.energy_commercial_industrial.locked": ["corn"]}, "no Advance unlocks corn there"),
        ({"markets.energy_commercial_industrial.locked": ["steel"]}, "steel is not accepted there at all"),
        ({"facilities.farm.build": "corn"}, "players can buy corn in no market"),
        ({"facility_cards.double_cards": 9}, "there are only 8 cards of a type"),
        ({"facility_cards.expand_units_per_size": 3}, "expected at most 24"),
        ({"estate.cost.residential.gold": ["oil"]}, "players can buy oil in no market"),
        ({"estate_cards.X1.copies": 1}, "estate_cards.X1.a shows no demand"),
        ({"estate_cards.B1.tier": "brass"}, "expected one of bronze, silver, gold"),
        ({"advances.steel_brand.effect": "rent_bonus"}, "rent_bonus works rent"),
        ({"advances.steel_brand.good": "none"}, "advances.steel_brand.good = none"),
        ({"advances.steel_second_market.good": "oil"}, "unlocks oil in durables_residential_commercial"),
        ({"advances.urban_planning.prereq": ["property"]}, "there is no Advance 'property'"),
        ({"advances.property_management.tier": 0}, "cannot be had by Age 3"),
        ({"advances.mine.effekt": "unlock"}, "unknown rule 'advances.mine.effekt'"),
        ({"leaders.zone.suburban.ms": 2}, "unknown rule 'leaders.zone.suburban.ms'"),
        ({"advances.mine.amount": "much"}, "expected a whole number from 0 to 20"),
    ],
)  # fmt: skip
def test_clear_messages(changes, message):
    with pytest.raises(RulesError) as error:
        rules(4, changes)
    assert message in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("order", [1, 1, 2, 3], "order"),
        ("actor", 2, "it is its turn"),
        ("stage", "buying", "did you mean 'buy'?"),
        ("markets", {"research": {"units": {"corn": [1, 0, 0, 0]}}}, "unknown key 'corn'"),
        ("markets", {"research": {"units": {"research": [0, 1, 0, 0]}, "prices": [None] * 4}}, "a price for seat 2"),
        ("markets", {"research": {"units": {}, "prices": [13, None, None, None]}}, "prices of the track"),
        ("zones", {"residential": [{"card": "S1", "side": "a", "owner": 1}]}, "a card of the tier of its space"),
        ("pending", {"for": "build:farm"}, "pending.for"),
        ("next_order", [1, None, None, None], "filled from the back"),
        ("seats", [], "one for each of 4 players"),
    ],
)
def test_positions_that_make_no_sense(key, value, message):
    data = Position.new("captains_of_industry", 4).to_dict()
    data.update(order=[1, 2, 3, 4], actor=1)
    data[key] = value
    with pytest.raises(ValueError, match="position") as error:
        Position.from_dict(data)
    assert message in str(error.value)
