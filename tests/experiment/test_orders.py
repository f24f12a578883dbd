"""Orders: lines that seats open with, and actions that a seat may not take."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from rulesim.analysis.run import Run
from rulesim.errors import InputError
from rulesim.experiment.orders import action_names, make_orders
from rulesim.experiment.playing import LineError
from rulesim.experiment.runner import run_experiment
from rulesim.experiment.setup import prepare
from rulesim.games.registry import game_names, load_game
from rulesim.kernel.bits import members
from rulesim.kernel.orders import brief, decided, narrow
from rulesim.kernel.records import GUIDE

RULES = load_game("puerto_rico").rules(3)
BUILDER, SETTLER = "role:builder", "role:settler"


def played(experiment: Any, folder: Path) -> pl.DataFrame:
    return Run(run_experiment(experiment, folder)).games().collect()


@pytest.mark.parametrize("name", game_names())
def test_all_actions_have_names_that_are_their_own(name: str) -> None:
    rules = load_game(name).rules(4)
    names = action_names(rules)
    assert len(set(names.items())) == len(names) > 50
    assert max(stage for stage, _ in names) < rules.game.stages <= 64


def test_a_pattern_is_every_action_whose_name_it_matches() -> None:
    names = action_names(RULES)
    orders = make_orders(RULES, {"one": ["build:*market", "*"]}, {1: "one"})
    chosen = {
        names[stage, action]
        for stage in range(RULES.game.stages)
        for action in range(64)
        if int(orders.masks[0, stage, 0]) >> action & 1
    }
    assert chosen == {"build:small_market", "build:large_market"}
    assert (orders.masks[1] == np.uint64(2**64 - 1)).all()
    assert orders.told == (0, -1, -1, -1)


def legal_roles(*numbers: int) -> Any:
    legal = np.zeros(1, RULES.game.moves.legal)
    legal[0].words[0] = sum(1 << number for number in numbers)
    return legal[0]


def briefed(orders: Any, marked: int = -1) -> Any:
    guides = np.zeros(4, GUIDE)
    brief(guides, orders.spans, np.array(orders.told), marked, orders.ban, np.uint64(1), 0)
    return guides


def test_moves_of_a_line_are_used_up_one_by_one() -> None:
    RULES.game.compile()
    orders = make_orders(RULES, {"x": [BUILDER, "*", SETTLER]}, {2: "x"})
    guides, seen = briefed(orders), []
    for _ in range(4):
        legal = legal_roles(0, 1, 2)
        narrow(legal, 0, True, False, guides, orders.masks, 1)
        seen.append([RULES.game.action_name(RULES, 0, one) for one in members(legal)])
        decided(True, 0, guides, 1)
    roles = ["role:settler", "role:mayor", "role:builder"]
    assert [sorted(one) for one in seen] == [[BUILDER], sorted(roles), [SETTLER], sorted(roles)]


def test_a_line_that_cannot_be_played_leaves_nothing_or_ends() -> None:
    orders = make_orders(RULES, {"x": [BUILDER, SETTLER]}, {"table": "x"})
    without_builder = [number for number in range(8) if action_names(RULES).get((0, number)) != BUILDER]
    for lenient, left in ((False, 0), (True, len(without_builder))):
        guides = briefed(orders)
        assert narrow(legal_roles(*without_builder), 0, True, lenient, guides, orders.masks, 0) == left
        decided(True, 0, guides, 0)
        if lenient:
            assert (guides[3].made, guides[3].length, guides[3].gave_way) == (0, 0, 1)


def test_a_ban_holds_for_the_marked_seat_and_gives_way_if_nothing_is_left() -> None:
    orders = make_orders(RULES, forbid=["role:*"])
    guides = briefed(orders, marked=1)
    assert narrow(legal_roles(1, 2), 0, True, False, guides, orders.masks, 1) == 2
    decided(True, 5, guides, 1)
    assert guides[1].gave_way == 1 and guides[1].gave_way_in == 1 << 5
    one_role = make_orders(RULES, forbid=[BUILDER])
    assert narrow(legal_roles(*range(6)), 0, True, False, briefed(one_role, 1), one_role.masks, 1) == 5
    assert narrow(legal_roles(*range(6)), 0, True, False, briefed(one_role, 0), one_role.masks, 1) == 6


def test_a_forced_opening_is_played_by_its_seat_alone(small: Any, tmp_path: Path) -> None:
    openings = {"only": ["role:*"], "seat": 1, "lines": {"build first": [BUILDER], "settle first": [SETTLER]}}
    rows = played(small(openings=openings), tmp_path / "run")
    first = rows.filter(pl.col("seat") == 1).group_by("variant").agg(pl.col("opening_1").unique())
    found = {variant: set(moves) for variant, moves in first.iter_rows()}
    assert found["build first"] == {BUILDER} and found["settle first"] == {SETTLER} and len(found["base"]) > 3
    others = rows.filter(pl.col("seat") > 1)
    assert others.filter(pl.col("variant") == "build first")["opening_1"].n_unique() > 3
    assert others["line"].null_count() == len(others)
    assert set(rows["opening_3"].str.split(":").list.first()) == {"role"}, "only roles are logged"


def test_the_line_of_the_table_is_made_of_all_seats_moves(small: Any, tmp_path: Path) -> None:
    openings = {"only": ["role:*"], "seat": "table", "lines": {"x": [BUILDER, SETTLER, "role:mayor"]}}
    rows = played(small(openings=openings), tmp_path / "run").filter(pl.col("variant") == "x")
    for seat, role in enumerate((BUILDER, SETTLER, "role:mayor"), 1):
        assert set(rows.filter(pl.col("seat") == seat)["opening_1"]) == {role}


def test_drawn_lines_are_drawn_evenly_and_by_the_design_alone(small: Any, tmp_path: Path) -> None:
    lines = {"a": ["take:*"], "b": ["*"], "c": ["*", "*"]}
    openings = {"lines": lines, "assign": "random", "if_illegal": "free"}
    one = played(small(openings=openings, blocks=400), tmp_path / "one").filter(pl.col("variant") == "assigned")
    # 400 draws for each of 3 seats: each line 400 times, give or take four standard deviations of 16.3
    assert all(abs(count - 400) < 66 for count in one["line"].value_counts()["count"])
    other = small(openings=openings, blocks=400, rules={"price": {"corn": 1}}, jobs=2, chunk=50)
    again = played(other, tmp_path / "other").filter(pl.col("variant") == "assigned")
    assert again["line"].equals(one["line"]), "the same draws whatever the rules and the chunks"
    assert one["line_made"].min() == 0 and one.filter(pl.col("line") == "c")["line_made"].min() == 2


def test_one_seat_of_each_game_is_drawn_and_told(small: Any, tmp_path: Path) -> None:
    openings = {"lines": {"a": ["take:*"], "b": ["*"]}, "assign": "random", "if_illegal": "free", "seat": "drawn"}
    rows = played(small(openings=openings, blocks=600), tmp_path / "run")
    told = rows.filter(pl.col("line").is_not_null())
    assert len(told) == told["game"].n_unique() == 600
    assert set(told["variant"]) == {"assigned"}
    # 600 games: each seat 200 times, each line 300 times, give or take four standard deviations
    assert all(abs(count - 200) < 47 for count in told["seat"].value_counts()["count"])
    assert all(abs(count - 300) < 49 for count in told["line"].value_counts()["count"])


def test_a_line_without_moves_changes_nothing(small: Any, tmp_path: Path) -> None:
    """Among drawn lines it leaves a seat free; as a variant it would be the base once more."""
    rows = played(small(openings={"lines": {"free": []}, "seat": 1, "assign": "random"}), tmp_path / "run")
    free, base = (rows.filter(pl.col("variant") == name)["score"].to_list() for name in ("assigned", "base"))
    assert free == base
    with pytest.raises(InputError, match="the line 'free' has no moves: it is the base"):
        small(openings={"lines": {"free": []}, "seat": 1})


def test_an_illegal_move_of_a_line_names_line_move_position_and_what_is_legal(small: Any, tmp_path: Path) -> None:
    openings = {"only": ["role:*"], "seat": "table", "lines": {"twice": [BUILDER, BUILDER]}}
    with pytest.raises(LineError) as caught:
        run_experiment(small(openings=openings), tmp_path / "run")
    assert isinstance(caught.value, InputError) and not (tmp_path / "run").exists()
    text = str(caught.value)
    assert "line 'twice': move 2, 'role:builder', is not legal for seat 2" in text
    assert "builder (taken by seat 1)" in text and "replay" not in text and 'if_illegal = "free"' in text
    assert "number 0" in text and "role:settler" in text.split("legal:")[1]


def test_a_forbidden_action_is_never_taken_by_the_marked_seat(small: Any, tmp_path: Path) -> None:
    variants = [{"name": "no quarry", "forbid": ["*:quarry"]}, {"name": "no role", "forbid": ["role:*"]}]
    experiment = small(variant=variants, blocks=30)
    assert prepare(experiment).plan.games_per_block == 3
    run = Run(run_experiment(experiment, tmp_path / "run"))
    rows = run.games().collect()
    quarries = rows.group_by("variant", "marked").agg(pl.col("quarries").sum())
    taken = {(variant, marked): number for variant, marked, number in quarries.iter_rows()}
    assert taken["no quarry", True] == 0 < min(taken["no quarry", False], taken["base", True])
    ways = dict(rows.group_by("variant").agg(pl.col("gave_way").sum()).iter_rows())
    assert ways["base"] == ways["no quarry"] == 0 < ways["no role"], "a ban of every role always gives way"
    same = [rows.filter(pl.col("variant") == name).drop("variant", "game", "gave_way") for name in ("base", "no role")]
    assert same[0].equals(same[1])


def test_the_sums_know_the_marked_seats(small: Any, tmp_path: Path) -> None:
    run = Run(run_experiment(small(variant=[{"name": "x", "forbid": ["take:quarry"]}]), tmp_path / "run"))
    rows = run.games().filter(pl.col("marked"))
    for variant in run.variants:
        own = rows.filter(pl.col("variant") == variant)
        for metric in ("win_share", "score", "gave_way"):
            mean = own.select(pl.col(metric).mean()).collect().item()
            assert run.variant(variant).estimates("marked", metric)["estimate"][0] == pytest.approx(mean)
        by_seat = own.group_by("seat").agg(pl.col("score").mean()).sort("seat").collect()["score"].to_list()
        assert run.variant(variant).estimates("marked_seat", "score")["estimate"].to_list() == pytest.approx(by_seat)


def test_the_course_of_a_game(small: Any, tmp_path: Path) -> None:
    run = Run(run_experiment(small(strategies=["random", "greedy"], design="round_robin", jobs=2), tmp_path / "run"))
    rows = run.games().filter(pl.col("seat") == 1).collect()
    watched = rows.filter(pl.col("seating") == 0)
    assert rows["decided_at"].count() == len(watched) == watched["lead_changes"].count()
    assert watched["decided_at"].is_between(0, 100).all() and watched["lead_changes"].min() >= 0
    never = watched.filter(pl.col("lead_changes") == 0)
    assert len(never), "some games have one leader from the first look on"
    means = {name: run.estimates("watched", name)["estimate"][0] for name in ("lead_changes", "decided_by_half")}
    assert means["lead_changes"] == pytest.approx(watched["lead_changes"].mean())
    assert means["decided_by_half"] == pytest.approx((watched["decided_at"] <= 50).mean())


@pytest.mark.parametrize(
    ("openings", "message"),
    [
        ({"lines": {"x": ["role:bilder"]}}, "line 'x', move 1: 'role:bilder' matches no .*did you mean 'role:builder'"),
        ({"only": ["roles:*"]}, r"openings.only: 'roles:\*' matches no action.*did you mean 'role:\*'"),
        ({"lines": {"x": ["*"]}, "seat": 4}, "openings.seat = 4: expected 1 to 3, 'drawn' or 'table'"),
        ({"lines": {"x": ["take:*"], "y": ["take:*"]}}, "openings.lines: line 'y' is the same as 'x'"),
        (
            {"lines": {"x": ["build:*"]}, "only": ["role:*"]},
            r"line 'x', move 1: 'build:\*' is never possible",
        ),
        ({"dept": 3}, "openings: unknown key 'dept'; did you mean 'depth'"),
    ],
)
def test_bad_openings(small: Any, openings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        prepare(small(openings=openings))


def test_lines_and_variants_exclude_each_other(small: Any) -> None:
    with pytest.raises(InputError, match="either lines or variants"):
        small(openings={"lines": {"x": ["*"]}}, variant=[{"name": "y", "forbid": ["take:quarry"]}])


def test_a_forbidden_pattern_that_matches_nothing(small: Any) -> None:
    with pytest.raises(InputError, match=r"variant 'x': forbid: 'take:quary' matches no .*did you mean 'take:quarry'"):
        prepare(small(variant=[{"name": "x", "forbid": ["take:quary"]}]))
