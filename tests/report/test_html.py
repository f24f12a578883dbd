"""The page: complete, self-contained, escaped."""

from __future__ import annotations

import builtins
import shutil
import tomllib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from rulesim.analysis.run import Run
from rulesim.errors import InputError, RunError
from rulesim.report import html
from rulesim.report.facts import experiment_toml
from rulesim.report.html import write_report
from rulesim.report.page import TEMPLATE, Made
from rulesim.report.page import Page as PageData
from rulesim.report.sentences import findings
from rulesim.report.sheets import sheets
from rulesim.report.topic_sections import LINE_UP_ROWS
from tests.made_up import made_up_run
from tests.report.conftest import MANY
from tests.report.examples import swept_run


class Page(HTMLParser):
    """The tags of a page, its texts, and what it refers to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        self.ids += [value or "" for name, value in attrs if name == "id"]

    def handle_data(self, data: str) -> None:
        self.texts.append(" ".join(data.split()))


@pytest.fixture(scope="module")
def folder(three: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_report(three, tmp_path_factory.mktemp("three") / "report").parent


@pytest.fixture(scope="module")
def page(folder: Path) -> Page:
    return Page((folder / "index.html").read_text(encoding="utf-8"))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports without their contents."""
    empty = PageData("a page", "", [], Made(files={"experiment.toml": "text"}))
    monkeypatch.setattr(html, "run_page", lambda run: empty)


def test_page_refers_to_nothing_outside(page: Page, folder: Path) -> None:
    for link in page.links:
        assert link.startswith("data:") or (link[1:] in page.ids if link[0] == "#" else (folder / link).is_file())
    assert "http" not in (folder / "index.html").read_text()


def test_ids_are_unique(page: Page) -> None:
    assert len(page.ids) == len(set(page.ids))


def test_text_is_escaped(page: Page) -> None:
    assert page.tags.count("script") == 1
    assert "Who <script>alert(1)</script> digs & wins?" in page.texts
    assert any("Mining <Deep>" in text for text in page.texts)


def test_page_holds_every_table_and_finding(page: Page, three: Run) -> None:
    texts = set(page.texts)
    for sheet in sheets(three, LINE_UP_ROWS):
        assert sheet.title in page.texts
        for row in sheet.rows:
            assert all(cell.text in texts for cell in row if cell.text)
    for sentence in findings(three):
        assert sentence in page.texts


def test_page_holds_the_figures(page: Page, folder: Path) -> None:
    figures = {"win_shares", "ratings", "pairwise", "seats", "strategy_seats", "scores", "lengths", "luck",
               "luck_of_scores"}  # fmt: skip
    assert {text.removeprefix("figure-") for text in page.ids if text.startswith("figure-")} == figures
    assert page.tags.count("svg") == len(figures) + 1, "one holds the letters of all"
    assert {file.stem for file in folder.glob("*.png")} == figures


def alone(folder: Path) -> Run:
    return made_up_run(folder, ["alone"], blocks=20)


def one_block(folder: Path) -> Run:
    return made_up_run(folder, ["a", "b", "c"], blocks=1)


def summary_only(folder: Path) -> Run:
    run = made_up_run(folder, ["a", "b", "c"], blocks=20)
    shutil.rmtree(folder / "games")
    return run


def unfinished(folder: Path) -> Run:
    run = made_up_run(folder, ["a", "b"], blocks=10, openings=2)
    run.manifest["blocks"] = 40
    return run


def whatif(folder: Path) -> Run:
    return made_up_run(folder, ["a", "b", "c"], blocks=20, variants=["richer", "<b>poorer</b>"])


def hostile(folder: Path) -> Run:
    return made_up_run(folder, ["<i>", "\"'&", "a|b`{{ 7 * 7 }}"], blocks=20)


