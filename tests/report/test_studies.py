"""Tables, findings and figures of evaluated positions and reviewed games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from rulesim.analysis.evaluation import Evaluation, make_evaluation
from rulesim.analysis.race import Race
from rulesim.analysis.review import Judged, Review, make_review
from rulesim.report.position_plot import action_figure
from rulesim.report.position_sentences import position_sentences, position_title
from rulesim.report.position_sheets import action_sheet, seat_sheet
from rulesim.report.review_plot import win_share_curve_figure
from rulesim.report.review_sentences import review_sentences, review_title
from rulesim.report.review_sheets import costliest_sheet, seats_sheet
from rulesim.report.studies import is_study, study_page
from rulesim.studies.evaluate import how_played

ABOUT = {
    **how_played(400, 0.05, 1, False), "game": "puerto_rico", "players": 2, "score_unit": "VP",
    "strategies": ["fast", "slow"], "actor": 1,
}  # fmt: skip


def evaluation(*chances: float, seed: int = 1, names: str = "abcdefgh") -> Evaluation:
    """Two seats; the first wins with these probabilities after each action."""
    draw = np.random.default_rng(seed)
    wins = draw.random(400) < np.array(chances)[:, None]
    shares = np.stack([60 * wins, 60 * ~wins], axis=-1).astype(int)
    results = np.zeros((len(chances), 400, 2, 2), int)
    results[..., 0] = 20 + shares // 12 + draw.integers(0, 5, shares.shape)
    race = Race(len(chances), 400)
    for number, count in enumerate(race.looks):
        for action in race.played:
            race.add(action, shares[action, race.counts[action] : count, 0])
        race.look(number)
    return make_evaluation(ABOUT, list(names[: len(chances)]), ABOUT["strategies"], race, results, shares)


def review(*moves: tuple[str, Evaluation]) -> Review:
    judged = [Judged(2 * number + 1, action, "does it", one) for number, (action, one) in enumerate(moves)]
    end = pl.DataFrame(
        {"seat": [1, 2], "strategy": ABOUT["strategies"], **{key: [1.0, 0.0] for key in ("win_share", "low", "high")}}
    )
    return make_review({**ABOUT, "game_number": 0, "moves": 9, "scores": [40, 30]}, judged, end, "holm")


def texts(sheet: Any) -> list[list[str]]:
    return [[cell.text for cell in row] for row in sheet.rows]


def test_a_clear_best_action() -> None:
    found = evaluation(0.2, 0.8, 0.1)
    assert position_title(found).startswith("b is the best action: it wins 8")
    sheet = action_sheet(found)
    assert [row[:2] for row in texts(sheet)] == [["b", "best"], ["a", "worse *"], ["c", "worse *"]]
    assert all(len(row) == len(sheet.headers) for row in sheet.rows)
    assert "2 comparisons" in sheet.note and "2 actions dropped early" in sheet.note
    sentences = " ".join(position_sentences(found))
    assert "Established as not the best: a (loses" in sentences
    assert "Not distinguishable" not in sentences
    assert len(seat_sheet(found).rows) == 2


def test_actions_that_are_not_told_apart() -> None:
    found = evaluation(0.5, 0.5, 0.5)
    assert "2 other actions may be as good or better" in position_title(found)
    assert "Not distinguishable from it with 400 playouts" in " ".join(position_sentences(found))
    assert {row[1] for row in texts(action_sheet(found))[1:]} == {"perhaps best"}


def test_one_action_and_cautions() -> None:
    found = evaluation(1.0)
    assert position_title(found).startswith("a is the only legal action: it wins 100.0 % of games [99")
    same = Evaluation({**found.about, "hidden": "as given"}, found.frame.with_columns(alike=pl.lit(True)), found.seats)
    cautions = " ".join(position_sentences(same))
    assert "nothing to chance" in cautions and "could not know" in cautions


def test_a_review_names_the_established_mistake() -> None:
    bad, good, unclear = evaluation(0.2, 0.8), evaluation(0.8, 0.2), evaluation(0.5, 0.505)
    found = review(("a", bad), ("a", good), (unclear.frame["action"][1], unclear))
    assert review_title(found).startswith("Move 1 cost seat 1 ")
    sentences = review_sentences(found)
    assert any("Move 1, seat 1 (fast): a instead of b; it lost" in one for one in sentences)
    assert any("Not established: the largest other loss is that of move 5" in one for one in sentences)
    assert any("At the end seat 1 won, with 40, 30 VP" in one for one in sentences)
    rows = texts(costliest_sheet(found))
    assert rows[0][:4] == ["1", "1 fast", "a", "b"] and rows[0][4].endswith(" *")
    assert not rows[1][4].endswith("*")
    assert texts(seats_sheet(found))[0][2:5] == ["3", "1", "1"]


def test_no_mistake() -> None:
    found = review(("a", evaluation(0.8, 0.2)))
    assert review_title(found) == "No move is established as costly among 1 choice"
    assert costliest_sheet(found).rows == []


@pytest.mark.parametrize("marked", [True, False])
def test_figures(marked: bool) -> None:
    one = evaluation(0.2, 0.8)
    figure = win_share_curve_figure(review(("a" if marked else "b", one), ("b", one)))
    words = [text.get_text() for axes in figure.axes for text in axes.texts]
    assert any("seat 2 slow" in text for text in words)
    assert any("move 1, seat 1: a instead of b" in text for text in words) == marked
    assert len(action_figure(one).axes[0].get_yticklabels()) == 2


def test_a_stored_study_is_ready_for_a_page(tmp_path: Path) -> None:
    about = {**ABOUT, "preset": "seed", "rules_changed": {"setup.vp": [100, 90]}}
    one = evaluation(0.2, 0.8)
    one = Evaluation({**about, "games": 425, "looks": one.about["looks"]}, one.frame, one.seats)
    page = study_page(one.save(tmp_path / "evaluation"))
    assert page.title == position_title(one)
    assert page.facts["rules"] == "setup.vp = 90"
    assert [sheet.name for sheet in page.sheets] == ["actions", "seats"]
    game = review(("a", one))
    game = Review({**game.about, **about, "games": 425}, game.moves, game.curve, game.actions)
    page = study_page(game.save(tmp_path / "review"))
    assert page.findings == review_sentences(game)
    assert list(page.figures) == ["win_share_curve"]
    assert is_study(tmp_path / "review") and not is_study(tmp_path)
