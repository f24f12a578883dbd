"""Sets of small numbers as 64-bit words.

A :data:`legal set <rulesim.kernel.records.legal_dtype>` is a record with one array ``words``;
number ``a`` is in the set when bit ``a % 64`` of word ``a // 64`` is 1. Strategies use the
functions of this module and never see a bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from rulesim.kernel.jit import INTERPRETED, kernel

ONE = np.uint64(1)
NONE = np.uint64(0)

if INTERPRETED:

    def popcount(word: Any) -> int:
        """Number of 1 bits."""
        return int(word).bit_count()

    def lowest(word: Any) -> int:
        """Position of the lowest 1 bit; 64 for an empty word."""
        value = int(word)
        return (value & -value).bit_length() - 1 if value else 64

else:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[misc]
    def _ctpop(typing_context, word):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.ctpop(arguments[0])

        return types.int64(types.uint64), codegen

    @intrinsic  # type: ignore[misc]
    def _cttz(typing_context, word):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.uint64), codegen

    @kernel
    def popcount(word: Any) -> int:
        """Number of 1 bits."""
        return _ctpop(np.uint64(word))

    @kernel
    def lowest(word: Any) -> int:
        """Position of the lowest 1 bit; 64 for an empty word."""
        return _cttz(np.uint64(word))


@kernel
def bit(number: int) -> Any:
    """The word that holds only this number."""
    return ONE << np.uint64(number)


@kernel
def holds(word: Any, number: int) -> bool:
    """Whether the word holds the number."""
    return (np.uint64(word) >> np.uint64(number)) & ONE != NONE


@kernel
def without_lowest(word: Any) -> Any:
    """The word without its lowest number."""
    return word & (word - ONE)


@kernel
def nth_bit(word: Any, n: int) -> int:
    """Position of the 1 bit with ``n`` 1 bits below it."""
    for _ in range(n):
        word = word & (word - ONE)
    return lowest(word)


@kernel
def clear(legal: Any) -> None:
    """Empty the set."""
    for index in range(len(legal.words)):
        legal.words[index] = NONE


@kernel
def add(legal: Any, action: int) -> None:
    """Put an action into the set."""
    index = action >> 6
    legal.words[index] = legal.words[index] | bit(action & 63)


@kernel
def count(legal: Any) -> int:
    """How many actions are legal."""
    total = 0
    for index in range(len(legal.words)):
        total += popcount(legal.words[index])
    return total


@kernel
def has(legal: Any, action: int) -> bool:
    """Whether an action is legal. Any integer may be asked for."""
    if action < 0 or action >= 64 * len(legal.words):
        return False
    return holds(legal.words[action >> 6], action & 63)


@kernel
def first(legal: Any) -> int:
    """The lowest legal action; -1 for the empty set."""
    for index in range(len(legal.words)):
        if legal.words[index] != NONE:
            return 64 * index + lowest(legal.words[index])
    return -1


@kernel
def nth(legal: Any, n: int) -> int:
    """The legal action with ``n`` legal actions below it; -1 where there are not so many."""
    for index in range(len(legal.words)):
        here = popcount(legal.words[index])
        if n < here:
            return 64 * index + nth_bit(legal.words[index], n)
        n -= here
    return -1


@kernel
def after(legal: Any, action: int) -> int:
    """The next legal action above ``action``; -1 where there is none.

    Walks the set: ``action = first(legal)``, then ``action = after(legal, action)`` while
    it is not negative.
    """
    start = action + 1
    index = start >> 6
    if index >= len(legal.words):
        return -1
    word = (legal.words[index] >> np.uint64(start & 63)) << np.uint64(start & 63)
    while word == NONE:
        index += 1
        if index >= len(legal.words):
            return -1
        word = legal.words[index]
    return 64 * index + lowest(word)


def members(legal: Any) -> Iterator[int]:
    """The legal actions in rising order (for Python code; compiled code uses ``after``)."""
    for index, word in enumerate(legal.words):
        value = int(word)
        while value:
            yield 64 * index + (value & -value).bit_length() - 1
            value &= value - 1
