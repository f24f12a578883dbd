"""`rulesim play`, `trace` and `replay`: single games, move by move."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Annotated, Any, TextIO

import typer

from rulesim.cli.options import (
    LARGEST_SEED,
    DecisionSeconds,
    GameName,
    Json,
    Players,
    Preset,
    Seed,
    Settings,
    Strategies,
)
from rulesim.cli.output import announce_compiling, note, show_json, show_table, watch_for_stalls


def add_to(app: typer.Typer, panel: str) -> None:
    """Add these commands to the command line."""
    app.command("play", rich_help_panel=panel)(play)
    app.command("trace", rich_help_panel=panel)(trace)
    app.command("replay", rich_help_panel=panel)(replay)


def play(
    game: GameName,
    players: Players,
    strategies: Strategies,
    seed: Seed = 0,
    number: Annotated[
        int,
        typer.Option(
            "--number", metavar="N", min=0, max=LARGEST_SEED, help="Block number: another game of the same seed."
        ),
    ] = 0,
    preset: Preset = None,
    settings: Settings = None,
    log: Annotated[str | None, typer.Option("--log", metavar="FILE", help="Write the trace to a file.")] = None,
    decision_seconds: DecisionSeconds = 30.0,
) -> None:
    """Play one game and show it move by move."""
    from rulesim.experiment.files import whole_file
    from rulesim.experiment.trace import trace_line

    one = _table(game, players, strategies, preset, settings).game(seed, number)
    watch = watch_for_stalls(decision_seconds)
    with watch.over(one), whole_file(log) if log else nullcontext() as stream:
        _show_moves(one, number, stream)
        if stream:
            stream.write(trace_line(one.position, [], None, number) + "\n")
    _show_result(one)


class _Seated:
    """Rules and entries of the games that a command plays."""

    def __init__(self, rules: Any, entries: Any) -> None:
        self.rules, self.entries = rules, entries

    def game(self, seed: int, number: int) -> Any:
        from rulesim.experiment.driver import OneGame

        return OneGame(self.rules, self.entries, seed, number)


def _table(game: str, players: int, strategies: str, preset: str | None, settings: list[str] | None) -> _Seated:
    from rulesim.experiment.line_up import line_up
    from rulesim.games.registry import load_game
    from rulesim.games.settings import rule_changes

    found = load_game(game)
    rules = found.rules(players, preset, rule_changes(settings or ()))
    entries = line_up(found, strategies, players)
    announce_compiling(found)
    return _Seated(rules, entries)


def _show_moves(one: Any, number: int, stream: TextIO | None) -> None:
    """Print each move as it is played; with ``stream``, write the trace there."""
    from rulesim.experiment.trace import trace_line

    describe = one.rules.game.describe_action
    width = max(len(entry.label) for entry in one.entries)
    shown_round = None
    for decision in one:
        if stream:
            stream.write(trace_line(decision.position, decision.legal, decision.action, number) + "\n")
        round_number = decision.position.to_dict().get("round")
        if round_number != shown_round:
            print(f"{'' if shown_round is None else chr(10)}Round {round_number}")
            shown_round = round_number
        move = describe(one.rules, decision.position.state[0], decision.action)
        print(f"  {one.entries[decision.seat].label:<{width}}  {move}{' (forced)' if decision.forced else ''}")


def _show_result(one: Any) -> None:
    """Final scores with their parts, best first, and what ended the game."""
    columns, game_columns = one.rules.game.seat_columns, one.rules.game.game_columns
    rows, game_row = one.outcome()
    shown = [index for index, column in enumerate(columns) if index < 2 or column.part]
    ranks = [1 + sum(tuple(other[:2]) > tuple(row[:2]) for other in rows) for row in rows]
    table = [
        (rank, seat + 1, one.entries[seat].label, *(row[index] for index in shown))
        for rank, (seat, row) in sorted(zip(ranks, enumerate(rows), strict=True), key=lambda pair: pair[0])
    ]
    names = [columns[index].name for index in shown]
    print()
    show_table("", ("place", "seat", "strategy", *names), table, ("place", "seat", *names))
    ends = [word for bit, word in enumerate(game_columns[1].members) if game_row[1] >> bit & 1]
    ended = ", ".join(ends) or "nothing"
    print(f"{game_row[0]} {game_columns[0].unit}, ended by: {ended}; {one.cursor[0].decisions} decisions")


def trace(
    game: GameName,
    players: Players,
    strategies: Strategies,
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="File to write, - for standard output.")],
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Number of games.")] = 1,
    seed: Seed = 0,
    preset: Preset = None,
    settings: Settings = None,
    decision_seconds: DecisionSeconds = 30.0,
) -> None:
    """Play games and write every decision as a line of JSON."""
    from rulesim.experiment.files import whole_file
    from rulesim.experiment.trace import trace_games

    table = _table(game, players, strategies, preset, settings)
    watch = watch_for_stalls(decision_seconds)
    with whole_file(out) as stream:
        written = 0
        for line in trace_games(table.rules, table.entries, seed, games, watch):
            stream.write(line + "\n")
            written += 1
    if out != "-":
        note(f"{out}: {games} games, {written - games} decisions")


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A trace, - for standard input.")],
    preset: Preset = None,
    settings: Settings = None,
    as_json: Json = False,
) -> None:
    """Check a trace move by move. Exit code 1 at the first difference from the rules."""
    from dataclasses import asdict

    from rulesim.experiment.files import in_file, read_lines
    from rulesim.experiment.trace import replay as check
    from rulesim.games.settings import rule_changes

    changes = rule_changes(settings or ())
    with in_file(file):
        seen = check(read_lines(file), preset, changes)
    found = seen.difference
    if as_json:
        show_json(asdict(seen))
    elif found is None:
        print(f"{file}: {seen.games} games, {seen.decisions} decisions, all as the rules say")
    else:
        print(
            f"{file}: line {found.line} (game {found.game_number}, decision {found.decision}) differs\n"
            f"  {found.key}\n  expected: {found.expected}\n  found:    {found.found}"
        )
    if found:
        raise typer.Exit(1)
