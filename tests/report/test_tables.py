"""Tables on the terminal, and the same as plain data."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rich.console import Console

from rulesim.analysis.run import Run
from rulesim.report.numbers import wrapped
from rulesim.report.tables import run_json, run_tables


def printed(run: Run, width: int = 80) -> str:
    console = Console(width=width, force_terminal=False)
    with console.capture() as capture:
        for part in run_tables(run):
            console.print(part)
    return capture.get()


def test_tables_fit_in_eighty_columns(run: Run) -> None:
    text = printed(run)
    assert max(map(len, text.splitlines())) <= 80
    for strategy in run.strategies:
        assert all(line in text for line in wrapped(strategy).split("\n"))


def test_games_and_blocks_stand_below_every_table(run: Run) -> None:
    text = printed(run, 200)
    size = f"{run.n_games:,} games in {run.n_blocks} blocks"
    assert text.count(size) == len(run_tables(run)) - 1  # all but the foot


def test_estimates_stand_with_their_intervals(three: Run) -> None:
    text = printed(three)
    row = three.win_shares().row(0, named=True)
    line = next(line for line in text.splitlines() if line.startswith(f"  {row['strategy']}"))
    assert f"{100 * row['win_share']:.1f}" in line
    assert f"[{100 * row['low']:.1f}, {100 * row['high']:.1f}]" in line


def test_markup_in_names_is_shown_as_it_is(made_up: Any) -> None:
    text = printed(made_up(["[red]x[/red]", "b", "c"], title="[bold]T[/bold]"))
    assert "[red]x[/red]" in text
    assert "[bold]T[/bold]" in text


def test_foot_names_the_unverified_rules(three: Run) -> None:
    text = printed(three)
    assert "69 rule numbers are unverified" in text
    assert "rulesim rules show mining --unverified" in text


def test_unfinished_run_says_so(made_up: Any) -> None:
    run = made_up(["a", "b", "c"], blocks=10)
    run.manifest["blocks"] = 40
    assert "unfinished: 40 blocks were asked for" in printed(run)


def test_json_holds_every_estimate_with_its_interval(run: Run) -> None:
    data = json.loads(json.dumps(run_json(run), allow_nan=False))
    assert (data["games"], data["blocks"]) == (run.n_games, run.n_blocks)
    assert set(data["results"]) == {"strategies", "seats", "strategy_seats", "line_ups", "games"}
    for rows in data["results"].values():
        assert rows
        for row in rows:
            assert {"metric", "estimate", "low", "high", "blocks", "games"} <= set(row)


def test_json_is_the_frames_in_other_words(three: Run) -> None:
    rows = run_json(three)["results"]["strategies"]
    shares = {row["strategy"]: row["estimate"] for row in rows if row["metric"] == "win_share"}
    assert shares == dict(three.win_shares().select("strategy", "win_share").iter_rows())


@pytest.mark.parametrize("grouping", ["strategies", "games"])
def test_json_of_a_single_block_has_no_bounds(made_up: Any, grouping: str) -> None:
    rows = run_json(made_up(["a", "b", "c"], blocks=1))["results"][grouping]
    assert all(row["low"] is None and row["high"] is None for row in rows)
