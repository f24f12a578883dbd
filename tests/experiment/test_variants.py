"""Variants: the same blocks for all, the same results however they are played, one message for each fault."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from polars.testing import assert_frame_equal

from rulesim.analysis.run import Run
from rulesim.errors import InputError, RunError
from rulesim.experiment.runner import run_experiment
from rulesim.experiment.setup import prepare
from rulesim.experiment.spec import make_experiment, read_experiment
from tests.experiment.plugins import source

DEARER = {"name": "dearer", "rules": {"buildings.small_market.cost": 2}}
POORER = {"name": "poorer", "rules": {"setup": {"doubloons": 0}}}


def played(experiment: Any, folder: Path) -> Run:
    return Run(run_experiment(experiment, folder))


def test_results_do_not_depend_on_jobs_chunks_or_backend(small: Any, tmp_path: Path) -> None:
    variants = [DEARER, POORER]
    reference = played(small(variant=variants), tmp_path / "reference")
    for name, changes in {
        "small chunks": {"jobs": 2, "chunk": 9},
        "processes": {"jobs": 2, "chunk": 30, "backend": "processes"},
        "summary": {"record": "summary", "chunk": 50},
    }.items():
        run = played(small(variant=variants, **changes), tmp_path / name)
        assert_frame_equal(run.compare().frame, reference.compare().frame)
        assert_frame_equal(run.compare().balance, reference.compare().balance)
        if name != "summary":
            assert run.games().collect().equals(reference.games().collect())


def test_a_run_that_goes_on_says_the_same(small: Any, tmp_path: Path) -> None:
    played(small(variant=[DEARER], blocks=13), tmp_path / "grown")
    grown = played(small(variant=[DEARER], blocks=40), tmp_path / "grown")
    whole = played(small(variant=[DEARER], blocks=40), tmp_path / "whole")
    assert_frame_equal(grown.compare().frame, whole.compare().frame)
    assert grown.games().collect().equals(whole.games().collect())


def test_every_variant_plays_as_it_would_alone(small: Any, tmp_path: Path) -> None:
    """Same seed, same blocks, same seats: the base as without variants, the variant as an experiment of its own."""
    run = played(small(variant=[DEARER]), tmp_path / "both")
    alone = {
        "base": played(small(), tmp_path / "base"),
        "dearer": played(small(rules=DEARER["rules"]), tmp_path / "dearer"),
    }
    for name, one in alone.items():
        rows = run.variant(name).games().collect().drop("variant", "game")
        assert rows.equals(one.games().collect().drop("game"))
        assert run.variant(name).scores().equals(one.scores())
        assert run.variant(name).histogram("city").equals(one.histogram("city"))


def test_rows_are_ordered_by_block_and_variant(small: Any, tmp_path: Path) -> None:
    rows = played(small(variant=[DEARER, POORER]), tmp_path / "run").games().collect()
    assert rows.columns[:6] == ["game", "block", "variant", "line_up", "seating", "seat"]
    keys = ["block", "variant", "line_up", "seating", "seat"]
    assert rows.select(keys).equals(rows.select(keys).sort(keys))
    assert rows["game"].unique().to_list() == list(range(40 * 3))


def test_pairing_saves_games_on_a_real_change(tmp_path: Path) -> None:
    experiment = make_experiment(
        {
            "game": "puerto_rico", "players": 3, "strategies": ["balanced", "corn_shipper", "factory_owner"],
            "blocks": 120, "jobs": 1, "record": "summary", "openings": 0,
            "variant": [{"name": "factory 8", "rules": {"buildings.factory.cost": 8}}],
        }
    )  # fmt: skip
    compared = played(experiment, tmp_path / "run").compare()
    gains = compared.of("strategy", "win_share")["gain"]
    assert len(gains) == 3
    assert gains.min() > 1


def test_a_variant_may_replace_a_strategy(small: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from rulesim.strategy import first\n" + source("first_move", "return first(legal)")
    )
    mine = f"{tmp_path / 'mine.py'}:first_move"
    choice = {"name": "first", "strategies": {"random": mine}}
    run = played(small(variant=[choice]), tmp_path / "run")
    alone = played(small(strategies=[mine]), tmp_path / "alone")
    assert run.variant("first").scores()["strategy"].to_list() == ["random"]
    assert run.variant("first").scores()["score"].to_list() == alone.scores()["score"].to_list()
    assert run.manifest["variants"][1]["strategies_changed"] == {"random": "mine.py:first_move"}


def test_rules_of_a_variant_are_put_over_those_of_the_experiment(small: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("buildings.harbor.cost = 7")
    rules = {"preset": "english", "buildings": {"factory": {"cost": 9}, "office": {"cost": 4}}}
    variants = [
        {"name": "cheap", "rules": {"buildings": {"factory": {"cost": 6}}}},
        {"name": "file", "rules": {"file": str(tmp_path / "mine.toml")}},
        {"name": "seed", "rules": {"preset": "seed"}},
    ]
    setup = prepare(small(rules=rules, variant=variants))
    names = ("buildings.factory.cost", "buildings.office.cost", "buildings.harbor.cost", "switches.hacienda_hut_quarry")
    values = [tuple(one.rules.ruleset.at(3)[name] for name in names) for one in setup.variants]
    assert values == [(9, 4, 8, False), (6, 4, 8, False), (9, 4, 7, False), (9, 4, 8, True)]


def test_another_variant_is_another_experiment(small: Any, tmp_path: Path) -> None:
    played(small(variant=[DEARER]), tmp_path / "run")
    with pytest.raises(InputError, match=r"another experiment \(it differs in: variant\)"):
        run_experiment(small(variant=[POORER]), tmp_path / "run")
    with pytest.raises(InputError, match="another experiment"):
        run_experiment(small(), tmp_path / "run")


def test_a_failure_names_the_variant_and_how_to_replay_it(small: Any, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(source("bad", "return 62"))
    choice = {"name": "broken", "strategies": {"random": f"{tmp_path / 'bad.py'}:bad"}, "rules": POORER["rules"]}
    with pytest.raises(RunError, match=r"variant 'broken': strategy 'bad.py:bad'(.|\n)*--set setup.doubloons=0"):
        run_experiment(small(variant=[choice]), tmp_path / "run")


FILE = """
game = "puerto_rico"
players = 3
strategies = ["random"]
design = "self_play"
blocks = 4

