"""Examining a strategy, in a process of its own; `rulesim.strategy.check` starts it and reads its lines."""

from __future__ import annotations

import json
import os
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, TextIO

import numpy as np

from rulesim.games.game import Game, Rules
from rulesim.games.position import Position
from rulesim.games.registry import load_game
from rulesim.kernel.bits import count, members, nth
from rulesim.kernel.jit import INTERPRETED
from rulesim.kernel.streams import below, derive
from rulesim.strategy.check import CLEAN, ENDS, FAIR, LEGAL, LOADS, PLAIN, REPEATS, TIME, WHOLE, Check, examination
from rulesim.strategy.contract import BrokenStrategyError, Strategy, StrategyError
from rulesim.strategy.loader import load_strategy
from rulesim.strategy.spec import parse_spec

SEED = 20_020
EVERY = 10
"""Each so many decisions, the strategy is asked again: as before, and with hidden things redrawn."""
COMPILE_SECONDS = 900.0
INTERPRETED_GAMES = 2


class Watchdog:
    """Ends the process when a deadline passes, from a thread of its own.

    Compiled code does not hold the interpreter's lock, and plain Python gives it away, so the
    thread runs while the strategy does not answer.
    """

    def __init__(self, barks: Callable[[str], None]) -> None:
        self.deadline = float("inf")
        self.doing = ""
        self.barks = barks
        threading.Thread(target=self._watch, daemon=True).start()

    def expect(self, seconds: float, doing: str) -> None:
        """From now on, allow so many seconds."""
        self.doing = doing
        self.deadline = time.monotonic() + seconds

    def rest(self) -> None:
        """Expect nothing more."""
        self.deadline = float("inf")

    def _watch(self) -> None:
        while time.monotonic() < self.deadline:
            time.sleep(0.05)
        self.barks(self.doing)
        os._exit(1)


