"""Experiment files: what they may hold, and reading them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from rulesim.errors import InputError
from rulesim.experiment.book import as_table, with_book
from rulesim.experiment.faults import expectation
from rulesim.experiment.stop_rule import StopRule
from rulesim.games.ruleset import nearest
from rulesim.strategy.loader import shipped_folder

CHUNK_GAMES = 20_000

WORDS_FOR_SEATS = ("drawn", "table")

BASE = "base"
"""Name of the experiment itself among its variants."""


class RulesChoice(BaseModel):
    """The rules of an experiment: a preset, a file of overrides, and single overrides as nested tables."""

    model_config = ConfigDict(extra="allow", strict=True)

    preset: str | None = None
    file: str | None = None

    def overrides(self) -> dict[str, Any]:
        """The single overrides."""
        return dict(self.model_extra or {})


class VariantChoice(BaseModel):
    """A variant: what it changes of the experiment, which is itself the variant "base".

    Attributes
    ----------
    name
        What tables call it.
    rules
        Put over the experiment's rules: another ``preset`` or ``file``, and single overrides.
    strategies
        Strategies of the experiment, each with the spec of the one that plays in its place.
    forbid
        Patterns of actions (``build:factory``) that one seat of each game may not take. The
        experiment then plays every game once for each seat that is so restricted.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(min_length=1, max_length=80)
    rules: RulesChoice = Field(default_factory=RulesChoice)
    strategies: dict[str, str] = Field(default_factory=dict)
    forbid: list[str] = Field(default_factory=list)


