"""Taking loans, and settling them after a payday (§2.7, §2.8.41, §5 A5)."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.games.el_capitan.ports import sail_to_bank
from rulesim.games.el_capitan.state import book
from rulesim.games.el_capitan.vocabulary import (
    EXTEND,
    LARGE,
    LOAN,
    LOAN_BALANCE,
    LOAN_NONE,
    REPAY,
    SMALL,
)
from rulesim.kernel.bits import bit
from rulesim.kernel.jit import kernel


@kernel
def loan_options(state: Any) -> Any:
    """The loans that are left, as bits of their word of actions."""
    options = np.uint64(0)
    for kind in range(2):
        if state.loans_left[kind] > 0:
            options |= bit((LOAN & 63) + kind)
    return options


@kernel
def no_loan() -> Any:
    """Going to the bank without a loan, as a bit of its word of actions."""
    return bit(LOAN_NONE & 63)


@kernel
def borrow(state: Any, rules: Any, seat: int, kind: int) -> None:
    """Take a loan card and its money (§2.7.32)."""
    last = state.loans[seat]
    state.loan_kind[seat, last] = kind
    state.loan_extended[seat, last] = 0
    state.loans[seat] += 1
    state.loans_left[kind] -= 1
    state.loans_taken[seat] += 1
    book(state, seat, LOAN_BALANCE, rules.loan_amount[kind])


@kernel
def amount_due(state: Any, rules: Any, seat: int, loan: int) -> int:
    """What repaying a loan costs."""
    return rules.loan_due[state.loan_kind[seat, loan], state.loan_extended[seat, loan]]


@kernel
def debts(state: Any, rules: Any, seat: int) -> int:
    """What the seat owes on all its loans."""
    total = 0
    for loan in range(state.loans[seat]):
        total += amount_due(state, rules, seat, loan)
    return total


@kernel
def must_repay(state: Any, rules: Any, seat: int, loan: int) -> bool:
    """Extended loans and, at the last payday, all loans must be repaid (§2.8.41)."""
    return state.loan_extended[seat, loan] != 0 or state.phase >= rules.phases


@kernel
def settling_options(state: Any, rules: Any) -> Any:
    """Repaying or extending the actor's oldest pending loan, as bits (§N.3.12)."""
    seat, loan = state.actor, int(state.just_extended)
    if must_repay(state, rules, seat, loan):
        return bit(REPAY)
    if state.money[seat] >= amount_due(state, rules, seat, loan):
        return bit(REPAY) | bit(EXTEND)
    return bit(EXTEND)


@kernel
def settle(state: Any, rules: Any, action: int) -> None:
    """Repay or extend the actor's oldest pending loan."""
    seat, loan = state.actor, int(state.just_extended)
    state.pending[seat] -= 1
    if action == EXTEND:
        state.loan_extended[seat, loan] = 1
        state.loans_extended[seat] += 1
        state.just_extended += 1
    else:
        _repay(state, rules, seat, loan)


@kernel
def _repay(state: Any, rules: Any, seat: int, loan: int) -> None:
    """Pay and return the card; it cannot be taken to pay itself (§N.3.13)."""
    due = amount_due(state, rules, seat, loan)
    if state.money[seat] < due and state.phase < rules.phases:
        _raise_money(state, rules, seat, due)
    book(state, seat, LOAN_BALANCE, -due)
    state.loans_left[state.loan_kind[seat, loan]] += 1
    state.loans[seat] -= 1
    for later in range(loan, state.loans[seat]):
        state.loan_kind[seat, later] = state.loan_kind[seat, later + 1]
        state.loan_extended[seat, later] = state.loan_extended[seat, later + 1]


@kernel
def _raise_money(state: Any, rules: Any, seat: int, due: int) -> None:
    """Too poor for a loan that must be repaid: new loans while there are any, large ones first (§5 A5)."""
    sail_to_bank(state, seat)
    while state.money[seat] < due and state.loans_left[SMALL] + state.loans_left[LARGE] > 0:
        borrow(state, rules, seat, LARGE if state.loans_left[LARGE] > 0 else SMALL)
