"""The clock of a running service."""

from __future__ import annotations

import threading
import time


class HouseClock:
    """The computer's clock, made monotonic for the life of the process: if it is set back, time does not advance."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last = 0

    def now(self) -> int:
        now = time.time_ns() // 1_000_000
        if now == self._last:  # most calls under load
            return now
        with self._lock:
            self._last = max(self._last, now)
            return self._last
