"""Playing chunks on a Dask cluster (extra ``cluster``).

Workers write rows into the run's folder themselves, so they need to see it under the same path.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from rulesim.errors import InputError, RunError

AHEAD = 3
"""Chunks under way for each core, so that no worker waits for the next."""

SECONDS = 10
"""A scheduler that does not answer within this time is none."""

Result = TypeVar("Result")


def play_on_cluster(
    play: Callable[..., Result], chunks: Iterable[tuple[Any, ...]], address: str | None, jobs: int
) -> Iterator[Result]:
    """Play chunks on the workers of a cluster and yield the results in the chunks' order.

    Parameters
    ----------
    play
        Called with each chunk's values in a worker process.
    address
        Of the scheduler, as ``tcp://host:8786``; by default a cluster of ``jobs`` processes is started here.

    Raises
    ------
    InputError
        If Dask is not installed or no scheduler answers.
    RunError
        If a worker dies.
    """
    with _client(address, jobs) as client:
        from distributed import KilledWorker

        cores = sum(client.ncores().values()) or 1
        under_way: deque[Any] = deque()
        try:
            for chunk in chunks:
                under_way.append(client.submit(play, *chunk, pure=False))
                if len(under_way) >= AHEAD * cores:
                    yield under_way.popleft().result()
            while under_way:
                yield under_way.popleft().result()
        except KilledWorker as error:
            raise RunError(f"a worker of the cluster died: {str(error).splitlines()[0]}") from None
        finally:
            client.cancel(list(under_way))


def _client(address: str | None, jobs: int) -> Any:
    """A connection to the scheduler, which closes with what was started for it."""
    try:
        from distributed import Client
    except ImportError:
        raise InputError(
            'backend = "dask" needs dask.distributed, which is not installed: pip install "rulesim[cluster]"'
        ) from None
    if address is None:
        return Client(
            n_workers=jobs, threads_per_worker=1, dashboard_address=None, set_as_default=False, silence_logs="ERROR"
        )
    try:
        return Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(
            f"cluster = {address!r}: no scheduler answers ({why}); expected an address like tcp://host:8786"
        ) from None