class OpeningsChoice(BaseModel):
    """What is logged of the openings, and which lines are played.

    Attributes
    ----------
    depth
        How many first choices of each seat are stored.
    only
        Patterns of actions (``role:*``) that name the kinds of decisions which are logged and
        counted by lines; by default all.
    book
        Path of a book of lines; see `rulesim.experiment.book`. ``openings = "first.toml"`` is short for it.
    product
        Lists of moves: every line that takes one move of each is played.
    lines
        Moves by the name of the line. Each move is a pattern, and is used up by the next counted
        decision with a choice; after the line the strategy goes on.
    seat
        The seat that plays the lines; ``drawn`` for one seat of each game, drawn by the design, while
        the others play freely; ``table`` for lines of all seats' moves in order; by default every
        seat plays its own.
    assign
        ``paired``: each line is a variant, compared with the base, which plays freely, on the same
        blocks; ``random``: in one variant, every game draws the line of each seat.
    if_illegal
        ``stop``: a move of a line that is not legal ends the run as wrong input; ``free``: the line ends there
        and the strategy goes on (rows tell how many moves were made).
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    depth: int = Field(default=4, ge=0, le=64)
    only: list[str] = Field(default_factory=list)
    lines: dict[str, list[str]] = Field(default_factory=dict)
    seat: int | str | None = None
    assign: Literal["paired", "random"] = "paired"
    if_illegal: Literal["stop", "free"] = "stop"

    @field_validator("seat", mode="before")
    @classmethod
    def _seat_or_word(cls, value: Any) -> Any:
        if value is None or type(value) is int or value in WORDS_FOR_SEATS:
            return value
        known, hint = " or ".join(map(repr, WORDS_FOR_SEATS)), nearest(str(value), WORDS_FOR_SEATS)
        raise ValueError(f"openings.seat = {value!r}: expected a number, {known}{hint}")


class Experiment(BaseModel):
    """An experiment as its file says it; paths in it are relative to the file.

    Attributes
    ----------
    title
        A sentence that names the question.
    game, players
        What is played.
    rules
        ``preset``, ``file`` (a file of overrides) and single overrides as nested tables.
    strategies
        Strategy specs, or ``["all"]`` for every one that is found and compiled.
    design
        ``round_robin``: all sets of different strategies; ``self_play``: each with itself;
        ``one_vs_field``: ``focus`` against a table of each other one; ``pair_mixtures``: every two,
        in all numbers of copies; ``all_mixtures``: every mixture, with copies; ``random_lineups``:
        ``line_up_count`` of the sets, drawn at random so that all strategies play equally often;
        ``fixed``: ``line_ups``, or the strategies themselves as the one line-up.
    seating
        ``rotations`` or ``permutations`` of each line-up over the seats.
    variant
        Variants, each with what it changes. They all play the same blocks as the experiment itself.
    sweep
        Values of rules (``"buildings.factory.cost" = [6, 7, 8]``) and of parameters of strategies
        (``"strategies.balanced.patience" = {from = 0.5, to = 2, points = 4, scale = "log"}``); each
        combination of them is a variant. See `rulesim.experiment.sweep`.
    games, blocks
        How much is played of each variant; games are rounded up to whole blocks.
    stop
        A rule by which the run may end before; see `rulesim.experiment.stop_rule.StopRule`.
    seed
        Same seed, same rows.
    backend, jobs
        ``threads``, ``processes`` or ``dask`` (the workers of a cluster), and how many; 0: one a core.
    cluster
        Address of a Dask scheduler, as ``tcp://host:8786``; by default workers are started here.
    chunk
        Games that are played and stored in one go (about).
    record
        ``games`` stores a row for each game and seat, ``summary`` only sums: constant disk.
    openings
        A number: how many first choices of each seat are stored. A table: see `OpeningsChoice`.
    decision_seconds
        A strategy that thinks longer than this over one decision fails the run.
    out
        Folder of the results; by default ``runs/`` and the name of the file.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    title: str = ""
    game: str
    players: int
    rules: RulesChoice = Field(default_factory=RulesChoice)
    strategies: list[str]
    design: Literal[
        "round_robin", "self_play", "one_vs_field", "pair_mixtures", "all_mixtures", "random_lineups", "fixed"
    ] = "round_robin"
    focus: str | None = None
    line_ups: list[list[str]] = Field(default_factory=list)
    line_up_count: int | None = Field(default=None, ge=1)
    seating: Literal["rotations", "permutations"] = "rotations"
    variant: list[VariantChoice] = Field(default_factory=list)
    sweep: dict[str, Any] = Field(default_factory=dict)
    games: int | None = Field(default=None, ge=1, le=10**13)
    blocks: int | None = Field(default=None, ge=1, le=10**12)
    stop: StopRule | None = None
    seed: int = Field(default=1, ge=0, lt=2**63)
    backend: Literal["threads", "processes", "dask"] = "threads"
    cluster: str | None = None
    jobs: int = Field(default=0, ge=0, le=1024)
    chunk: int = Field(default=CHUNK_GAMES, ge=1, le=1_000_000)
    record: Literal["games", "summary"] = "games"
    openings: OpeningsChoice = Field(default_factory=OpeningsChoice)
    decision_seconds: float = Field(default=30.0, gt=0)
    out: str | None = None

    @field_validator("openings", mode="before")
    @classmethod
    def _depth_alone(cls, value: Any) -> Any:
        return as_table(value)

    @model_validator(mode="after")
    def _one_kind_of_variants(self) -> Experiment:
        if self.variant and self.openings.lines:
            raise ValueError("openings.lines: an experiment has either lines or variants, not both")
        empty = [name for name, moves in self.openings.lines.items() if not moves]
        if empty and self.openings.assign == "paired":
            raise ValueError(f"openings.lines: the line {empty[0]!r} has no moves: it is the base")
        drawn = self.openings.assign == "random" or self.openings.seat == "drawn"
        if self.openings.lines and drawn and self.record == "summary":
            raise ValueError('record = "summary": the worth of lines that are drawn is told by rows: expected "games"')
        return self

    @model_validator(mode="after")
    def _cluster_of_dask(self) -> Experiment:
        if self.cluster is not None and self.backend != "dask":
            raise ValueError('cluster: only backend = "dask" takes it')
        return self

    @model_validator(mode="after")
    def _one_size(self) -> Experiment:
        if (self.games is None) == (self.blocks is None):
            raise ValueError("games or blocks: give one of the two")
        if (self.focus is not None) != (self.design == "one_vs_field"):
            raise ValueError("focus: the design one_vs_field needs it, other designs do not take it")
        if self.line_ups and self.design != "fixed":
            raise ValueError('line_ups: only the design "fixed" takes them')
        if (self.line_up_count is not None) != (self.design == "random_lineups"):
            raise ValueError("line_up_count: the design random_lineups needs it, other designs do not take it")
        if self.variant and self.sweep:
            raise ValueError("variant and sweep: give one of the two; each point of a sweep is itself a variant")
        if self.openings.lines and self.sweep:
            raise ValueError("openings.lines and sweep: give one of the two")
        return self

    @model_validator(mode="after")
    def _names_of_variants(self) -> Experiment:
        seen = {BASE}
        for variant in self.variant:
            if variant.name in seen:
                why = "is the experiment itself" if variant.name == BASE else "is the name of two variants"
                raise ValueError(f"variant {variant.name!r}: the name {why}; expected another one")
            seen.add(variant.name)
        return self


def read_experiment(path: Path, changes: Iterable[str] = (), **options: Any) -> Experiment:
    """Read an experiment file, with changes from the command line.

    Parameters
    ----------
    path
        The file, or the name of a shipped experiment.
    changes
        Texts ``key=value`` with dotted keys and TOML values.
    options
        Values of single keys; None leaves the file's value.

    Raises
    ------
    InputError
        If the file cannot be read, a key is unknown or a value is wrong: with the place.
    """
    path = find_experiment(path)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: not a TOML file ({error})") from None
    given: dict[str, Any] = {}
    for change in changes:
        merge(given, parse_change(change))
    given.update({key: value for key, value in options.items() if value is not None})
    if "games" in given or "blocks" in given:  # of the two sizes, the command line's counts
        data.pop("games", None)
        data.pop("blocks", None)
    if isinstance(given.get("openings"), dict):
        data["openings"] = as_table(data.get("openings", {}))
    merge(data, given)
    return make_experiment(data, str(path), path.parent)


