"""An event loop in a thread of its own, for what is written for one."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from croupier.floor.desk import Desk
from croupier.floor.disk import Disk
from croupier.floor.premises import Premises

T = TypeVar("T")


class Loop:
    """Runs from its making to its close."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, name="test loop", daemon=True)
        self._thread.start()

    def do(self, work: Coroutine[Any, Any, T], seconds: float = 60) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(seconds)

    def call(self, what: Callable[[], T]) -> T:
        """Calls it in the loop."""

        async def work() -> T:
            return what()

        return self.do(work())

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()


@contextmanager
def open_desk(desk: Desk) -> Iterator[Desk]:
    """The desk while a loop takes its turns; at the end it is stopped."""
    loop, disk = Loop(), Disk()
    loop.call(lambda: desk.start(loop.loop, disk))
    try:
        yield desk
    finally:
        loop.call(desk.stop)
        loop.close()
        disk.shutdown()


@contextmanager
def running(premises: Premises) -> Iterator[Premises]:
    """The premises while a loop takes the orders of their tables; at the end they are closed."""
    loop = Loop()
    loop.call(premises.start)
    try:
        yield premises
    finally:
        loop.call(premises.stop_desks)
        loop.close()
        premises.close()
