"""Pages in a headless Chromium, if the machine has one: named by ``CHROMIUM``, or found on the path."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-extensions",
    "--no-first-run",
    "--hide-scrollbars",
)
DARK = "--blink-settings=preferredColorScheme=0"


def chromium() -> str:
    """The browser; without one the test is skipped."""
    named = os.environ.get("CHROMIUM")
    found = named or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("no Chromium: set CHROMIUM to a browser, or put one on the path")
    return found


def browse(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Start the browser with a profile of its own in the folder, and wait for its end."""
    profile = f"--user-data-dir={folder / 'profile'}"
    command = [chromium(), *FLAGS, profile, "--enable-logging=stderr", "--virtual-time-budget=3000", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)


WRAPPER = """<!DOCTYPE html><meta charset="utf-8"><meta name="color-scheme" content="light dark"><pre id="found"></pre>
<script>onmessage = told => document.getElementById("found").textContent = told.data;</script>
<iframe style="border: 0" width="{width}" height="800" src="{page}"></iframe>"""


def inside(page: Path, folder: Path, script: str, width: int, *flags: str) -> Any:
    """What a script, the body of a function, finds in a page of some width, as JSON.

    The page stands in a frame, because a window is at least 500 pixels wide.
    """
    asked = f'<script>parent.postMessage(JSON.stringify((() => {{ {script} }})()), "*");</script></body>'
    copy, wrapper = folder / "asked.html", folder / "frame.html"
    copy.write_text(page.read_text(encoding="utf-8").replace("</body>", asked), encoding="utf-8")
    wrapper.write_text(WRAPPER.format(width=width, page=copy.as_uri()), encoding="utf-8")
    done = browse(folder, *flags, "--window-size=1200,900", "--dump-dom", wrapper.as_uri())
    complaints = [line for line in done.stderr.splitlines() if "CONSOLE" in line or "Uncaught" in line]
    assert complaints == []
    found = re.search(r'<pre id="found">(.+?)</pre>', done.stdout, re.DOTALL)
    assert found, done.stderr
    return json.loads(unescape(found[1]))


def printed(page: Path, folder: Path) -> Path:
    """The page as it is printed, as PDF."""
    target = folder / "page.pdf"
    browse(folder, f"--print-to-pdf={target}", "--no-pdf-header-footer", page.as_uri())
    return target
