"""The page in a browser: it sorts, its links work, it fits a phone, it is readable in the dark and on paper."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from rulesim.analysis.run import Run
from rulesim.report.html import write_report
from tests.made_up import made_up_run
from tests.report.browser import DARK, inside, printed
from tests.report.conftest import MANY

HOSTILE = ['<img src=x onerror="console.error(1)">', "\"'</td></table><script>console.error(2)</script>", "{{ 7 * 7 }}"]

SORT = """
const rows = () => [...document.querySelectorAll("#table-win-shares tbody tr")].map(row => row.cells[0].textContent);
const heads = document.querySelectorAll("#table-win-shares th"), click = head => head.firstElementChild.click();
const found = [];
for (const head of [heads[0], heads[0], heads[1], heads[1]]) {
  click(head);
  found.push([rows(), head.getAttribute("aria-sort")]);
}
return found;
"""
LINKS = """
return [...document.querySelectorAll('a[href^="#"]')].map(link => {
  link.click();
  const target = document.getElementById(link.getAttribute("href").slice(1));
  const {top, height} = target ? target.getBoundingClientRect() : {top: NaN, height: 0};
  return [link.getAttribute("href"), height > 0, top >= -1 && top < innerHeight];
});
"""
WIDTHS = """
const whole = document.documentElement;
const boxes = [...document.querySelectorAll(".wide")];
const scrolling = boxes.filter(box => box.scrollWidth > box.clientWidth).length;
return {page: whole.scrollWidth, seen: whole.clientWidth, scrolling, images: document.images.length};
"""
COLOURS = """
const seen = (element, name) => getComputedStyle(element)[name];
const texts = ["body", "a", ".note", "figcaption", "th"].map(name => seen(document.querySelector(name), "color"));
const svg = [...document.querySelectorAll("svg g[style*='--ink']")].map(part => seen(part, "fill"));
return {paper: seen(document.body, "backgroundColor"), texts, svg: [...new Set(svg)]};
"""


AA = 4.5
"""The contrast that WCAG 2.2 asks of texts at level AA."""


@pytest.fixture(scope="module")
def page(three: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_report(three, tmp_path_factory.mktemp("browser") / "report", formats=())


@pytest.fixture(scope="module")
def long_page(mining: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nine strategies, one with a very long name: the table of line-ups has more than a hundred rows."""
    folder = tmp_path_factory.mktemp("long")
    return write_report(made_up_run(folder / "run", MANY[-9:], blocks=4), folder / "report", formats=())


@pytest.fixture(scope="module")
def seen(page: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a browser finds in the page: one start for several tests."""
    parts = {"sorted": SORT, "links": LINKS, "colours": COLOURS}
    script = ", ".join(f"{name}: (() => {{ {part} }})()" for name, part in parts.items())
    return inside(page, tmp_path_factory.mktemp("seen"), f"return {{{script}}};", 1000)  # type: ignore[no-any-return]


def test_a_click_on_a_header_sorts(seen: dict[str, Any], three: Run) -> None:
    names = sorted(three.strategies)
    by_share = [str(name) for name in three.win_shares()["strategy"]]
    assert seen["sorted"] == [
        [names, "ascending"], [names[::-1], "descending"], [by_share, "descending"], [by_share[::-1], "ascending"],
    ]  # fmt: skip


def test_every_link_leads_to_a_visible_place(seen: dict[str, Any]) -> None:
    links = seen["links"]
    assert len(links) > 20
    assert [link for link, exists, seen in links if not (exists and seen)] == []


def test_long_tables_scroll_in_their_box_on_a_phone(long_page: Path, tmp_path: Path) -> None:
    widths = inside(long_page, tmp_path, WIDTHS, 360)
    assert widths["page"] <= widths["seen"] == 360
    assert widths["scrolling"] > 3


def test_names_cannot_break_out(made_up: Any, tmp_path: Path) -> None:
    run = made_up(HOSTILE, title="</title><img src=x onerror='console.error(3)'>", variants=["</h3><img src=x>"])
    hostile = write_report(run, tmp_path / "report", formats=())
    assert inside(hostile, tmp_path, WIDTHS, 360)["images"] == 0  # scripts that ran would have left a complaint


def test_all_texts_have_contrast_in_the_light(seen: dict[str, Any]) -> None:
    assert luminance(seen["colours"]["paper"]) > 0.5
    assert least_contrast(seen["colours"]) >= AA


def test_all_texts_have_contrast_in_the_dark(page: Path, tmp_path: Path) -> None:
    colours = inside(page, tmp_path, COLOURS, 1000, DARK)
    assert luminance(colours["paper"]) < 0.5
    assert least_contrast(colours) >= AA


def least_contrast(colours: dict[str, Any]) -> float:
    """The contrast of the text that stands out least from the paper, from the definition in WCAG 2.2."""
    paper = luminance(colours["paper"])
    pairs = [sorted((paper, luminance(colour))) for colour in (*colours["texts"], *colours["svg"])]
    return min((bright + 0.05) / (dark + 0.05) for dark, bright in pairs)


def luminance(colour: str) -> float:
    """Relative luminance of ``rgb(…)``, from the definition in WCAG 2.2."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_printed_tables_are_whole_and_repeat_their_headers(long_page: Path, tmp_path: Path) -> None:
    reader = shutil.which("pdftotext")
    if reader is None:
        pytest.skip("no pdftotext to read the printed page")
    pdf = printed(long_page, tmp_path)
    boxes = subprocess.run([reader, "-bbox", str(pdf), "-"], capture_output=True, text=True, check=True).stdout
    pages = re.findall(r'<page width="([\d.]+)".*?>(.*?)</page>', boxes, re.DOTALL)
    assert 5 < len(pages) < 40
    tabled = []
    for width, words in pages:
        assert max(map(float, re.findall(r'xMax="([\d.]+)"', words)), default=0) <= float(width)
        texts = re.findall(r">([^<]+)</word>", words)
        if len([text for text in texts if text.startswith("shipper(corn=")]) > 40:
            tabled.append(texts)
    assert [texts[0] for texts in tabled if texts[0].startswith(("shipper", "a_strategy"))] == []
    assert sum("against" in texts for texts in tabled) >= 2
