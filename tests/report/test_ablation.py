"""Tables, sentences and figure of restricted play."""

from __future__ import annotations

import pytest

from rulesim.analysis.run import Run
from rulesim.experiment.restriction import restricted
from rulesim.experiment.runner import run_experiment
from rulesim.report.ablation_plot import ablation_figure
from rulesim.report.ablation_sheets import ablation_sentences, ablation_sheet
from rulesim.report.figures import figure_names
from rulesim.report.sections import sections
from rulesim.report.tables import run_json


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    features = ["take:*", "role:*", "build:guild_hall"]
    keys = {"strategies": ["greedy", "random"], "blocks": 60, "seed": 3, "record": "summary"}
    experiment = restricted("puerto_rico", 3, features, True, **keys)
    return Run(run_experiment(experiment, tmp_path_factory.mktemp("ablation") / "run"))


def test_the_table_says_what_was_tested(run: Run) -> None:
    sheet = ablation_sheet(run)
    assert sheet.rows[0][0].text == "take:*" and sheet.rows[0][5].text.endswith("*")
    tested = int(run.ablation()["tested"].sum())
    assert "60 blocks, Holm" in sheet.note and f"over {tested} comparison" in sheet.note
    assert [cell.text for cell in ablation_sheet(run, by="seat").rows[0][:2]][1].startswith("seat ")


def test_sentences_claim_what_is_established_and_tell_of_lifted_bans(run: Run) -> None:
    text = "\n".join(ablation_sentences(run))
    assert "take:*: a seat without it wins" in text
    assert "The ban of role:* left no legal action in" in text and "lifted there, in choices of role:*." in text
    assert "No win depended on role:*" in text, "a ban that is always lifted changes nothing"


def test_the_figure_states_the_finding(run: Run) -> None:
    figure = ablation_figure(run)
    assert figure.texts[0].get_text().startswith("take:* is worth most")


def test_json_holds_the_worths(run: Run) -> None:
    data = run_json(run)["ablation"]
    assert data["worths"][0]["feature"] == "take:*" and data["findings"]


def test_the_page_begins_with_the_worths(run: Run) -> None:
    first, *others = sections(run)
    assert first.findings == ablation_sentences(run)
    assert [sheet.name for sheet in first.sheets] == ["worth", "worth-by-seat", "worth-by-strategy"]
    assert others[0].title == "Strategies in the base"
    assert "worth" in figure_names(run)