[[variant]]
name = "first"
rules.price.corn = 1

[[variant]]
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('name = "x"\nstrategys = 1', "variant 'x': unknown key 'strategys'; did you mean 'strategies'?"),
        ("rules.price.corn = 1", "variant 2: the key 'name' is missing"),
        ('name = ""', "variant 2: name = ''"),
        ('name = "first"', "variant 'first': the name is the name of two variants; expected another one"),
        ('name = "base"', "variant 'base': the name is the experiment itself; expected another one"),
        ('name = "x"', "variant 'x': it changes nothing; expected other rules, strategies or forbidden"),
        ('name = "x"\nrules.price.corn = 0', "variant 'x': it changes nothing"),
        ('name = "x"\nrules.price.cron = 1', "variant 'x': unknown rule 'price.cron'.*did you mean 'price.corn'"),
        ('name = "x"\nrules.price.corn = 99', "variant 'x': rules: price.corn = 99: expected .* from 0 to 20"),
        ('name = "x"\nrules.preset = "sede"', "variant 'x': unknown preset 'sede'.*did you mean 'seed'"),
        ('name = "x"\nrules.preset = 5', "variant 'x': rules.preset = 5: expected a text in quotes"),
        ('name = "x"\nrules.file = "no.toml"', r"variant 'x': .*no\.toml: cannot be read"),
        ('name = "x"\nstrategies.randon = "random"', "variant 'x': strategies: 'randon' is not.*did you mean 'random'"),
        ('name = "x"\nstrategies.random = "randon"', "variant 'x': unknown strategy 'randon'.*did you mean 'random'"),
    ],
)  # fmt: skip
def test_bad_variants_are_refused_by_name(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "file.toml"
    path.write_text(FILE + text)
    with pytest.raises(InputError, match=message) as caught:
        prepare(read_experiment(path))
    assert not re.search(r"\n|pydantic", str(caught.value))


def test_a_variant_that_is_another_one_again_is_refused(small: Any) -> None:
    again = {**POORER, "name": "again"}
    with pytest.raises(InputError, match="variant 'again': it is the same as variant 'poorer'"):
        prepare(small(variant=[POORER, again]))
