"""Every example of the pages prints what the page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.tools import examples


@pytest.mark.parametrize("page", examples.pages(), ids=lambda page: page.relative_to(examples.ROOT).as_posix())
def test_examples(page: Path, tmp_path: Path) -> None:
    wrong = [example.difference() for example in examples.run_page(page, tmp_path.resolve()) if not example.same]
    assert not wrong, "\n\n".join(wrong) + "\n\n`make docs-examples` writes what they print into the pages"


def page(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "page.md"
    path.write_text(text)
    (tmp_path / "work").mkdir()
    return path


def run(tmp_path: Path, text: str) -> list[examples.Example]:
    return examples.run_page(page(tmp_path, text), tmp_path / "work")


def test_a_wrong_output_is_noticed_and_mended(tmp_path: Path) -> None:
    text = (
        '```text title="a.txt"\none\ntwo\n```\n\n```console\n$ cat a.txt\none\nthree\n$ cat a.txt | grep wo\ntwo\n```\n'
    )
    found = run(tmp_path, text)
    assert [example.same for example in found] == [False, True]
    assert "-three" in found[0].difference() and "+two" in found[0].difference()
    examples.update_page(tmp_path / "page.md", found)
    assert (tmp_path / "page.md").read_text() == text.replace("three", "two")


def test_blocks_of_python_are_one_program(tmp_path: Path) -> None:
    text = "```python\nx = 1\n```\n\ntext\n\n```python\nprint(x + 1)\n```\n\n```text\n2\n```\n"
    assert [example.same for example in run(tmp_path, text)] == [True]


def test_output_that_the_page_does_not_show_is_noticed(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="no text block follows"):
        run(tmp_path, "```python\nprint(1)\n```\n\nsomething\n\n```text\n1\n```\n")


def test_a_command_that_fails_is_noticed(tmp_path: Path) -> None:
    fails = "```console\n$ rulesim play nothing --players 2 --strategies random | grep zzz\n```\n"
    with pytest.raises(AssertionError, match="no `echo"):
        run(tmp_path, fails)


def test_an_exit_code_that_the_page_states(tmp_path: Path) -> None:
    (example, code) = run(
        tmp_path,
        "```console\n$ rulesim play nothing --players 2 --strategies random | grep zzz\n$ echo $?\n2\n```\n",
    )
    assert example.same and code.same


def test_times_and_speeds_do_not_count() -> None:
    assert examples.normal(["played in 2.13 s,  1,200 games a second"]) == examples.normal(
        ["played in 14 s, 900 games a second"]
    )
    assert examples.normal(["win 33.4 %"]) != examples.normal(["win 33.5 %"])
