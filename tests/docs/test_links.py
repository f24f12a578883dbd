"""Links of the pages and of the README lead somewhere, and every page is in the navigation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.tools import ROOT, commands

DOCS = ROOT / "docs"
PAGES = [*sorted(DOCS.rglob("*.md")), ROOT / "README.md"]
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
NAVIGATION = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n")[1]


def text_of(path: Path) -> str:
    """The Markdown of a page, without its examples; pages that are made while building are made here."""
    if path == DOCS / "reference" / "commands.md":
        return commands.reference()
    return FENCED.sub("", path.read_text(encoding="utf-8"))


def anchors(text: str) -> set[str]:
    """Anchors of the headings, as the site makes them."""
    found = set(re.findall(r"^#+ .*\{ #(\S+) \}$", text, re.MULTILINE))
    for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        plain = re.sub(r"[^\w\s-]", "", heading).strip().lower()
        found.add(re.sub(r"[-\s]+", "-", plain))
    return found


def is_made(path: Path) -> bool:
    """Whether a page is made while the site is built."""
    notebook = path.parent == DOCS / "notebooks" and path.with_suffix(".ipynb").exists()
    return notebook or path == DOCS / "reference" / "commands.md"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links(page: Path) -> None:
    for link in LINK.findall(text_of(page)):
        if link.startswith(("http://", "https://")):
            continue
        target, _, anchor = link.partition("#")
        path = (page.parent / target).resolve() if target else page
        assert path.exists() or is_made(path), f"{link}: no such file"
        if anchor:
            assert anchor in anchors(text_of(path)), f"{link}: no such heading"


def test_every_page_is_in_the_navigation_once() -> None:
    listed = re.findall(r"[\w/]+\.md", NAVIGATION)
    written = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    made = {f"notebooks/{path.stem}.md" for path in (DOCS / "notebooks").glob("*.ipynb")} | {"reference/commands.md"}
    assert sorted(listed) == sorted(written | made)
