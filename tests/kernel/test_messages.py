"""Messages of the compiler leave the standard streams alone."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

from numba.core.errors import NumbaExperimentalFeatureWarning

import rulesim.kernel.jit  # noqa: F401  (mends the compiler's messages)


def test_messages_made_in_threads_do_not_wrap_the_streams() -> None:
    streams, interval = (sys.stdout, sys.stderr), sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda number: NumbaExperimentalFeatureWarning(f"message {number}"), range(3000)))
        assert (sys.stdout, sys.stderr) == streams
    finally:
        sys.setswitchinterval(interval)
        sys.stdout, sys.stderr = streams
