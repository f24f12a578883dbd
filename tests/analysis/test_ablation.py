"""The worth of forbidden features, on made-up and on played games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from scipy import stats

from rulesim.analysis.run import Run
from rulesim.errors import InputError
from rulesim.experiment.restriction import restricted
from rulesim.experiment.runner import run_experiment
from rulesim.experiment.setup import prepare


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """One seat may take no plantation, or may not be captain."""
    experiment = restricted(
        "puerto_rico", 3, ["take:*", "role:captain"], together=True, strategies=["greedy", "random"], blocks=60, seed=3
    )
    return Run(run_experiment(experiment, tmp_path_factory.mktemp("ablation") / "run"))


def test_the_worth_is_the_mean_of_block_differences(run: Run) -> None:
    """The interval is Student's on the differences of the marked seats' win shares, block by block."""
    rows = run.games().filter(pl.col("marked")).group_by("variant", "block").agg(pl.col("win_share").mean()).collect()
    wide = rows.pivot("variant", index="block", values="win_share")
    for row in run.ablation().iter_rows(named=True):
        differences = (wide["base"] - wide[row["feature"]]).to_numpy()
        low, high = stats.t.interval(0.95, len(differences) - 1, differences.mean(), stats.sem(differences))
        assert (row["worth"], row["low"], row["high"]) == pytest.approx((differences.mean(), low, high))
        assert row["wide_low"] < row["low"] < row["high"] < row["wide_high"]
        assert row["free"] - row["restricted"] == pytest.approx(row["worth"])


def test_free_seats_win_an_equal_share(run: Run) -> None:
    """Every seat of every game is marked once, so together they win 1/players by design."""
    assert run.ablation()["free"].to_list() == pytest.approx([1 / 3, 1 / 3])


def test_who_may_not_take_plantations_loses(run: Run) -> None:
    best = run.ablation().row(0, named=True)
    assert best["feature"] == "take:*" and best["worth"] > 0.05 and best["adjusted_p"] < 0.01
    assert best["score_worth"] > 1 and best["gave_way"] == 0


def test_a_lifted_ban_tells_what_was_decided(tmp_path: Path) -> None:
    """Every pick of a role and every placing is lifted; whoever may take nothing can pass."""
    keys = {"strategies": ["random"], "blocks": 20, "record": "summary"}
    experiment = restricted("puerto_rico", 3, ["role:*", "take:*", "place:*"], together=True, **keys)
    frame = Run(run_experiment(experiment, tmp_path / "run")).ablation()
    found = {
        name: (often, kinds) for name, often, kinds in frame.select("feature", "gave_way", "gave_way_in").iter_rows()
    }
    assert found["role:*"][0] > 0 and found["role:*"][1] == ["role:*"]
    assert found["place:*"][0] > 0 and found["place:*"][1] == ["place:*"]
    assert found["take:*"] == (0, [])


def test_by_strategy_and_seat_they_average_to_the_whole(run: Run) -> None:
    whole = dict(run.ablation().select("feature", "worth").iter_rows())
    by_seat = run.ablation("seat").group_by("feature").agg(pl.col("worth").mean())
    assert dict(by_seat.iter_rows()) == pytest.approx(whole)
    assert set(run.ablation("strategy")["strategy"]) == {"greedy", "random"}


def test_a_run_without_bans_has_no_worths(made_up: Any) -> None:
    with pytest.raises(InputError, match="no variant forbids anything"):
        made_up(["a", "b", "c"], blocks=4).ablation()


def test_each_matching_action_is_a_feature_unless_together() -> None:
    keys = {"strategies": ["random"], "design": "self_play", "blocks": 1}
    each = prepare(restricted("puerto_rico", 3, ["build:*market", "role:captain"], **keys))
    assert [one.name for one in each.variants] == ["base", "build:large_market", "build:small_market", "role:captain"]
    together = prepare(restricted("puerto_rico", 3, ["build:*market"], together=True, **keys))
    assert [one.name for one in together.variants] == ["base", "build:*market"]


@pytest.mark.parametrize(
    ("game", "features", "message"),
    [
        ("puerto_rico", ["build:factroy"], r"features: 'build:factroy' matches no .*did you mean 'build:factory'"),
        ("puerto_rico", ["bild:*"], r"features: 'bild:\*' matches no .*did you mean 'build:\*'"),
        ("el_capitan", ["sail:*"], r"features: \d+ actions match, more than 200; .*--together"),
    ],
)
def test_bad_features(game: str, features: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        restricted(game, 3, features, strategies=["random"], blocks=1)


def test_folder_of_rows_and_sums_agree(run: Run, tmp_path: Path) -> None:
    experiment = restricted(
        "puerto_rico", 3, ["take:*", "role:captain"], True, strategies=["greedy", "random"], blocks=60, seed=3,
        record="summary", jobs=2,
    )  # fmt: skip
    assert Run(run_experiment(experiment, tmp_path / "run")).ablation().equals(run.ablation())
