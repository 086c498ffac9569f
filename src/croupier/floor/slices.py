"""Long work of the loop in slices of time, so that nothing blocks it for long. See ADR 96 and 129."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

from croupier.terms.pauses import Pausing

SLICE_S = 0.005
"""Time spent on many small pieces of work, for any table, before the loop runs again."""
WORK_S = 0.002
"""The same for long work of one table; shorter, because a piece of it may take some milliseconds more."""

T = TypeVar("T")


def run_slice(work: Iterator[None]) -> bool:
    """Does the work up to its first pause after `WORK_S`; True if it has ended."""
    until = time.monotonic() + WORK_S
    return all(time.monotonic() < until for _ in work)


async def in_slices(work: Pausing[T], yield_to_loop: Callable[[], Awaitable[None]]) -> T:
    """The result of the work, which yields to the loop after every slice."""
    results: list[T] = []

    def whole() -> Iterator[None]:
        results.append((yield from work))

    rest = whole()
    while not run_slice(rest):
        await yield_to_loop()
    return results[0]
