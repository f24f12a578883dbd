"""What each legal action of a position is worth: the result of `rulesim.evaluate`."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from rulesim.analysis.race import Losses, Race, difference_interval
from rulesim.errors import InputError
from rulesim.experiment.files import check_folder, write_whole
from rulesim.experiment.outcomes import WIN_SHARES
from rulesim.statistics.intervals import mean_interval, share_interval

FILE = "evaluation.json"
FORMAT = 1

BEST, POSSIBLE, WORSE = "best", "not distinguishable", "worse"
"""Verdicts on an action: ranked first; may be the best as well; established as not the best."""


@dataclass(frozen=True)
class Evaluation:
    """The legal actions of a position, ranked by the win share of the seat that decides.

    Attributes
    ----------
    about : dict
        What was evaluated and how: game, players, preset, strategies, actor (seat from 1),
        position, playouts (of an action that stays to the end), error, seed, hidden ("redrawn" or
        "as given"), games (playouts in all), looks.
    frame : DataFrame
        One row an action, best first: rank, action, verdict, playouts, win_share, low, high (its
        own 95 % interval), loss, loss_low, loss_high (against the best action, paired, intervals
        that hold for all actions together), p_value (of being the best, adjusted for actions and
        looks), score, score_low, score_high (own 95 % interval), score_loss, score_loss_low,
        score_loss_high (the first action's score less its own, as the losses), alike (whether all
        its playouts ended with the same scores: nothing was left to chance).
    seats : DataFrame
        For each action and seat: action, seat, strategy, win_share, low, high, score, score_low,
        score_high.
    """

    about: dict[str, Any]
    frame: pl.DataFrame
    seats: pl.DataFrame

    def __repr__(self) -> str:
        about = self.about
        return f"Evaluation({about['game']}, seat {about['actor']}: {len(self.frame)} actions, best {self.best!r})"

    @property
    def best(self) -> str:
        """The action ranked first."""
        return str(self.frame["action"][0])

    def save(self, folder: str | Path) -> Path:
        """Store it in a folder: ``evaluation.json`` and two Parquet files; an older evaluation there is replaced.

        Raises
        ------
        RunError
            If it cannot be written.
        """
        return save_study(Path(folder), FILE, self.about, {"actions": self.frame, "seats": self.seats})

    @classmethod
    def load(cls, folder: str | Path) -> Evaluation:
        """A stored evaluation.

        Raises
        ------
        InputError
            If the folder holds none.
        """
        about, frames = load_study(Path(folder), FILE, ("actions", "seats"))
        return cls(about, frames["actions"], frames["seats"])


def check_target(folder: Path) -> None:
    """Refuse a folder in which a study cannot be stored, before anything is played.

    Raises
    ------
    InputError
        If it cannot be written to, or holds the results of a run.
    """
    check_folder(folder)
    if (folder / "manifest.json").exists():
        raise InputError(f"{folder}: holds the results of a run; expected another folder")


def save_study(folder: Path, file: str, about: Mapping[str, Any], frames: Mapping[str, pl.DataFrame]) -> Path:
    """Store frames as Parquet files, then what they are about; the last file makes the result complete."""
    check_target(folder)
    for name, frame in frames.items():
        buffer = io.BytesIO()
        frame.write_parquet(buffer)
        write_whole(folder / f"{name}.parquet", buffer.getvalue())
    text = json.dumps({"format": FORMAT, **about}, indent=1, ensure_ascii=False)
    write_whole(folder / file, text.encode())
    return folder


def load_study(folder: Path, file: str, names: Sequence[str]) -> tuple[dict[str, Any], dict[str, pl.DataFrame]]:
    """What `save_study` stored.

    Raises
    ------
    InputError
        If it is not there, or from another version.
    """
    try:
        about = json.loads((folder / file).read_text(encoding="utf-8"))
        frames = {name: pl.read_parquet(folder / f"{name}.parquet") for name in names}
    except (OSError, ValueError, pl.exceptions.PolarsError):
        raise InputError(f"{folder}: holds no complete {file.removesuffix('.json')}") from None
    if about.pop("format", None) != FORMAT:
        raise InputError(f"{folder}: written by another version of rulesim")
    return about, frames


def make_evaluation(
    about: Mapping[str, Any], actions: Sequence[str], strategies: Sequence[str], race: Race, results: Any, shares: Any
) -> Evaluation:
    """Estimates from a finished race.

    Parameters
    ----------
    results : int array, (actions, playouts, seats, 2)
        Score and tie-break; what was not played is not looked at.
    shares : int array, (actions, playouts, seats)
        Win shares in 60ths.
    """
    actor = about["actor"] - 1
    seats = seat_values(actions, strategies, race.counts, results[..., 0], shares)
    scores = np.array([results[a, :n, actor, 0].mean() for a, n in enumerate(race.counts)])
    losses = race.losses(ties=scores)
    own = seats.filter(pl.col("seat") == actor + 1).drop("seat", "strategy")
    frame = own.with_columns(
        playouts=pl.Series(race.counts),
        verdict=pl.Series(_verdicts(losses)),
        loss=losses.loss / WIN_SHARES,
        loss_low=losses.low / WIN_SHARES,
        loss_high=np.minimum(losses.high / WIN_SHARES, 1),
        p_value=losses.p_value,
        alike=np.array([bool((results[a, :n] == results[a, 0]).all()) for a, n in enumerate(race.counts)]),
        **_score_losses(race, losses.leader, results[..., actor, 0]),
    )
    order = _order(losses, shares[..., actor], race.counts, scores)
    frame = frame[order].with_columns(rank=pl.Series(np.arange(1, len(order) + 1)))
    first = ["rank", "action", "verdict", "playouts"]
    games = {"games": int(race.counts.sum()), "looks": race.looks}
    return Evaluation({**about, **games}, frame.select(*first, pl.exclude(first)), seats)


def _verdicts(losses: Losses) -> list[str]:
    verdicts = [POSSIBLE if candidate else WORSE for candidate in losses.candidates]
    verdicts[losses.leader] = BEST
    return verdicts


def _order(losses: Losses, shares: Any, counts: Any, scores: Any) -> list[int]:
    """The leader, then what may be the best, then the others; each by win share, then score."""
    means = [shares[action, :count].mean() for action, count in enumerate(counts)]
    keys = zip(np.arange(len(counts)) != losses.leader, ~losses.candidates, -np.array(means), -scores, strict=True)
    ordered = sorted(enumerate(keys), key=lambda item: tuple(item[1]))
    return [action for action, _ in ordered]


def _score_losses(race: Race, leader: int, scores: Any) -> dict[str, Any]:
    """The leader's score less that of each action, over the playouts that both have."""
    found = []
    for action, count in enumerate(race.counts):
        look = race.looks.index(int(count))
        found.append(difference_interval(scores[leader, :count], scores[action, :count], race.alpha(look)))
    found[leader] = (0.0, 0.0, 0.0)
    loss, low, high = (np.array(column) for column in zip(*found, strict=True))
    return {"score_loss": loss, "score_loss_low": low, "score_loss_high": high}