class Examiner:
    """A strategy under examination: what was asked, and the first failure of each check."""

    def __init__(self, game: Game, strategy: Strategy, values: Any, seconds: float, watchdog: Watchdog) -> None:
        self.game, self.strategy, self.values = game, strategy, values
        self.seconds, self.watchdog = seconds, watchdog
        self.policy = strategy.compile(game)
        self.baseline = None if INTERPRETED or not strategy.compiled else game.engine.placeholder()
        self.failures: dict[str, str] = {}
        self.asked: dict[int, int] = dict.fromkeys(game.players, 0)
        self.games = 0
        self.times: list[int] = []
        self.base_times: list[int] = []

    def examine(self, states: int, progress: Callable[[float], None]) -> None:
        """Play games with it mixed with random players until it was asked often enough."""
        for index, players in enumerate(self.game.players):
            rules = self.game.rules(players)
            number = 0
            while self.asked[players] < states and number < states and ENDS not in self.failures:
                self._play(rules, number)
                number += 1
                progress((index + min(1.0, self.asked[players] / states)) / len(self.game.players))

    def _play(self, rules: Rules, number: int) -> None:
        """One game: the strategy holds one seat, two … all seats in turn; random players the others."""
        players = rules.players
        position = Position.new(self.game.name, players, SEED, number, rules)
        own = {(number + seat) % players for seat in range(1 + number % players)}
        position.minds["params"][sorted(own)] = self.values
        words = np.zeros(1, self.game.moves.legal)
        self.games += 1
        for decision in range(self.game.most_decisions):
            if position.is_over:
                return
            state, legal = position.state[0], words[0]
            self.game.moves.legal_actions(state, rules.record[0], legal)
            seat, options = int(state.actor), int(count(legal))
            action = int(nth(legal, 0))
            if options > 1:
                mind = position.minds[seat]
                action = int(nth(legal, below(mind, options))) if seat not in own else action
                if seat in own:
                    where = f"{players} players, game {number}, seat {seat + 1}, decision {decision + 1}"
                    action = self._question(position, words, seat, action, where)
                mind.choices += 1
            position.apply_number(action)
        self._fail(ENDS, f"{players} players, game {number} did not end in {self.game.most_decisions} decisions")

    def _question(self, position: Position, words: Any, seat: int, instead: int, where: str) -> int:
        """Ask for one decision and look at the answer; ``instead`` is played for a bad one."""
        rules, minds = position.rules, position.minds
        before = position.state.copy(), rules.record.copy(), words.copy(), minds.copy()
        self.asked[rules.players] += 1
        answer, took = self._answer(position.state[0], rules.record[0], words[0], minds[seat], where)
        self.times.append(took)
        self._look_for_changes(before, (position.state, rules.record, words, minds), where)
        if answer is None:
            return instead
        if sum(self.asked.values()) % EVERY == 0:
            self._ask_again(position, words, before[3], seat, answer, where)
        if answer not in members(words[0]):
            shown = f"{answer}, which is not legal ({len(list(members(words[0])))} actions are)"
            self._fail(LEGAL, f"{where}: answered {shown}")
            return instead
        return answer

    def _answer(self, state: Any, rules: Any, legal: Any, mind: Any, where: str) -> tuple[int | None, int]:
        """The answer, None for what is no whole number, and the nanoseconds that it took."""
        self.watchdog.expect(self.seconds, where)
        start = time.perf_counter_ns()
        try:
            answer = self.policy(state, rules, legal, mind)
        except Exception as error:
            self._fail(WHOLE, f"{where}: raised {type(error).__name__}: {error}")
            return None, time.perf_counter_ns() - start
        took = time.perf_counter_ns() - start
        self.watchdog.expect(COMPILE_SECONDS, where)
        if isinstance(answer, (bool, np.bool_)) or not isinstance(answer, (int, np.integer)):
            self._fail(WHOLE, f"{where}: answered {answer!r}")
            return None, took
        return int(answer), took

    def _look_for_changes(self, before: Any, after: Any, where: str) -> None:
        """The position, the rules, the legal set and the parameters must be as they were; mended if not."""
        for what, old, new in zip(("position", "rules", "legal actions"), before, after, strict=False):
            # Field by field: the bytes between fields mean nothing, and a copy may lose them.
            if any(old[field].tobytes() != new[field].tobytes() for field in old.dtype.names):
                self._fail(CLEAN, f"{where}: the {what} changed")
                new[:] = old
        if before[3]["params"].tobytes() != after[3]["params"].tobytes():
            self._fail(CLEAN, f"{where}: its parameters changed")
            after[3]["params"] = before[3]["params"]

    def _ask_again(self, position: Position, words: Any, minds: Any, seat: int, answer: int, where: str) -> None:
        """The same question, then the same with all hidden things redrawn: the same answer."""
        rules = position.rules
        for check, hidden in ((REPEATS, False), (FAIR, True)):
            state, mind, legal = position.state.copy(), minds.copy()[seat], words.copy()
            if hidden:
                key = derive(np.uint64(SEED), sum(self.asked.values()))
                self.game.redraw_hidden(rules, state[0], key)
            again, _ = self._answer(state[0], rules.record[0], legal[0], mind, where)
            if again != answer:
                reason = "when the hidden things were redrawn" if hidden else "when asked again"
                self._fail(check, f"{where}: answered {answer}, and {again} {reason}")
        if self.baseline is not None:
            start = time.perf_counter_ns()
            self.baseline(position.state[0], rules.record[0], words[0], minds[seat])
            self.base_times.append(time.perf_counter_ns() - start)

    def _fail(self, check: str, detail: str) -> None:
        self.failures.setdefault(check, detail)

    def results(self) -> Iterator[Check]:
        """The checks of the games that were played."""
        asked = sum(self.asked.values())
        counts = ", ".join(f"{number} with {players} players" for players, number in self.asked.items())
        good = {
            WHOLE: f"{asked} decisions",
            LEGAL: f"decisions: {counts}",
            CLEAN: "position, rules and legal actions stayed as they were",
            REPEATS: f"{asked // EVERY} decisions asked twice",
            FAIR: f"{asked // EVERY} decisions with all hidden things redrawn",
            ENDS: f"{self.games} games ended; no decision took more than {self.seconds:g} s",
        }
        for check, detail in good.items():
            yield Check(check, check not in self.failures, self.failures.get(check, detail))
        # Called from Python, both carry the same overhead, which is far above a compiled decision.
        mean = _mean(self.times) - (_mean(self.base_times) if self.base_times else 0)
        about = f"{mean / 1000:.0f} µs" if mean >= 1000 else "under 1 µs"
        how = "compiled" if self.baseline is not None else "plain Python"
        detail = f"on average {about}, longest {max(self.times) / 1e6:.1f} ms ({how})"
        yield Check(TIME, max(self.times) <= self.seconds * 1e9, detail)


