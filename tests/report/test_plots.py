"""Figures: they can be drawn, their titles hold the numbers, and no text leaves the picture or covers another."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from rulesim.analysis.run import Run
from rulesim.report.heat_map_plot import pairwise_figure, strategy_seat_figure
from rulesim.report.plots import (
    length_figure,
    score_figure,
    seat_figure,
    win_share_figure,
)
from rulesim.report.sections import sections
from rulesim.report.style import figure_bytes
from rulesim.report.svg import Letters, inline_svg
from tests.report.examples import EXAMPLES

ALL = [win_share_figure, pairwise_figure, seat_figure, strategy_seat_figure, score_figure, length_figure]


def texts_of(figure: Figure) -> list[tuple[str, Any]]:
    """Every visible text with its box in pixels."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    texts: list[Text] = [*figure.texts]
    for axes in (one for one in figure.axes if one.get_visible()):
        texts += [*axes.texts, axes.title, axes._left_title, axes.xaxis.label, axes.yaxis.label]
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            texts += [label for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high
                      for label in (tick.label1, tick.label2)]  # fmt: skip
    shown = [text for text in texts if text.get_visible() and text.get_text().strip()]
    return [(text.get_text(), text.get_window_extent()) for text in shown]


def assert_readable(figure: Figure) -> None:
    """No text leaves the picture or covers another."""
    texts = texts_of(figure)
    width, height = figure.bbox.size
    for text, box in texts:
        assert box.x0 > -1 and box.x1 < width + 1 and box.y0 > -1 and box.y1 < height + 1, text
    for (one, first), (other, second) in combinations(texts, 2):
        across = min(first.x1, second.x1) - max(first.x0, second.x0)
        down = min(first.y1, second.y1) - max(first.y0, second.y0)
        assert across < 2 or down < 2, (one, other)


def figures(run: Run) -> dict[str, Figure]:
    """All figures of a run's page by name."""
    return {drawing.name: drawing.draw() for section in sections(run) for drawing in section.drawings}


def title(figure: Figure) -> str:
    return " ".join(figure.texts[0].get_text().split())


@pytest.mark.parametrize("draw", ALL)
def test_texts_stay_inside_and_apart(run: Run, draw: Any) -> None:
    if draw is pairwise_figure and not run.has_rivals:
        pytest.skip("copies of one strategy have no rivals")
    assert_readable(draw(run))


@pytest.mark.parametrize("name", EXAMPLES)
def test_texts_of_every_topic_stay_inside_and_apart(name: str, mining: None, tmp_path: Path) -> None:
    assert_readable(EXAMPLES[name](tmp_path / "run"))


def test_titles_hold_the_numbers(three: Run) -> None:
    share = three.win_shares().row(0, named=True)
    low, high = f"{100 * share['low']:.1f}", f"{100 * share['high']:.1f}"
    expected = f"{share['strategy']} wins {100 * share['win_share']:.1f} % [{low}, {high}]"
    assert title(win_share_figure(three)).startswith(expected)
    seat = three.seats().sort("win_share").row(-1, named=True)
    assert f"Seat {seat['seat']} wins {100 * seat['win_share']:.1f} %" in title(seat_figure(three))
    score = three.scores().row(0, named=True)
    assert f"{score['strategy']} scores {score['score']:.1f} gold" in title(score_figure(three))
    assert f"{three.lengths()['mean'][0]:.1f} days" in title(length_figure(three)).replace(
        f"{three.lengths()['mean'][0]:.2f}", f"{three.lengths()['mean'][0]:.1f}"
    )


def test_copies_of_one_strategy_have_no_figure_of_win_shares(made_up: Any) -> None:
    assert list(figures(made_up(["alone"]))) == ["seats", "scores", "lengths", "luck", "luck_of_scores"]


def test_single_block_can_be_drawn_but_does_not_tell_luck(made_up: Any) -> None:
    drawn = figures(made_up(["a", "b", "c"], blocks=1))
    assert {"seats", "scores"} <= set(drawn)
    assert not any(name.startswith("luck") for name in drawn)
    for figure in drawn.values():
        assert figure_bytes(figure).startswith(b"\x89PNG")


def test_dollars_in_a_name_are_no_formula(made_up: Any) -> None:
    run = made_up(["$x^2$", "a_b$", "c"])
    assert any("$x^2$" in text for text, _ in texts_of(win_share_figure(run)))


def test_drawing_leaves_the_global_style_alone(three: Run) -> None:
    from matplotlib import rcParams

    before = dict(rcParams)
    figures(three)
    assert dict(rcParams) == before


def test_svg_stands_in_its_page(three: Run) -> None:
    figure, letters = win_share_figure(three), Letters()
    figure.texts[0].set_text('a "description" of <b> & more')
    svg = inline_svg(figure, "fig", letters)
    assert "http" not in svg
    assert "<!--" not in svg
    assert '<title id="fig-title">a &quot;description&quot; of &lt;b&gt; &amp; more</title>' in svg
    assert svg.startswith('<svg role="img" aria-labelledby="fig-title fig-desc" ')
    assert "var(--ink)" in svg
    assert all(name.startswith("fig-") for name in re.findall(r' id="([^"]+)"', svg))


def test_letters_are_outlined_once_and_every_reference_leads_somewhere(three: Run) -> None:
    letters = Letters()
    svgs = [inline_svg(draw(three), name, letters) for draw, name in ((win_share_figure, "one"), (seat_figure, "two"))]
    outlines = re.findall(r'<path id="([^"]+)" d="([^"]+)"', letters.svg())
    assert len({path for _, path in outlines}) == len(outlines) > 30
    names = {name for name, _ in outlines}
    for svg in svgs:
        own = set(re.findall(r' id="([^"]+)"', svg))
        referred = set(re.findall(r'(?:href="|url\()#([^")]+)', svg))
        assert referred <= own | names
        assert len(referred & names) > 20


def test_a_text_has_a_letter_for_each_character_that_is_not_a_space(three: Run) -> None:
    figure, letters = win_share_figure(three), Letters()
    written = "".join(text for text, _ in texts_of(figure))
    svg = inline_svg(figure, "fig", letters)
    assert svg.count('<use href="#letter-') == len("".join(written.split()))
