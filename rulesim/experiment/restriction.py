"""Restricted play: an experiment in which one seat of each game may not use a feature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from math import comb
from typing import Any

from rulesim.errors import InputError
from rulesim.experiment.orders import action_names, known_pattern
from rulesim.experiment.setup import all_compiled
from rulesim.experiment.spec import Experiment, make_experiment
from rulesim.games.registry import load_game

MOST_FEATURES = 200


def sets_of(game: str, strategies: Sequence[str], players: int, most: int) -> dict[str, Any]:
    """The keys of a design: every set of strategies at a table, or ``most`` of them drawn at random.

    Raises
    ------
    InputError
        If there is no such table, or so few do not seat every strategy.
    """
    found = load_game(game)
    found.rules(players)
    count = len(all_compiled(found)) if list(strategies) == ["all"] else len(strategies)
    if comb(count, players) <= most:
        return {"design": "round_robin"}
    if most * players < count:
        raise InputError(
            f"{most} line-ups of {players} do not seat all {count} strategies: expected {-(-count // players)} or more"
        )
    return {"design": "random_lineups", "line_up_count": most}


def restricted(game: str, players: int, features: Sequence[str], together: bool = False, **keys: Any) -> Experiment:
    """An experiment that tells what features are worth.

    Parameters
    ----------
    features
        Patterns of actions, as ``build:*``.
    together
        Each pattern is one feature; else each action that it matches is one.
    keys
        Other keys of the experiment.

    Raises
    ------
    InputError
        If a pattern matches no action, or there are too many features.
    """
    rules: Mapping[str, Any] = keys.get("rules") or {}
    changes = {key: value for key, value in rules.items() if key not in ("preset", "file")}
    features = list(dict.fromkeys(features))
    known = load_game(game).rules(players, rules.get("preset"), changes)
    names = sorted(set(action_names(known).values()))
    for pattern in features:
        known_pattern(known, names, pattern, "features")
    chosen = features if together else [
        name for name in names if any(fnmatchcase(name, pattern) for pattern in features)
    ]  # fmt: skip
    if len(chosen) > MOST_FEATURES:
        raise InputError(
            f"features: {len(chosen)} actions match, more than {MOST_FEATURES}; expected a narrower pattern, or each "
            "pattern as one feature (--together)"
        )
    title = f"What {'is' if len(features) == 1 else 'are'} {' and '.join(features)} worth?"
    variants = [{"name": name, "forbid": [name]} for name in chosen]
    return make_experiment({"title": title, "game": game, "players": players, "variant": variants, **keys}, "ablate")