def _mean(times: list[int]) -> float:
    """Mean without the longest hundredth, in which the machine did something else."""
    return statistics.fmean(sorted(times)[: max(1, len(times) * 99 // 100)])


def play_out(game: Game, policy: Any, values: Any, players: int, number: int) -> list[int]:
    """The choices of a game in which a strategy holds every seat."""
    rules = game.rules(players)
    position = Position.new(game.name, players, SEED, number, rules)
    position.minds["params"] = values
    words, choices = np.zeros(1, game.moves.legal), []
    for _ in range(game.most_decisions):
        if position.is_over:
            break
        state = position.state[0]
        game.moves.legal_actions(state, rules.record[0], words[0])
        action = int(nth(words[0], 0))
        if count(words[0]) > 1:
            mind = position.minds[int(state.actor)]
            action = int(policy(state, rules.record[0], words[0], mind))
            mind.choices += 1
            choices.append(action)
        position.apply_number(action)
    return choices


def all_play_outs(game: Game, policy: Any, values: Any) -> Iterator[tuple[int, int, list[int]]]:
    """Some games of every player count, as (players, number, choices)."""
    for players in game.players:
        for number in range(INTERPRETED_GAMES):
            yield players, number, play_out(game, policy, values, players, number)


def compare_interpreted(game: Game, policy: Any, values: Any, spec: str) -> Check:
    """Whether plain Python plays the same games as the compiled code."""
    compared = 0
    with examination("play", game.name, spec, interpreted=True) as lines:
        for players, number, choices in all_play_outs(game, policy, values):
            line = next(lines)
            if "choices" not in line:
                return Check(PLAIN, False, f"{players} players, game {number}: {line['ended']}")
            pairs = enumerate(zip(choices, line["choices"], strict=False))
            place = next((at for at, (one, other) in pairs if one != other), None)
            if place is not None:
                both = f"{choices[place]} compiled, {line['choices'][place]} interpreted"
                return Check(PLAIN, False, f"{players} players, game {number}, choice {place + 1}: {both}")
            compared += len(choices)
    return Check(PLAIN, True, f"the same answers at {compared} decisions")


def examine(game: Game, spec: str, states: int, seconds: float, report: Callable[[dict[str, Any]], None]) -> None:
    """The whole examination, reported line by line."""

    def stalled(doing: str) -> None:
        report(vars(Check(ENDS, False, f"{doing}: no answer within {seconds:g} s")))

    watchdog = Watchdog(stalled)
    watchdog.expect(max(60.0, seconds), "loading the file")
    try:
        named = parse_spec(spec)
        strategy = load_strategy(game, named)
        values = strategy.values(dict(named.values))
        watchdog.expect(COMPILE_SECONDS, "compiling")
        game.compile()
        examiner = Examiner(game, strategy, values, seconds, watchdog)
    except StrategyError as error:
        watchdog.rest()
        broken = isinstance(error, BrokenStrategyError)
        return report(vars(Check(LOADS, False, str(error))) if broken else {"refused": str(error)})
    report(vars(Check(LOADS, True, str(strategy.path))))
    examiner.examine(states, lambda part: report({"part": part}))
    for check in examiner.results():
        report(vars(check))
    if examiner.failures:
        report(vars(Check(PLAIN, False, "not tried, as other checks failed")))
    else:
        watchdog.expect(COMPILE_SECONDS, "playing interpreted")
        report(vars(compare_interpreted(game, examiner.policy, values, spec)))
    watchdog.rest()


def main(mode: str, game_name: str, spec: str, *numbers: str) -> None:
    """Entry of the process: ``examine GAME SPEC STATES SECONDS`` or ``play GAME SPEC``."""
    lines, sys.stdout = sys.stdout, sys.stderr  # what a plugin prints must not get between the lines

    def report(line: dict[str, Any], to: TextIO = lines) -> None:
        print(json.dumps(line), file=to, flush=True)

    game = load_game(game_name)
    if mode == "examine":
        return examine(game, spec, int(numbers[0]), float(numbers[1]), report)
    named = parse_spec(spec)
    strategy = load_strategy(game, named)
    for _, _, choices in all_play_outs(game, strategy.compile(game), strategy.values(dict(named.values))):
        report({"choices": choices})
    return None


if __name__ == "__main__":
    main(*sys.argv[1:])
