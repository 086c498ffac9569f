"""The turns of the house: all tables of a process begin together. See ADR 106 and 122."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

from croupier.floor.slices import SLICE_S

TURN_S = 0.004
"""Minimum time between two turns. Orders that arrive in between are decided and committed together."""
TURN_MAX_S = 0.008
"""Maximum time that a turn waits for the one before."""


class HouseTurns:
    """Calls tables when the next turn of the house comes.

    A turn that begins late, because the loop is still busy, makes the next one wait longer by as much: the loop has
    more work than time, and larger turns cost less per order.
    """

    def __init__(self) -> None:
        self._waiting: list[Callable[[], None]] = []
        self._turned, self._apart = -TURN_MAX_S, TURN_S
        """When the last turn began, by the loop's clock, and the time from then to the next."""
        self._due = 0.0
        """When the next turn should begin."""

    def next(self, begin: Callable[[], None]) -> None:
        """Calls `begin` from the running loop in the next turn, together with the callbacks of all other tables."""
        if not self._waiting:
            loop = asyncio.get_running_loop()
            now = loop.time()
            self._due = max(now, self._turned + self._apart)
            if self._due > now:
                loop.call_later(self._due - now, self._turn)
            else:
                loop.call_soon(self._turn)
        self._waiting.append(begin)

    def forget(self) -> None:
        """Drops the waiting callbacks: their loop has ended."""
        self._waiting = []

    def _turn(self) -> None:
        waiting, self._waiting = deque(self._waiting), []
        self._turned = asyncio.get_running_loop().time()
        self._apart = min(TURN_S + self._turned - self._due, TURN_MAX_S)
        self._begin(waiting)

    def _begin(self, waiting: deque[Callable[[], None]]) -> None:
        """Calls tables for a slice of time; what they decided is committed before the rest is called."""
        until = time.monotonic() + SLICE_S
        while waiting:
            try:
                waiting.popleft()()
            except BaseException:
                if waiting:  # the remaining tables must still begin
                    asyncio.get_running_loop().call_soon(self._begin, waiting)
                raise
            if waiting and time.monotonic() >= until:
                asyncio.get_running_loop().call_soon(self._begin, waiting)
                return
