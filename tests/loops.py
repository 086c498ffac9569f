"""An event loop in its own thread, for code that needs one."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from croupier.floor.committer import HouseCommitter
from croupier.floor.desk import Desk
from croupier.floor.order import Answer, Order
from croupier.floor.premises import Premises
from croupier.table.state import Table

T = TypeVar("T")


class Loop:
    """Runs from its creation until it is closed."""

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


def in_loop_of(desk: Desk, work: Coroutine[Any, Any, T]) -> T:
    """The result of an awaitable in the loop of a desk, which runs in another thread."""
    assert desk.loop is not None, "it was started"
    return asyncio.run_coroutine_threadsafe(work, desk.loop).result(60)


def asked(desk: Desk, order: Order) -> Answer:
    """The answer of a desk whose loop runs in another thread."""

    async def work() -> Answer:
        return await desk.ask(order)

    return in_loop_of(desk, work())


def looked(desk: Desk, at: Callable[[int, Table], T]) -> T:
    """The result of a function called at such a desk."""

    async def work() -> T:
        return await desk.query(at)

    return in_loop_of(desk, work())


@contextmanager
def open_desk(desk: Desk, committer: HouseCommitter | None = None) -> Iterator[Desk]:
    """The desk while a loop runs it; stopped at the end."""
    loop = Loop()
    if committer is not None:
        loop.call(committer.start)
    loop.call(desk.start)
    try:
        yield desk
    finally:
        loop.do(desk.stop())
        loop.close()
        if committer is not None:
            committer.close()


@contextmanager
def running(premises: Premises) -> Iterator[Premises]:
    """The premises while a loop runs their tables; closed at the end."""
    loop = Loop()
    loop.call(premises.start)
    try:
        yield premises
    finally:
        loop.do(premises.stop_desks())
        loop.close()
        premises.close()
