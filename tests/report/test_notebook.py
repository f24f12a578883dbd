"""What notebooks show: compact, escaped, with intervals."""

from __future__ import annotations

from html.parser import HTMLParser
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest
from matplotlib.figure import Figure

from rulesim.analysis.planning import detection, deviations
from rulesim.analysis.run import Run
from rulesim.api import Outlook
from rulesim.errors import InputError
from rulesim.experiment.pilot import Pilot
from rulesim.report.notebook import MOST_ROWS, frame_sheet, html_of

HOSTILE = ["<img src=x onerror=alert(1)>", "</table>", "a & b"]


class Shown(HTMLParser):
    """Tags and texts of what is shown."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


PLAIN = {"div", "b", "i", "br", "small", "table", "thead", "tbody", "tr", "th", "td"}


def test_a_run_shows_who_wins_how_sure(three: Run) -> None:
    shown = Shown(three._repr_html_())
    row = three.win_shares().row(0, named=True)
    assert str(row["strategy"]) in shown.texts
    assert f"{100 * row['win_share']:.1f}" in shown.texts
    assert f"[{100 * row['low']:.1f}, {100 * row['high']:.1f}]" in shown.texts
    assert any("60 blocks" in text for text in shown.texts)


@pytest.mark.parametrize("what", [lambda run: run, lambda run: run.compare()], ids=["run", "comparisons"])
def test_names_are_escaped_and_nothing_is_loaded(made_up: Any, what: Any) -> None:
    run = made_up(HOSTILE, title="<script>alert(1)</script>", variants=["<b onclick=alert(1)>"])
    shown = Shown(what(run)._repr_html_())
    assert set(shown.tags) <= PLAIN
    assert set(HOSTILE) <= set(shown.texts)


def test_a_long_run_is_cut(made_up: Any) -> None:
    shown = Shown(made_up([f"strategy_{number}" for number in range(25)], players=2, blocks=2)._repr_html_())
    assert shown.tags.count("tr") == 1 + MOST_ROWS
    assert "5 more rows" in shown.texts[-1]


def test_limits_are_told(made_up: Any) -> None:
    assert "With only 4 blocks" in made_up(["a", "b", "c"], blocks=4)._repr_html_()


def test_comparisons_begin_with_what_is_established(made_up: Any) -> None:
    compared = made_up(["a", "b", "c"], blocks=200, variants=["more"]).compare()
    shown = Shown(compared._repr_html_())
    established = compared.established()
    assert f"{len(established)} established differences" in shown.texts[0]
    assert any("Holm" in text for text in shown.texts)
    first = established.sort("adjusted_p", maintain_order=True).row(0, named=True)
    assert first["metric"] in shown.texts
    assert shown.texts.count("< 0.001") == min(MOST_ROWS, established.filter(pl.col("adjusted_p") < 0.001).height)


def test_an_outlook_shows_what_is_detected(made_up: Any) -> None:
    run = made_up(["a", "b", "c"])
    found = deviations(run)
    setup: Any = SimpleNamespace(blocks=500, games_per_block=3)
    outlook = Outlook(setup, Pilot(60, 12.0, 4e8, 5e6), found, detection(found, 500, 0.01))
    shown = Shown(outlook._repr_html_())
    assert any("1,500 games in 500 blocks" in text for text in shown.texts)
    assert any("about 12 s, memory 400.0 MB" in text for text in shown.texts)
    assert f"{outlook.frame['difference'][0]:.4g}" in shown.texts


def test_other_results_show_their_frame() -> None:
    frame = pl.DataFrame({"name": ["<x>"], "value": [0.12345], "low": [0.1204], "high": [0.1264]})
    shown = Shown(html_of(SimpleNamespace(frame=frame)))
    assert {"<x>", "0.1235", "[0.1204, 0.1264]"} <= set(shown.texts)


def test_half_of_the_interval_decides_the_decimals() -> None:
    frame = pl.DataFrame({"value": [12.3456, 0.5, float("nan")], "low": [11.0, 0.5, float("nan")],
                          "high": [13.6, 0.5, float("nan")]})  # fmt: skip
    rows = [[cell.text for cell in row] for row in frame_sheet(frame).rows]
    assert rows == [["12.3", "[11.0, 13.6]"], ["0.5", "[0.5, 0.5]"], ["–", "–"]]


def test_a_figure_is_shown_by_itself(three: Run) -> None:
    figure = three.plot("seats")
    assert isinstance(figure, Figure)
    data, size = figure._repr_png_()  # type: ignore[attr-defined]
    assert data.startswith(b"\x89PNG")
    assert size["width"] == round(96 * figure.get_size_inches()[0])


def test_wrong_name_of_a_figure_lists_the_right_ones(three: Run) -> None:
    with pytest.raises(
        InputError, match=r"no figure 'win_share' .* win_shares, ratings, pairwise, .*did you mean 'win_shares'\?"
    ):
        three.plot("win_share")
