"""Runs slow work outside the event loop, with a bound on how much of it waits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from croupier.terms.fault import Fault
from croupier.web.security.refusal import DeclinedForNow

_log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


class Work:
    """A small thread pool, started on first use. Work beyond `waiting_max` is refused at once."""

    def __init__(self, name: str, *, threads: int, waiting_max: int) -> None:
        self._name, self._threads, self._waiting_max = name, threads, waiting_max
        self._pool: ThreadPoolExecutor | None = None
        self.waiting = 0

    async def do(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs the function in a thread and returns its result; a fault becomes a 503."""
        if self.waiting >= self._waiting_max:
            raise DeclinedForNow(503, "busy", "The service is busy. Try again in a moment.", 1)
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._threads, self._name)
        self.waiting += 1
        future = self._pool.submit(function, *args, **kwargs)
        loop = asyncio.get_running_loop()
        future.add_done_callback(lambda _: _in_loop(loop, self._one_less))
        try:
            return await asyncio.wrap_future(future)
        except Fault as fault:
            _log.error("%s: %s", self._name, fault)
            raise DeclinedForNow(503, "unavailable", "Nothing can be recorded now; nothing was changed.", 5) from fault

    def close(self) -> None:
        """Waits for all work, then stops the threads."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=True)

    def _one_less(self) -> None:
        self.waiting -= 1


def _in_loop(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(call)
