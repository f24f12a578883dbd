"""A page of a report as data: sections of findings, figures and tables. `render` makes HTML of it.

A topic adds to the page of a run with one function from a run to a `Section` (see
`rulesim.report.sections`); other results make a `Page` of their own.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulesim.errors import InputError
from rulesim.report.numbers import unbroken
from rulesim.report.sheets import Sheet

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TEMPLATE = "page.html.j2"
TESTED = (
    "Only where a test is named was anything tested; all else is a measurement of these strategies under these rules."
)
OF_BLOCKS = (
    "Brackets hold 95 % intervals, computed from blocks (games that share their luck), each on its own: with many "
    f"numbers on a page, some intervals miss. {TESTED}"
)
OF_PLAYOUTS = (
    "Brackets hold 95 % intervals, computed from playouts: those of losses hold for all actions of a choice together, "
    f"all others each on its own. {TESTED}"
)


@dataclass(frozen=True)
class Drawing:
    """A figure that is drawn when it is needed.

    Attributes
    ----------
    name
        Unique on the page, of letters, digits and ``_``: for links, files and ``rulesim plot``.
    caption
        How to read it.
    draw
        Draws it, in the style of `rulesim.report.style`.
    """

    name: str
    caption: str
    draw: Callable[[], Figure]


@dataclass(frozen=True)
class Section:
    """What a page says about one topic.

    Attributes
    ----------
    name
        Short and unique on the page, for links.
    title
        For people: what the topic is.
    findings
        Sentences with numbers and their uncertainty, the most important first.
    note
        What the findings rest on: tests and their number, what intervals mean.
    facts
        What a reader must know to read them, by name.
    """

    name: str
    title: str
    findings: Sequence[str] = ()
    drawings: Sequence[Drawing] = ()
    sheets: Sequence[Sheet] = ()
    note: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Made:
    """How the results of a page came about, and how to get them again.

    Attributes
    ----------
    files
        The text of each file that was played, by name; readers can save them from the page.
    commands
        Command lines that remake the page.
    rules
        How the rules differ from the preset, as one sentence, and each change.
    facts
        Seeds, sizes and versions by name.
    unverified
        The rule numbers that stand on no rule text, as a summary and a table.
    """

    files: Mapping[str, str] = field(default_factory=dict)
    commands: Sequence[str] = ()
    rules: tuple[str, Sequence[str]] = ("", ())
    facts: Mapping[str, str] = field(default_factory=dict)
    unverified: tuple[str, Sheet] | None = None


@dataclass(frozen=True)
class Page:
    """A whole page.

    Attributes
    ----------
    subtitle
        What was played and how much of it, in one line.
    findings
        What stands above the findings of all sections: what limits them.
    note
        What stands below them: what intervals and tests mean.
    """

    title: str
    subtitle: str
    sections: Sequence[Section]
    made: Made
    findings: Sequence[str] = ()
    note: str = OF_BLOCKS


def render(page: Page) -> str:
    """The page as one HTML text that refers to nothing outside itself.

    Raises
    ------
    InputError
        If jinja2 is missing.
    """
    template = _environment().get_template(TEMPLATE)
    from markupsafe import Markup

    from rulesim.report.svg import Letters, inline_svg

    letters = Letters()
    drawn = {
        drawing.name: Markup(inline_svg(drawing.draw(), drawing.name, letters))
        for section in page.sections
        for drawing in section.drawings
    }
    return str(template.render(page=page, svg=drawn, letters=Markup(letters.svg())))


def _data_url(text: str) -> str:
    """A text as the address of a link that saves it."""
    return f"data:text/plain;charset=utf-8;base64,{base64.b64encode(text.encode()).decode()}"


def _environment() -> Any:
    """The template's environment; all text is escaped."""
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined
    except ImportError:
        raise InputError('reports need jinja2, which is not installed: pip install "rulesim[report]"') from None
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"data_url": _data_url, "unbroken": unbroken}
    return environment