def find_experiment(path: Path) -> Path:
    """The file of an experiment that is given by path or, if shipped, by name.

    Raises
    ------
    InputError
        If there is no such file, with the shipped ones.
    """
    if path.exists():
        return path
    shipped = {file.stem: file for file in sorted(shipped_folder("experiments").glob("*.toml"))}
    if str(path) in shipped:
        return shipped[str(path)]
    near = map(str, path.parent.glob("*.toml"))
    raise InputError(
        f"{path}: there is no such file{nearest(str(path), [*near, *shipped])}; "
        f"shipped experiments: {', '.join(shipped)}"
    )


def make_experiment(data: Mapping[str, Any], place: str = "experiment", folder: Path | None = None) -> Experiment:
    """An experiment from nested dictionaries.

    Parameters
    ----------
    place
        Where the data come from, for messages.
    folder
        What relative paths in it refer to; by default the working folder.

    Raises
    ------
    InputError
        If a key is unknown or a value is wrong.
    """
    data = dict(data)
    if isinstance(data.get("strategies"), str):
        data["strategies"] = [data["strategies"]]
    if "openings" in data:
        data["openings"] = with_book(data["openings"], data, folder)
    try:
        experiment = Experiment.model_validate(data)
    except ValidationError as error:
        raise InputError(f"{place}: {_reason(error, data)}") from None
    _resolve_paths(experiment, folder)
    return experiment


def _resolve_paths(experiment: Experiment, folder: Path | None) -> None:
    """Make the paths of rules files and plugins independent of the working folder."""
    if folder is None:
        return
    for rules in (experiment.rules, *(variant.rules for variant in experiment.variant)):
        rules.file = str(folder / rules.file) if rules.file else None

    def resolved(spec: str) -> str:
        file, dot_py, rest = spec.partition(".py")
        return str(folder / file) + dot_py + rest if dot_py and not Path(file).is_absolute() else spec

    experiment.strategies = [resolved(spec) for spec in experiment.strategies]
    experiment.line_ups = [[resolved(spec) for spec in line_up] for line_up in experiment.line_ups]
    experiment.focus = resolved(experiment.focus) if experiment.focus else None
    if experiment.stop:
        rule = experiment.stop
        rule.strategy = resolved(rule.strategy) if rule.strategy else None
        rule.against = resolved(rule.against) if isinstance(rule.against, str) else rule.against
    for variant in experiment.variant:
        variant.strategies = {resolved(old): resolved(new) for old, new in variant.strategies.items()}


def _reason(error: ValidationError, data: Mapping[str, Any]) -> str:
    """The first fault, in one line: variant, key, what was given, what was expected, nearest key."""
    first = error.errors()[0]
    path, place, known = first["loc"], "", list(Experiment.model_fields)
    if path[:1] == ("variant",) and len(path) > 2:
        place, known = f"{_variant_text(data, int(path[1]))}: ", list(VariantChoice.model_fields)
        path = path[2:]
    if path[:1] == ("openings",) and len(path) > 1:
        place, known = "openings: ", ["book", "product", *OpeningsChoice.model_fields]
        path = path[1:]
    if path[:1] == ("stop",):
        known = [f"stop.{field}" for field in StopRule.model_fields]
    if path[:1] == ("variant",) and len(path) == 2:
        path = (f"variant {int(path[1]) + 1}",)
    key = ".".join(str(part) for part in path)
    if first["type"] == "extra_forbidden":
        return f"{place}unknown key {key!r}{nearest(key, known)}"
    if first["type"] == "missing":
        return f"{place}the key {key!r} is missing"
    if first["type"] == "value_error":
        return str(first["ctx"]["error"])
    expected = expectation(first)
    hint = nearest(str(first["input"]), _choices(expected)) if first["type"] == "literal_error" else ""
    return f"{place}{key} = {first['input']!r}: expected {expected}{hint}"


def _variant_text(data: Mapping[str, Any], number: int) -> str:
    """A variant by its name, or by its number if it has none."""
    name = data["variant"][number].get("name")
    return f"variant {name!r}" if isinstance(name, str) and name else f"variant {number + 1}"


def _choices(expected: str) -> list[str]:
    return [part for part in expected.split("'") if part.isidentifier() and part != "or"]


def parse_change(text: str) -> dict[str, Any]:
    """``a.b=1`` as nested tables; a value that is not TOML is taken as text.

    Raises
    ------
    InputError
        If it is not of that form.
    """
    key, equals, value = text.partition("=")
    if not equals or not all(part.isidentifier() or part.isdigit() for part in key.strip().split(".")):
        raise InputError(f"--set {text}: expected key=value, for example rules.buildings.factory.cost=8")
    try:
        parsed: Any = tomllib.loads(f"value = {value.strip()}")["value"]
    except tomllib.TOMLDecodeError:
        parsed = value.strip()
    for part in reversed(key.strip().split(".")):
        parsed = {part: parsed}
    return dict(parsed)


def merge(data: dict[str, Any], change: Mapping[str, Any]) -> None:
    """Put nested changes into nested tables, in place."""
    for key, value in change.items():
        if isinstance(value, Mapping) and isinstance(data.get(key), dict):
            merge(data[key], value)
        else:
            data[key] = dict(value) if isinstance(value, Mapping) else value