def seat_values(
    actions: Sequence[str], strategies: Sequence[str], counts: Any, scores: Any, shares: Any
) -> pl.DataFrame:
    """Win share and score of every seat after every action, each with its own 95 % interval.

    Parameters
    ----------
    counts : int array, (actions,)
        Playouts.
    scores, shares : arrays, (actions, playouts, seats)
        Scores, and win shares in 60ths.
    """
    columns: dict[str, list[Any]] = {name: [] for name in ("share", "share_error", "score", "score_error")}
    for action, count in enumerate(counts):
        for name, values in (("share", shares[action, :count] / WIN_SHARES), ("score", scores[action, :count])):
            columns[name].extend(values.mean(axis=0))
            error = values.std(axis=0, ddof=1) / np.sqrt(count) if count > 1 else np.full(values.shape[1], np.nan)
            columns[f"{name}_error"].extend(error)
    share, error, score, score_error = (np.array(column) for column in columns.values())
    seats = len(strategies)
    playouts = np.repeat(counts, seats)
    low, high = share_interval(share, error, playouts)
    score_low, score_high = mean_interval(score, score_error, playouts)
    return pl.DataFrame(
        {
            "action": [action for action in actions for _ in range(seats)],
            "seat": list(range(1, seats + 1)) * len(actions),
            "strategy": list(strategies) * len(actions),
            "win_share": share, "low": low, "high": high,
            "score": score, "score_low": score_low, "score_high": score_high,
        }
    )  # fmt: skip
