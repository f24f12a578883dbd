"""A run on the terminal (rich), and as plain data for machines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any, Literal

import polars as pl
from rich.bar import Bar
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rulesim.analysis.assigned import Assigned
from rulesim.analysis.comparisons import Comparisons
from rulesim.analysis.luck import METRICS as LUCK_METRICS
from rulesim.analysis.multiple import Adjustment
from rulesim.analysis.run import Run
from rulesim.analysis.stopping import Stopped
from rulesim.analysis.sweep import sweep_frame, topics
from rulesim.analysis.variant_figures import variant_figures
from rulesim.report import assigned_sentences, facts
from rulesim.report.ablation_sheets import ablation_sentences, ablation_sheet
from rulesim.report.assigned_sheets import assigned_sheet
from rulesim.report.luck_sheets import luck_sheet
from rulesim.report.numbers import wrapped
from rulesim.report.sheets import Cell, Sheet, sheets
from rulesim.report.stopping_sentences import stopping_sentences
from rulesim.report.stopping_sheets import stopping_sheets
from rulesim.report.sweep_sentences import sweep_sentences
from rulesim.report.sweep_sheets import comparisons, points_line, sweep_sheets
from rulesim.report.verdict import how_tested, verdict
from rulesim.report.whatif import whatif_sheets

LINE_UP_ROWS = 10
SWEEP_ROWS = 60
MOST_VARIANTS = 8
"""Whose changes are told above the tables."""

BAR = 12
GAP = 2
"""Blank columns between two columns of a table."""

LABEL, LABELS = 26, 22
"""Widest a column of text may be, alone and beside another one."""


def run_tables(run: Run, adjust: Adjustment = "holm", detect: float | None = None) -> list[RenderableType]:
    """The tables of a run, finished or not, for a rich console.

    Parameters
    ----------
    run
        With at least one block.
    adjust, detect
        For a run with variants: see `Run.compare` and `rulesim.report.verdict.verdict`.

    Returns
    -------
    list
        Headline, tables (of variants: their comparison with the base) and foot line, to be printed in order.
    """
    parts: list[RenderableType] = [_headline(run)]
    if run.kind == "ablation":
        parts.append(SheetView(ablation_sheet(run, adjust)))
        parts += findings_below("What the features are worth", ablation_sentences(run, adjust))
    elif has_lines(run):
        assigned = run.assigned(adjust=adjust)
        parts.append(SheetView(assigned_sheet(assigned)))
        parts += findings_below("What the lines are worth", assigned_sentences.findings(assigned))
    elif run.axes:
        parts += [SheetView(sheet) for sheet in sweep_sheets(run, SWEEP_ROWS)]
        parts += findings_below("What the sweep shows", sweep_sentences(run))
    elif len(run.variants) > 1:
        compared = run.compare(adjust)
        parts += [SheetView(sheet) for sheet in whatif_sheets(run, compared, all_rows=False)]
        parts += _verdict(run, compared, detect)
    else:
        parts += [SheetView(sheet) for sheet in [*sheets(run, LINE_UP_ROWS), luck_sheet(run)]]
    return [*parts, *_stopping(run), *_foot(run)]


def _verdict(run: Run, compared: Comparisons, detect: float | None) -> list[RenderableType]:
    """What the variants changed, in sentences."""
    parts: list[RenderableType] = [Text(f"\nWhat changed ({how_tested(compared)})", style="bold")]
    for headline, *sentences in verdict(run, compared, detect).values():
        parts.append(Padding(Text(headline), (0, 0, 0, GAP)))
        parts += bullets(sentences, 2 * GAP)
    return parts


def findings_below(title: str, sentences: list[str]) -> list[RenderableType]:
    """Findings below a title."""
    return [Text(f"\n{title}", style="bold"), *bullets(sentences)]


def bullets(sentences: list[str], indent: int = GAP) -> list[RenderableType]:
    """Sentences below each other."""
    return [Padding(Text(f"• {sentence}"), (0, 0, 0, indent)) for sentence in sentences]


def _stopping(run: Run) -> list[RenderableType]:
    """What the stopping rule saw and decided, if there is one."""
    sentences = stopping_sentences(run)
    found = findings_below("Stopping rule", sentences) if sentences else []
    return [*(SheetView(sheet) for sheet in stopping_sheets(run)), *found]


def _headline(run: Run) -> RenderableType:
    grid = Table.grid(padding=(0, GAP))
    grid.title = Text(facts.title(run), style="bold")
    grid.title_justify = "left"
    grid.add_column(style="dim")
    grid.add_column(overflow="fold")
    for name, value in facts.headline(run).items():
        grid.add_row(name, Text(value))
    for change in facts.rule_changes(run):
        grid.add_row("", Text(change))
    if run.axes:
        grid.add_row("sweep", Text(points_line(run)))
    changed = facts.variant_changes(run)
    if len(changed) > MOST_VARIANTS:
        grid.add_row("variants", Text(f"{len(changed)} beside the base"))
        return grid
    for name, changes in changed.items():
        grid.add_row("variant", Text(f"{name}: {', '.join(changes)}"))
    return grid


def _foot(run: Run) -> list[RenderableType]:
    if not run.manifest["unverified_rules"]:
        return []
    text = Text(f"\n{facts.unverified_count(run)}; to list them:\n", style="dim")
    text.append(f"  {facts.unverified_command(run)}")
    return [text]


@dataclass
class SheetView:
    """A sheet that breaks into several tables where the terminal is narrow."""

    sheet: Sheet

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Title, as many tables as it takes, note."""
        sheet = self.sheet
        yield Text(f"\n{sheet.title}", style="bold")
        for columns in self._runs_of_columns(options.max_width):
            yield self._table(columns)
        yield Padding(Text(sheet.note, style="dim"), (0, 0, 0, GAP))

    def _text(self, cell: Cell, column: int) -> str:
        """What a cell shows, in as many lines as a column of text needs."""
        if column >= self.sheet.labels:
            return cell.text
        return wrapped(cell.text, LABEL if self.sheet.labels == 1 else LABELS)

    def _width(self, column: int) -> int:
        cells = [row[column] for row in self.sheet.rows]
        bar = BAR + GAP if any(cell.bar is not None for cell in cells) else 0
        lines = [line for cell in cells for line in self._text(cell, column).split("\n")]
        return GAP + bar + max(map(cell_len, [self.sheet.headers[column], *lines]))

    def _runs_of_columns(self, width: int) -> Iterator[list[int]]:
        """The columns of numbers in runs that fit beside the columns of text."""
        labels = list(range(self.sheet.labels))
        room = width - sum(map(self._width, labels))
        run: list[int] = []
        used = 0
        for column in range(len(labels), len(self.sheet.headers)):
            if run and used + self._width(column) > room:
                yield labels + run
                run, used = [], 0
            run.append(column)
            used += self._width(column)
        yield labels + run

    def _table(self, columns: list[int]) -> Table:
        sheet = self.sheet
        table = Table(box=None, padding=(0, 0, 0, GAP), pad_edge=True, header_style="dim")
        bars = [column for column in columns if any(row[column].bar is not None for row in sheet.rows)]
        for column in columns:
            side: Literal["left", "right"] = "left" if column < sheet.labels else "right"
            table.add_column(Text(sheet.headers[column]), justify=side, no_wrap=True)
            if column in bars:
                table.add_column("", width=BAR)
        for number, row in enumerate(sheet.rows):
            if sheet.gap and number == sheet.gap:
                table.add_row(Text("…", style="dim"))
            cells: list[RenderableType] = []
            for column in columns:
                cells.append(Text(self._text(row[column], column)))
                if column in bars:
                    cells.append(_bar(row[column]))
            table.add_row(*cells)
        return table


