"""Noticing a strategy that never answers.

Compiled code cannot be interrupted. So a thread looks at every table that is being played: one
whose decision counter stands still for too long has a strategy in an endless loop. All that is
left to do then is to say so and to end the process; what was stored stays usable.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol


class Watched(Protocol):
    """What can be watched: a table, or one game. Its cursor says who is asked, -1 for nobody."""

    cursor: Any

    def failure(self, what: str) -> Exception:
        """The error that says where it stands."""


class Watch:
    """Watches tables; one a process.

    Parameters
    ----------
    seconds
        How long one decision may take.
    on_stall
        Called with the message before the process ends with exit code 1.
    """

    def __init__(self, seconds: float, on_stall: Callable[[str], None]) -> None:
        self.seconds = seconds
        self.on_stall = on_stall
        self._tables: dict[int, tuple[Watched, list[Any]]] = {}
        self._lock = threading.Lock()
        threading.Thread(target=self._look, daemon=True).start()

    @contextmanager
    def over(self, table: Watched) -> Iterator[None]:
        """Watch a table while it plays."""
        with self._lock:
            self._tables[id(table)] = (table, [None, time.monotonic()])
        try:
            yield
        finally:
            with self._lock:
                del self._tables[id(table)]

    def _look(self) -> None:
        while True:
            time.sleep(min(1.0, self.seconds / 4))
            now = time.monotonic()
            with self._lock:
                for table, seen in self._tables.values():
                    cursor = table.cursor[0]
                    place = (int(cursor.block), int(cursor.seating), int(cursor.decisions))
                    if place != seen[0]:
                        seen[:] = [place, now]
                    elif now - seen[1] > self.seconds and cursor.asked >= 0:
                        self.on_stall(str(table.failure(f"did not answer within {self.seconds:g} seconds")))
                        os._exit(1)
