"""The turns of the house: all tables of a process begin together. See ADR 106 and 122."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

TURN_S = 0.004
"""Minimum time between two turns. Orders that arrive in between are decided and committed together."""
TURN_MAX_S = 0.008
"""Maximum time that a turn waits for the one before."""
BUSY_SHARE = 0.4
"""Turns are further apart while the loop works for more than this share of the time."""


class HouseTurns:
    """Calls tables when the next turn of the house comes. `used` is the processor time of the loop's thread so far."""

    def __init__(self, used: Callable[[], float] = time.thread_time) -> None:
        self._used = used
        self._waiting: list[Callable[[], None]] = []
        self._turned, self._spent = -TURN_MAX_S, 0.0
        """When the last turn began, by the loop's clock, and what the thread had used until then."""
        self._apart = TURN_S
        """Time from the last turn to the next."""

    def next(self, begin: Callable[[], None]) -> None:
        """Calls `begin` from the running loop when the next turn comes, with those of all others."""
        if not self._waiting:
            loop = asyncio.get_running_loop()
            wait = self._turned + self._apart - loop.time()
            if wait > 0:
                loop.call_later(wait, self._turn)
            else:
                loop.call_soon(self._turn)
        self._waiting.append(begin)

    def forget(self) -> None:
        """Calls nobody who waits now, because their loop has ended."""
        self._waiting = []

    def _turn(self) -> None:
        waiting, self._waiting = self._waiting, []
        before, self._spent = self._spent, self._used()
        self._apart = min(max(TURN_S, (self._spent - before) / BUSY_SHARE), TURN_MAX_S)
        self._turned = asyncio.get_running_loop().time()
        for begin in waiting:
            begin()
