"""Runs that stop by a rule: where, why, and that it is the same however they are played."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats

from rulesim.analysis.run import Run
from rulesim.errors import InputError
from rulesim.experiment import runner
from rulesim.experiment.runner import run_experiment
from rulesim.experiment.setup import prepare
from rulesim.experiment.spec import make_experiment
from rulesim.experiment.stop_rule import StopRule
from rulesim.experiment.stopping import EFFECT, looks
from rulesim.experiment.store import RunFolder
from rulesim.experiment.summary import Summary
from rulesim.statistics.sprt import SequentialTest

SEAT = {"between": [0.0, 0.1], "seat": 1}
TABLE = {"design": "round_robin", "strategies": ["random", "balanced", "corn_shipper"]}
POORER = [{"name": "poorer", "rules": {"setup": {"doubloons": 0}}}]


def contents(folder: Path) -> dict[str, str]:
    """All files of a run, without its playing time."""
    manifest = json.loads((folder / "manifest.json").read_text())
    digests = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*.parquet")
    }
    return {**digests, "manifest": json.dumps({**manifest, "seconds": 0})}


def block_effects(folder: Path, wanted: pl.Expr) -> np.ndarray:
    """The mean win share of the wanted rows in each block, from the stored rows."""
    frame = Run(folder).games().filter(wanted).group_by("block").agg(pl.col("win_share").mean()).sort("block")
    return frame.collect()["win_share"].to_numpy()


def test_looks_grow_by_a_tenth_up_to_the_most() -> None:
    found = looks(StopRule(half_width=1.0), 100)
    assert found == [50, 56, 62, 69, 76, 84, 93, 100]
    assert looks(StopRule(half_width=1.0), 40) == [40]
    assert looks(StopRule(half_width=1.0, first_look=30), 35) == [30, 33, 35]


def test_a_test_ends_at_the_first_look_that_decides(small: Any, tmp_path: Path) -> None:
    """Against the same test on the stored rows, look by look."""
    folder = run_experiment(small(blocks=5_000, stop=SEAT), tmp_path / "run")
    manifest = folder.manifest
    effects = block_effects(folder.path, pl.col("seat") == 1) - 1 / 3
    assert manifest["blocks_done"] == len(effects) < 5_000
    assert manifest["decision"] in ("lower", "upper")
    test = SequentialTest(0.0, 0.1)
    for number, (blocks, ratio) in enumerate(manifest["looks"], 1):
        values, counts = np.unique(effects[:blocks], return_counts=True)
        if counts.sum() - counts.max() < 20:  # too few blocks to show a distribution
            assert ratio is None
        else:
            assert test.ratio(values, counts) == pytest.approx(ratio)
        decision = test.decision(values, counts)
        assert decision == (manifest["decision"] if number == len(manifest["looks"]) else None)
    assert [look[0] for look in manifest["looks"]] == looks(StopRule(**SEAT), 5_000)[: len(manifest["looks"])]


def test_the_end_does_not_depend_on_jobs_chunks_or_backend(small: Any, tmp_path: Path) -> None:
    reference = None
    for name, changes in {
        "one job": {},
        "three threads, small chunks": {"jobs": 3, "chunk": 7},
        "two processes": {"jobs": 2, "chunk": 9, "backend": "processes"},
    }.items():
        folder = run_experiment(small(blocks=5_000, stop=SEAT, **changes), tmp_path / name)
        run = Run(folder)
        found = run.games().collect(), folder.manifest["looks"], folder.manifest["decision"]
        reference = reference or found
        assert found[0].equals(reference[0]), name
        assert found[1:] == reference[1:], name
        stored = max(int(path.stem.split("-")[2]) for path in (folder.path / "games").iterdir())
        assert stored == run.n_blocks, name


@pytest.mark.parametrize("after", [1, 60, 130])
def test_an_interrupted_run_ends_in_the_same_bytes(
    small: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    monkeypatch.setattr(runner, "CHECKPOINT_SECONDS", 0.0)
    experiment = small(blocks=5_000, stop={"between": [0.0, 0.06], "seat": 1}, chunk=20)

    def interrupt(done: int, total: int) -> None:
        if done >= after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_experiment(experiment, tmp_path / "run", on_progress=interrupt)
    assert Run(tmp_path / "run").n_blocks >= after
    run_experiment(experiment, tmp_path / "run")
    assert contents(tmp_path / "run") == contents(run_experiment(experiment, tmp_path / "whole").path)


def test_a_look_that_an_interruption_prevented_is_made_up_for(
    small: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blocks of a look are stored, but the rule was not asked: it is when the run goes on."""
    experiment, whole = small(blocks=5_000, stop=SEAT), tmp_path / "whole"
    end = run_experiment(experiment, whole).blocks_done

    def interrupted(self: RunFolder, blocks: int, *seen: Any) -> None:
        if blocks == end:
            raise KeyboardInterrupt
        note(self, blocks, *seen)

    note = RunFolder.note_look
    monkeypatch.setattr(RunFolder, "note_look", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run_experiment(experiment, tmp_path / "run")
    monkeypatch.undo()
    assert Run(tmp_path / "run").n_blocks == end
    assert not Run(tmp_path / "run").finished
    run_experiment(experiment, tmp_path / "run")
    assert contents(tmp_path / "run") == contents(whole)


def test_a_decided_run_is_not_played_on_and_leftovers_are_removed(small: Any, tmp_path: Path) -> None:
    folder = run_experiment(small(blocks=5_000, stop=SEAT), tmp_path / "run").path
    before = contents(folder)
    beyond = folder / "games" / "blocks-000000009000-000000009010.parquet"
    beyond.write_bytes(b"played ahead of the decision")
    calls: list[int] = []
    run_experiment(small(blocks=5_000, stop=SEAT), folder, on_progress=lambda done, total: calls.append(done))
    assert calls == []
    assert contents(folder) == before
    assert Run(folder).finished


def test_without_a_decision_the_most_is_played_and_more_goes_on(small: Any, tmp_path: Path) -> None:
    rule = {"between": [0.0, 0.001], "seat": 1}
    folder = run_experiment(small(blocks=60, stop=rule), tmp_path / "run")
    assert (folder.manifest["decision"], folder.blocks_done) == (None, 60)
    assert [look[0] for look in folder.manifest["looks"]] == [50, 56, 60]
    run_experiment(small(blocks=70, stop=rule), tmp_path / "run")
    whole = run_experiment(small(blocks=70, stop=rule), tmp_path / "whole")
    assert Run(tmp_path / "run").manifest["looks"] == whole.manifest["looks"]


def test_narrow_is_when_all_intervals_are(small: Any, tmp_path: Path) -> None:
    for by, rule in {"seat": {"half_width": 0.06}, "strategy": {"half_width": 0.05}}.items():
        table = TABLE if by == "strategy" else {}
        run = Run(run_experiment(small(blocks=5_000, stop=rule, **table), tmp_path / by))
        frame = run.estimates(by, "win_share")
        widest = float(((frame["high"] - frame["low"]) / 2).max())  # type: ignore[arg-type]
        assert run.manifest["decision"] == "narrow"
        assert widest == pytest.approx(run.manifest["looks"][-1][1])
        assert widest <= rule["half_width"] < run.manifest["looks"][-2][1]


def test_with_variants_it_is_the_differences_that_must_be_narrow(small: Any, tmp_path: Path) -> None:
    rule = {"half_width": 0.08}
    run = Run(run_experiment(small(blocks=5_000, stop=rule, variant=POORER), tmp_path / "run"))
    frame = run.compare().frame.filter((pl.col("grouping") == "seat") & (pl.col("metric") == "win_share"))
    widest = float(((frame["high"] - frame["low"]) / 2).max())  # type: ignore[arg-type]
    assert widest == pytest.approx(run.manifest["looks"][-1][1])
    assert widest <= 0.08


def test_blocks_without_any_difference_are_not_a_certain_zero(small: Any) -> None:
    stopping = prepare(small(stop={"half_width": 0.08}, variant=POORER)).stopping
    assert stopping is not None
    summary = Summary(50, {("seat", "win_share"): np.zeros((2, 3, 3), np.int64)})
    half_widths = stopping.half_widths(summary)
    assert half_widths == pytest.approx(np.full((1, 3), 0.0582), abs=1e-4)
    assert (1 - half_widths[0, 0]) ** 50 == pytest.approx(0.05)


def test_while_nearly_all_blocks_are_equal_nothing_is_judged(small: Any) -> None:
    rule = {"between": [0.0, 0.1], "strategy": "random", "against": "balanced"}
    stopping = prepare(small(**TABLE, stop=rule)).stopping
    assert stopping is not None
    few = Summary(60, counts={(0, EFFECT, -1, 0): (41, 0), (0, EFFECT, -1, 60): (19, 0)})
    assert stopping.judge(few) == (None, None)
    enough = Summary(60, counts={(0, EFFECT, -1, 0): (40, 0), (0, EFFECT, -1, 60): (20, 0)})
    assert stopping.judge(enough)[0] == pytest.approx(stopping.test.ratio(*stopping.outcomes(enough)))


def test_scores_can_be_what_must_be_narrow(small: Any, tmp_path: Path) -> None:
    rule = {"half_width": 1.0, "metric": "score", "by": "strategy"}
    run = Run(run_experiment(small(blocks=5_000, stop=rule), tmp_path / "run"))
    row = run.estimates("strategy", "score").row(0, named=True)
    assert (row["high"] - row["low"]) / 2 == pytest.approx(run.manifest["looks"][-1][1])


def effect_values(small: Any, folder: Path, **changes: Any) -> tuple[np.ndarray, pl.DataFrame]:
    """The effect of each block by the experiment's rule, and all rows."""
    experiment = small(blocks=60, **changes)
    setup = prepare(experiment)
    run = Run(run_experiment(experiment, folder))
    rows = run.games().collect()
    shares = (rows["win_share"].to_numpy() * 60).round().astype(np.int64).reshape(60, -1, 3)
    assert setup.stopping is not None
    assert setup.stopping.effect is not None
    return setup.stopping.effect.values(shares) / setup.stopping.effect.scale, rows


def means(rows: pl.DataFrame, wanted: pl.Expr) -> np.ndarray:
    """Mean win share of some rows in each block."""
    return rows.filter(wanted).group_by("block").agg(pl.col("win_share").mean()).sort("block")["win_share"].to_numpy()


def test_effects_are_differences_of_mean_win_shares(small: Any, tmp_path: Path) -> None:
    never = {"between": [-0.001, 0.001]}
    mine, base = pl.col("strategy") == "balanced", pl.col("variant") == "base"
    cases: dict[str, tuple[dict[str, Any], Any]] = {
        "alone": (TABLE | {"stop": never | {"strategy": "balanced"}}, lambda rows: means(rows, mine) - 1 / 3),
        "pair": (
            TABLE | {"stop": never | {"strategy": "balanced", "against": "random"}},
            lambda rows: means(rows, mine) - means(rows, pl.col("strategy") == "random"),
        ),
        "variant": (
            TABLE | {"stop": never | {"strategy": "balanced"}, "variant": POORER},
            lambda rows: means(rows, mine & ~base) - means(rows, mine & base),
        ),
        "base": (
            TABLE | {"stop": never | {"strategy": "balanced", "variant": "base"}, "variant": POORER},
            lambda rows: means(rows, mine & base) - 1 / 3,
        ),
        "focus": (
            {
                "strategies": ["random"], "focus": "balanced", "design": "one_vs_field",
                "stop": never | {"against": "random"},
            },
            lambda rows: means(rows, mine) - means(rows, ~mine),
        ),
    }  # fmt: skip
    for name, (changes, expected) in cases.items():
        found, rows = effect_values(small, tmp_path / name, **changes)
        assert found == pytest.approx(expected(rows), abs=1e-12), name


def test_a_variant_that_replaces_one_strategy_asks_about_it(small: Any) -> None:
    variant = [{"name": "other", "strategies": {"balanced": "greedy"}}]
    setup = prepare(small(**TABLE, stop={"between": [0.0, 0.1]}, variant=variant))
    assert setup.stopping is not None
    assert setup.stopping.effect is not None
    assert setup.stopping.effect.what == "win share of balanced in variant “other” less that in the base"


def test_limits_of_an_effect_are_those_of_the_rules(small: Any) -> None:
    rules = {"alone": {"strategy": "balanced"}, "pair": {"strategy": "balanced", "against": "random"}}
    limits = {}
    for name, rule in rules.items():
        stopping = prepare(small(**TABLE, stop={"between": [0.0, 0.1], **rule})).stopping
        assert stopping is not None
        assert stopping.effect is not None
        limits[name] = stopping.effect.limits
    assert limits["alone"] == pytest.approx((-1 / 3, 2 / 3))
    assert limits["pair"] == pytest.approx((-1, 1))


BETWEEN = {"between": [0.0, 0.1]}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"stop": {}}, "stop: give one of half_width and between"),
        ({"stop": {"half_width": 0.1, "between": [0.0, 0.1]}}, "stop: give one of half_width and between"),
        ({"stop": {"half_width": 0.0}}, r"stop.half_width = 0.0: expected a number above 0"),
        ({"stop": {"half_width": 0.5}}, r"stop.half_width = 0.5: expected below 0.5"),
        ({"blocks": 40, "stop": {"half_width": 1e-6}}, r"half_width = 1e-06: can never be met: .* after 40 blocks"),
        ({"blocks": 20, "stop": {**BETWEEN, "seat": 1}}, r"stop.between: cannot be decided in 20 blocks: expected"),
        ({"stop": {"half_width": float("nan")}}, r"stop.half_width = nan: expected"),
        ({"stop": {"half_widht": 0.1}}, r"unknown key 'stop.half_widht'; did you mean 'stop.half_width'"),
        ({"stop": {"half_width": 0.1, "metric": "scor"}}, r"stop.metric = 'scor': .*did you mean 'score'"),
        ({"stop": {"half_width": 0.1, "seat": 1}}, r"stop.seat: a rule with half_width does not take it"),
        ({"stop": {"half_width": 0.1, "by": "table"}}, r"stop.by = 'table': expected 'strategy' or 'seat'"),
        ({"stop": {"half_width": 0.1, "by": "strategy"}}, r"each strategy meets only itself"),
        ({"stop": {"between": [0.1, 0.0]}}, r"stop.between = \[0.1, 0.0\]: expected the lower value first"),
        ({"stop": {"between": [0.1, 0.1]}}, r"stop.between = \[0.1, 0.1\]: expected the lower value first, and two"),
        ({"stop": {"between": [0.1]}}, r"stop.between = \[0.1\]: "),
        ({"stop": {**BETWEEN, "alpha": 0.5}}, r"stop.alpha = 0.5: expected a number below 0.5"),
        ({"stop": {**BETWEEN, "beta": 0.0}}, r"stop.beta = 0.0: expected a number above 0"),
        ({"stop": {**BETWEEN, "metric": "score"}}, r"stop.metric: a rule with between does not take it"),
        ({"stop": {**BETWEEN, "first_look": 5}}, r"stop.first_look = 5: expected 30 or more"),
        ({"stop": {**BETWEEN, "seat": 1, "strategy": "random"}}, "stop: give one of strategy and seat"),
        ({"stop": BETWEEN}, r"stop.seat is missing: expected a seat from 1 to 3"),
        ({"stop": {**BETWEEN, "seat": 4}}, r"stop.seat = 4: expected a seat from 1 to 3"),
        ({"stop": {**BETWEEN, "seat": 1, "against": 1}}, r"stop.against = 1: the same as the other"),
        ({"stop": {**BETWEEN, "seat": 1, "against": "random"}}, r"stop.against = 'random': expected a seat from 1"),
        ({"stop": {**BETWEEN, "strategy": "random"}}, "each strategy meets only itself"),
        ({"stop": {"between": [0.0, 0.7], "seat": 1}}, "0.7 cannot be: the win share of seat 1 less an equal"),
        ({**TABLE, "stop": BETWEEN}, r"stop.strategy is missing: expected one of random, balanced, corn_shipper"),
        ({**TABLE, "stop": {**BETWEEN, "strategy": "balancd"}}, r"strategy = 'balancd': .*did you mean 'balanced'"),
        ({"stop": {**BETWEEN, "seat": 1, "variant": "poorer"}}, r"stop.variant = 'poorer': no such variant"),
        ({"variant": POORER, "stop": {**BETWEEN, "seat": 1, "variant": "porer"}}, r"did you mean 'poorer'"),
        ({"variant": POORER, "stop": {**BETWEEN, "seat": 1, "against": 2}}, r"stop.against: a rule that asks about"),
    ],
)  # fmt: skip
def test_bad_rules_are_refused_with_the_place(small: Any, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        prepare(small(**changes))


def test_the_least_width_is_that_of_one_block_that_differs_by_a_60th(small: Any) -> None:
    """A seat of self-play is in three games of a block, so that a block's win share is a multiple of 1/180."""
    blocks = 40
    shares = np.zeros(blocks)
    shares[0] = 1 / (60 * prepare(small()).plan.games_per_block)
    least = stats.sem(shares) * stats.t.ppf(0.975, blocks - 1)
    assert prepare(small(blocks=blocks, stop={"half_width": 1.01 * least})).stopping
    with pytest.raises(InputError, match="can never be met"):
        prepare(small(blocks=blocks, stop={"half_width": 0.99 * least}))


def test_a_variant_must_be_named_where_there_are_several(small: Any) -> None:
    variants = [*POORER, {"name": "richer", "rules": {"setup": {"doubloons": 9}}}]
    with pytest.raises(InputError, match=r"stop.variant is missing: expected one of base, poorer, richer"):
        prepare(small(variant=variants, stop=SEAT))


def test_a_rule_survives_its_way_to_worker_processes(small: Any) -> None:
    experiment = small(stop=SEAT)
    assert type(experiment).model_validate_json(experiment.model_dump_json()) == experiment
    assert make_experiment(experiment.model_dump(exclude_unset=True)) == experiment