def _bar(cell: Cell) -> RenderableType:
    return Bar(1, 0, cell.bar or 0, width=BAR, color="blue")


GROUPS = {
    "strategies": "strategy",
    "seats": "seat",
    "strategy_seats": "strategy_seat",
    "line_ups": "line_up",
}


def run_json(run: Run, adjust: Adjustment = "holm", detect: float | None = None) -> dict[str, Any]:
    """A run as plain data, ready for `json.dumps`.

    Returns
    -------
    dict
        What was played, and ``results``: for ``strategies``, ``seats``, ``strategy_seats``,
        ``line_ups`` and ``games`` a list of estimates, each with metric, estimate, low, high,
        error, games (plays, for estimates by seat or strategy) and blocks. Shares are from 0 to 1;
        a single block has no interval: its bounds are null; ``luck`` is as `Run.luck`. With
        variants, these are those of the base, and ``whatif`` holds the variants, their results and
        comparisons, the balance, luck and diversity, and the verdict; with a sweep,
        ``sweep`` holds its axes, estimates and differences at all points, and the findings.
    """
    manifest = run.manifest
    copied = (
        "game",
        "players",
        "strategies",
        "seating",
        "preset",
        "rules_changed",
        "unverified_rules",
        "version",
        "engine",
    )
    data = {
        "title": facts.title(run),
        **{key: manifest[key] for key in copied},
        "folder": str(run.folder.path),
        "seed": manifest["experiment"]["seed"],
        "games": run.n_games,
        "blocks": run.n_blocks,
        "blocks_asked": manifest["blocks"],
        "finished": run.finished,
        "seconds": manifest["seconds"],
        "level": 0.95,
        "results": _results(run),
        **({"stopped": _stopped_json(run.stopped, run)} if run.stopped else {}),
    }
    if run.kind == "ablation":
        worths = plain_rows(run.ablation(adjust=adjust))
        return {
            **data,
            "ablation": {"adjust": adjust, "worths": worths, "findings": ablation_sentences(run, adjust)},
        }
    if run.axes:
        return {**data, "sweep": _sweep_json(run, adjust)}
    if has_lines(run):
        return {**data, "lines": assigned_json(run.assigned(adjust=adjust))}
    data["luck"] = {metric: plain_rows(run.luck(metric)) for metric in LUCK_METRICS}
    return {**data, "whatif": _whatif_json(run, adjust, detect)} if len(run.variants) > 1 else data


