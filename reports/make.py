"""Remake the published reports and their index: `make reports`, or `python reports/make.py NAME …`.

Each report is the page of a run, its tables as CSV and one small figure. Runs are kept below
``runs/reports``: what was played already is not played again.
"""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import polars as pl
from scipy.stats import binomtest

from rulesim.analysis.run import Run
from rulesim.report.figures import figure
from rulesim.report.html import run_page
from rulesim.report.page import Page, render
from rulesim.report.sheets import Sheet

HERE = Path(__file__).parent
ROOT = HERE.parent
RUNS = ROOT / "runs" / "reports"
DPI = 72
SHOWN = 2
"""Findings of each report in the index."""


def main(names: list[str]) -> None:
    """Remake the named reports, or all, then the index."""
    reports = tomllib.loads((HERE / "reports.toml").read_text(encoding="utf-8"))["report"]
    unknown = sorted(set(names) - {report["name"] for report in reports})
    if unknown:
        sys.exit(f"{unknown[0]}: there is no such report in reports.toml")
    for report in reports:
        if not names or report["name"] in names:
            remake(report)
    (HERE / "README.md").write_text(index(reports), encoding="utf-8")


def remake(report: dict[str, Any]) -> None:
    """Play what is missing of the run, and write its page, tables and figure."""
    name = report["name"]
    print(f"{name} …", flush=True)
    folder = RUNS / name
    subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), *report["command"], "--out", str(folder), "--quiet"],
        check=True, cwd=ROOT,
    )  # fmt: skip
    run = Run(folder)
    page = run_page(run)
    out = HERE / name
    (out / "tables").mkdir(parents=True, exist_ok=True)
    for old in (out / "tables").glob("*.csv"):
        old.unlink()
    (out / "index.html").write_text(render(page), encoding="utf-8")
    for section in page.sections:
        for sheet in section.sheets:
            write_sheet(sheet, out / "tables" / f"{sheet.name}.csv")
    figure(run, report["show"]).savefig(out / "figure.png", dpi=DPI, metadata={"Software": None})
    told = {"findings": findings(page, report.get("sections", [])), "played": page.subtitle, "seats": seat_shares(run)}
    (out / "findings.json").write_text(json.dumps(told, indent=1, ensure_ascii=False), encoding="utf-8")


def findings(page: Page, chosen: list[str]) -> list[str]:
    """The first findings of a page, or one of each of the chosen sections."""
    if chosen:
        by_name = {section.name: section.findings for section in page.sections}
        return [by_name[name][0] for name in chosen]
    return [finding for section in page.sections for finding in section.findings][:SHOWN]


def write_sheet(sheet: Sheet, path: Path) -> None:
    """A table as CSV: every number as the page shows it, and the exact one that it sorts by."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        exact = [f"{header} (exact)" for header in sheet.headers[sheet.labels :]]
        writer.writerow([*sheet.headers, *exact])
        for row in sheet.rows:
            writer.writerow([*(cell.text for cell in row), *(cell.key for cell in row[sheet.labels :])])


def seat_shares(run: Run) -> list[dict[str, Any]]:
    """Win share of each seat in the base, with its interval."""
    return run.variant(run.variants[0]).seats().select("seat", "win_share", "low", "high").to_dicts()


def index(reports: list[dict[str, Any]]) -> str:
    """The index: for each report what was asked and what was found."""
    parts = [
        "# Published reports\n\nEach is the page of one run: findings, figures, tables, and how it was made. "
        "`make reports` remakes them all; `python reports/make.py NAME` one. Intervals are at 95 %; p-values are "
        "adjusted for the number of comparisons of their run. All figures are about the scripted strategies that "
        "played, not about the best play.\n"
    ]
    for report in reports:
        folder = HERE / report["name"]
        if not (folder / "findings.json").exists():
            continue
        told = json.loads((folder / "findings.json").read_text(encoding="utf-8"))
        command = " ".join(map(quoted, report["command"]))
        parts.append(
            f"## [{report['question']}]({report['name']}/index.html)\n\n{' '.join(told['findings'])}\n\n"
            f"![{report['question']}]({report['name']}/figure.png)\n\n"
            f"{told['played']} · [tables]({report['name']}/tables) · `rulesim {command}`\n"
        )
        if "tournaments" in report:
            parts.append(beside_tournaments(report["tournaments"], told["seats"]))
    return "\n".join(parts)


def beside_tournaments(players: int, seats: list[dict[str, Any]]) -> str:
    """The seats' win shares in the run beside those of people."""
    people = pl.read_csv(HERE / "tournaments.csv").filter(pl.col("players") == players)
    lines = ["| seat | strategies | people | games of people |", "|---|---|---|---|"]
    for seat, row in zip(seats, people.iter_rows(named=True), strict=True):
        low, high = binomtest(round(row["wins"]), row["games"]).proportion_ci(method="wilson")
        ours = f"{100 * seat['win_share']:.1f} % [{100 * seat['low']:.1f}, {100 * seat['high']:.1f}]"
        theirs = f"{100 * row['wins'] / row['games']:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
        lines.append(f"| {seat['seat']} | {ours} | {theirs} | {row['games']} |")
    return "\n".join([*lines, f"\nPeople: {people['source'][0]}; Wilson intervals.\n"])


def quoted(word: str) -> str:
    """A word as a shell needs it."""
    return word if re.fullmatch(r"[\w./:,=-]+", word) else f"'{word}'"


if __name__ == "__main__":
    main(sys.argv[1:])