@pytest.mark.parametrize(
    ("make", "there", "not_there"),
    [
        (alone, {"seats", "scores", "length", "luck"}, {"strategies", "ratings", "pairwise", "metagame"}),
        (one_block, {"strategies", "pairwise", "seats", "scores", "length"}, {"luck", "ratings"}),
        (summary_only, {"strategies", "seats", "scores", "length", "luck"}, {"pairwise", "ratings", "openings"}),
        (unfinished, {"strategies", "pairwise", "openings", "luck"}, {"variants"}),
        (whatif, {"variant-1", "variant-2", "variants", "strategies", "seats"}, {"sweep", "worth"}),
        (swept_run, {"sweep", "strategies", "seats"}, {"variants", "worth"}),
        (hostile, {"strategies", "pairwise", "seats", "scores"}, {"metagame"}),
    ],
)
def test_every_kind_of_run_has_a_whole_page(
    make: Any, there: set[str], not_there: set[str], mining: None, tmp_path: Path
) -> None:
    run = make(tmp_path / "run")
    page = Page(write_report(run, tmp_path / "report", formats=()).read_text(encoding="utf-8"))
    sections = {name.split("-", 1)[1] for name in page.ids if name.startswith(("findings-", "tables-"))}
    assert there <= sections
    assert not sections & not_there
    assert len(page.ids) == len(set(page.ids))
    assert all(link.startswith("data:") or link[1:] in page.ids for link in page.links)
    assert page.tags.count("figure") == page.tags.count("svg") - 1 == page.tags.count("figcaption") > 2
    assert set(page.tags).isdisjoint({"b", "img"})
    assert all(name in page.texts for name in run.strategies)


def test_page_of_twenty_strategies_is_small_and_calls_nothing_significant(made_up: Any, tmp_path: Path) -> None:
    page = write_report(made_up(MANY, blocks=4), tmp_path / "report", formats=())
    assert page.stat().st_size < 2_000_000
    assert "significan" not in page.read_text().lower()


def test_experiment_comes_back_from_its_file(three: Run, folder: Path) -> None:
    stored = tomllib.loads((folder / "experiment.toml").read_text())
    assert stored == {**three.manifest["experiment"], "title": three.manifest["title"], "blocks": 60}


def test_rules_and_odd_texts_survive_the_toml(made_up: Any) -> None:
    rules = {"preset": "wbc_2023", "file": None, "buildings": {"factory": {"cost": 8}, "odd name": {"vp": 1}}}
    run = made_up(["a", "b", "c"], title='a "quoted" \\ title\nin two lines')
    run.manifest["experiment"] |= {"rules": rules, "line_ups": [["a", "b"], ["c"]], "focus": None}
    stored = tomllib.loads(experiment_toml(run))
    assert stored["title"] == 'a "quoted" \\ title\nin two lines'
    assert stored["rules"] == {key: value for key, value in rules.items() if value is not None}
    assert stored["line_ups"] == [["a", "b"], ["c"]]
    assert "focus" not in stored


def test_earlier_report_is_replaced(three: Run, tmp_path: Path, quick: None) -> None:
    write_report(three, tmp_path / "report")
    (tmp_path / "report" / "old.png").write_bytes(b"")
    write_report(three, tmp_path / "report")
    assert not (tmp_path / "report" / "old.png").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["report"]


def test_folder_with_other_things_is_refused(three: Run, tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "thesis.txt").write_text("years of work")
    with pytest.raises(InputError, match=r"thesis\.txt.*--out"):
        write_report(three, tmp_path / "photos")
    assert (tmp_path / "photos" / "thesis.txt").read_text() == "years of work"


def test_full_disk_leaves_nothing_half_written(
    three: Run, tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(RunError, match="No space left"):
        write_report(three, tmp_path / "report")
    assert list(tmp_path.iterdir()) == []


def test_missing_jinja_names_the_install_command(
    three: Run, tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without_jinja(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "jinja2":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without_jinja)
    with pytest.raises(InputError, match=r'pip install "rulesim\[report\]"'):
        write_report(three, tmp_path / "report")


def test_unfinished_run_begins_with_its_limits(made_up: Any) -> None:
    run = made_up(["a", "b", "c"], blocks=10)
    run.manifest["blocks"] = 40
    assert findings(run)[0] == "The run is not finished: 10 of 40 blocks were played."
    assert "only 10 blocks" in findings(run)[1]


def test_template_lies_in_the_package() -> None:
    assert (Path(html.__file__).parent / TEMPLATE).is_file()
