"""The disk of a house: a thread that waits for it, and the loop itself while it is brisk. See ADR 37 and 42."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from croupier.floor.steps import Brief

BRISK_S = 0.002
"""A brief call that took no longer shows a brisk disk."""
SLOW_S = 0.01
"""One that took longer shows that it is not."""
STEADY = 32
"""So many brisk ones are believed."""

P = ParamSpec("P")
T = TypeVar("T")


class Disk(ThreadPoolExecutor):
    """One thread for whatever waits for the disk, since the store takes one writer at a time.

    To hand a call over and to hear of its end takes about as long as a good disk takes to write. While the disk has
    been brisk and the thread has nothing to do, a brief call is therefore made at once by whoever has it.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(1, "disk")
        self._clock = clock
        self._brisk = 0
        """How many brief calls in a row were."""
        self._last: Future[Any] | None = None

    def is_free_for(self, call: Callable[[], object]) -> bool:
        """Whether the call may be made at once."""
        return type(call) is Brief and self._brisk >= STEADY and (self._last is None or self._last.done())

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        self._last = future = super().submit(fn, *args, **kwargs)
        return future

    def make(self, call: Callable[[], T]) -> T:
        """Makes the call here and now, and notes how long a brief one took."""
        began = self._clock()
        try:
            return call()
        finally:
            if type(call) is Brief:
                took = self._clock() - began
                self._brisk = 0 if took > SLOW_S else self._brisk + (took <= BRISK_S)
