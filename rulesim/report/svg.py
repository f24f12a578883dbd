"""Figures as SVG inside a page: in the page's colours, with ids of their own, and each letter drawn once a page."""

from __future__ import annotations

import io
import re
from html import escape
from typing import TYPE_CHECKING

from rulesim.report.style import GRID, INK, MUTED, PAPER, shared_style

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_VARIABLES = {INK: "--ink", MUTED: "--muted", GRID: "--line", PAPER: "--paper"}
_LETTER = re.compile(r'<path id="([^"]+)"(?: d="([^"]*)")? transform="(scale\([^"]*\))"/>')
_USE = re.compile(r'<use href="#([^"]+)"(?: transform="translate\((\S+) (\S+)\)")?/>')


class Letters:
    """The outlines of all letters on a page: every figure refers to them, none repeats them."""

    def __init__(self) -> None:
        self._outlines: dict[str, tuple[str, str, str]] = {}

    def taken_from(self, svg: str) -> str:
        """The SVG of a figure without outlines, its text referring to the page's."""
        for name, path, scale in _LETTER.findall(svg):
            self._outlines.setdefault(name, (f"letter-{len(self._outlines)}", path, scale))
        return _USE.sub(self._use, _LETTER.sub("", svg))

    def _use(self, found: re.Match[str]) -> str:
        """One letter of a text; nothing for a space."""
        name, x, y = found.groups(default="0")
        if name not in self._outlines:
            return found[0]
        short, path, _ = self._outlines[name]
        return f'<use href="#{short}" x="{x}" y="{y}"/>'.replace(' x="0"', "").replace(' y="0"', "") if path else ""

    def svg(self) -> str:
        """The outlines, to stand once in the page; nothing of it is seen."""
        seen = (outline for outline in self._outlines.values() if outline[1])
        paths = "".join(f'<path id="{short}" d="{path}" transform="{scale}"/>' for short, path, scale in seen)
        return f'<svg width="0" height="0" style="position: absolute" aria-hidden="true"><defs>{paths}</defs></svg>'


def inline_svg(figure: Figure, name: str, letters: Letters) -> str:
    """A figure as SVG to stand inside a page: its neutral colours follow the page's, its ids are its own.

    It is read out by its title and subtitle.

    Parameters
    ----------
    name
        Prefix of the ids.
    letters
        Of the page; those of this figure are added.
    """
    buffer = io.StringIO()
    metadata = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    with shared_style():
        figure.savefig(buffer, format="svg", metadata=metadata)
    svg = re.sub(r"<!--.*?-->", "", buffer.getvalue()[buffer.getvalue().index("<svg") :], flags=re.DOTALL)
    svg = re.sub(r' xmlns(:\w+)?="[^"]*"', "", svg).replace("xlink:href", "href")
    svg = _without_waste(letters.taken_from(re.sub(r"\s*\n\s*", " ", svg)))
    svg = re.sub(r'(\bid="|href="#(?!letter-)|url\(#)', rf"\g<1>{name}-", svg)
    svg = re.sub(r' (width|height)="[\d.]+pt"', "", svg, count=2)
    for colour, variable in _VARIABLES.items():
        svg = svg.replace(colour, f"var({variable})")
    title, described = (escape(" ".join(text.get_text().split())) for text in figure.texts[:2])
    read = f'<title id="{name}-title">{title}</title><desc id="{name}-desc">{described}</desc>'
    head, rest = svg.split(">", 1)
    labelled = f'<svg role="img" aria-labelledby="{name}-title {name}-desc"{head.removeprefix("<svg")}'
    return f"{labelled}>{read}{rest}"


def _without_waste(svg: str) -> str:
    """Without a style that the page has, ids that nobody refers to, and decimals that nobody sees."""
    svg = re.sub(r"<style.*?</style>", "", svg)
    used = set(re.findall(r'#([^")]+)', svg))
    svg = re.sub(r' id="([^"]+)"', lambda found: found[0] if found[1] in used else "", svg)
    svg = re.sub(r"(scale\([^)]*\))|(\.\d\d)\d+", r"\1\2", svg)
    return re.sub(r"<defs>\s*</defs>", "", svg).replace("> <", "><")
