"""The site is built without a complaint, and needs no network to be read."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.tools import ROOT


def test_the_site(tmp_path: Path) -> None:
    for package in ("mkdocs", "material", "mkdocstrings", "nbconvert"):
        pytest.importorskip(package)
    built = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    for page in tmp_path.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r'<(?:script|img|iframe|source)[^>]*?src="(https?:[^"]+)"', text)
        loaded += re.findall(r'<link[^>]*?rel="(?:stylesheet|preconnect|icon)"[^>]*?href="(https?:[^"]+)"', text)
        assert not loaded, f"{page.name} loads {loaded[0]}"