def has_lines(run: Run) -> bool:
    """Whether lines were assigned, and the rows are there that tell their worth."""
    return run.kind == "openings" and bool(run.folder.row_files())


def assigned_json(found: Assigned) -> dict[str, Any]:
    """Assigned lines as plain data."""
    return {
        "depth": found.depth, "assign": found.assign, "reference": found.reference, "seat": found.seat,
        "strategy": found.strategy, "adjust": found.adjust, "comparisons_tested": found.count, "level": 0.95,
        "lines": plain_rows(found.frame), "findings": assigned_sentences.findings(found),
    }  # fmt: skip


def _sweep_json(run: Run, adjust: Adjustment) -> dict[str, Any]:
    frame = sweep_frame(run, topics(run), adjust)
    return {
        "axes": run.axes,
        "adjust": adjust,
        "comparisons_tested": comparisons(frame),
        "points": plain_rows(frame),
        "findings": sweep_sentences(run),
    }


def _stopped_json(stopped: Stopped, run: Run) -> dict[str, Any]:
    """What the stopping rule saw and decided."""
    test = {"bounds": stopped.test.bounds, **asdict(stopped.test)} if stopped.test else {}
    return {
        "decision": stopped.decision,
        "blocks": stopped.blocks,
        "most": stopped.most,
        "what": stopped.what,
        **(test or {"half_width": stopped.half_width}),
        "estimates": plain_rows(stopped.frame),
        "looks": plain_rows(stopped.looks),
        "findings": stopping_sentences(run),
    }


def _whatif_json(run: Run, adjust: Adjustment, detect: float | None) -> dict[str, Any]:
    compared = run.compare(adjust)
    return {
        "variants": run.manifest["variants"],
        "results": {name: _results(run.variant(name)) for name in run.variants[1:]},
        "adjust": adjust,
        "comparisons_tested": compared.count,
        "comparisons": plain_rows(compared.frame),
        "balance": plain_rows(compared.balance),
        "figures": plain_rows(variant_figures(run)),
        "verdict": verdict(run, compared, detect),
    }


def _results(run: Run) -> dict[str, list[dict[str, Any]]]:
    """All estimates of a run, or of one variant."""
    game = run.game
    seat_metrics = ["win_share", "score", *(part.name for part in run.score_parts)]
    length, ends = game.game_columns[:2]
    game_metrics = [length.name, "decisions", "choices", *(f"{ends.name}_{member}" for member in ends.members)]
    results = {name: _estimates(run, grouping, seat_metrics) for name, grouping in GROUPS.items()}
    return {**results, "games": _estimates(run, "all", game_metrics)}


def _estimates(run: Run, grouping: str, metrics: list[str]) -> list[dict[str, Any]]:
    frames = [run.estimates(grouping, metric).with_columns(metric=pl.lit(metric)) for metric in metrics]
    return plain_rows(pl.concat(frames))


def plain_rows(frame: pl.DataFrame) -> list[dict[str, Any]]:
    """A frame as plain data; what is no finite number is null."""
    return [
        {key: None if isinstance(value, float) and not isfinite(value) else value for key, value in row.items()}
        for row in frame.to_dicts()
    ]
