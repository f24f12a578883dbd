"""Ratings against other libraries, against games drawn from the model, and of runs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any

import choix
import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats
from statsmodels.discrete.conditional_models import ConditionalLogit

from rulesim.analysis.plackett_luce import chances, fit, orders_of
from rulesim.analysis.ratings import SCALE, Ratings, _choices, _resampled, rate, ratings
from rulesim.analysis.standings import Standings, decode, encode, standings
from rulesim.errors import InputError

WORTH = np.array([0.6, 0.3, -0.1, -0.8])
SEAT = np.array([0.4, 0.0, -0.4])
TIE = np.array([-1.2, -2.5])


def games_of(names: Sequence[str], seated: Any, places: Any, unit: Any = None) -> Standings:
    """Single games as standings; each is a unit by default."""
    tables, table = np.unique(np.asarray(seated), axis=0, return_inverse=True)
    count = len(table)
    unit = np.arange(count) if unit is None else unit
    blocks = int(unit.max()) + 1
    return Standings(
        list(names), tables, blocks, unit, table.ravel(), encode(np.asarray(places)), np.ones(count, int), blocks
    )


def drawn(draw: Any, count: int, worth: Any = WORTH, seat: Any = SEAT, tie: Any = TIE) -> tuple[Any, Any]:
    """Games of three at random tables drawn from the model, set by set: who sat where, and places."""
    seated = np.array([draw.permutation(len(worth))[:3] for _ in range(count)])
    places = np.zeros((count, 3), int)
    sets = [some for size in (1, 2, 3) for some in combinations(range(3), size)]
    for game in range(count):
        strength = worth[seated[game]] + seat
        left, place = set(range(3)), 1
        while left:
            possible = [some for some in sets if left.issuperset(some)]
            logs = [strength[list(some)].mean() + (0 if len(some) == 1 else tie[len(some) - 2]) for some in possible]
            weights = np.exp(logs)
            chosen = possible[draw.choice(len(possible), p=weights / weights.sum())]
            places[game, list(chosen)] = place
            left -= set(chosen)
            place += len(chosen)
    return seated, places


def fitted(games: Standings, seat_effect: bool = True) -> Any:
    return fit(_choices(games, list(range(len(games.strategies)))), seat_effect)


def strict(draw: Any, count: int, players: int) -> tuple[Any, Any]:
    """Games without ties or seats."""
    seated = np.array([draw.permutation(4)[:players] for _ in range(count)])
    luck = WORTH[seated] + draw.gumbel(size=seated.shape)
    return seated, (-luck).argsort(axis=1).argsort(axis=1) + 1


def test_worths_without_ties_and_seats_are_those_of_choix() -> None:
    seated, places = strict(np.random.default_rng(1), 300, 3)
    rankings = [tuple(who[order.argsort()]) for who, order in zip(seated, places, strict=True)]
    found = fitted(games_of("abcd", seated, places), seat_effect=False).log_worth
    assert found == pytest.approx(choix.opt_rankings(4, rankings, tol=1e-10), abs=1e-5)
    assert found == pytest.approx(choix.ilsr_rankings(4, rankings, tol=1e-10), abs=1e-5)


def test_two_players_are_bradley_terry() -> None:
    seated, places = strict(np.random.default_rng(2), 300, 2)
    pairs = [tuple(who[order.argsort()]) for who, order in zip(seated, places, strict=True)]
    found = fitted(games_of("abcd", seated, places), seat_effect=False).log_worth
    assert found == pytest.approx(choix.ilsr_pairwise(4, pairs, tol=1e-10), abs=1e-5)


def test_two_players_with_seats_are_a_logistic_regression() -> None:
    draw = np.random.default_rng(3)
    seated = np.array([draw.permutation(4)[:2] for _ in range(400)])
    lead = WORTH[seated[:, 0]] - WORTH[seated[:, 1]] + 0.7
    won = draw.random(400) < 1 / (1 + np.exp(-lead))
    found = fitted(games_of("abcd", seated, np.where(won, [[1], [2]], [[2], [1]]).T))
    sides = np.eye(4)[seated[:, 0]] - np.eye(4)[seated[:, 1]]
    logit = sm.Logit(won.astype(float), np.column_stack([sides[:, 1:], np.ones(400)])).fit(disp=0)
    worth = np.r_[0, logit.params[:3]]
    assert found.log_worth == pytest.approx(worth - worth.mean(), abs=1e-5)
    assert found.log_seat[0] - found.log_seat[1] == pytest.approx(logit.params[3], abs=1e-5)


def test_ties_and_seats_are_a_log_linear_model() -> None:
    """Each choice of a set as Poisson counts with a constant of its own (as in Turner et al., section 3)."""
    seated, places = drawn(np.random.default_rng(4), 400)
    games = games_of("abcd", seated, places)
    sets = [some for size in (1, 2, 3) for some in combinations(range(3), size)]
    rows, counts = [], []
    for who, order in zip(seated, places, strict=True):
        left = set(range(3))
        for place in sorted(set(order.tolist())):
            chosen = tuple(np.flatnonzero(order == place).tolist())
            if len(left) > 1:
                start = len(rows)
                for some in sets:
                    if left.issuperset(some):
                        row = np.zeros(4 + 3 + 2)
                        for seat in some:
                            row[who[seat]] += 1 / len(some)
                            row[4 + seat] += 1 / len(some)
                        row[7:] = [len(some) == 2, len(some) == 3]
                        rows.append((start, row))
                        counts.append(float(some == chosen))
            left -= set(chosen)
    groups = np.array([start for start, _ in rows])
    design = np.array([row for _, row in rows])
    free = np.delete(design, [0, 4], axis=1)
    model = ConditionalLogit(np.array(counts), free, groups=groups).fit(disp=0)
    found = fitted(games)
    worth, seat = np.r_[0, model.params[:3]], np.r_[0, model.params[3:5]]
    assert found.log_worth == pytest.approx(worth - worth.mean(), abs=1e-3)
    assert found.log_seat == pytest.approx(seat - seat.mean(), abs=1e-3)
    assert found.log_tie == pytest.approx(model.params[5:], abs=1e-3)


def test_known_values_are_recovered() -> None:
    seated, places = drawn(np.random.default_rng(5), 12_000)
    found = fitted(games_of("abcd", seated, places))
    error = np.sqrt(np.diag(found.basis @ np.linalg.inv(found.information) @ found.basis.T))
    truth = np.r_[WORTH - WORTH.mean(), SEAT - SEAT.mean(), TIE]
    assert (np.abs(found.values - truth) < 3.5 * error).all()
    assert error.max() < 0.2


def test_chances_of_all_orders_add_up_and_are_those_drawn() -> None:
    seated, places = drawn(np.random.default_rng(6), 4000)
    games = games_of("abcd", seated, places)
    found = fitted(games)
    orders = orders_of(np.ones(3, bool))
    assert len(orders) == 13
    chance = chances(found, np.arange(len(games.seated)), orders)
    assert chance.sum(axis=1) == pytest.approx(1)
    expected = np.bincount(games.table, minlength=len(chance)) @ chance
    observed = np.array([(places == order).all(axis=1).sum() for order in orders])
    assert stats.chisquare(observed, expected).pvalue > 0.001


def test_scores_of_rows_add_up_to_zero_at_the_maximum() -> None:
    games = games_of("abcd", *drawn(np.random.default_rng(7), 500))
    assert fitted(games).row_scores().sum(axis=0) == pytest.approx(np.zeros(3 + 2 + 2), abs=1e-3)


def test_one_step_resamples_are_close_to_fits_of_the_resamples() -> None:
    draw = np.random.default_rng(8)
    seated, places = drawn(draw, 1200)
    found = fitted(games_of("abcd", seated, places))
    one_step = _resampled(games_of("abcd", seated, places), found)
    refits = []
    for _ in range(60):
        some = draw.integers(0, 1200, 1200)
        refits.append(fitted(games_of("abcd", seated[some], places[some])).values)
    assert np.std(one_step[:, :4], axis=0) == pytest.approx(np.std(refits, axis=0)[:4], rel=0.35)
    assert np.mean(refits, axis=0)[:4] == pytest.approx(np.mean(one_step, axis=0)[:4], abs=0.03)


def test_intervals_cover_the_true_ratings_where_games_of_a_block_are_alike() -> None:
    """Every game of a block is played three times with the same result: as games they would count threefold."""
    draw, repeats, covered = np.random.default_rng(9), 60, np.zeros(4)
    truth = SCALE * (WORTH - WORTH.mean())
    for _ in range(repeats):
        seated, places = (np.repeat(rows, 3, axis=0) for rows in drawn(draw, 120))
        found = rate(games_of("abcd", seated, places, np.repeat(np.arange(60), 6)))
        for row in found.frame.iter_rows(named=True):
            number = "abcd".index(row["strategy"])
            covered[number] += row["low"] <= truth[number] <= row["high"]
    assert covered.sum() / (4 * repeats) == pytest.approx(0.95, abs=0.04)


def orders(*rows: tuple[str, Sequence[int]]) -> Standings:
    """Games of two or more from texts: who sat, and places."""
    names = sorted(set("".join(who for who, _ in rows)))
    return games_of(names, [[names.index(one) for one in who] for who, _ in rows], [list(place) for _, place in rows])


BOTH_WAYS = [("ab", (1, 2)), ("ab", (2, 1)), ("ba", (1, 2)), ("ba", (2, 1)), ("ba", (2, 1))]


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ([("ca", (1, 2)), ("bc", (2, 1))], "unbeaten"),
        ([("ca", (2, 1)), ("bc", (1, 2))], "winless"),
        ([("cc", (1, 2)), ("cc", (2, 1))], "met no other strategy"),
        ([("ca", (1, 2)), ("cd", (2, 1)), ("dc", (2, 1)), ("da", (1, 2))], "came before all rated strategies"),
        ([("cd", (1, 2)), ("dc", (2, 1))], "unbeaten"),
    ],
)
def test_strategies_without_a_finite_rating_are_named(more: Any, reason: str) -> None:
    found = rate(orders(*BOTH_WAYS, *more))
    assert found.frame["strategy"].to_list() == ["a", "b"]
    assert "c" in found.unrated["strategy"].to_list()
    assert reason in found.unrated.row(0, named=True)["reason"]
    assert found.frame["rating"].is_finite().all()


def test_no_two_comparable_strategies_are_an_error() -> None:
    with pytest.raises(InputError, match=r"no two strategies.*(winless|unbeaten)"):
        rate(orders(("ab", (1, 2)), ("ba", (2, 1))))


def test_games_of_a_strategy_with_itself_add_nothing_to_worths() -> None:
    draw = np.random.default_rng(10)
    seated, places = drawn(draw, 500, tie=np.array([-50.0, -50.0]), seat=np.zeros(3))
    copies = np.zeros((200, 3), int)
    own = fitted(games_of("abcd", seated, places), seat_effect=False)
    more = np.array([draw.permutation(3) + 1 for _ in copies])
    both = fitted(games_of("abcd", np.concatenate([seated, copies]), np.concatenate([places, more])), seat_effect=False)
    assert both.log_worth == pytest.approx(own.log_worth, abs=1e-6)


def test_copies_at_a_table_are_players_of_the_same_worth() -> None:
    """One against two copies of another: it comes first with probability worth / (worth + 2)."""
    draw = np.random.default_rng(11)
    seated = np.tile([0, 1, 1], (9000, 1))
    luck = np.array([np.log(3.0), 0, 0]) + draw.gumbel(size=seated.shape)
    places = (-luck).argsort(axis=1).argsort(axis=1) + 1
    assert (places[:, 0] == 1).mean() == pytest.approx(3 / 5, abs=0.02)
    found = fitted(games_of("ab", seated, places), seat_effect=False)
    assert found.log_worth[0] - found.log_worth[1] == pytest.approx(np.log(3), abs=0.1)


def test_a_cycle_is_a_misfit_and_a_ladder_is_not() -> None:
    draw = np.random.default_rng(12)
    pairs = np.array(list(permutations(range(3), 2)) * 100)
    for chance, established in ((np.array([[0.5, 0.8, 0.2], [0.2, 0.5, 0.8], [0.8, 0.2, 0.5]]), 3),
                                (1 / (1 + np.exp(-(WORTH[:3, None] - WORTH[None, :3]))), 0)):  # fmt: skip
        won = draw.random(len(pairs)) < chance[pairs[:, 0], pairs[:, 1]]
        found = rate(games_of("abc", pairs, np.where(won[:, None], [1, 2], [2, 1]))).fit
        assert found["established"].sum() == established
        assert found["observed"].to_numpy() == pytest.approx((found["predicted"] + found["misfit"]).to_numpy())


def test_beating_an_average_strategy() -> None:
    found = rate(games_of("abcd", *strict(np.random.default_rng(13), 300, 2))).frame
    rating = found["rating"].to_numpy()
    assert rating.mean() == pytest.approx(0, abs=1e-6)
    assert found["beats_average"].to_numpy() == pytest.approx(1 / (1 + 10 ** (-rating / 400)))


def test_places_of_a_run_are_counted(made_up: Any) -> None:
    run = made_up(["a", "b", "c", "d"], blocks=30)
    games = standings([run])
    rows = run.games().collect()
    assert games.n_games == run.n_games == len(rows) // 3
    found = np.zeros((4, 3), int)
    places = decode(games.places, 3)
    for seat in range(3):
        np.add.at(found, (games.seated[games.table, seat], places[:, seat] - 1), games.games)
    expected = rows.group_by("strategy", "place").len()
    for name, place, count in expected.iter_rows():
        assert found["abcd".index(name), place - 1] == count


def test_a_run_is_rated(made_up: Any) -> None:
    found: Ratings = made_up(["a", "b", "c", "d"], blocks=60).ratings()
    assert found.frame["strategy"].to_list() == ["d", "c", "b", "a"]
    assert found.seats["effect"].is_sorted()
    lead, low, high = found.lead("d", "a")
    assert low < lead < high
    assert lead == pytest.approx(found.frame["rating"][0] - found.frame["rating"][3])


def test_variants_are_rated_on_their_own(made_up: Any) -> None:
    run = made_up(["a", "b", "c"], blocks=60, variants=["stronger a"], effect=6)
    assert run.ratings().frame["strategy"][-1] == "a"
    assert run.variant("stronger a").ratings().frame["strategy"][0] == "a"


def test_runs_of_one_game_are_put_together(mining: None, tmp_path: Any) -> None:
    from tests.made_up import made_up_run

    runs = [made_up_run(tmp_path / str(seed), ["a", "b", "c"], seed=seed, blocks=20) for seed in (1, 2)]
    found = ratings(runs)
    assert (found.games, found.blocks, found.units) == (sum(run.n_games for run in runs), 40, 40)
    with pytest.raises(InputError, match="holds the same games"):
        ratings([runs[0], runs[0]])
    other = made_up_run(tmp_path / "rules", ["a", "b", "c"], seed=3, rules_changed={"money": [1, 2]})
    with pytest.raises(InputError, match="different rules: money"):
        ratings([runs[0], other])


def test_a_run_of_one_strategy_and_a_summary_are_refused(made_up: Any, tmp_path: Any, mining: None) -> None:
    with pytest.raises(InputError, match="has only alone"):
        made_up(["alone"]).ratings()
    from tests.made_up import made_up_run

    run = made_up_run(tmp_path / "summary", ["a", "b", "c"], blocks=4)
    for file in run.folder.row_files():
        file.unlink()
    with pytest.raises(InputError, match="record=games"):
        run.ratings()
