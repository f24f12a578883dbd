"""Counter-based random streams.

The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
generators", OOPSLA 2014): output ``i`` of a stream that starts at ``key`` is
``mix64(key + (i + 1) * GAMMA)``, a function of key and counter alone. A key is made from the
experiment's seed, the number of the block and the purpose of the draws, so results do not
depend on workers, chunks or on how much anybody else draws.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rulesim.kernel.jit import INTERPRETED, kernel

GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW_32 = np.uint64(0xFFFFFFFF)

NATURE = 0
"""Purpose of the draws of the game itself; seat ``s`` (from 0) has the purpose ``SEAT + s``."""
SEAT = 1


@kernel
def mix64(z: Any) -> Any:
    """The finalizer of SplitMix64: a bijection of 64-bit words."""
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


@kernel
def derive(key: Any, purpose: int) -> Any:
    """Key of a sub-stream of ``key``, one for each purpose."""
    return mix64(mix64(np.uint64(key) + GAMMA) ^ mix64(np.uint64(purpose) * GAMMA + _MIX_2))


@kernel
def next_word(key: Any, counter: int) -> Any:
    """Output ``counter`` (from 0) of the stream: a word of 64 random bits."""
    return mix64(np.uint64(key) + GAMMA * np.uint64(counter + 1))


@kernel
def below(me: Any, n: int) -> int:
    """A uniform whole number 0 … n-1 from a record's stream, which moves on.

    ``me.stream`` is the state of the stream. ``n`` is 1 to 2**32 - 1. Unbiased: Lemire's
    method ("Fast random integer generation in an interval", ACM TOMACS 2019) on 32 bits.
    """
    bound = np.uint64(n)
    me.stream = me.stream + GAMMA
    product = (mix64(me.stream) >> _S32) * bound
    if product & _LOW_32 < bound:
        threshold = (_LOW_32 + np.uint64(1) - bound) % bound
        while product & _LOW_32 < threshold:
            me.stream = me.stream + GAMMA
            product = (mix64(me.stream) >> _S32) * bound
    return np.int64(product >> _S32)  # type: ignore[return-value]  # int() would stay unsigned, and mix badly


@kernel
def uniform(me: Any) -> float:
    """A uniform number in [0, 1) with 53 random bits from a record's stream."""
    me.stream = me.stream + GAMMA
    return float(mix64(me.stream) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


if INTERPRETED:
    # 64-bit products wrap by design; numpy would warn of each in plain Python.
    def _wrapping(function: Any) -> Any:
        def call(*arguments: Any) -> Any:
            with np.errstate(over="ignore"):
                return function(*arguments)

        call.__doc__ = function.__doc__
        return call

    mix64, derive, next_word = _wrapping(mix64), _wrapping(derive), _wrapping(next_word)
    below, uniform = _wrapping(below), _wrapping(uniform)
