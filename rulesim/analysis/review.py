"""What each move of a game was worth: the result of `rulesim.review`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from rulesim.analysis.evaluation import BEST, Evaluation, load_study, save_study
from rulesim.analysis.multiple import ALPHA, Adjustment, adjusted

FILE = "review.json"


@dataclass(frozen=True)
class Review:
    """The moves of a game at which there was a choice, each against the best alternative.

    Attributes
    ----------
    about : dict
        What was reviewed and how: game, players, preset, strategies (who played on), game_number,
        moves (decisions of the game, forced ones included), playouts, error, seed, hidden, adjust,
        games (playouts in all), scores (of the game's end by seat; None where the trace has no end).
    moves : DataFrame
        One row a choice: move (counted from 1, forced ones included), seat, action (played), words,
        actions (legal ones), best (ranked first), loss, loss_low, loss_high (of the action played
        against the best one, paired; intervals that hold for all actions of the move together),
        p_value, adjusted_p (that the action played was the best; adjusted for all choices of the
        game), established (adjusted_p below 5 %), playouts, alike (as in `Evaluation.frame`).
    curve : DataFrame
        Win share of every seat after every choice, with its own 95 % interval: move, seat,
        strategy, win_share, low, high. The last move is the end of the game, with the shares won.
    actions : DataFrame
        All evaluations: move, then the columns of `Evaluation.frame`.
    """

    about: dict[str, Any]
    moves: pl.DataFrame
    curve: pl.DataFrame
    actions: pl.DataFrame

    def __repr__(self) -> str:
        about, established = self.about, int(self.moves["established"].sum())
        return f"Review({about['game']}, game {about['game_number']}: {len(self.moves)} choices, {established} costly)"

    def costliest(self, most: int | None = None) -> pl.DataFrame:
        """The moves that lost most: those established first, each part by size of the loss.

        Choices in a row at which a seat passed over the same action are one mistake: the costliest
        of them stands for all, and the column ``row`` says how many they are.
        """
        missed = pl.struct("seat", "best", pl.col("loss") > 0)
        lost = self.moves.with_columns(mistake=missed.rle_id()).filter(pl.col("loss") > 0)
        lost = lost.with_columns(row=pl.len().over("mistake"))
        costly = lost.sort(["established", "loss", "move"], descending=[True, True, False])
        one_each = costly.unique("mistake", keep="first", maintain_order=True).drop("mistake")
        ordered = one_each.sort("established", "loss", "loss_low", descending=True, maintain_order=True)
        return ordered if most is None else ordered.head(most)

    def save(self, folder: str | Path) -> Path:
        """Store it in a folder: ``review.json`` and three Parquet files; an older review there is replaced.

        Raises
        ------
        RunError
            If it cannot be written.
        """
        frames = {"moves": self.moves, "curve": self.curve, "actions": self.actions}
        return save_study(Path(folder), FILE, self.about, frames)

    @classmethod
    def load(cls, folder: str | Path) -> Review:
        """A stored review.

        Raises
        ------
        InputError
            If the folder holds none.
        """
        about, frames = load_study(Path(folder), FILE, ("moves", "curve", "actions"))
        return cls(about, frames["moves"], frames["curve"], frames["actions"])


@dataclass(frozen=True)
class Judged:
    """One choice of a game: its move number, the action played in notation and words, and its evaluation."""

    move: int
    action: str
    words: str
    evaluation: Evaluation


def make_review(
    about: dict[str, Any], judged: Sequence[Judged], end: pl.DataFrame | None, adjust: Adjustment
) -> Review:
    """Put the evaluations of a game together.

    Parameters
    ----------
    end
        The curve's last point: seat, strategy, win_share, low, high.
    """
    rows = [_move_row(one) for one in judged]
    moves = pl.DataFrame(rows)
    adjusted_p = adjusted(moves["p_value"].to_numpy(), adjust)
    moves = moves.with_columns(adjusted_p=adjusted_p, established=adjusted_p < ALPHA)
    curve = [
        one.evaluation.seats.filter(pl.col("action") == one.action).with_columns(move=pl.lit(one.move, pl.Int64))
        for one in judged
    ]
    columns = ["move", "seat", "strategy", "win_share", "low", "high"]
    if end is not None:
        curve.append(end.with_columns(move=pl.lit(about["moves"], pl.Int64)))
    actions = [one.evaluation.frame.select(pl.lit(one.move, pl.Int64).alias("move"), pl.all()) for one in judged]
    games = sum(one.evaluation.about["games"] for one in judged)
    return Review(
        {**about, "adjust": adjust, "games": games}, moves,
        pl.concat([part.select(columns) for part in curve]), pl.concat(actions),
    )  # fmt: skip


def _move_row(one: Judged) -> dict[str, Any]:
    frame = one.evaluation.frame
    played = frame.row(by_predicate=pl.col("action") == one.action, named=True)
    return {
        "move": one.move,
        "seat": one.evaluation.about["actor"],
        "action": one.action,
        "words": one.words,
        "actions": len(frame),
        "best": one.evaluation.best,
        "ranked_best": played["verdict"] == BEST,
        **{name: played[name] for name in ("loss", "loss_low", "loss_high", "p_value", "playouts", "alike")},
    }
