"""`rulesim plot`, and the figures of `rulesim report`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesim.analysis.run import Run
from tests.made_up import made_up_run

BEGINNINGS = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}
NAMES = ["win_shares", "ratings", "pairwise", "seats", "strategy_seats", "scores", "lengths", "luck", "luck_of_scores"]


@pytest.fixture(scope="module")
def folder(mining: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    run: Run = made_up_run(tmp_path_factory.mktemp("plot") / "run", ["a", "b", "c"], blocks=20)
    return run.folder.path


def test_without_a_name_the_figures_are_listed(rulesim: Any, folder: Path) -> None:
    assert rulesim("plot", folder).out.split() == NAMES


@pytest.mark.parametrize("kind", BEGINNINGS)
def test_the_name_of_the_file_decides_the_format(rulesim: Any, folder: Path, kind: str) -> None:
    ended = rulesim("plot", folder, "seats", "--out", f"deep/seats.{kind}")
    assert (ended.code, ended.out) == (0, f"deep/seats.{kind}\n")
    first = Path(f"deep/seats.{kind}").read_bytes()
    assert first.startswith(BEGINNINGS[kind])
    rulesim("plot", folder, "seats", "--out", f"deep/seats.{kind}")
    assert Path(f"deep/seats.{kind}").read_bytes() == first


def test_by_default_it_is_a_png_here(rulesim: Any, folder: Path, tmp_path: Path) -> None:
    assert rulesim("plot", folder, "lengths").out == "lengths.png\n"
    assert (tmp_path / "lengths.png").read_bytes().startswith(BEGINNINGS["png"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("scors",), "no figure 'scors' of this run: expected one of win_shares, ratings, pairwise, seats, "
         "strategy_seats, scores, lengths, luck, luck_of_scores; did you mean 'scores'?"),
        (("scores", "--out", "scores.pgn"), "scores.pgn: the end of the name: expected one of png, svg, pdf; did you "
         "mean 'png'?"),
        (("scores", "--out", "scores"), "scores: the end of the name: expected one of png, svg, pdf"),
        (("--out", "scores.png"), "--out scores.png: which figure? Expected a NAME: one of win_shares, ratings, "),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_and_nothing_is_written(
    rulesim: Any, folder: Path, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    ended = rulesim("plot", folder, *arguments)
    assert ended.code == 2
    assert message in ended.err
    assert not list(tmp_path.glob("scor*"))


def test_a_report_in_two_formats(rulesim: Any, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "report").mkdir()
    (tmp_path / "report" / "old.svg").write_text("of an earlier report")
    ended = rulesim("report", folder, "--out", "report", "--format", "svg", "--format", "pdf")
    assert ended.code == 0
    files = {path.name for path in (tmp_path / "report").iterdir()}
    assert files == {"index.html", "experiment.toml"} | {f"{name}.{kind}" for name in NAMES for kind in ("svg", "pdf")}


def test_a_wrong_format_is_told(rulesim: Any, folder: Path) -> None:
    ended = rulesim("report", folder, "--format", "pgn")
    assert ended.code == 2
    assert "--format pgn: expected one of png, svg, pdf; did you mean 'png'?" in ended.err
